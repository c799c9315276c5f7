// SPDX-License-Identifier: Apache-2.0
#include "core/base/settingsfile.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace algenta::base;
using namespace Qt::Literals::StringLiterals;

class TestSettingsFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void missingFileGivesDefaults();
    void savesAndLoads();
    void makesTheFolder();
    void isReadableByItsOwnerOnly();
    void narrowsAnExistingMode();
    void leavesNoTemporaryFile();
    void brokenFileIsReportedAndKept_data();
    void brokenFileIsReportedAndKept();
    void newerFileIsKept();
    void olderFileIsHandedOut();
    void refusesWhatIsNoObject();
    void refusesSettingsTooLargeToRead();
    void folderInItsPlace();
    void failureToWriteKeepsTheFile();

private:
    QString path(const QString &name) const { return m_folder->filePath(name); }
    static QByteArray contents(const QString &path);
    static void write(const QString &path, const QByteArray &bytes);

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestSettingsFile::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

QByteArray TestSettingsFile::contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(cannot be read)");
}

void TestSettingsFile::write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

void TestSettingsFile::missingFileGivesDefaults()
{
    const auto settings = SettingsFile(path(u"none.json"_s), 1).load();
    QVERIFY(settings);
    QVERIFY(*settings == Json::object());
}

void TestSettingsFile::savesAndLoads()
{
    const SettingsFile file(path(u"s.json"_s), 3);
    QVERIFY(file.save(Json::object({{u"theme"_s, Json::string(u"dark"_s)}})));
    QCOMPARE(contents(file.path()), QByteArray("{\n  \"theme\": \"dark\",\n  \"version\": 3\n}\n"));
    const auto settings = file.load();
    QVERIFY(settings);
    QCOMPARE((*settings)[u"theme"].toString(), u"dark"_s);
    QVERIFY(file.save(*settings));
    QVERIFY(file.load() == settings);
}

void TestSettingsFile::makesTheFolder()
{
    const SettingsFile file(path(u"a/b/s.json"_s), 1);
    QVERIFY(file.save(Json::object()));
    QVERIFY(QFile::exists(file.path()));
}

void TestSettingsFile::isReadableByItsOwnerOnly()
{
    const SettingsFile file(path(u"s.json"_s), 1);
    QVERIFY(file.save(Json::object()));
    const auto others = QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ExeGroup |
                        QFileDevice::ReadOther | QFileDevice::WriteOther | QFileDevice::ExeOther;
    QVERIFY(!(QFile::permissions(file.path()) & others));
}

void TestSettingsFile::narrowsAnExistingMode()
{
    const SettingsFile file(path(u"s.json"_s), 1);
    write(file.path(), "{\"version\":1}");
    QVERIFY(QFile::setPermissions(file.path(),
                                  QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ReadOther));
    QVERIFY(file.save(Json::object()));
    QVERIFY(!(QFile::permissions(file.path()) & QFileDevice::ReadOther));
}

void TestSettingsFile::leavesNoTemporaryFile()
{
    const SettingsFile file(path(u"s.json"_s), 1);
    QVERIFY(file.save(Json::object()));
    QVERIFY(file.save(Json::object()));
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden), QStringList{u"s.json"_s});
}

void TestSettingsFile::brokenFileIsReportedAndKept_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<ErrorCode>("code");
    QTest::newRow("cut") << QByteArray("{\"version\":1,\"theme\":\"da") << ErrorCode::MalformedJson;
    QTest::newRow("empty") << QByteArray() << ErrorCode::MalformedJson;
    QTest::newRow("zeros after a power loss") << QByteArray(100, '\0') << ErrorCode::MalformedJson;
    QTest::newRow("not an object") << QByteArray("[]") << ErrorCode::MalformedAnswer;
    QTest::newRow("no version") << QByteArray("{}") << ErrorCode::MalformedAnswer;
    QTest::newRow("version as text") << QByteArray("{\"version\":\"1\"}") << ErrorCode::MalformedAnswer;
    QTest::newRow("duplicate key") << QByteArray("{\"version\":1,\"version\":1}") << ErrorCode::DuplicateKey;
    QTest::newRow("too large") << QByteArray("{\"version\":1,\"x\":\"") + QByteArray(1024 * 1024, 'a') + "\"}"
                               << ErrorCode::LimitExceeded;
}

void TestSettingsFile::brokenFileIsReportedAndKept()
{
    QFETCH(QByteArray, bytes);
    QFETCH(ErrorCode, code);
    const SettingsFile file(path(u"s.json"_s), 1);
    write(file.path(), bytes);
    const auto loaded = file.load();
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, code);
    QVERIFY(loaded.error().message.contains(file.path()));
    QVERIFY(loaded.error().remedy.contains(u"Defaults are used"_s));
    const auto saved = file.save(Json::object());
    QVERIFY(!saved);
    QCOMPARE(saved.error().code, code);
    QCOMPARE(contents(file.path()), bytes);
}

void TestSettingsFile::newerFileIsKept()
{
    const SettingsFile file(path(u"s.json"_s), 2);
    write(file.path(), "{\"version\":3}");
    const auto loaded = file.load();
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::NotAllowed);
    QVERIFY(loaded.error().message.contains(u"has version 3; this program understands up to 2"_s));
    QVERIFY(!file.save(Json::object()));
    QCOMPARE(contents(file.path()), QByteArray("{\"version\":3}"));
}

void TestSettingsFile::olderFileIsHandedOut()
{
    const SettingsFile file(path(u"s.json"_s), 2);
    write(file.path(), "{\"version\":1,\"old\":true}");
    const auto loaded = file.load();
    QVERIFY(loaded);
    QCOMPARE((*loaded)[u"version"].toInteger().value_or(0), 1);
    QVERIFY(file.save(*loaded));
    QCOMPARE(file.load().value_or(Json())[u"version"].toInteger().value_or(0), 2);
}

void TestSettingsFile::refusesWhatIsNoObject()
{
    const SettingsFile file(path(u"s.json"_s), 1);
    const auto saved = file.save(Json::array());
    QVERIFY(!saved);
    QCOMPARE(saved.error().code, ErrorCode::InvalidInput);
    QVERIFY(!QFile::exists(file.path()));
}

void TestSettingsFile::refusesSettingsTooLargeToRead()
{
    const SettingsFile file(path(u"s.json"_s), 1);
    QVERIFY(file.save(Json::object({{u"a"_s, Json()}})));
    const QByteArray before = contents(file.path());
    const auto saved = file.save(Json::object({{u"a"_s, Json::string(QString(1024 * 1024, u'a'))}}));
    QVERIFY(!saved);
    QCOMPARE(saved.error().code, ErrorCode::LimitExceeded);
    QCOMPARE(contents(file.path()), before);
}

void TestSettingsFile::folderInItsPlace()
{
    const SettingsFile file(path(u"s.json"_s), 1);
    QVERIFY(QDir().mkpath(file.path()));
    const auto loaded = file.load();
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::StorageFailed);
    QVERIFY(!file.save(Json::object()));
}

void TestSettingsFile::failureToWriteKeepsTheFile()
{
    // A file where a folder should be fails for every user, root included.
    write(path(u"blocker"_s), "x");
    const SettingsFile file(path(u"blocker/s.json"_s), 1);
    const auto saved = file.save(Json::object());
    QVERIFY(!saved);
    QVERIFY(saved.error().message.contains(u"could not be written"_s));
    QCOMPARE(contents(path(u"blocker"_s)), QByteArray("x"));
}

QTEST_APPLESS_MAIN(TestSettingsFile)
#include "tst_settingsfile.moc"
