// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/secret.h"
#include "core/journal/checkpointer.h"
#include "core/journal/entryproof.h"
#include "core/journal/journalfile.h"

#include <QFuture>
#include <QObject>
#include <QThread>

#include <atomic>
#include <functional>
#include <memory>

namespace algenta::journal
{

class JournalWorker;

/** What is shown once after a signing key was set, to be kept elsewhere. */
struct ShownKeys {
    QString publicKey; ///< for `journal verify --public-key`
    /** For `journal verify --seal-key-file`; empty if an earlier seal goes on. */
    std::shared_ptr<const base::Secret> verificationKey;
    Checkpoint checkpoint;
};

/**
 * The journal for a program with a screen: a thread that only appends, one that only reads and one
 * that verifies, results as futures.
 *
 * Every future finishes with a value, also when the service is destroyed meanwhile: appends that
 * were asked for are still recorded, everything else ends with Cancelled.
 */
class JournalService : public QObject
{
    Q_OBJECT

public:
    /** @p clock must outlive it. Does no I/O before start(). */
    JournalService(QString path, const base::Clock &clock, QObject *parent = nullptr);
    ~JournalService() override;

    /** For a journal of a demo or of drills: a key that needs no passphrase, marked so. Before start(). */
    void useUnattendedKey() { m_unattended = true; }
    /** Other places and times than the usual ones. Before start(). */
    void setCheckpointing(const KeyPaths &paths, const CheckpointPolicy &policy);

    /**
     * Opens the file; without success every append fails with that error and reads give it too.
     * May be called again after a failure.
     */
    [[nodiscard]] QFuture<base::Result<Head>> start();
    [[nodiscard]] QFuture<base::Result<Entry>> append(const Draft &draft);
    [[nodiscard]] QFuture<base::Result<Head>> head();
    [[nodiscard]] QFuture<base::Result<QList<Entry>>> page(const EntryFilter &filter, qint64 before,
                                                           int limit);
    [[nodiscard]] QFuture<base::Result<QList<Entry>>> act(const QString &actId);
    [[nodiscard]] QFuture<base::Result<QList<Entry>>> openIntents();
    /** Does not need start(). */
    [[nodiscard]] QFuture<Verdict> verify();
    /** Without a seal path of its own it looks at the seal key beside the journal. */
    [[nodiscard]] QFuture<Verdict> verify(const VerifyOptions &options);

    /** How the journal is sealed; checkpointStateChanged() says when it differs. */
    [[nodiscard]] const CheckpointState &checkpointState() const { return m_state; }
    /** Sets the first signing key and seal, unlocks it and makes a checkpoint. Takes about a second. */
    [[nodiscard]] QFuture<base::Result<ShownKeys>> setUpKeys(base::Secret passphrase, const QString &actor);
    /** InvalidInput if the passphrase is wrong. Takes about a second; appends go on meanwhile. */
    [[nodiscard]] QFuture<base::Result<CheckpointState>> unlock(base::Secret passphrase);
    /** Makes a last checkpoint and forgets the key. */
    [[nodiscard]] QFuture<base::Result<CheckpointState>> lock();
    /** NotAllowed while the key is locked. */
    [[nodiscard]] QFuture<base::Result<Checkpoint>> checkpoint();
    /** Makes a checkpoint first if none covers the entry and the key is unlocked; NotFound otherwise. */
    [[nodiscard]] QFuture<base::Result<EntryProof>> prove(qint64 seq);
    [[nodiscard]] QString path() const { return m_path; }

Q_SIGNALS:
    /** After each entry of this process that is on the disk. */
    void appended(const algenta::journal::Entry &entry);
    /** An entry could not be put on the disk. An entry that was refused as such does not count. */
    void appendFailed(const algenta::base::Error &error);
    void checkpointStateChanged();

private:
    template<typename T, typename Work>
    QFuture<base::Result<T>> read(Work work);
    template<typename T, typename Work>
    QFuture<base::Result<T>> write(Work work);
    void open(const std::function<void(const base::Result<Head> &)> &opened);
    void openReader(bool isOpen, const base::Error &error);
    void startCheckpoints(JournalFile &file);
    void tellState();

    QString m_path;
    const base::Clock &m_clock;
    bool m_unattended = false;
    CheckpointState m_state;
    std::atomic_bool m_stopping = false;
    QThread m_writerThread;
    QThread m_readerThread;
    QThread m_verifierThread;
    JournalWorker *m_writer = nullptr;
    JournalWorker *m_reader = nullptr;
    JournalWorker *m_verifier = nullptr;
    /** Used in the writer's thread once it is started. */
    std::unique_ptr<Checkpointer> m_checkpointer;
};

} // namespace algenta::journal
