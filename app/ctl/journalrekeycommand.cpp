// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/journalrekeycommand.h"

#include "core/journal/rekeying.h"

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Json;

CommandSpec JournalRekeyCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"journal"_s, u"rekey"_s};
    spec.summary = u"Change the signing key of the journal, or its passphrase."_s;
    spec.description =
        u"Standard input gives two lines: the present passphrase and the new one. A new key is made and\n"
        "sealed, an entry names both keys, the present key seals that entry with its last checkpoint, and\n"
        "the new key makes its first one; verify follows from the one to the other. The key before is\n"
        "overwritten and signs no more: a console that is open asks for the new passphrase. Cut short, the\n"
        "present key goes on, and the command can be given again. Keep the printed key elsewhere."_s;
    spec.options =
        QList<OptionSpec>{
            journalOption(),
            {u"passphrase-stdin"_s, {}, u"read both passphrases from standard input, one a line"_s},
            {u"reason"_s, u"TEXT"_s, u"why the key is changed; it is recorded in the journal"_s},
            {u"passphrase-only"_s, {}, u"keep the key and seal it by the new passphrase"_s}} +
        commonOptions();
    spec.exitCodes = u"  0  changed\n"
                     "  1  the journal contradicts its last checkpoint; the present key stays\n"
                     "  2  wrong usage, a wrong passphrase, or it could not be changed\n"
                     "  3  changed, but the journal could not record or seal it"_s;
    return spec;
}

void JournalRekeyCommand::start()
{
    const bool wordsOnly = arguments().isSet(u"passphrase-only"_s);
    if (!arguments().isSet(u"passphrase-stdin"_s) || arguments().isSet(u"reason"_s) == wordsOnly) {
        fail(base::fail(ErrorCode::InvalidInput,
                        u"rekey needs --passphrase-stdin and either --reason TEXT or --passphrase-only."_s,
                        u"The passphrases come from standard input, never from an argument."_s)
                 .value());
        return;
    }
    const auto present = readPassphrase();
    const auto next = present ? readPassphrase() : base::fail(present.error());
    const auto file =
        next ? openJournalForWriting(journalPath(arguments()), m_clock) : base::fail(next.error());
    if (!file) {
        fail(file.error());
        return;
    }
    if (wordsOnly)
        changeWords(**file, *present, *next);
    else
        changeKey(**file, *present, *next);
}

void JournalRekeyCommand::changeKey(journal::JournalFile &file, const base::Secret &present,
                                    const base::Secret &next)
{
    journal::Rekeying rekeying(file, journal::KeyPaths::beside(journalPath(arguments())),
                               journal::systemActor(), arguments().value(u"reason"_s).value_or(QString()));
    const auto done = [&]() -> base::Result<journal::Entry> {
        if (auto begun = rekeying.begin(present, next); !begun)
            return base::fail(begun.error());
        auto entry = rekeying.record();
        if (!entry)
            return entry;
        if (auto introduced = rekeying.introduce(); !introduced)
            return base::fail(introduced.error());
        if (auto installed = rekeying.install(); !installed)
            return base::fail(installed.error());
        return entry;
    }();
    if (!done) {
        output().failure(done.error());
        Q_EMIT finished(done.error().code == ErrorCode::Tampered ? ExitCode::Finding : ExitCode::CouldNotRun);
        return;
    }
    const auto checkpoint = rekeying.takeOver();
    if (output().isJson()) {
        Json json = Json::object();
        json.set(u"public_key"_s, Json::string(rekeying.newKey()));
        json.set(u"replaces"_s, Json::string(rekeying.presentKey()));
        json.set(u"recorded_as"_s, Json::integer(done->seq));
        json.set(u"sealed_by"_s, checkpoint ? Json::integer(checkpoint->number) : Json());
        output().document(json);
    } else {
        output().line(u"public key  "_s + rekeying.newKey());
        output().line(u"replaces    "_s + rekeying.presentKey());
        output().message(u"Keep the key elsewhere than on this machine. Entry %1 names both; the seal goes "
                         "on."_s.arg(done->seq));
    }
    if (!checkpoint)
        output().gap(checkpoint.error());
    Q_EMIT finished(checkpoint ? ExitCode::Good : ExitCode::Incomplete);
}

void JournalRekeyCommand::changeWords(journal::JournalFile &file, const base::Secret &present,
                                      const base::Secret &next)
{
    const auto paths = journal::KeyPaths::beside(journalPath(arguments()));
    const auto before = journal::KeyFile::read(paths.signingKey);
    const auto entry = journal::changePassphrase(file, paths, present, next, journal::systemActor());
    bool unattended = false;
    const bool changed = entry || journal::openKey(paths, next, unattended).has_value();
    if (!changed || !before) {
        fail(entry.error());
        return;
    }
    if (output().isJson()) {
        Json json = Json::object();
        json.set(u"public_key"_s, Json::string(before->publicKey().text()));
        json.set(u"recorded_as"_s, entry ? Json::integer(entry->seq) : Json());
        output().document(json);
    } else {
        output().line(u"the key %1 is sealed by the new passphrase"_s.arg(before->publicKey().text()));
    }
    if (!entry)
        output().gap(entry.error());
    Q_EMIT finished(entry ? ExitCode::Good : ExitCode::Incomplete);
}

} // namespace algenta::ctl
