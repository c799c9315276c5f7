// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journalservice.h"

#include <QMetaObject>
#include <QPromise>

#include <utility>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

base::Error cancelledError()
{
    base::Error error;
    error.code = base::ErrorCode::Cancelled;
    error.message = u"The journal was closed before this was done."_s;
    return error;
}

base::Error notStartedError()
{
    base::Error error;
    error.code = base::ErrorCode::StorageFailed;
    error.message = u"The journal is not open."_s;
    error.remedy = u"Open the journal first."_s;
    return error;
}

template<typename T>
struct Cancelled {
    static T value() { return base::fail(cancelledError()); }
};

template<>
struct Cancelled<Verdict> {
    static Verdict value()
    {
        Verdict verdict;
        verdict.error = cancelledError();
        return verdict;
    }
};

/** A promise that keeps itself: dropped without a result, it finishes with Cancelled. */
template<typename T>
class Reply
{
public:
    Reply() { m_promise.start(); }
    ~Reply()
    {
        if (!m_done)
            deliver(Cancelled<T>::value());
    }
    Reply(const Reply &) = delete;
    Reply &operator=(const Reply &) = delete;

    QFuture<T> future() { return m_promise.future(); }
    void deliver(T value)
    {
        m_done = true;
        m_promise.addResult(std::move(value));
        m_promise.finish();
    }

private:
    QPromise<T> m_promise;
    bool m_done = false;
};

} // namespace

/** Lives in one thread and owns that thread's connection. */
class JournalService::Worker : public QObject
{
public:
    using Task = std::function<void(JournalFile *, const base::Error &)>;

    /** Tasks from now on wait for finishOpening(). */
    void beginOpening() { m_opening = !m_file; }
    void finishOpening(base::Result<std::unique_ptr<JournalFile>> opened)
    {
        m_opening = false;
        if (opened)
            m_file = std::move(*opened);
        else
            m_error = opened.error();
        const auto waiting = std::exchange(m_waiting, {});
        for (const Task &task : waiting)
            task(m_file.get(), m_error);
    }
    void run(const Task &task)
    {
        if (m_opening)
            m_waiting.append(task);
        else
            task(m_file.get(), m_error);
    }
    [[nodiscard]] bool isOpen() const { return m_file != nullptr; }

private:
    std::unique_ptr<JournalFile> m_file;
    base::Error m_error = notStartedError();
    QList<Task> m_waiting;
    bool m_opening = false;
};

JournalService::JournalService(QString path, const base::Clock &clock, QObject *parent)
    : QObject(parent)
    , m_path(std::move(path))
    , m_clock(clock)
    , m_writer(new Worker)
    , m_reader(new Worker)
    , m_verifier(new Worker)
{
    const std::tuple<QThread *, Worker *, QString> threads[] = {
        {&m_writerThread, m_writer, u"journal-writer"_s},
        {&m_readerThread, m_reader, u"journal-reader"_s},
        {&m_verifierThread, m_verifier, u"journal-verify"_s},
    };
    for (const auto &[thread, worker, name] : threads) {
        thread->setObjectName(name);
        worker->moveToThread(thread);
        // Deleted in its own thread: that is where its connection has to be closed.
        connect(thread, &QThread::finished, worker, &QObject::deleteLater);
        thread->start();
    }
}

JournalService::~JournalService()
{
    m_stopping = true;
    // Behind the appends that are still queued, so that none of them is lost.
    QMetaObject::invokeMethod(
        m_writer, [this] { m_writerThread.quit(); }, Qt::QueuedConnection);
    m_writerThread.wait();
    for (QThread *thread : {&m_readerThread, &m_verifierThread}) {
        thread->quit();
        thread->wait();
    }
}

QFuture<base::Result<Head>> JournalService::start()
{
    auto reply = std::make_shared<Reply<base::Result<Head>>>();
    auto future = reply->future();
    QMetaObject::invokeMethod(
        m_reader, [reader = m_reader] { reader->beginOpening(); }, Qt::QueuedConnection);
    QMetaObject::invokeMethod(
        m_writer, [this, reply] { open([reply](const base::Result<Head> &head) { reply->deliver(head); }); },
        Qt::QueuedConnection);
    return future;
}

/** Runs in the writer's thread; the reader follows in its own. */
void JournalService::open(const std::function<void(const base::Result<Head> &)> &opened)
{
    if (!m_writer->isOpen())
        m_writer->finishOpening(JournalFile::open(m_path, m_clock));
    m_writer->run([&](JournalFile *file, const base::Error &error) {
        const base::Result<Head> head = file ? file->head() : base::Result<Head>(base::fail(error));
        QMetaObject::invokeMethod(
            m_reader,
            [this, reader = m_reader, isOpen = file != nullptr, error] {
                if (reader->isOpen())
                    return;
                reader->finishOpening(isOpen ? JournalFile::openReadOnly(m_path, m_clock)
                                             : base::fail(error));
            },
            Qt::QueuedConnection);
        opened(head);
    });
}

QFuture<base::Result<Entry>> JournalService::append(const Draft &draft)
{
    auto reply = std::make_shared<Reply<base::Result<Entry>>>();
    auto future = reply->future();
    const auto task = [this, reply, draft](JournalFile *file, const base::Error &error) {
        base::Result<Entry> entry = file ? file->append(draft) : base::Result<Entry>(base::fail(error));
        if (entry) {
            QMetaObject::invokeMethod(
                this, [this, recorded = *entry] { Q_EMIT appended(recorded); }, Qt::QueuedConnection);
        } else if (entry.error().code != base::ErrorCode::InvalidInput) {
            QMetaObject::invokeMethod(
                this, [this, failure = entry.error()] { Q_EMIT appendFailed(failure); },
                Qt::QueuedConnection);
        }
        reply->deliver(std::move(entry));
    };
    QMetaObject::invokeMethod(
        m_writer, [writer = m_writer, task] { writer->run(task); }, Qt::QueuedConnection);
    return future;
}

template<typename T, typename Work>
QFuture<base::Result<T>> JournalService::read(Work work)
{
    auto reply = std::make_shared<Reply<base::Result<T>>>();
    auto future = reply->future();
    const auto task = [this, reply, work](JournalFile *file, const base::Error &error) {
        if (m_stopping)
            return;
        reply->deliver(file ? work(*file) : base::Result<T>(base::fail(error)));
    };
    QMetaObject::invokeMethod(
        m_reader, [reader = m_reader, task] { reader->run(task); }, Qt::QueuedConnection);
    return future;
}

QFuture<base::Result<Head>> JournalService::head()
{
    return read<Head>([](const JournalFile &file) { return file.head(); });
}

QFuture<base::Result<QList<Entry>>> JournalService::page(const EntryFilter &filter, qint64 before, int limit)
{
    return read<QList<Entry>>([=](const JournalFile &file) { return file.page(filter, before, limit); });
}

QFuture<base::Result<QList<Entry>>> JournalService::act(const QString &actId)
{
    return read<QList<Entry>>([actId](const JournalFile &file) { return file.act(actId); });
}

QFuture<base::Result<QList<Entry>>> JournalService::openIntents()
{
    return read<QList<Entry>>([](const JournalFile &file) { return file.openIntents(); });
}

QFuture<Verdict> JournalService::verify()
{
    auto reply = std::make_shared<Reply<Verdict>>();
    auto future = reply->future();
    QMetaObject::invokeMethod(
        m_verifier,
        [this, reply] {
            if (!m_stopping)
                reply->deliver(verifyJournal(m_path, m_stopping));
        },
        Qt::QueuedConnection);
    return future;
}

} // namespace algenta::journal
