// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/journalproofcommands.h"

#include "app/ctl/inputfile.h"
#include "core/journal/actreport.h"
#include "core/journal/entryproof.h"
#include "core/journal/journalexport.h"

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Json;
using journal::ProofResult;

namespace
{

base::Result<qint64> entryNumber(const QString &text, const QString &what)
{
    bool good = false;
    const qint64 number = text.toLongLong(&good);
    if (!good || number < 1)
        return base::fail(ErrorCode::InvalidInput, u"%1 takes the number of an entry, from 1."_s.arg(what));
    return number;
}

QString resultName(ProofResult result)
{
    switch (result) {
    case ProofResult::Holds:
        return u"holds"_s;
    case ProofResult::KeyUnknown:
        return u"key_unknown"_s;
    case ProofResult::Broken:
        return u"broken"_s;
    }
    Q_UNREACHABLE();
}

} // namespace

CommandSpec JournalProveCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"journal"_s, u"prove"_s};
    spec.positional = u"SEQ"_s;
    spec.summary = u"Print a proof that an entry is in the journal, as one self-contained file."_s;
    spec.description =
        u"The proof (C2SP tlog-proof) holds the exact bytes of the entry, its path in the tree and the\n"
        "newest checkpoint. Whoever has the public key can check it without the journal."_s;
    spec.options = QList<OptionSpec>{journalOption()} + commonOptions();
    spec.exitCodes = u"  0  printed\n"
                     "  1  the entry is damaged or not under the checkpoint\n"
                     "  2  wrong usage, no such entry, or no checkpoint covers it yet"_s;
    return spec;
}

void JournalProveCommand::start()
{
    const auto proof = [this]() -> base::Result<journal::EntryProof> {
        const auto seq = entryNumber(arguments().positional(), u"SEQ"_s);
        if (!seq)
            return base::fail(seq.error());
        const auto file = journal::JournalFile::openReadOnly(journalPath(arguments()), m_clock);
        return file ? journal::proveEntry(**file, *seq) : base::fail(file.error());
    }();
    if (!proof) {
        output().failure(proof.error());
        Q_EMIT finished(proof.error().code == ErrorCode::Tampered ? ExitCode::Finding
                                                                  : ExitCode::CouldNotRun);
        return;
    }
    if (output().isJson()) {
        Json json = Json::object();
        json.set(u"seq"_s, Json::integer(proof->index + 1));
        json.set(u"proof"_s, Json::string(QString::fromUtf8(journal::proofBytes(*proof))));
        output().document(json);
    } else {
        output().exactBytes(journal::proofBytes(*proof));
    }
    Q_EMIT finished(ExitCode::Good);
}

CommandSpec JournalReportCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"journal"_s, u"report"_s};
    spec.positional = u"ACT"_s;
    spec.summary = u"Print everything that the journal knows of one act, as one JSON document."_s;
    spec.description =
        u"Reason, radius, gates, request, answer, settling and reviews, then each entry with its exact "
        u"bytes\n"
        "and, where a checkpoint covers it, its inclusion proof. ACT is the id in the entry's \"act\" field."_s;
    spec.options = QList<OptionSpec>{journalOption()} + commonOptions();
    spec.exitCodes = u"  0  printed\n"
                     "  1  an entry of the act is damaged\n"
                     "  2  wrong usage, no such act, or the journal could not be read\n"
                     "  3  printed, but no checkpoint covers some of its entries yet"_s;
    return spec;
}

void JournalReportCommand::start()
{
    bool allProved = true;
    const auto report = [this, &allProved]() -> base::Result<Json> {
        const auto file = journal::JournalFile::openReadOnly(journalPath(arguments()), m_clock);
        if (!file)
            return base::fail(file.error());
        const auto entries = (*file)->act(arguments().positional());
        if (!entries)
            return base::fail(entries.error());
        auto json = journal::actReport(*entries);
        for (const journal::Entry &entry : *entries) {
            const auto proof = json ? journal::proveEntry(**file, entry.seq)
                                    : base::Result<journal::EntryProof>(base::fail(json.error()));
            allProved = allProved && proof;
            if (proof) {
                const QString text = QString::fromUtf8(journal::proofBytes(*proof));
                static_cast<void>(journal::setInclusionProof(*json, entry.seq, Json::string(text)));
            }
        }
        return json;
    }();
    if (!report) {
        output().failure(report.error());
        Q_EMIT finished(report.error().code == ErrorCode::Tampered ? ExitCode::Finding
                                                                   : ExitCode::CouldNotRun);
        return;
    }
    output().document(*report);
    Q_EMIT finished(allProved ? ExitCode::Good : ExitCode::Incomplete);
}

CommandSpec JournalVerifyProofCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"journal"_s, u"verify-proof"_s};
    spec.positional = u"FILE|-"_s;
    spec.summary = u"Check a proof of an entry, without the journal."_s;
    spec.description =
        u"Recomputes the leaf from the entry's bytes, the root from its path, and checks the signature of\n"
        "the checkpoint against the public key. Without a key it can only say that they fit each other."_s;
    spec.options = QList<OptionSpec>{publicKeyOption()} + commonOptions();
    spec.exitCodes = u"  0  it holds, and the key signed it\n"
                     "  1  it does not hold\n"
                     "  2  wrong usage, or the file could not be read\n"
                     "  3  it fits, but none of the keys signed it"_s;
    return spec;
}

void JournalVerifyProofCommand::start()
{
    const auto keys = publicKeys(arguments());
    if (!keys) {
        fail(keys.error());
        return;
    }
    const auto bytes = readInput(arguments().positional());
    if (!bytes) {
        fail(bytes.error());
        return;
    }
    journal::ProofVerdict verdict;
    if (const auto proof = journal::parseProof(*bytes))
        verdict = journal::verifyProof(*proof, *keys);
    else
        verdict.text = proof.error().message;
    const bool entryFits = verdict.result != ProofResult::Broken;
    if (output().isJson()) {
        Json json = Json::object();
        json.set(u"result"_s, Json::string(resultName(verdict.result)));
        json.set(u"text"_s, Json::string(verdict.text));
        json.set(u"seq"_s, entryFits ? Json::integer(verdict.entry->seq) : Json());
        json.set(u"entry"_s, entryFits ? Json::string(QString::fromUtf8(verdict.entry->bytes)) : Json());
        json.set(u"checkpoint"_s, entryFits ? checkpointJson(*verdict.checkpoint) : Json());
        output().document(json);
    } else {
        output().line(u"%1: %2"_s.arg(resultName(verdict.result), verdict.text));
        if (entryFits)
            output().line(QString::fromUtf8(verdict.entry->bytes));
    }
    Q_EMIT finished(verdict.result == ProofResult::Holds        ? ExitCode::Good
                    : verdict.result == ProofResult::KeyUnknown ? ExitCode::Incomplete
                                                                : ExitCode::Finding);
}

CommandSpec JournalExportCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"journal"_s, u"export"_s};
    spec.summary = u"Print entries and checkpoints with their exact bytes, as JSON lines."_s;
    spec.description =
        u"The first line names the journal; then one line an entry with its bytes in base64, and one line\n"
        "a checkpoint with its note. Leaf hashes and roots can be recomputed from that alone."_s;
    spec.options = QList<OptionSpec>{journalOption(),
                                     {u"from"_s, u"SEQ"_s, u"first entry (else the first that is there)"_s},
                                     {u"to"_s, u"SEQ"_s, u"last entry (else the last)"_s}} +
                   commonOptions();
    spec.exitCodes = u"  0  printed\n"
                     "  2  wrong usage, or the journal could not be read\n"
                     "  3  the journal could not be read to its end"_s;
    return spec;
}

void JournalExportCommand::start()
{
    qint64 range[2] = {1, 0};
    const QString names[2] = {u"from"_s, u"to"_s};
    for (int i = 0; i < 2; ++i) {
        if (const auto text = arguments().value(names[i])) {
            const auto number = entryNumber(*text, u"--"_s + names[i]);
            if (!number) {
                fail(number.error());
                return;
            }
            range[i] = *number;
        }
    }
    const auto file = journal::JournalFile::openReadOnly(journalPath(arguments()), m_clock);
    if (!file) {
        fail(file.error());
        return;
    }
    const auto done = journal::exportJournal(**file, range[0], range[1], [this](const QByteArray &line) {
        output().safe(line);
        return true;
    });
    if (!done)
        output().gap(done.error());
    Q_EMIT finished(done ? ExitCode::Good : ExitCode::Incomplete);
}

} // namespace algenta::ctl
