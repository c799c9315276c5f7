// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/journalverifycommand.h"

#include "app/ctl/inputfile.h"
#include "core/journal/sealkey.h"

#include <memory>
#include <utility>

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::Json;
using journal::Integrity;

namespace
{

QString integrityName(Integrity integrity)
{
    switch (integrity) {
    case Integrity::Intact:
        return u"intact"_s;
    case Integrity::Tampered:
        return u"tampered"_s;
    case Integrity::CouldNotRun:
        return u"could_not_run"_s;
    }
    Q_UNREACHABLE();
}

Json findingsJson(const QList<journal::Finding> &findings)
{
    Json list = Json::array();
    for (const journal::Finding &finding : findings) {
        Json item = Json::object();
        item.set(u"seq"_s, finding.seq > 0 ? Json::integer(finding.seq) : Json());
        item.set(u"kind"_s, Json::string(journal::findingKindName(finding.kind)));
        item.set(u"what"_s, Json::string(finding.what));
        list.append(item);
    }
    return list;
}

Json verdictJson(const QString &path, const journal::Verdict &verdict)
{
    Json json = Json::object();
    json.set(u"journal"_s, Json::string(path));
    json.set(u"integrity"_s, Json::string(integrityName(verdict.integrity)));
    json.set(u"integrity_text"_s, textOrNull(verdict.integrityText));
    json.set(u"coverage"_s, Json::string(journal::completenessName(verdict.coverage)));
    json.set(u"complete"_s, Json::boolean(verdict.complete));
    json.set(u"completeness"_s, textOrNull(verdict.completeness));
    json.set(u"first_entry"_s, Json::integer(verdict.firstEntry));
    json.set(u"entries"_s, Json::integer(verdict.entries));
    json.set(u"root"_s, textOrNull(hexText(verdict.root)));
    json.set(u"chain"_s, textOrNull(hexText(verdict.chain)));
    json.set(u"checkpoints"_s, Json::integer(verdict.checkpoints));
    json.set(u"covered_by"_s, verdict.covered ? checkpointJson(*verdict.covered) : Json());
    json.set(u"anchored"_s, verdict.anchored ? Json::integer(verdict.anchored->number) : Json());
    json.set(u"unsealed_entries"_s, Json::integer(verdict.tail));
    json.set(u"findings"_s, findingsJson(verdict.findings));
    json.set(u"notices"_s, findingsJson(verdict.notices));
    json.set(u"error"_s, verdict.error ? errorJson(*verdict.error) : Json());
    return json;
}

void printFindings(Output &output, const QList<journal::Finding> &findings)
{
    for (const journal::Finding &finding : findings) {
        const QString where = finding.seq > 0 ? u"entry %1"_s.arg(finding.seq) : u"journal"_s;
        output.line(u"%1: %2: %3"_s.arg(where, journal::findingKindName(finding.kind), finding.what));
    }
}

void printVerdict(Output &output, const QString &path, const journal::Verdict &verdict)
{
    output.line(u"journal       "_s + path);
    output.line(u"integrity     %1: %2"_s.arg(integrityName(verdict.integrity), verdict.integrityText));
    output.line(
        u"completeness  %1: %2"_s.arg(journal::completenessName(verdict.coverage), verdict.completeness));
    output.line(u"entries       "_s + QString::number(verdict.entries));
    output.line(u"checkpoints   "_s + QString::number(verdict.checkpoints));
    output.line(u"root          "_s + hexText(verdict.root));
    printFindings(output, verdict.findings);
    printFindings(output, verdict.notices);
}

} // namespace

CommandSpec JournalVerifyCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"journal"_s, u"verify"_s};
    spec.summary = u"Recompute every hash of the journal and list what does not fit."_s;
    spec.description =
        u"Reads the whole file in one snapshot, also while the console writes, and changes nothing.\n"
        "There are two verdicts. Integrity: do the entries fit every hash, checkpoint and signature?\n"
        "Completeness: up to where is it shown that nothing is missing or replaced? Without a checkpoint\n"
        "the end of a journal can be cut off unseen; without an anchor or a key noted elsewhere the\n"
        "whole of it can be replaced."_s;
    spec.options =
        QList<OptionSpec>{
            journalOption(),
            {u"anchor"_s, u"FILE|-"_s, u"anchors noted elsewhere; lines of other kinds are skipped"_s},
            publicKeyOption(),
            {u"seal-key-file"_s, u"FILE"_s, u"verification key of the seal, shown once when it was set"_s}} +
        commonOptions();
    spec.exitCodes = u"  0  intact and complete\n"
                     "  1  tampered\n"
                     "  2  wrong usage, or it could not be verified\n"
                     "  3  intact, but not shown to be complete"_s;
    return spec;
}

base::Result<journal::VerifyOptions> JournalVerifyCommand::options() const
{
    journal::VerifyOptions options;
    auto keys = publicKeys(arguments());
    if (!keys)
        return base::fail(keys.error());
    options.publicKeys = *keys;
    if (const auto file = arguments().value(u"anchor"_s)) {
        const auto content = readInput(*file);
        if (!content)
            return base::fail(content.error());
        options.anchors = journal::parseAnchors(*content);
    }
    if (const auto file = arguments().value(u"seal-key-file"_s)) {
        const auto content = readInput(*file);
        if (!content)
            return base::fail(content.error());
        auto key = journal::SealKey::fromVerificationKey(QString::fromUtf8(*content));
        if (!key)
            return base::fail(key.error());
        options.sealKey = std::make_shared<const journal::SealKey>(std::move(*key));
    }
    options.sealPath = journal::KeyPaths::beside(journalPath(arguments())).sealKey;
    return options;
}

void JournalVerifyCommand::start()
{
    const QString path = journalPath(arguments());
    const auto wanted = options();
    if (!wanted) {
        fail(wanted.error());
        return;
    }
    const journal::Verdict verdict = journal::verifyJournal(path, *wanted);
    if (verdict.integrity == Integrity::CouldNotRun) {
        base::Error error = verdict.error.value_or(base::Error());
        if (error.message.isEmpty())
            error.message = u"The journal could not be verified."_s;
        if (output().isJson()) {
            output().document(verdictJson(path, verdict));
            output().gap(error);
            Q_EMIT finished(ExitCode::CouldNotRun);
        } else {
            fail(error);
        }
        return;
    }
    if (output().isJson())
        output().document(verdictJson(path, verdict));
    else
        printVerdict(output(), path, verdict);
    Q_EMIT finished(verdict.integrity == Integrity::Tampered ? ExitCode::Finding
                    : verdict.complete                       ? ExitCode::Good
                                                             : ExitCode::Incomplete);
}

} // namespace algenta::ctl
