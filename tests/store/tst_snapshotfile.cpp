// SPDX-License-Identifier: Apache-2.0
#include "core/store/snapshotfile.h"
#include "core/store/snapshotservice.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace algenta;
using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using store::Sighting;
using store::SnapshotFile;
using store::SnapshotKind;

namespace
{

const QString here = u"http://engine.example:8000"_s;
const QString there = u"https://other.example"_s;

QDateTime at(int minute)
{
    return QDateTime::fromString(u"2026-11-30T12:%1:00.250Z"_s.arg(minute, 2, 10, QChar(u'0')),
                                 Qt::ISODateWithMs);
}

Sighting sight(const QByteArray &content, const QDateTime &time, const QString &engine = here,
               SnapshotKind kind = SnapshotKind::ToolList)
{
    return {engine, kind, {"raw " + content, "page two"}, content, time};
}

QByteArray sha256(const QByteArray &bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256);
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/** Statements from outside, as another program would run them. */
void tamper(const QString &path, const QStringList &statements)
{
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"outside"_s);
        database.setDatabaseName(path);
        QVERIFY(database.open());
        for (const QString &statement : statements) {
            QSqlQuery query(database);
            QVERIFY2(query.exec(statement), qPrintable(statement));
        }
        database.close();
    }
    QSqlDatabase::removeDatabase(u"outside"_s);
}

/** What a full disk looks like from here: no file of this process may grow any more. */
class FullDisk
{
public:
    FullDisk()
        : m_handler(std::signal(SIGXFSZ, SIG_IGN))
    {
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit none = m_before;
        none.rlim_cur = 1;
        ::setrlimit(RLIMIT_FSIZE, &none);
    }
    ~FullDisk()
    {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }
    Q_DISABLE_COPY_MOVE(FullDisk)

private:
    rlimit m_before{};
    void (*m_handler)(int);
};

} // namespace

/** What engines have shown stays, once for each content, whatever happens to the program or its file. */
class TestSnapshotFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".?"_s));
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        m_path = m_folder->filePath(u"state/snapshots.db"_s);
    }
    void cleanup() { m_folder.reset(); }

    void newFileAndFolderBelongToTheOwnerAlone();
    void sameContentIsSeenTwiceAndKeptOnce();
    void enginesAndKindsAreKeptApart();
    void clockSetBackDoesNotMakeASightOlder();
    void firstIsTheOneThatWasSeenFirst();
    void everythingIsThereAfterReopening();
    void killedProgramLosesNothingThatWasRecorded();
    void twoProgramsMayRecord();
    void engineThatChangesAllTheTimeIsBounded();
    void whatIsNotASightingIsRefused();
    void fileThatCannotBeUsedStaysAsItIs_data();
    void fileThatCannotBeUsedStaysAsItIs();
    void damageInTheMiddleIsSaid();
    void changedContentIsNotBelieved();
    void missingFileBesideItsLogIsNotBegunAnew();
    void fileThatVanishesIsNoticed();
    void readOnlyPlaceIsSaid();
    void fullDiskIsSaidAndRecordingGoesOnLater();
    void serviceFinishesEveryFuture();
    void serviceTriesAgainAfterARepair();

private:
    std::unique_ptr<SnapshotFile> opened()
    {
        auto file = SnapshotFile::open(m_path);
        if (!file)
            qFatal("%s", qPrintable(file.error().message));
        return std::move(*file);
    }
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
};

void TestSnapshotFile::newFileAndFolderBelongToTheOwnerAlone()
{
    const mode_t mask = ::umask(0);
    const auto file = opened();
    QVERIFY(file->record(sight("{}", at(1))));
    ::umask(mask);
    struct stat status {
    };
    for (const QString &name : {m_path, m_path + u"-wal"_s, m_path + u"-shm"_s}) {
        QCOMPARE(::stat(QFile::encodeName(name).constData(), &status), 0);
        QCOMPARE(int(status.st_mode & 0777), 0600);
    }
    QCOMPARE(::stat(QFile::encodeName(QFileInfo(m_path).absolutePath()).constData(), &status), 0);
    QCOMPARE(int(status.st_mode & 0777), 0700);
}

void TestSnapshotFile::sameContentIsSeenTwiceAndKeptOnce()
{
    const auto file = opened();
    const auto once = file->record(sight("{\"a\":1}", at(1)));
    QVERIFY(once);
    QVERIFY(once->isNew);
    QVERIFY(once->isFirst);
    QCOMPARE(once->info.sights, 1);
    Sighting again = sight("{\"a\":1}", at(7));
    again.raw = {"other bytes of the same content"};
    const auto twice = file->record(again);
    QVERIFY(twice);
    QVERIFY(!twice->isNew);
    QVERIFY(!twice->isFirst);
    QCOMPARE(twice->info.id, once->info.id);
    QCOMPARE(twice->info.sights, 2);
    QCOMPARE(twice->info.firstSeen, at(1));
    QCOMPARE(twice->info.lastSeen, at(7));
    QCOMPARE(twice->info.contentHash, sha256("{\"a\":1}"));
    QCOMPARE(twice->info.rawHash, sha256("raw {\"a\":1}page two"));
    QCOMPARE(twice->info.lastRawHash, sha256("other bytes of the same content"));
    const auto all = file->list();
    QVERIFY(all);
    QCOMPARE(*all, QList{twice->info});
    const auto loaded = file->load(once->info.id);
    QVERIFY(loaded);
    QCOMPARE(loaded->raw, (QList<QByteArray>{"raw {\"a\":1}", "page two"}));
    QCOMPARE(loaded->content, "{\"a\":1}");
}

void TestSnapshotFile::enginesAndKindsAreKeptApart()
{
    const auto file = opened();
    const QList<Sighting> sightings{sight("{}", at(1)), sight("{}", at(2), there),
                                    sight("{}", at(3), here, SnapshotKind::Contract)};
    for (const Sighting &sighting : sightings) {
        const auto recorded = file->record(sighting);
        QVERIFY(recorded);
        QVERIFY(recorded->isNew);
        QVERIFY(recorded->isFirst);
    }
    const auto all = file->list();
    const auto own = file->list(here);
    QVERIFY(all && own);
    QCOMPARE(all->size(), 3);
    QCOMPARE(own->size(), 2);
    QCOMPARE(own->at(0).kind, SnapshotKind::Contract); // newest sight first
    QCOMPARE(own->at(1).kind, SnapshotKind::ToolList);
}

void TestSnapshotFile::clockSetBackDoesNotMakeASightOlder()
{
    const auto file = opened();
    QVERIFY(file->record(sight("{}", at(9))));
    const auto back = file->record(sight("{}", at(2)));
    QVERIFY(back);
    QCOMPARE(back->info.firstSeen, at(9));
    QCOMPARE(back->info.lastSeen, at(9));
    QCOMPARE(back->info.sights, 2);
}

void TestSnapshotFile::firstIsTheOneThatWasSeenFirst()
{
    const auto file = opened();
    const auto none = file->first(here, SnapshotKind::ToolList);
    QVERIFY(none);
    QVERIFY(!none->has_value());
    QVERIFY(file->record(sight("{\"v\":1}", at(5))));
    QVERIFY(file->record(sight("{\"v\":2}", at(1)))); // the clock does not decide
    QVERIFY(file->record(sight("{\"v\":1}", at(8))));
    const auto first = file->first(here, SnapshotKind::ToolList);
    QVERIFY(first);
    QVERIFY(first->has_value());
    QCOMPARE((*first)->content, "{\"v\":1}");
}

void TestSnapshotFile::everythingIsThereAfterReopening()
{
    QList<store::SnapshotInfo> before;
    {
        const auto file = opened();
        QVERIFY(file->record(sight("{\"v\":1}", at(1))));
        QVERIFY(file->record(sight("{\"v\":2}", at(2))));
        before = file->list().value_or(QList<store::SnapshotInfo>());
    }
    QCOMPARE(before.size(), 2);
    const auto file = opened();
    const auto after = file->list();
    QVERIFY(after);
    QCOMPARE(*after, before);
}

void TestSnapshotFile::killedProgramLosesNothingThatWasRecorded()
{
    QProcess child;
    child.start(QStringLiteral(ALGENTA_SNAPSHOT_CHILD), {m_path});
    QVERIFY(child.waitForReadyRead(30000));
    QCOMPARE(child.readAllStandardOutput().trimmed(), "recorded");
    child.kill();
    QVERIFY(child.waitForFinished(30000));
    const auto file = opened();
    const auto all = file->list();
    QVERIFY(all);
    QCOMPARE(all->size(), 1);
    const auto loaded = file->load(all->at(0).id);
    QVERIFY(loaded);
    QCOMPARE(loaded->raw, QList<QByteArray>{"{ \"a\" : 1 }"});
}

void TestSnapshotFile::twoProgramsMayRecord()
{
    const auto one = opened();
    const auto other = opened();
    QVERIFY(one->record(sight("{}", at(1))));
    QVERIFY(other->record(sight("{}", at(2))));
    const auto third = one->record(sight("{}", at(3)));
    QVERIFY(third);
    QCOMPARE(third->info.sights, 3);
}

void TestSnapshotFile::engineThatChangesAllTheTimeIsBounded()
{
    opened().reset();
    tamper(m_path, {u"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %1) "
                    "INSERT INTO snapshot(engine, kind, content_hash, content, raw_hash, last_raw_hash, "
                    "first_seen, last_seen, sights) SELECT '%2', 'tool_list', "
                    "CAST(printf('%032d', i) AS BLOB), x'00', zeroblob(32), zeroblob(32), "
                    "'2026-11-30T12:00:00.000Z', '2026-11-30T12:00:00.000Z', 1 FROM n"_s
                        .arg(SnapshotFile::mostContents - 1)
                        .arg(here)});
    const auto file = opened();
    QVERIFY(file->record(sight("{\"last\":1}", at(1))));
    const auto refused = file->record(sight("{\"beyond\":1}", at(2)));
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::LimitExceeded);
    QVERIFY(file->record(sight("{\"last\":1}", at(3)))); // what is known is still counted
    QVERIFY(file->record(sight("{\"beyond\":1}", at(4), there)));
}

void TestSnapshotFile::whatIsNotASightingIsRefused()
{
    const auto file = opened();
    for (const Sighting &bad : {sight("{}", at(1), QString()), sight("", at(1)), sight("{}", QDateTime())}) {
        const auto refused = file->record(bad);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
    }
}

void TestSnapshotFile::fileThatCannotBeUsedStaysAsItIs_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QStringList>("statements");
    QTest::addColumn<QString>("why");
    QTest::newRow("text") << QByteArray(
                                 "not a database, but longer than the header of one, so that it is read\n"
                                 "not a database, but longer than the header of one, so that it is read\n")
                          << QStringList() << u"damaged"_s;
    QTest::newRow("database of another program")
        << QByteArray() << QStringList{u"CREATE TABLE x(y)"_s} << u"another program"_s;
    QTest::newRow("newer version") << QByteArray()
                                   << QStringList{u"CREATE TABLE x(y)"_s,
                                                  u"PRAGMA application_id=1097618286"_s,
                                                  u"PRAGMA user_version=2"_s}
                                   << u"newer version"_s;
    QTest::newRow("version zero") << QByteArray()
                                  << QStringList{u"CREATE TABLE x(y)"_s,
                                                 u"PRAGMA application_id=1097618286"_s}
                                  << u"never was"_s;
}

void TestSnapshotFile::fileThatCannotBeUsedStaysAsItIs()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QStringList, statements);
    QFETCH(QString, why);
    m_path = m_folder->filePath(u"snapshots.db"_s);
    if (!bytes.isEmpty()) {
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    if (!statements.isEmpty())
        tamper(m_path, statements);
    const QByteArray before = contentOf(m_path);
    const auto refused = SnapshotFile::open(m_path);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::StorageFailed);
    QVERIFY2(refused.error().message.contains(why), qPrintable(refused.error().message));
    QVERIFY(!refused.error().remedy.isEmpty());
    QCOMPARE(contentOf(m_path), before);
}

void TestSnapshotFile::damageInTheMiddleIsSaid()
{
    {
        const auto file = opened();
        for (int i = 0; i < 40; ++i)
            QVERIFY(file->record(sight(QByteArray::number(i) + QByteArray(4000, 'x'), at(i))));
    }
    {
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.size() > 100000);
        for (qint64 page = 4096; page + 4096 <= file.size(); page += 4096) {
            QVERIFY(file.seek(page));
            file.write(QByteArray(200, '\xff'));
        }
    }
    const QByteArray before = contentOf(m_path);
    const auto file = SnapshotFile::open(m_path);
    const auto listed =
        file ? (*file)->list() : base::Result<QList<store::SnapshotInfo>>(base::fail(file.error()));
    QVERIFY(!listed);
    QCOMPARE(listed.error().code, ErrorCode::StorageFailed);
    QVERIFY2(listed.error().message.contains(u"damaged"_s), qPrintable(listed.error().message));
    if (file)
        QVERIFY(!(*file)->record(sight("{}", at(1))));
    QCOMPARE(contentOf(m_path), before);
}

void TestSnapshotFile::changedContentIsNotBelieved()
{
    const auto file = opened();
    const auto recorded = file->record(sight("{\"a\":1}", at(1)));
    QVERIFY(recorded);
    tamper(m_path, {u"UPDATE snapshot SET content = CAST('{\"a\":2}' AS BLOB)"_s});
    auto loaded = file->load(recorded->info.id);
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::Tampered);
    QVERIFY(!file->first(here, SnapshotKind::ToolList));
    tamper(m_path, {u"UPDATE snapshot SET content = CAST('{\"a\":1}' AS BLOB)"_s,
                    u"UPDATE page SET bytes = x'00' WHERE position = 1"_s});
    loaded = file->load(recorded->info.id);
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::Tampered);
}

void TestSnapshotFile::missingFileBesideItsLogIsNotBegunAnew()
{
    const auto file = opened();
    QVERIFY(file->record(sight("{}", at(1))));
    QVERIFY(QFile::rename(m_path, m_path + u".moved"_s));
    const auto refused = SnapshotFile::open(m_path);
    QVERIFY(!refused);
    QVERIFY(refused.error().message.contains(u"write-ahead log"_s));
    QVERIFY(!QFileInfo::exists(m_path));
}

void TestSnapshotFile::fileThatVanishesIsNoticed()
{
    const auto file = opened();
    QVERIFY(file->record(sight("{}", at(1))));
    QVERIFY(QFile::rename(m_path, m_path + u".moved"_s));
    const auto refused = file->record(sight("{}", at(2)));
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::StorageFailed);
    QVERIFY(!file->list());
}

void TestSnapshotFile::readOnlyPlaceIsSaid()
{
    // A file system in which nobody may create files, whoever runs this.
    const auto refused = SnapshotFile::open(u"/sys/snapshots.db"_s);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::StorageReadOnly);
}

void TestSnapshotFile::fullDiskIsSaidAndRecordingGoesOnLater()
{
    const auto file = opened();
    QVERIFY(file->record(sight("{\"v\":1}", at(1))));
    {
        const FullDisk full;
        const auto refused = file->record(sight("{\"v\":2}", at(2)));
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::StorageFull);
        const auto all = file->list();
        QVERIFY(all);
        QCOMPARE(all->size(), 1);
        const auto fresh = SnapshotFile::open(m_folder->filePath(u"other.db"_s));
        QVERIFY(!fresh);
        QCOMPARE(fresh.error().code, ErrorCode::StorageFull);
    }
    QVERIFY(file->record(sight("{\"v\":2}", at(3))));
    QVERIFY(SnapshotFile::open(m_folder->filePath(u"other.db"_s)));
}

void TestSnapshotFile::serviceFinishesEveryFuture()
{
    QFuture<base::Result<store::Recorded>> recorded;
    QFuture<base::Result<QList<store::SnapshotInfo>>> listed;
    {
        store::SnapshotService service(m_path);
        for (int i = 0; i < 20; ++i)
            recorded = service.record(sight(QByteArray::number(i), at(i)));
        listed = service.list();
    }
    QVERIFY(recorded.isFinished());
    QVERIFY(recorded.result());
    QVERIFY(listed.isFinished());
    QVERIFY(listed.result() || listed.result().error().code == ErrorCode::Cancelled);
    const auto all = opened()->list();
    QVERIFY(all);
    QCOMPARE(all->size(), 20);
}

void TestSnapshotFile::serviceTriesAgainAfterARepair()
{
    QVERIFY(QDir(m_folder->path()).mkpath(u"state/snapshots.db"_s));
    store::SnapshotService service(m_path);
    auto refused = service.record(sight("{}", at(1)));
    QTRY_VERIFY(refused.isFinished());
    QVERIFY(!refused.result());
    QVERIFY(QDir(m_path).removeRecursively());
    auto recorded = service.record(sight("{}", at(2)));
    QTRY_VERIFY(recorded.isFinished());
    QVERIFY(recorded.result());
    auto loaded = service.load(recorded.result()->info.id);
    auto first = service.first(here, SnapshotKind::ToolList);
    QTRY_VERIFY(loaded.isFinished() && first.isFinished());
    const auto snapshot = loaded.result();
    QVERIFY(snapshot);
    QCOMPARE(first.result()->value(), *snapshot);
}

QTEST_GUILESS_MAIN(TestSnapshotFile)
#include "tst_snapshotfile.moc"
