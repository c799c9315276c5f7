// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journalservice.h"
#include "core/journal/journalworker.h"
#include "core/journal/keysetup.h"

#include <QMetaObject>
#include <QTimer>

#include <utility>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

void JournalService::setCheckpointing(const KeyPaths &paths, const CheckpointPolicy &policy)
{
    m_checkpointer = std::make_unique<Checkpointer>(paths, policy, m_clock);
}

/** Runs in the writer's thread. */
void JournalService::startCheckpoints(JournalFile &file)
{
    m_checkpointer->opened(file);
    if (m_unattended) {
        if (auto keys = setUpUnattendedKeys(file, m_checkpointer->paths(), systemActor()))
            m_checkpointer->unlocked(std::make_shared<const SigningKey>(std::move(keys->key)), true);
        else
            m_checkpointer->failed(keys.error());
        m_checkpointer->opened(file);
    }
    auto *const timer = new QTimer(m_writer);
    timer->callOnTimeout(m_writer, [this] {
        if (JournalFile *const open = m_writer->file()) {
            m_checkpointer->tick(*open);
            tellState();
        }
    });
    timer->start(m_checkpointer->policy().tick);
    tellState();
}

/** From the writer's thread to the one that the service lives in. */
void JournalService::tellState()
{
    QMetaObject::invokeMethod(
        this,
        [this, state = m_checkpointer->state()] {
            if (state == m_state)
                return;
            m_state = state;
            Q_EMIT checkpointStateChanged();
        },
        Qt::QueuedConnection);
}

template<typename T, typename Work>
QFuture<base::Result<T>> JournalService::write(Work work)
{
    auto reply = std::make_shared<Reply<base::Result<T>>>();
    auto future = reply->future();
    const auto task = [this, reply, work](JournalFile *file, const base::Error &error) {
        if (m_stopping)
            return;
        base::Result<T> result = file ? work(*file) : base::Result<T>(base::fail(error));
        tellState();
        reply->deliver(std::move(result));
    };
    QMetaObject::invokeMethod(
        m_writer, [writer = m_writer, task] { writer->run(task); }, Qt::QueuedConnection);
    return future;
}

QFuture<base::Result<ShownKeys>> JournalService::setUpKeys(base::Secret passphrase, const QString &actor)
{
    const auto shared = std::make_shared<const base::Secret>(std::move(passphrase));
    return write<ShownKeys>([this, shared, actor](JournalFile &file) -> base::Result<ShownKeys> {
        auto keys =
            journal::setUpKeys(file, m_checkpointer->paths(), *shared, actor, m_checkpointer->policy().cost);
        if (!keys)
            return base::fail(keys.error());
        m_checkpointer->unlocked(std::make_shared<const SigningKey>(std::move(keys->key)), false);
        m_checkpointer->opened(file);
        return ShownKeys{keys->publicKey,
                         std::make_shared<const base::Secret>(std::move(keys->verificationKey)),
                         keys->checkpoint};
    });
}

QFuture<base::Result<CheckpointState>> JournalService::unlock(base::Secret passphrase)
{
    auto reply = std::make_shared<Reply<base::Result<CheckpointState>>>();
    auto future = reply->future();
    const auto shared = std::make_shared<const base::Secret>(std::move(passphrase));
    const auto use = [this, reply](const std::shared_ptr<const SigningKey> &key, bool unattended) {
        m_writer->run([&](JournalFile *file, const base::Error &error) {
            const base::Result<void> named =
                file ? checkKeyIsNamed(*file, *key) : base::Result<void>(base::fail(error));
            if (!named)
                return reply->deliver(base::fail(named.error()));
            m_checkpointer->unlocked(key, unattended);
            m_checkpointer->opened(*file);
            if (m_checkpointer->state().unsealed > 0)
                static_cast<void>(m_checkpointer->make(*file, CheckpointCause::Time));
            tellState();
            reply->deliver(m_checkpointer->state());
        });
    };
    // Deriving the key takes a second, in which the writer must stay free for an intent.
    QMetaObject::invokeMethod(
        m_verifier,
        [this, reply, shared, use, paths = m_checkpointer->paths()] {
            if (m_stopping)
                return;
            bool unattended = false;
            auto key = openKey(paths, *shared, unattended);
            if (!key)
                return reply->deliver(base::fail(key.error()));
            const auto opened = std::make_shared<const SigningKey>(std::move(*key));
            QMetaObject::invokeMethod(
                m_writer, [use, opened, unattended] { use(opened, unattended); }, Qt::QueuedConnection);
        },
        Qt::QueuedConnection);
    return future;
}

QFuture<base::Result<CheckpointState>> JournalService::lock()
{
    return write<CheckpointState>([this](JournalFile &file) -> base::Result<CheckpointState> {
        m_checkpointer->stop(file);
        m_checkpointer->lock();
        return m_checkpointer->state();
    });
}

QFuture<base::Result<Checkpoint>> JournalService::checkpoint()
{
    return write<Checkpoint>(
        [this](JournalFile &file) { return m_checkpointer->make(file, CheckpointCause::Asked); });
}

QFuture<base::Result<EntryProof>> JournalService::prove(qint64 seq)
{
    return write<EntryProof>([this, seq](JournalFile &file) -> base::Result<EntryProof> {
        auto proof = proveEntry(file, seq);
        if (proof || proof.error().code != base::ErrorCode::NotFound || !m_checkpointer->hasKey() ||
            !file.entry(seq))
            return proof;
        if (auto made = m_checkpointer->make(file, CheckpointCause::Asked); !made)
            return base::fail(made.error());
        return proveEntry(file, seq);
    });
}

} // namespace algenta::journal
