// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/journal/journalfile.h"

#include <QFuture>
#include <QObject>
#include <QThread>

#include <atomic>
#include <functional>
#include <memory>

namespace algenta::journal
{

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
    [[nodiscard]] QString path() const { return m_path; }

Q_SIGNALS:
    /** After each entry of this process that is on the disk. */
    void appended(const algenta::journal::Entry &entry);
    /** An entry could not be put on the disk. An entry that was refused as such does not count. */
    void appendFailed(const algenta::base::Error &error);

private:
    class Worker;
    template<typename T, typename Work>
    QFuture<base::Result<T>> read(Work work);
    void open(const std::function<void(const base::Result<Head> &)> &opened);

    QString m_path;
    const base::Clock &m_clock;
    std::atomic_bool m_stopping = false;
    QThread m_writerThread;
    QThread m_readerThread;
    QThread m_verifierThread;
    Worker *m_writer = nullptr;
    Worker *m_reader = nullptr;
    Worker *m_verifier = nullptr;
};

} // namespace algenta::journal
