// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/arguments.h"
#include "core/base/clock.h"
#include "core/base/json.h"
#include "core/base/secret.h"
#include "core/journal/journalfile.h"
#include "core/journal/keysetup.h"

#include <memory>

namespace algenta::ctl
{

/** Where the console keeps its journal unless told otherwise. */
[[nodiscard]] QString defaultJournalPath();
[[nodiscard]] OptionSpec journalOption();
[[nodiscard]] OptionSpec publicKeyOption();
[[nodiscard]] OptionSpec passphraseOption();

[[nodiscard]] QString journalPath(const Arguments &arguments);
/** The keys of `--public-key`: a key's text, or a file with one a line. */
[[nodiscard]] base::Result<QList<journal::NoteKey>> publicKeys(const Arguments &arguments);
/** The first line of standard input, any UTF-8, at most 4096 bytes. */
[[nodiscard]] base::Result<base::Secret> readPassphrase();

/** The journal, open for writing, with the signing key that the passphrase opens. */
struct SigningJournal {
    std::unique_ptr<journal::JournalFile> file;
    journal::KeyPaths paths;
    std::optional<journal::SigningKey> key;
};

/** NotFound if there is no journal: a command never makes one. */
[[nodiscard]] base::Result<std::unique_ptr<journal::JournalFile>>
openJournalForWriting(const QString &path, const base::Clock &clock);
/** The same, unlocked by the passphrase on standard input. */
[[nodiscard]] base::Result<SigningJournal> openSigningJournal(const QString &path, const base::Clock &clock);

/** `{"number","time","cause","size","root","note","note_sha256"}` */
[[nodiscard]] base::Json checkpointJson(const journal::Checkpoint &checkpoint);
[[nodiscard]] QString hexText(const QByteArray &bytes);

} // namespace algenta::ctl
