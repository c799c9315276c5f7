// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/journal/checkpoint.h"
#include "core/journal/entry.h"
#include "core/journal/journalfile.h"
#include "core/journal/signednote.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace algenta::journal
{

/** One entry, and what shows that it stands in the journal under a signed checkpoint. */
struct EntryProof {
    QByteArray entry;       ///< canonical bytes
    qint64 index = 0;       ///< 0-based, one less than the entry's number
    QList<QByteArray> path; ///< from the leaf's sibling up
    QByteArray note;        ///< the checkpoint, byte for byte
};

/** The newest checkpoint's proof of an entry. NotFound if no checkpoint covers it yet. */
[[nodiscard]] base::Result<EntryProof> proveEntry(const JournalFile &file, qint64 seq);

/** A C2SP tlog-proof file (extension .tlog-proof) that carries the entry as its extra data. */
[[nodiscard]] QByteArray proofBytes(const EntryProof &proof);
/** MalformedAnswer for anything that proofBytes() would not write. */
[[nodiscard]] base::Result<EntryProof> parseProof(const QByteArray &bytes);

enum class ProofResult {
    Holds,      ///< the entry is in the journal that the key signed
    KeyUnknown, ///< the entry fits the checkpoint, but none of the keys signed that
    Broken,     ///< entry, path, checkpoint and signature do not fit each other
};

struct ProofVerdict {
    ProofResult result = ProofResult::Broken;
    QString text; ///< one or two sentences
    std::optional<Entry> entry;
    std::optional<Checkpoint> checkpoint;
};

/** Needs neither journal nor network. */
[[nodiscard]] ProofVerdict verifyProof(const EntryProof &proof, const QList<NoteKey> &keys);

} // namespace algenta::journal
