// SPDX-License-Identifier: Apache-2.0
#include "app/console/liaison/liaisonreader.h"

#include "core/base/textsafety.h"
#include "core/liaison/transcriptfiles.h"

#include <QCryptographicHash>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QSemaphore>

#include <atomic>
#include <utility>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;

namespace
{

constexpr qsizetype batchSize = 500;
constexpr qint64 batchMilliseconds = 100;
/** Batches that may wait for the window: it must not fall behind without bound. */
constexpr int batchesUnderWay = 8;

} // namespace

/** What the thread of a run and the window share. */
struct LiaisonReader::Control {
    std::atomic_bool cancelled = false;
    QSemaphore room{batchesUnderWay};
};

/** One run, in the pool's thread. It reaches the reader by queued calls only. */
class LiaisonReader::Run
{
public:
    Run(LiaisonReader &reader, int ticket, std::shared_ptr<Control> control,
        const liaison::ValidatorOptions &options)
        : m_reader(reader)
        , m_ticket(ticket)
        , m_control(std::move(control))
        , m_validator(liaison::embeddedLiaisonContract(), options)
    {
    }

    void work(const QStringList &paths);

private:
    [[nodiscard]] QStringList expand(const QStringList &paths);
    void readFile(const QString &path);
    void takeFrom(liaison::TranscriptStream &stream, const QString &path);
    void handOver();
    void problem(const base::Error &error);
    [[nodiscard]] bool isOver() const { return m_control->cancelled || m_end.full; }
    template<typename Function>
    void tell(Function function)
    {
        QMetaObject::invokeMethod(
            &m_reader,
            [&reader = m_reader, ticket = m_ticket, function] {
                if (ticket == reader.m_ticket)
                    function(reader);
            },
            Qt::QueuedConnection);
    }

    LiaisonReader &m_reader;
    int m_ticket;
    std::shared_ptr<Control> m_control;
    liaison::TranscriptValidator m_validator;
    QList<LiaisonRecord> m_batch;
    QElapsedTimer m_sinceBatch;
    qint64 m_count = 0;
    qint64 m_doneBytes = 0;
    qint64 m_position = 0;
    qint64 m_totalBytes = 0;
    LiaisonRunEnd m_end;
};

void LiaisonReader::Run::work(const QStringList &paths)
{
    m_sinceBatch.start();
    const QStringList files = expand(paths);
    for (const QString &file : files)
        m_totalBytes += QFileInfo(file).size();
    for (const QString &file : files) {
        if (isOver())
            break;
        readFile(file);
    }
    handOver();
    m_end.cancelled = m_control->cancelled;
    tell([end = m_end](LiaisonReader &reader) {
        reader.m_running = false;
        Q_EMIT reader.finished(end);
    });
}

QStringList LiaisonReader::Run::expand(const QStringList &paths)
{
    QStringList files;
    for (const QString &path : paths) {
        if (const auto found = liaison::transcriptFiles(path)) {
            files += found->files;
            m_end.otherFiles += found->otherFiles;
        } else {
            problem(found.error());
        }
    }
    return files;
}

void LiaisonReader::Run::readFile(const QString &path)
{
    QFile file(path);
    // A pipe may never end, and reading from it cannot be stopped.
    const bool isFile = QFileInfo(path).isFile();
    if (!isFile || !file.open(QIODevice::ReadOnly | QIODevice::Unbuffered)) {
        base::Error error;
        error.message = LiaisonReader::tr("“%1” cannot be read: %2.")
                            .arg(base::elidedText(path, 200),
                                 isFile ? file.errorString() : LiaisonReader::tr("it is no regular file"));
        problem(error);
        return;
    }
    liaison::TranscriptStream stream(file, m_validator, liaison::layoutOfFile(path));
    takeFrom(stream, path);
    m_doneBytes += stream.position();
    m_position = 0;
    if (stream.error())
        problem(*stream.error());
}

void LiaisonReader::Run::takeFrom(liaison::TranscriptStream &stream, const QString &path)
{
    while (!m_control->cancelled) {
        const auto transcript = stream.next();
        if (!transcript)
            return;
        if (m_count == recordLimit) {
            m_end.full = true;
            return;
        }
        ++m_count;
        m_position = stream.position();
        m_batch.append(
            {path, *transcript, QCryptographicHash::hash(stream.bytes(), QCryptographicHash::Sha256)});
        if (m_batch.size() >= batchSize || m_sinceBatch.elapsed() >= batchMilliseconds)
            handOver();
    }
}

void LiaisonReader::Run::handOver()
{
    while (!m_control->room.tryAcquire(1, int(batchMilliseconds))) {
        if (m_control->cancelled)
            break;
    }
    m_sinceBatch.restart();
    // The room is given back whatever became of the run: another one has a control of its own.
    QMetaObject::invokeMethod(
        &m_reader,
        [&reader = m_reader, ticket = m_ticket, control = m_control, batch = std::exchange(m_batch, {}),
         bytes = m_doneBytes + m_position, total = m_totalBytes] {
            control->room.release();
            if (ticket != reader.m_ticket)
                return;
            if (!batch.isEmpty())
                Q_EMIT reader.found(batch);
            Q_EMIT reader.progressed(bytes, total);
        },
        Qt::QueuedConnection);
}

void LiaisonReader::Run::problem(const base::Error &error)
{
    m_end.problems.append(error.message);
}

LiaisonReader::LiaisonReader(QObject *parent)
    : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
}

LiaisonReader::~LiaisonReader()
{
    cancel();
    m_pool.waitForDone();
}

void LiaisonReader::start(const QStringList &paths, const liaison::ValidatorOptions &options)
{
    cancel();
    m_control = std::make_shared<Control>();
    m_running = true;
    m_pool.start([this, ticket = ++m_ticket, control = m_control, paths, options] {
        Run(*this, ticket, control, options).work(paths);
    });
}

void LiaisonReader::cancel()
{
    if (m_control)
        m_control->cancelled = true;
}

} // namespace algenta::console
