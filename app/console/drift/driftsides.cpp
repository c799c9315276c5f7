// SPDX-License-Identifier: Apache-2.0
#include "app/console/drift/driftsides.h"

#include "app/console/drift/inpool.h"
#include "core/base/ondone.h"
#include "core/base/textsafety.h"
#include "core/breakglass/journalreader.h"
#include "core/store/sighting.h"

#include <QFile>
#include <QFileInfo>
#include <QUrl>

#include <algorithm>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Result;
using breakglass::finished;
using contract::Snapshot;
using store::KeptSnapshot;
using store::SnapshotInfo;
using store::SnapshotKind;

namespace
{

constexpr auto snapshotPrefix = "snapshot:"_L1;
constexpr auto enginePrefix = "engine:"_L1;
constexpr auto filePrefix = "file:"_L1;
constexpr qsizetype mostOthers = 30; ///< engines to choose from, those seen last
constexpr qint64 mostBytes = 16 * 1024 * 1024;

void merge(Snapshot &whole, const Snapshot &part)
{
    if (part.tools)
        whole.tools = part.tools;
    if (part.contract)
        whole.contract = part.contract;
    if (part.discovery)
        whole.discovery = part.discovery;
}

Result<Snapshot> readFile(const QString &path)
{
    QFile file(path);
    // A pipe or a device would be waited for.
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return base::fail(ErrorCode::NotFound, u"%1 cannot be read as a file."_s.arg(path),
                          u"Check the path and your rights to it."_s);
    const QByteArray bytes = file.read(mostBytes + 1);
    if (bytes.size() > mostBytes)
        return base::fail(ErrorCode::LimitExceeded, u"%1 is larger than 16 MiB."_s.arg(path));
    return contract::readSnapshot(bytes);
}

/** Loads one kept snapshot after the other into one; deletes itself with the last. */
class KeptReading : public QObject
{
public:
    KeptReading(store::SnapshotService &service, QList<qint64> ids)
        : QObject(&service)
        , m_service(service)
        , m_ids(std::move(ids))
    {
        m_promise.start();
    }
    ~KeptReading() override
    {
        if (!m_done)
            finish(base::fail(ErrorCode::Cancelled, u"The snapshots were closed before they were read."_s));
    }
    QFuture<Result<Snapshot>> future() { return m_promise.future(); }
    void next()
    {
        if (m_ids.isEmpty()) {
            end(m_whole);
            return;
        }
        base::onDone(m_service.load(m_ids.takeFirst()), this, [this](const Result<KeptSnapshot> &kept) {
            const auto part = kept ? store::comparable(*kept) : Result<Snapshot>(base::fail(kept.error()));
            if (!part) {
                end(base::fail(part.error()));
                return;
            }
            merge(m_whole, *part);
            next();
        });
    }

private:
    void end(Result<Snapshot> result)
    {
        finish(std::move(result));
        deleteLater();
    }
    void finish(Result<Snapshot> result)
    {
        m_done = true;
        m_promise.addResult(std::move(result));
        m_promise.finish();
    }

    store::SnapshotService &m_service;
    QList<qint64> m_ids;
    QPromise<Result<Snapshot>> m_promise;
    Snapshot m_whole;
    bool m_done = false;
};

} // namespace

QFuture<Result<Snapshot>> readSnapshotFile(const QString &path)
{
    return inPool([path] { return readFile(path); });
}

DriftSides::DriftSides(Session &session, SnapshotKeeper &keeper, store::SnapshotService &service,
                       QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_keeper(keeper)
    , m_service(service)
{
    connect(&keeper, &SnapshotKeeper::keptAnother, this, &DriftSides::reload);
    connect(&session, &Session::connectionReplaced, this, &DriftSides::reload);
    connect(&session, &Session::refreshRequested, this, &DriftSides::reload);
    connect(&session, &Session::timeZoneChanged, this, &DriftSides::rebuild);
    rebuild();
}

void DriftSides::reload()
{
    const int ticket = ++m_ticket;
    base::onDone(m_service.list(), this, [this, ticket](const Result<QList<SnapshotInfo>> &kept) {
        if (ticket != m_ticket)
            return;
        m_problem = kept ? std::nullopt : std::optional(kept.error());
        m_kept = kept.value_or(QList<SnapshotInfo>());
        rebuild();
    });
}

QString DriftSides::addFile(const QString &path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    if (!m_files.contains(absolute))
        m_files.append(absolute);
    rebuild();
    return filePrefix + absolute;
}

void DriftSides::add(const QString &id, const QString &label)
{
    m_ids.append(id);
    m_labels.append(label);
}

QString DriftSides::snapshotLabel(const SnapshotInfo &info) const
{
    base::Timestamp last;
    last.instant = info.lastSeen;
    //: a kept answer: what it is, when it was seen last, how often, the start of its hash
    return tr("%1, last seen %2, %3× · %4")
        .arg(info.kind == SnapshotKind::ToolList ? tr("Tool list") : tr("Contract"),
             m_session.formatted(last), QString::number(info.sights),
             QString::fromLatin1(info.contentHash.toHex().first(8)));
}

void DriftSides::rebuild()
{
    m_ids.clear();
    m_labels.clear();
    add(first, tr("First sight of this engine"));
    add(live, tr("This engine now"));
    add(embedded, tr("Embedded contract"));
    const QString own = m_session.origin();
    QStringList others;
    for (const SnapshotInfo &info : std::as_const(m_kept)) {
        if (info.engine == own)
            add(snapshotPrefix + QString::number(info.id), snapshotLabel(info));
        else if (!others.contains(info.engine) && others.size() < mostOthers)
            others.append(info.engine);
    }
    for (const QString &engine : std::as_const(others))
        add(enginePrefix + engine, tr("Newest of %1").arg(base::elidedText(engine, 80)));
    for (const QString &file : std::as_const(m_files))
        add(filePrefix + file, base::elidedText(QFileInfo(file).fileName(), 80));
    Q_EMIT changed();
}

QString DriftSides::label(const QString &id) const
{
    return m_labels.value(m_ids.indexOf(id));
}

QString DriftSides::commandWord(const QString &id) const
{
    if (id == embedded)
        return u"embedded"_s;
    if (id == live && m_session.connection())
        return base::shellQuoted(m_session.connection()->address().restRoot.toString(QUrl::FullyEncoded));
    return id.startsWith(filePrefix) ? base::shellQuoted(id.mid(filePrefix.size())) : QString();
}

QFuture<Result<Snapshot>> DriftSides::loadKept(const QList<qint64> &ids)
{
    auto *reading = new KeptReading(m_service, ids);
    QFuture<Loaded> future = reading->future();
    reading->next();
    return future;
}

QFuture<Result<Snapshot>> DriftSides::load(const QString &id)
{
    if (id == live || id == first) {
        const Snapshot &snapshot = id == live ? m_keeper.live() : m_keeper.firstSight().snapshot;
        if (!snapshot.isEmpty())
            return finished<Loaded>(snapshot);
        return finished<Loaded>(base::fail(ErrorCode::NotFound,
                                           id == live ? tr("Nothing of this engine has been read yet.")
                                                      : tr("Nothing of this engine has been kept yet."),
                                           m_session.failedAdvice()));
    }
    if (id == embedded)
        return finished<Loaded>(contract::embeddedSnapshot());
    if (id.startsWith(filePrefix))
        return readSnapshotFile(id.mid(filePrefix.size()));
    if (id.startsWith(snapshotPrefix))
        return loadKept({id.mid(snapshotPrefix.size()).toLongLong()});
    // The newest of each kind that this engine has shown.
    QList<qint64> newest;
    for (const SnapshotKind kind : {SnapshotKind::ToolList, SnapshotKind::Contract}) {
        const auto found = std::find_if(m_kept.cbegin(), m_kept.cend(), [&](const SnapshotInfo &info) {
            return info.kind == kind && enginePrefix + info.engine == id;
        });
        if (found != m_kept.cend())
            newest.append(found->id);
    }
    if (newest.isEmpty())
        return finished<Loaded>(base::fail(ErrorCode::NotFound, tr("Nothing is known of that.")));
    return loadKept(newest);
}

} // namespace algenta::console
