// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/journal/entryscan.h"
#include "core/journal/indexcheck.h"
#include "core/journal/journaldatabase.h"
#include "core/journal/sealkey.h"
#include "core/journal/seam.h"
#include "core/journal/sha256.h"
#include "core/journal/sidecheck.h"
#include "core/journal/standing.h"
#include "core/journal/verify.h"

#include <QHash>
#include <QSet>

#include <memory>
#include <optional>
#include <vector>

namespace algenta::journal
{

/** One run of verification over one snapshot of the file. */
class Verifier
{
public:
    Verifier(const QString &path, const std::atomic_bool *cancelled, const VerifyOptions &options);

    [[nodiscard]] Verdict run();

private:
    /** The stored hashes of one level of the tree, read alongside the entries. */
    struct Level {
        Statement rows;
        qint64 position = -1; ///< where it stands; -1 at its end
        Hash hash{};
        bool isHash = false; ///< what is stored is 32 bytes
    };
    /** A complete subtree that waits for its right neighbour. */
    struct Subtree {
        int level = 0;
        Hash own{};    ///< from the bytes that are there
        Hash stored{}; ///< as it stands in the file
    };
    /** A row of `checkpoint` as it stands in the file. */
    struct StoredCheckpoint {
        qint64 number = 0;
        qint64 size = 0;
        QByteArray note;
        base::Result<Checkpoint> parsed;
    };
    /** What following the checkpoints leaves to say. */
    struct SealCheck {
        qint64 checked = 0;
        qint64 firstBad = 0; ///< 0: none
        qint64 bad = 0;
        bool ended = false; ///< the journal says that another seal began
    };

    // verifier.cpp: the run, tables, and what is to be looked out for
    void checkStructure();
    void checkIndexes();
    void startSideCheck();
    void finishSideCheck();
    [[nodiscard]] base::Result<QStringList> differingIndexes();
    void listDamage();
    void readCheckpoints();
    void findSeam();
    [[nodiscard]] bool failed(const base::Error &error);
    void stop(base::ErrorCode code, const QString &message) { m_stopped = base::fail(code, message).value(); }
    void report(qint64 seq, FindingKind kind, const QString &what)
    {
        m_verdict.findings.append({seq, what, kind});
    }
    void tell(qint64 seq, FindingKind kind, const QString &what)
    {
        m_verdict.notices.append({seq, what, kind});
    }

    // verifyentries.cpp: each entry against its hashes and its neighbours
    void readEntries();
    [[nodiscard]] bool readFrom(qint64 after);
    [[nodiscard]] bool skipUnreadable();
    void checkRow(qint64 seq, const Statement &row);
    void checkContent(qint64 seq, qint64 ownSeq, EntryKind kind, QByteArrayView previousHex, const Hash &leaf,
                      QByteArrayView storedLeaf, QByteArrayView storedChain);
    void expectIndexed(qint64 seq, const ScannedEntry &entry);
    void checkLookUp(qint64 seq);
    void checkLookUps();
    void remember(QByteArrayView body, EntryKind kind);
    void rememberKey(const Entry &entry);
    void rememberCarried(const Entry &entry);
    void skipMissing(qint64 from, qint64 to, FindingKind kind);

    // verifytree.cpp: the stored subtrees
    void startAtSeam();
    void checkTree(qint64 seq, const Hash &leaf, QByteArrayView storedLeaf);
    void checkNode(qint64 seq, const Subtree &left, const Subtree &right, Subtree &node);
    void checkTreeEnd(const std::optional<SideCheck::Seen> &seen);
    [[nodiscard]] Level *level(int number);
    void advance(Level &level);
    [[nodiscard]] Hash ownRoot() const;

    // verifycheckpoints.cpp: checkpoints, seals and anchors
    void checkCheckpoints();
    void checkCheckpoint(const StoredCheckpoint &stored, const Checkpoint *before);
    void checkSigner(const Checkpoint &checkpoint);
    void checkEpoch(const Checkpoint &checkpoint, const NoteKey &signer);
    void checkRoot(const Checkpoint &checkpoint);
    void checkSeals();
    void checkSealState();
    void checkAnchors();
    void checkAnchor(const Anchor &anchor);
    void tellPauses();
    [[nodiscard]] bool coversWhatWasPutAside(qint64 number, qint64 size) const;

    // verdicttext.cpp: what it comes to
    void conclude();
    [[nodiscard]] QString integrityText() const;
    [[nodiscard]] QString completenessText() const;

    QString m_path;
    const std::atomic_bool *m_cancelled;
    const VerifyOptions &m_options;
    std::unique_ptr<JournalDatabase> m_database;
    Verdict m_verdict;
    std::optional<base::Error> m_stopped;

    qint64 m_last = 0;           ///< number of the row before
    qint64 m_firstRead = 0;      ///< number of the first row
    bool m_comparable = true;    ///< the row before is there, so that the next can be held against it
    Hash m_ownChain{};           ///< chain value that follows from the bytes of the row before
    Hash m_storedChain{};        ///< chain value that is stored with the row before
    bool m_treeWhole = true;     ///< no entry is missing so far
    std::vector<Subtree> m_edge; ///< complete subtrees so far, largest first
    std::vector<Level> m_levels; ///< 1, 2, 3 …
    QList<qint64> m_wantedSizes; ///< sizes whose root is asked for, largest first
    QHash<qint64, QByteArray> m_rootAt;

    IndexCheck m_indexes;
    Statement m_lookUp;                ///< by number, as readers look entries up
    std::unique_ptr<SideCheck> m_side; ///< large journals: indexes and look-ups, meanwhile

    std::optional<IndexCheck::Found> m_indexesSeen;
    bool m_entriesRead = false;
    bool m_lookedUp = false; ///< every entry, one by one, while they were read

    QString m_journalId;
    std::optional<Seam> m_seam;
    qint64 m_seamEntry = 0;
    QList<std::pair<qint64, NoteKey>> m_keysSet; ///< entry and key, in order
    QList<KeyReplacement> m_replacements;
    QHash<qint64, Seam> m_cuts;           ///< SegmentCut entries that are here
    std::optional<NoteKey> m_signer;      ///< of the checkpoint before
    QHash<QByteArray, qint64> m_sealedBy; ///< public key and the most entries that it sealed
    QSet<QByteArray> m_unattended;        ///< public keys that need no passphrase
    QList<qint64> m_sealStarts;           ///< checkpoints with which a seal begins
    QList<std::pair<Entry, RecoveredMark>> m_marks;

    std::vector<StoredCheckpoint> m_checkpoints;
    QList<NoteKey> m_trusted;
    QList<NoteKey> m_recorded;
    qint64 m_untrusted = 0; ///< checkpoints of keys that nothing vouches for
    bool m_lastIsTrusted = false;
    SealCheck m_seals;
    std::optional<SealFile::State> m_sealState;
    bool m_anchorsMet = true; ///< every anchor that was asked for could be checked
};

} // namespace algenta::journal
