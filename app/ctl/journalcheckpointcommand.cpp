// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/journalcheckpointcommand.h"

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Json;

CommandSpec JournalCheckpointCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"journal"_s, u"checkpoint"_s};
    spec.summary = u"Print the newest signed checkpoint of the journal, or make one."_s;
    spec.description =
        u"Prints the note as it is (C2SP tlog-checkpoint): other tools can verify it with the public key.\n"
        "With --passphrase-stdin a new checkpoint is made, also while the console runs. --set-key makes\n"
        "the signing key and the seal first; what it prints is shown once and belongs elsewhere than on\n"
        "this machine."_s;
    spec.options =
        QList<OptionSpec>{journalOption(),
                          passphraseOption(),
                          {u"set-key"_s, {}, u"set a new signing key, sealed by the passphrase"_s}} +
        commonOptions();
    spec.exitCodes = u"  0  printed\n"
                     "  1  the journal contradicts its last checkpoint; nothing was signed\n"
                     "  2  wrong usage, no checkpoint, or a wrong passphrase"_s;
    return spec;
}

void JournalCheckpointCommand::start()
{
    if (arguments().isSet(u"set-key"_s)) {
        setKey();
        return;
    }
    const auto checkpoint = arguments().isSet(u"passphrase-stdin"_s) ? made() : newest();
    if (checkpoint) {
        show(*checkpoint);
        Q_EMIT finished(ExitCode::Good);
        return;
    }
    output().failure(checkpoint.error());
    Q_EMIT finished(checkpoint.error().code == ErrorCode::Tampered ? ExitCode::Finding
                                                                   : ExitCode::CouldNotRun);
}

void JournalCheckpointCommand::show(const journal::Checkpoint &checkpoint)
{
    if (output().isJson())
        output().document(checkpointJson(checkpoint));
    else
        output().exactBytes(checkpoint.note);
}

base::Result<journal::Checkpoint> JournalCheckpointCommand::newest() const
{
    const auto file = journal::JournalFile::openReadOnly(journalPath(arguments()), m_clock);
    if (!file)
        return base::fail(file.error());
    const auto last = (*file)->lastCheckpoint();
    if (!last)
        return base::fail(last.error());
    if (!*last)
        return base::fail(ErrorCode::NotFound, u"The journal has no checkpoint yet."_s,
                          u"Set a signing key with --set-key --passphrase-stdin, or in the console."_s);
    return **last;
}

base::Result<journal::Checkpoint> JournalCheckpointCommand::made() const
{
    auto opened = openSigningJournal(journalPath(arguments()), m_clock);
    if (!opened)
        return base::fail(opened.error());
    return opened->file->addCheckpoint(*opened->key, opened->paths.sealKey, journal::CheckpointCause::Asked);
}

void JournalCheckpointCommand::setKey()
{
    if (!arguments().isSet(u"passphrase-stdin"_s)) {
        fail(base::fail(ErrorCode::InvalidInput, u"--set-key needs --passphrase-stdin."_s,
                        u"The passphrase comes from standard input, never from an argument."_s)
                 .value());
        return;
    }
    const QString path = journalPath(arguments());
    const auto passphrase = readPassphrase();
    const auto file = passphrase ? openJournalForWriting(path, m_clock) : base::fail(passphrase.error());
    if (!file) {
        fail(file.error());
        return;
    }
    const auto keys =
        journal::setUpKeys(**file, journal::KeyPaths::beside(path), *passphrase, journal::systemActor());
    if (!keys) {
        fail(keys.error());
        return;
    }
    const QString seal = QString::fromLatin1(keys->verificationKey.view());
    if (output().isJson()) {
        Json json = checkpointJson(keys->checkpoint);
        json.set(u"public_key"_s, Json::string(keys->publicKey));
        json.set(u"seal_verification_key"_s, textOrNull(seal));
        output().document(json);
    } else {
        output().line(u"public key             "_s + keys->publicKey);
        output().line(seal.isEmpty() ? u"seal verification key  the earlier one goes on"_s
                                     : u"seal verification key  "_s + seal);
        output().message(u"Keep both elsewhere than on this machine: they are shown once. Whoever has the "
                         "second can verify the seal, and could forge one from the beginning."_s);
    }
    Q_EMIT finished(ExitCode::Good);
}

} // namespace algenta::ctl
