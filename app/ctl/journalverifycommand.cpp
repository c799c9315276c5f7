// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/journalverifycommand.h"

#include "core/journal/journalfile.h"

#include <QStandardPaths>

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::Json;
using journal::FindingKind;
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

QString findingName(FindingKind kind)
{
    switch (kind) {
    case FindingKind::Modified:
        return u"modified"_s;
    case FindingKind::HashDiffers:
        return u"hash_differs"_s;
    case FindingKind::Missing:
        return u"missing"_s;
    case FindingKind::OrderChanged:
        return u"order_changed"_s;
    case FindingKind::Malformed:
        return u"malformed"_s;
    case FindingKind::Unreadable:
        return u"unreadable"_s;
    case FindingKind::Structure:
        return u"structure"_s;
    }
    Q_UNREACHABLE();
}

Json verdictJson(const QString &path, const journal::Verdict &verdict)
{
    Json findings = Json::array();
    for (const journal::Finding &finding : verdict.findings) {
        Json item = Json::object();
        item.set(u"seq"_s, finding.seq > 0 ? Json::integer(finding.seq) : Json());
        item.set(u"kind"_s, Json::string(findingName(finding.kind)));
        item.set(u"what"_s, Json::string(finding.what));
        findings.append(item);
    }
    Json json = Json::object();
    json.set(u"journal"_s, Json::string(path));
    json.set(u"integrity"_s, Json::string(integrityName(verdict.integrity)));
    json.set(u"completeness"_s, textOrNull(verdict.completeness));
    json.set(u"entries"_s, Json::integer(verdict.entries));
    json.set(u"root"_s, textOrNull(QString::fromLatin1(verdict.root.toHex())));
    json.set(u"chain"_s, textOrNull(QString::fromLatin1(verdict.chain.toHex())));
    json.set(u"findings"_s, findings);
    json.set(u"error"_s, verdict.error ? errorJson(*verdict.error) : Json());
    return json;
}

void printVerdict(Output &output, const QString &path, const journal::Verdict &verdict)
{
    output.line(u"journal       "_s + path);
    output.line(u"integrity     "_s + integrityName(verdict.integrity));
    output.line(u"completeness  "_s + verdict.completeness);
    output.line(u"entries       "_s + QString::number(verdict.entries));
    output.line(u"root          "_s + QString::fromLatin1(verdict.root.toHex()));
    for (const journal::Finding &finding : verdict.findings) {
        const QString where = finding.seq > 0 ? u"entry %1"_s.arg(finding.seq) : u"journal"_s;
        output.line(u"%1: %2: %3"_s.arg(where, findingName(finding.kind), finding.what));
    }
}

} // namespace

QString defaultJournalPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
           u"/algenta-console/journal.db"_s;
}

OptionSpec journalOption()
{
    return {u"journal"_s, u"FILE"_s,
            u"journal of the console\n(else algenta-console/journal.db in XDG_DATA_HOME, ~/.local/share)"_s};
}

CommandSpec JournalVerifyCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"journal"_s, u"verify"_s};
    spec.summary = u"Recompute every hash of the journal and list what does not fit."_s;
    spec.description =
        u"Reads the whole file in one snapshot, also while the console writes, and changes nothing.\n"
        "Integrity says nothing about completeness: entries cut off at the end leave a journal that\n"
        "verifies. Compare the number of entries and the root with what was noted elsewhere."_s;
    spec.options = QList<OptionSpec>{journalOption()} + commonOptions();
    spec.exitCodes = u"  0  intact\n"
                     "  1  tampered\n"
                     "  2  wrong usage, or it could not be verified\n"
                     "  3  reserved: incomplete"_s;
    return spec;
}

void JournalVerifyCommand::start()
{
    const QString path = arguments().value(u"journal"_s).value_or(defaultJournalPath());
    const journal::Verdict verdict = journal::verifyJournal(path);
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
    Q_EMIT finished(verdict.integrity == Integrity::Intact ? ExitCode::Good : ExitCode::Finding);
}

} // namespace algenta::ctl
