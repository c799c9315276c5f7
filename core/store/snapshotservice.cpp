// SPDX-License-Identifier: Apache-2.0
#include "core/store/snapshotservice.h"

#include "core/store/snapshotfile.h"

#include <QMetaObject>
#include <QPromise>

#include <utility>

namespace algenta::store
{

using namespace Qt::Literals::StringLiterals;
using base::Result;

/** Lives in the service's thread and owns that thread's connection. */
class SnapshotWorker : public QObject
{
public:
    explicit SnapshotWorker(QString path)
        : m_path(std::move(path))
    {
    }
    Result<SnapshotFile *> file()
    {
        if (!m_file) {
            auto opened = SnapshotFile::open(m_path);
            if (!opened)
                return base::fail(opened.error());
            m_file = std::move(*opened);
        }
        return m_file.get();
    }

private:
    QString m_path;
    std::unique_ptr<SnapshotFile> m_file;
};

namespace
{

/** A promise that keeps itself: dropped without a result, it finishes with Cancelled. */
template<typename T>
class Reply
{
public:
    Reply() { m_promise.start(); }
    ~Reply()
    {
        if (!m_done)
            deliver(
                base::fail(base::ErrorCode::Cancelled, u"The snapshots were closed before this was done."_s));
    }
    Reply(const Reply &) = delete;
    Reply &operator=(const Reply &) = delete;

    QFuture<Result<T>> future() { return m_promise.future(); }
    void deliver(Result<T> value)
    {
        m_done = true;
        m_promise.addResult(std::move(value));
        m_promise.finish();
    }

private:
    QPromise<Result<T>> m_promise;
    bool m_done = false;
};

} // namespace

SnapshotService::SnapshotService(QString path, QObject *parent)
    : QObject(parent)
    , m_path(std::move(path))
    , m_worker(new SnapshotWorker(m_path))
{
    m_thread.setObjectName(u"snapshots"_s);
    m_worker->moveToThread(&m_thread);
    // Deleted in its own thread: that is where its connection has to be closed.
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread.start();
}

SnapshotService::~SnapshotService()
{
    m_stopping = true;
    // Behind what is still queued, so that nothing that was to be recorded is lost.
    QMetaObject::invokeMethod(
        m_worker, [this] { m_thread.quit(); }, Qt::QueuedConnection);
    m_thread.wait();
}

template<typename T, typename Work>
QFuture<Result<T>> SnapshotService::run(Ending ending, Work work)
{
    auto reply = std::make_shared<Reply<T>>();
    QFuture<Result<T>> future = reply->future();
    QMetaObject::invokeMethod(
        m_worker,
        [this, ending, reply, work] {
            if (m_stopping && ending == Ending::Drop)
                return;
            const auto file = m_worker->file();
            reply->deliver(file ? work(**file) : Result<T>(base::fail(file.error())));
        },
        Qt::QueuedConnection);
    return future;
}

QFuture<Result<Recorded>> SnapshotService::record(const Sighting &sighting)
{
    return run<Recorded>(Ending::Finish, [sighting](SnapshotFile &file) { return file.record(sighting); });
}

QFuture<Result<QList<SnapshotInfo>>> SnapshotService::list(const QString &engine)
{
    return run<QList<SnapshotInfo>>(Ending::Drop,
                                    [engine](const SnapshotFile &file) { return file.list(engine); });
}

QFuture<Result<KeptSnapshot>> SnapshotService::load(qint64 id)
{
    return run<KeptSnapshot>(Ending::Drop, [id](const SnapshotFile &file) { return file.load(id); });
}

QFuture<Result<std::optional<KeptSnapshot>>> SnapshotService::first(const QString &engine, SnapshotKind kind)
{
    return run<std::optional<KeptSnapshot>>(
        Ending::Drop, [engine, kind](const SnapshotFile &file) { return file.first(engine, kind); });
}

} // namespace algenta::store
