// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/liaisoncheckcommand.h"

#include "app/ctl/inputfile.h"
#include "core/base/textsafety.h"
#include "core/liaison/transcriptfiles.h"
#include "core/liaison/transcriptstream.h"

#include <QFile>
#include <QLocale>

#include <unistd.h>

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Json;
using base::Result;

namespace
{

QString shown(const QString &path)
{
    return path == "-"_L1 ? u"Standard input"_s : u"“%1”"_s.arg(base::elidedText(path, 200));
}

QString grouped(qint64 number)
{
    return QLocale(QLocale::English).toString(number);
}

QString ruleList()
{
    QString text;
    for (const liaison::Rule rule : liaison::allRules())
        text += u"  "_s + liaison::ruleName(rule).leftJustified(36) + liaison::ruleText(rule) + u'\n';
    return text;
}

base::Error unreadable(const QString &path, const QString &why)
{
    base::Error error;
    error.code = ErrorCode::StorageFailed;
    error.message = u"%1 cannot be read: %2."_s.arg(shown(path), why);
    error.remedy = u"Check the name and the right to read it."_s;
    return error;
}

Result<liaison::LiaisonContract> contractFrom(const std::optional<QString> &path)
{
    if (!path)
        return liaison::embeddedLiaisonContract();
    const auto bytes = readInput(*path);
    if (!bytes)
        return base::fail(bytes.error());
    return liaison::parseLiaisonContract(*bytes);
}

} // namespace

CommandSpec LiaisonCheckCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"liaison"_s, u"check"_s};
    spec.positional = u"TRANSCRIPT"_s;
    spec.severalPositional = true;
    spec.summary = u"Say whether transcripts of a read-only liaison keep its contract."_s;
    spec.description =
        u"TRANSCRIPT is a file with one JSON document or with JSON Lines, a folder of such files, or - for\n"
        "standard input. Every violation is named with its place. A broken document is a finding with its\n"
        "line, and the rest is checked all the same. Nothing is sent anywhere.\n\nRules:\n"_s +
        ruleList().chopped(1);
    spec.options =
        QList<OptionSpec>{
            {u"contract"_s, u"FILE"_s, u"judge by this contract (else by the one that is built in)"_s},
            {u"submission"_s, {}, u"the run is to count as evidence: refuse mock results"_s},
            {u"extra-rules"_s, {}, u"apply the extra rules too"_s},
            {u"rejected"_s, {}, u"print only what is rejected"_s},
            {u"format"_s, u"F"_s, u"table (default), json, jsonl or csv"_s}} +
        commonOptions();
    spec.exitCodes = u"  0  all accepted\n"
                     "  1  at least one rejected\n"
                     "  2  wrong usage, or nothing could be checked\n"
                     "  3  what was checked is accepted, but a file could not be read"_s;
    return spec;
}

void LiaisonCheckCommand::start()
{
    if (const auto good = readArguments(); !good) {
        fail(good.error());
        return;
    }
    const auto paths = files();
    if (!paths) {
        fail(paths.error());
        return;
    }
    for (const QString &path : *paths) {
        checkFile(path);
        if (m_closed)
            break;
    }
    end();
}

Result<void> LiaisonCheckCommand::readArguments()
{
    Format format = arguments().isSet(u"json"_s) ? Format::Json : Format::Table;
    if (const auto text = arguments().value(u"format"_s)) {
        const auto named = formatFromText(*text);
        if (!named)
            return base::fail(ErrorCode::InvalidInput,
                              u"“%1” is no format."_s.arg(base::elidedText(*text, 60)),
                              u"Formats: table, json, jsonl, csv."_s);
        if (arguments().isSet(u"json"_s) && *named != Format::Json)
            return base::fail(ErrorCode::InvalidInput,
                              u"--json and --format %1 exclude each other."_s.arg(*text));
        format = *named;
    }
    const auto contract = contractFrom(arguments().value(u"contract"_s));
    if (!contract)
        return base::fail(contract.error());
    liaison::ValidatorOptions options;
    options.submission = arguments().isSet(u"submission"_s);
    options.extraRules = arguments().isSet(u"extra-rules"_s);
    m_validator = std::make_unique<liaison::TranscriptValidator>(*contract, options);
    m_rejectedOnly = arguments().isSet(u"rejected"_s);
    m_writer = std::make_unique<LiaisonWriter>(format, output());
    return {};
}

Result<QStringList> LiaisonCheckCommand::files()
{
    QStringList all;
    for (const QString &path : arguments().positionals()) {
        if (path == "-"_L1) {
            all.append(path);
            continue;
        }
        const auto found = liaison::transcriptFiles(path);
        if (!found)
            return base::fail(found.error());
        all += found->files;
        if (found->otherFiles > 0)
            output().message(
                u"%1 other files in %2 were not checked: only .json, .jsonl and .ndjson are."_s.arg(
                    grouped(found->otherFiles), shown(path)));
    }
    return all;
}

void LiaisonCheckCommand::checkFile(const QString &path)
{
    QFile file(path);
    const bool opened = path == "-"_L1 ? file.open(STDIN_FILENO, QIODevice::ReadOnly | QIODevice::Unbuffered)
                                       : file.open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    if (!opened) {
        gap(unreadable(path, file.errorString()));
        return;
    }
    liaison::TranscriptStream stream(file, *m_validator, liaison::layoutOfFile(path));
    while (const auto transcript = stream.next()) {
        ++m_checked;
        m_rejected += transcript->report.isAccepted() ? 0 : 1;
        if (!m_rejectedOnly || !transcript->report.isAccepted())
            m_writer->write(path, *transcript);
        constexpr qint64 betweenLooks = 4096;
        if (m_checked % betweenLooks == 0 && !output().flush()) {
            m_closed = true;
            return;
        }
    }
    if (stream.error())
        gap(*stream.error());
    else
        ++m_filesRead;
}

void LiaisonCheckCommand::gap(const base::Error &error)
{
    m_gaps.append(error.message);
    output().gap(error);
}

Json LiaisonCheckCommand::summary() const
{
    Json json = Json::object();
    json.set(u"files"_s, Json::integer(m_filesRead));
    json.set(u"checked"_s, Json::integer(m_checked));
    json.set(u"accepted"_s, Json::integer(m_checked - m_rejected));
    json.set(u"rejected"_s, Json::integer(m_rejected));
    json.set(u"submission"_s, Json::boolean(m_validator->options().submission));
    json.set(u"extra_rules"_s, Json::boolean(m_validator->options().extraRules));
    json.set(u"complete"_s, Json::boolean(m_gaps.isEmpty()));
    json.set(u"gaps"_s, stringList(m_gaps));
    return json;
}

void LiaisonCheckCommand::end()
{
    m_writer->end(summary());
    if (output().flush())
        output().message(u"%1 checked, %2 rejected."_s.arg(grouped(m_checked), grouped(m_rejected)));
    Q_EMIT finished(m_rejected > 0      ? ExitCode::Finding
                    : m_checked == 0    ? ExitCode::CouldNotRun
                    : !m_gaps.isEmpty() ? ExitCode::Incomplete
                                        : ExitCode::Good);
}

} // namespace algenta::ctl
