// SPDX-License-Identifier: Apache-2.0
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::Literals::StringLiterals;

namespace
{

const QString origin = u"https://engine.example:443"_s;
const QString other = u"https://other.example:443"_s;
const QString pin = QString(64, u'a');
const QString otherPin = QString(64, u'b');
const QString marker = u"de_test_kR7marker5tQ"_s;

enum class Keyring {
    None,     ///< a session bus on which nothing keeps secrets
    NoBus,    ///< no session bus
    Unlocked, ///< gnome-keyring, unlocked by a password
    NeverSet  ///< gnome-keyring started by the bus, without any collection
};

} // namespace

/**
 * The credential store against a real Secret Service in sessions of their own.
 *
 * Each session has its own bus, home and keyring, and ends with the program that works in it.
 */
class TestCredentialStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void aKeyIsKeptAndFoundAgain();
    void aKeyIsBoundToOriginAndPin();
    void whatAnotherProgramWroteIsForeign();
    void aLockedKeychainIsNotAnEmptyOne();
    void withoutAServiceMemoryIsOffered();
    void withoutABusMemoryIsOffered();
    void aKeychainThatCannotAskIsNoSuccess();
    void nothingIsWrittenInPlainText();

private:
    QStringList run(Keyring keyring, const QStringList &steps);
    std::unique_ptr<QTemporaryDir> m_home;
};

void TestCredentialStore::initTestCase()
{
    for (const QString &program : {u"dbus-run-session"_s, u"gnome-keyring-daemon"_s}) {
        QVERIFY2(!QStandardPaths::findExecutable(program).isEmpty(), qPrintable(program + u" is missing"_s));
    }
}

void TestCredentialStore::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_home = std::make_unique<QTemporaryDir>();
    QVERIFY(m_home->isValid());
}

/** One line for each step; the first line is a complaint if the session did not come about. */
QStringList TestCredentialStore::run(Keyring keyring, const QStringList &steps)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QString home = m_home->path();
    environment.insert(u"HOME"_s, home);
    environment.insert(u"XDG_DATA_HOME"_s, home + u"/data"_s);
    environment.insert(u"XDG_RUNTIME_DIR"_s, home);
    environment.insert(u"XDG_CURRENT_DESKTOP"_s, u"GNOME"_s);
    environment.remove(u"DISPLAY"_s);
    environment.remove(u"WAYLAND_DISPLAY"_s);
    environment.remove(u"QT_FATAL_CRITICALS"_s);
    const QString probe = QStringLiteral(CREDENTIAL_PROBE);
    QString program = u"dbus-run-session"_s;
    QStringList words{u"--"_s};
    if (keyring == Keyring::None) {
        QFile file(home + u"/bus.conf"_s);
        if (file.open(QIODevice::WriteOnly))
            file.write("<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen>"
                       "<policy context=\"default\"><allow send_destination=\"*\"/>"
                       "<allow receive_sender=\"*\"/><allow own=\"*\"/></policy></busconfig>");
        words.prepend(u"--config-file="_s + file.fileName());
    }
    if (keyring == Keyring::Unlocked) {
        words +=
            {u"sh"_s, u"-c"_s,
             u"printf test | gnome-keyring-daemon --unlock --components=secrets >/dev/null; exec \"$@\""_s,
             u"sh"_s};
    }
    words += probe;
    if (keyring == Keyring::NoBus) {
        environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_s, u"unix:path="_s + home + u"/none"_s);
        program = probe;
        words.clear();
    }
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(program, words + steps);
    if (!QTest::qWaitFor([&process] { return process.state() == QProcess::NotRunning; }, 100'000)) {
        process.kill();
        process.waitForFinished();
        return {u"the session did not end"_s};
    }
    const QString out = QString::fromUtf8(process.readAllStandardOutput());
    QStringList lines = out.split(u'\n', Qt::SkipEmptyParts);
    if (lines.size() != steps.size())
        lines.prepend(u"stopped early: "_s + QString::fromUtf8(process.readAllStandardError()));
    return lines;
}

#define COMPARE_STEPS(lines, expected)                                                                       \
    do {                                                                                                     \
        const QStringList said = (lines);                                                                    \
        const QStringList beginnings = (expected);                                                           \
        QCOMPARE(said.size(), beginnings.size());                                                            \
        for (qsizetype i = 0; i < said.size(); ++i)                                                          \
            QVERIFY2(said.at(i).startsWith(beginnings.at(i)),                                                \
                     qPrintable(QString::number(i) + u": "_s + said.at(i) + u" instead of "_s +              \
                                beginnings.at(i)));                                                          \
    } while (false)

void TestCredentialStore::aKeyIsKeptAndFoundAgain()
{
    const QString at = origin + u"  "_s;
    COMPARE_STEPS(run(Keyring::Unlocked, {u"read "_s + at, u"write "_s + at + marker, u"read "_s + at,
                                          u"write "_s + at + u"de_test_second"_s, u"read "_s + at,
                                          u"remove "_s + at, u"read "_s + at, u"remove "_s + at}),
                  (QStringList{u"not found"_s, u"done"_s, u"key "_s + marker, u"done"_s,
                               u"key de_test_second"_s, u"done"_s, u"not found"_s, u"done"_s}));
}

void TestCredentialStore::aKeyIsBoundToOriginAndPin()
{
    COMPARE_STEPS(
        run(Keyring::Unlocked, {u"write %1 %2 %3"_s.arg(origin, pin, marker),
                                u"read %1 %2"_s.arg(origin, pin), u"read %1 %2"_s.arg(origin, otherPin),
                                u"read %1 "_s.arg(origin), u"read %1 %2"_s.arg(other, pin),
                                u"remove %1 %2"_s.arg(origin, otherPin), u"read %1 %2"_s.arg(origin, pin)}),
        (QStringList{u"done"_s, u"key "_s + marker, u"not found"_s, u"not found"_s, u"not found"_s, u"done"_s,
                     u"key "_s + marker}));
}

void TestCredentialStore::whatAnotherProgramWroteIsForeign()
{
    COMPARE_STEPS(run(Keyring::Unlocked, {u"plant %1  %2"_s.arg(origin, marker), u"read %1 "_s.arg(origin),
                                          u"write %1  %2"_s.arg(origin, marker), u"read %1 "_s.arg(origin)}),
                  (QStringList{u"done"_s, u"foreign"_s, u"done"_s, u"key "_s + marker}));
}

void TestCredentialStore::aLockedKeychainIsNotAnEmptyOne()
{
    COMPARE_STEPS(
        run(Keyring::Unlocked, {u"write %1  %2"_s.arg(origin, marker), u"lock"_s, u"read %1 "_s.arg(origin),
                                u"write %1  de_test_second"_s.arg(origin), u"remove %1 "_s.arg(origin),
                                u"read %1 "_s.arg(other)}),
        (QStringList{u"done"_s, u"done"_s, u"locked"_s, u"locked"_s, u"locked"_s, u"locked"_s}));
}

void TestCredentialStore::withoutAServiceMemoryIsOffered()
{
    COMPARE_STEPS(run(Keyring::None, {u"read %1 "_s.arg(origin), u"write %1  %2"_s.arg(origin, marker),
                                      u"remove %1 "_s.arg(origin)}),
                  (QStringList{u"no service: No keychain"_s, u"no service: No keychain"_s,
                               u"no service: No keychain"_s}));
}

void TestCredentialStore::withoutABusMemoryIsOffered()
{
    COMPARE_STEPS(run(Keyring::NoBus, {u"read %1 "_s.arg(origin), u"write %1  %2"_s.arg(origin, marker),
                                       u"remove %1 "_s.arg(origin)}),
                  (QStringList{u"no service: This session has no message bus"_s,
                               u"no service: This session has no message bus"_s,
                               u"no service: This session has no message bus"_s}));
}

void TestCredentialStore::aKeychainThatCannotAskIsNoSuccess()
{
    // Without any collection the service wants to ask for a password, and has no screen to do so.
    const QStringList lines = run(Keyring::NeverSet, {u"write %1  %2"_s.arg(origin, marker)});
    QCOMPARE(lines.size(), 1);
    QVERIFY2(lines.first().startsWith(u"refused"_s) || lines.first().startsWith(u"failed"_s),
             qPrintable(lines.first()));
}

void TestCredentialStore::nothingIsWrittenInPlainText()
{
    COMPARE_STEPS(run(Keyring::Unlocked, {u"write %1 %2 %3"_s.arg(origin, pin, marker)}),
                  (QStringList{u"done"_s}));
    const QByteArray plain = marker.toLatin1();
    int files = 0;
    QDirIterator it(m_home->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (it.hasNext()) {
        QFile file(it.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        ++files;
        for (const QByteArray &form : {plain, plain.toHex(), plain.toBase64().chopped(4)})
            QVERIFY2(!bytes.contains(form), qPrintable(file.fileName()));
    }
    QVERIFY2(files > 0, "the keyring was not written at all");
}

QTEST_GUILESS_MAIN(TestCredentialStore)
#include "tst_credentialstore.moc"
