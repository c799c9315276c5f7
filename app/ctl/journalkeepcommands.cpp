// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/journalkeepcommands.h"

#include "core/journal/recovery.h"
#include "core/journal/segment.h"

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Json;

namespace
{

OptionSpec reasonOption()
{
    return {u"reason"_s, u"TEXT"_s, u"why; it is recorded in the journal"_s};
}

ExitCode codeOf(const base::Error &error)
{
    return error.code == ErrorCode::Tampered ? ExitCode::Finding : ExitCode::CouldNotRun;
}

} // namespace

CommandSpec JournalCutCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"journal"_s, u"cut"_s};
    spec.summary = u"Move old entries into a segment file, by policy, with a seam that verifies."_s;
    spec.description =
        u"Entries up to a checkpoint leave the journal for the file, which is an export. The journal "
        u"records\n"
        "range, count, root, file and reason; verify goes on from the seam and says so. Words that still\n"
        "stand (enrolled engines, allowed hosts, accepted drift, the last drill) are recorded once more\n"
        "behind it, with the proof that they were there. The passphrase is needed because the record of\n"
        "the cut is sealed at once."_s;
    spec.options =
        QList<OptionSpec>{journalOption(),
                          {u"checkpoint"_s, u"N"_s, u"entries up to the size of this checkpoint leave"_s},
                          {u"to"_s, u"FILE"_s, u"segment file; must not be there yet"_s},
                          reasonOption(),
                          passphraseOption()} +
        commonOptions();
    spec.exitCodes = u"  0  cut and sealed\n"
                     "  1  the journal does not verify; nothing was cut\n"
                     "  2  wrong usage, or it could not be cut\n"
                     "  3  cut, but the record of it could not be sealed"_s;
    return spec;
}

void JournalCutCommand::start()
{
    bool good = false;
    journal::CutRequest request;
    request.checkpoint = arguments().value(u"checkpoint"_s).value_or(QString()).toLongLong(&good);
    request.segmentFile = arguments().value(u"to"_s).value_or(QString());
    request.reason = arguments().value(u"reason"_s).value_or(QString());
    request.actor = journal::systemActor();
    if (!good || request.segmentFile.isEmpty() || request.reason.isEmpty() ||
        !arguments().isSet(u"passphrase-stdin"_s)) {
        fail(base::fail(ErrorCode::InvalidInput,
                        u"cut needs --checkpoint N, --to FILE, --reason TEXT and --passphrase-stdin."_s)
                 .value());
        return;
    }
    auto opened = openSigningJournal(journalPath(arguments()), m_clock);
    if (!opened) {
        fail(opened.error());
        return;
    }
    const auto cut = journal::cutSegment(*opened->file, request);
    if (!cut) {
        output().failure(cut.error());
        Q_EMIT finished(codeOf(cut.error()));
        return;
    }
    const auto checkpoint =
        opened->file->addCheckpoint(*opened->key, opened->paths.sealKey, journal::CheckpointCause::Asked);
    if (output().isJson()) {
        Json json = Json::object();
        json.set(u"first"_s, Json::integer(cut->seam.first));
        json.set(u"last"_s, Json::integer(cut->seam.size));
        json.set(u"file"_s, Json::string(request.segmentFile));
        json.set(u"file_sha256"_s, Json::string(hexText(cut->seam.fileHash)));
        json.set(u"recorded_as"_s, Json::integer(cut->entry.seq));
        json.set(u"carried_over"_s, Json::integer(cut->carried.size()));
        json.set(u"sealed_by"_s, checkpoint ? Json::integer(checkpoint->number) : Json());
        output().document(json);
    } else {
        output().line(u"entries %1 to %2 are in %3 (SHA-256 %4); entry %5 says so"_s.arg(cut->seam.first)
                          .arg(cut->seam.size)
                          .arg(request.segmentFile, hexText(cut->seam.fileHash))
                          .arg(cut->entry.seq));
        if (!cut->carried.isEmpty())
            output().line(
                u"words that still stand, carried over: %1 (entries %2 to %3)"_s.arg(cut->carried.size())
                    .arg(cut->carried.first().seq)
                    .arg(cut->carried.last().seq));
    }
    if (!checkpoint)
        output().gap(checkpoint.error());
    Q_EMIT finished(checkpoint ? ExitCode::Good : ExitCode::Incomplete);
}

CommandSpec JournalRecoverCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"journal"_s, u"recover"_s};
    spec.summary = u"Go on from the sound beginning of a damaged journal; nothing is wiped."_s;
    spec.description =
        u"The sound entries are kept byte for byte. The damaged journal is put aside, whole; its hash, what\n"
        "was wrong, and the reason go into a new entry, and verify says so from then on. Refused while a\n"
        "program has the journal open, and for a journal that verifies."_s;
    spec.options = QList<OptionSpec>{journalOption(), reasonOption()} + commonOptions();
    spec.exitCodes = u"  0  recovered\n"
                     "  1  not even the beginning is sound; nothing was changed\n"
                     "  2  wrong usage, in use, or nothing to recover from"_s;
    return spec;
}

void JournalRecoverCommand::start()
{
    journal::RecoveryRequest request;
    request.path = journalPath(arguments());
    request.sealPath = journal::KeyPaths::beside(request.path).sealKey;
    request.reason = arguments().value(u"reason"_s).value_or(QString());
    request.actor = journal::systemActor();
    const auto result = journal::recoverJournal(request, m_clock);
    if (!result) {
        output().failure(result.error());
        Q_EMIT finished(codeOf(result.error()));
        return;
    }
    const QString seal = QString::fromLatin1(result->verificationKey.view());
    if (output().isJson()) {
        Json json = Json::object();
        json.set(u"first_bad"_s, Json::integer(result->mark.firstBad));
        json.set(u"finding"_s, Json::string(result->mark.finding));
        json.set(u"kept"_s, Json::integer(result->kept));
        json.set(u"dropped"_s, Json::integer(result->dropped));
        json.set(u"archive"_s, Json::string(result->archive));
        json.set(u"archive_sha256"_s, Json::string(hexText(result->mark.archiveHash)));
        json.set(u"seal_verification_key"_s, textOrNull(seal));
        output().document(json);
    } else {
        output().line(u"kept %1 entries; from entry %2 on: %3"_s.arg(result->kept)
                          .arg(result->mark.firstBad)
                          .arg(result->mark.finding));
        output().line(u"the damaged journal is %1 (SHA-256 %2)"_s.arg(result->archive,
                                                                      hexText(result->mark.archiveHash)));
        if (!seal.isEmpty())
            output().line(u"a new seal begins; keep its verification key elsewhere: "_s + seal);
    }
    Q_EMIT finished(ExitCode::Good);
}

} // namespace algenta::ctl
