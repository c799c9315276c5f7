// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/journal/journalfile.h"

#include <QFuture>
#include <QObject>
#include <QThread>

#include <memory>

namespace algenta::journal
{

/**
 * The journal for a program with a screen: a thread that only appends, another that only reads,
 * results as futures on the caller's thread.
 */
class JournalService : public QObject
{
    Q_OBJECT

public:
    /** @p clock must outlive it. Does no I/O before start(). */
    JournalService(QString path, const base::Clock &clock, QObject *parent = nullptr);
    ~JournalService() override;

    /** Opens the file; without success every append fails with that error and reads give it too. */
    [[nodiscard]] QFuture<base::Result<Head>> start();
    [[nodiscard]] QFuture<base::Result<Entry>> append(const Draft &draft);
    [[nodiscard]] QFuture<base::Result<Head>> head();
    [[nodiscard]] QFuture<base::Result<QList<Entry>>> page(const EntryFilter &filter, qint64 before, int limit);
    [[nodiscard]] QFuture<base::Result<QList<Entry>>> act(const QString &actId);
    [[nodiscard]] QFuture<base::Result<QList<Entry>>> openIntents();
    [[nodiscard]] QFuture<Verdict> verify();
    [[nodiscard]] QString path() const { return m_path; }

Q_SIGNALS:
    /** After each entry of this process that is on the disk. */
    void appended(const algenta::journal::Entry &entry);

private:
    class Worker;
    QString m_path;
    const base::Clock &m_clock;
    QThread m_writerThread;
    QThread m_readerThread;
    Worker *m_writer = nullptr;
    Worker *m_reader = nullptr;
};

} // namespace algenta::journal
