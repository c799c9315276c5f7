// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/journal/checkpoint.h"
#include "core/journal/journalfile.h"
#include "core/journal/keysetup.h"
#include "core/journal/signingkey.h"

#include <QMetaType>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

namespace algenta::journal
{

/** When checkpoints are made by themselves. */
struct CheckpointPolicy {
    qint64 entries = 256;                 ///< at the latest after so many
    std::chrono::seconds withNews{60};    ///< after the last checkpoint, if anything was recorded since
    std::chrono::seconds heartbeat{900};  ///< after the last checkpoint, without news
    std::chrono::milliseconds tick{5000}; ///< how often the times are looked at
    base::SealCost cost;                  ///< of a new signing key
};

/** What a screen shows about the sealing of the journal. */
struct CheckpointState {
    enum class Key {
        Unknown,    ///< the journal is not open yet
        Absent,     ///< no signing key has been set
        Locked,     ///< its passphrase is needed; nothing is sealed meanwhile
        Unlocked,   ///< checkpoints are made
        Unattended, ///< the same, with a key that needs no passphrase
    };
    Key key = Key::Unknown;
    QString publicKey;                  ///< text of the public key; empty if absent
    QDateTime keySince;                 ///< when the journal named it; invalid if that entry left
    qint64 number = 0;                  ///< of the last checkpoint; 0: none
    QDateTime time;                     ///< of the last checkpoint
    qint64 size = 0;                    ///< entries that it covers
    qint64 unsealed = 0;                ///< entries recorded after it
    std::optional<base::Error> problem; ///< why the last checkpoint could not be made

    bool operator==(const CheckpointState &) const = default;
};

/**
 * Decides when a checkpoint is due and makes it; used from the thread of the journal file. Without a
 * key it makes none and only counts. A failure is kept as the state's problem and tried again.
 */
class Checkpointer
{
public:
    Checkpointer(KeyPaths paths, CheckpointPolicy policy, const base::Clock &clock);

    /** Reads the last checkpoint and whether there is a key. */
    void opened(const JournalFile &file);
    void unlocked(std::shared_ptr<const SigningKey> key, bool unattended);
    /** Forgets the key. */
    void lock();
    void failed(const base::Error &error) { m_state.problem = error; }
    [[nodiscard]] bool hasKey() const { return m_key != nullptr; }

    /** Before an entry of @p kind is recorded; makes the checkpoint before an intent. */
    void aboutToRecord(JournalFile &file, EntryKind kind);
    /** After an entry; makes the checkpoint that is due now. */
    void recorded(JournalFile &file, const Entry &entry);
    /** Makes what is due by time. */
    void tick(JournalFile &file);
    base::Result<Checkpoint> make(JournalFile &file, CheckpointCause cause);
    /** At the end, so that the pause that follows is explained; nothing without a key or an open file. */
    void stop(JournalFile &file);

    /** By time alone; nothing if none is due. */
    [[nodiscard]] std::optional<CheckpointCause> due() const;
    [[nodiscard]] const CheckpointState &state() const { return m_state; }
    [[nodiscard]] const KeyPaths &paths() const { return m_paths; }
    [[nodiscard]] const CheckpointPolicy &policy() const { return m_policy; }

private:
    void refresh(const JournalFile &file);
    void readKey(const JournalFile &file);
    void count(qint64 head) { m_state.unsealed = std::max<qint64>(0, head - m_state.size); }

    KeyPaths m_paths;
    CheckpointPolicy m_policy;
    const base::Clock &m_clock;
    std::shared_ptr<const SigningKey> m_key;
    CheckpointState m_state;
    std::chrono::milliseconds m_lastAt{0}; ///< CLOCK_BOOTTIME of the last attempt
};

} // namespace algenta::journal

Q_DECLARE_METATYPE(algenta::journal::CheckpointState)
