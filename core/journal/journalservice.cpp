// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journalservice.h"

#include "core/journal/journalworker.h"

#include <QMetaObject>
#include <QTimer>

#include <utility>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

base::Error journalClosedError()
{
    base::Error error;
    error.code = base::ErrorCode::Cancelled;
    error.message = u"The journal was closed before this was done."_s;
    return error;
}

base::Error journalNotOpenError()
{
    base::Error error;
    error.code = base::ErrorCode::StorageFailed;
    error.message = u"The journal is not open."_s;
    error.remedy = u"Open the journal first."_s;
    return error;
}

JournalService::JournalService(QString path, const base::Clock &clock, QObject *parent)
    : QObject(parent)
    , m_path(std::move(path))
    , m_clock(clock)
    , m_writer(new JournalWorker)
    , m_reader(new JournalWorker)
    , m_verifier(new JournalWorker)
    , m_checkpointer(std::make_unique<Checkpointer>(KeyPaths::beside(m_path), CheckpointPolicy(), clock))
{
    const std::tuple<QThread *, JournalWorker *, QString> threads[] = {
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
        m_writer,
        [this] {
            if (JournalFile *const file = m_writer->file())
                m_checkpointer->stop(*file);
            m_writerThread.quit();
        },
        Qt::QueuedConnection);
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
    const bool wasOpen = m_writer->isOpen();
    if (!wasOpen)
        m_writer->finishOpening(JournalFile::open(m_path, m_clock),
                                [this](JournalFile &file) { startCheckpoints(file); });
    m_writer->run([&](JournalFile *file, const base::Error &error) {
        const base::Result<Head> head = file ? file->head() : base::Result<Head>(base::fail(error));
        QMetaObject::invokeMethod(
            m_reader, [this, isOpen = file != nullptr, error] { openReader(isOpen, error); },
            Qt::QueuedConnection);
        opened(head);
    });
}

void JournalService::openReader(bool isOpen, const base::Error &error)
{
    if (!m_reader->isOpen())
        m_reader->finishOpening(isOpen ? JournalFile::openReadOnly(m_path, m_clock) : base::fail(error));
}

QFuture<base::Result<Entry>> JournalService::append(const Draft &draft)
{
    auto reply = std::make_shared<Reply<base::Result<Entry>>>();
    auto future = reply->future();
    const auto task = [this, reply, draft](JournalFile *file, const base::Error &error) {
        if (file)
            m_checkpointer->aboutToRecord(*file, draft.kind);
        base::Result<Entry> entry = file ? file->append(draft) : base::Result<Entry>(base::fail(error));
        if (entry) {
            QMetaObject::invokeMethod(
                this, [this, recorded = *entry] { Q_EMIT appended(recorded); }, Qt::QueuedConnection);
        } else if (entry.error().code != base::ErrorCode::InvalidInput) {
            QMetaObject::invokeMethod(
                this, [this, failure = entry.error()] { Q_EMIT appendFailed(failure); },
                Qt::QueuedConnection);
        }
        const base::Result<Entry> recorded = entry;
        // Whoever waits for the entry does not wait for its checkpoint.
        reply->deliver(std::move(entry));
        if (file && recorded) {
            m_checkpointer->recorded(*file, *recorded);
            tellState();
        }
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
    return verify(VerifyOptions());
}

QFuture<Verdict> JournalService::verify(const VerifyOptions &options)
{
    auto reply = std::make_shared<Reply<Verdict>>();
    auto future = reply->future();
    VerifyOptions all = options;
    if (all.sealPath.isEmpty())
        all.sealPath = m_checkpointer->paths().sealKey;
    QMetaObject::invokeMethod(
        m_verifier,
        [this, reply, all] {
            if (!m_stopping)
                reply->deliver(verifyJournal(m_path, m_stopping, all));
        },
        Qt::QueuedConnection);
    return future;
}

} // namespace algenta::journal
