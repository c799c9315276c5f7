// SPDX-License-Identifier: Apache-2.0
#include "core/journal/checkpointer.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

bool isOfAct(EntryKind kind)
{
    return kind == EntryKind::Intent || kind == EntryKind::Outcome || kind == EntryKind::Reconciled;
}

} // namespace

Checkpointer::Checkpointer(KeyPaths paths, CheckpointPolicy policy, const base::Clock &clock)
    : m_paths(std::move(paths))
    , m_policy(policy)
    , m_clock(clock)
{
}

void Checkpointer::opened(const JournalFile &file)
{
    m_lastAt = m_clock.bootTime();
    refresh(file);
    if (!m_key)
        m_state.key = QFileInfo::exists(m_paths.signingKey) ? CheckpointState::Key::Locked
                                                            : CheckpointState::Key::Absent;
    readKey(file);
}

void Checkpointer::readKey(const JournalFile &file)
{
    const auto key = KeyFile::read(m_paths.signingKey);
    if (key) {
        m_state.publicKey = key->publicKey().text();
        m_state.keySince = keyNamedAt(file, key->publicKey()).value_or(QDateTime());
    } else if (key.error().code != base::ErrorCode::NotFound) {
        m_state.problem = key.error();
    }
}

/** Another process may have recorded or sealed something. */
void Checkpointer::refresh(const JournalFile &file)
{
    const auto last = file.lastCheckpoint();
    const auto head = file.head();
    if (!last || !head) {
        m_state.problem = last ? head.error() : last.error();
        return;
    }
    if (*last) {
        m_state.number = (*last)->number;
        m_state.time = (*last)->time;
        m_state.size = (*last)->size;
    }
    count(head->size);
}

void Checkpointer::unlocked(std::shared_ptr<const SigningKey> key, bool unattended)
{
    m_key = std::move(key);
    m_state.publicKey = m_key->publicKey().text();
    m_state.key = unattended ? CheckpointState::Key::Unattended : CheckpointState::Key::Unlocked;
    m_state.problem.reset();
}

void Checkpointer::lock()
{
    m_key.reset();
    if (m_state.key == CheckpointState::Key::Unlocked || m_state.key == CheckpointState::Key::Unattended)
        m_state.key = CheckpointState::Key::Locked;
}

void Checkpointer::aboutToRecord(JournalFile &file, EntryKind kind)
{
    if (m_key && kind == EntryKind::Intent && m_state.unsealed > 0)
        static_cast<void>(make(file, CheckpointCause::BeforeAct));
}

void Checkpointer::recorded(JournalFile &file, const Entry &entry)
{
    count(entry.seq);
    if (!m_key)
        return;
    if (isOfAct(entry.draft.kind))
        static_cast<void>(make(file, CheckpointCause::AfterAct));
    // After a failure only by time: a disk that is full would be asked again at every entry.
    else if (m_state.unsealed >= m_policy.entries && !m_state.problem)
        static_cast<void>(make(file, CheckpointCause::Entries));
}

std::optional<CheckpointCause> Checkpointer::due() const
{
    if (!m_key)
        return std::nullopt;
    const auto since = m_clock.bootTime() - m_lastAt;
    if (m_state.unsealed > 0 && since >= m_policy.withNews)
        return CheckpointCause::Time;
    if (since >= m_policy.heartbeat)
        return CheckpointCause::Heartbeat;
    return std::nullopt;
}

void Checkpointer::tick(JournalFile &file)
{
    refresh(file);
    if (const auto cause = due(); cause)
        static_cast<void>(make(file, *cause));
}

base::Result<Checkpoint> Checkpointer::make(JournalFile &file, CheckpointCause cause)
{
    m_lastAt = m_clock.bootTime();
    if (!m_key)
        return base::fail(base::ErrorCode::NotAllowed, u"The signing key of the journal is locked."_s,
                          u"Unlock it with its passphrase."_s);
    auto checkpoint = file.addCheckpoint(*m_key, m_paths.sealKey, cause);
    if (!checkpoint) {
        // Another program changed the key: what is in memory here signs nothing any more.
        if (checkpoint.error().code == base::ErrorCode::NotAllowed) {
            lock();
            readKey(file);
        }
        m_state.problem = checkpoint.error();
        return checkpoint;
    }
    m_state.problem.reset();
    m_state.number = checkpoint->number;
    m_state.time = checkpoint->time;
    m_state.size = checkpoint->size;
    m_state.unsealed = 0;
    return checkpoint;
}

void Checkpointer::stop(JournalFile &file)
{
    if (m_key)
        static_cast<void>(make(file, CheckpointCause::Stop));
}

} // namespace algenta::journal
