// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/program.h"
#include "app/ctl/recordwriter.h"
#include "core/base/jsonreader.h"
#include "tests/ctl/ctlrun.h"

#include <QRegularExpression>
#include <QTest>

#include <csignal>

#include <unistd.h>

using namespace Qt::Literals::StringLiterals;
using namespace algenta::ctl::test;
using namespace algenta;

namespace
{

QList<QStringList> commands()
{
    QList<QStringList> list;
    for (const ctl::CommandEntry &entry : ctl::allCommands())
        list.append(entry.spec.words);
    return list;
}

} // namespace

/** Help, version, wrong usage, keys, and what leaves through standard output. */
class TestCtlUsage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void everyCommandHasHelp_data();
    void everyCommandHasHelp();
    void generalHelpAndVersion();
    void wrongUsage_data();
    void wrongUsage();
    void keyAsArgumentIsRefused_data();
    void keyAsArgumentIsRefused();
    void closedPipeEndsQuietly();
    void fullDeviceIsNotGood();
    void csvCells_data();
    void csvCells();
    void jsonIsSafeOnATerminal();
    void sortComparesValues();
};

void TestCtlUsage::everyCommandHasHelp_data()
{
    QTest::addColumn<QStringList>("words");
    for (const QStringList &words : commands())
        QTest::newRow(qPrintable(words.join(u' '))) << words;
}

void TestCtlUsage::everyCommandHasHelp()
{
    QFETCH(QStringList, words);
    const CtlRun run = runCtl(words + QStringList{u"--help"_s});
    COMPARE_CODE(run, 0);
    QVERIFY(run.out.startsWith("Usage: algentactl " + words.join(u' ').toUtf8()));
    QVERIFY(run.out.contains("Options:") && run.out.contains("Exit codes:") && run.out.contains("--json"));
    QCOMPARE(run.err, QByteArray());
    // Each option that is promised is accepted: with a value missing, or as a switch, it is no unknown one.
    static const QRegularExpression option(u"^  --([a-z-]+)"_s, QRegularExpression::MultilineOption);
    auto found = option.globalMatch(QString::fromUtf8(run.out));
    int count = 0;
    while (found.hasNext()) {
        const QString name = found.next().captured(1);
        const CtlRun used = runCtl(words + QStringList{u"--"_s + name + u"=x"_s, u"--no-such-option"_s});
        QVERIFY2(!used.err.contains("no option “--" + name.toUtf8() + "”"), used.err.constData());
        ++count;
    }
    QVERIFY(count >= 2);
}

void TestCtlUsage::generalHelpAndVersion()
{
    const CtlRun help = runCtl({u"--help"_s});
    COMPARE_CODE(help, 0);
    for (const QStringList &words : commands())
        QVERIFY(help.out.contains("  " + words.join(u' ').toUtf8() + ' '));
    const CtlRun version = runCtl({u"--version"_s});
    COMPARE_CODE(version, 0);
    static const QRegularExpression form(u"^algentactl \\d+\\.\\d+\\.\\d+\n$"_s);
    QVERIFY(form.match(QString::fromUtf8(version.out)).hasMatch());
}

void TestCtlUsage::wrongUsage_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("hint");
    QTest::newRow("nothing") << QStringList() << QByteArray("--help");
    QTest::newRow("unknown command") << QStringList{u"parrity"_s} << QByteArray("Did you mean “parity”?");
    QTest::newRow("half a command") << QStringList{u"decisions"_s} << QByteArray("decisions list or show");
    QTest::newRow("wrong second word")
        << QStringList{u"decisions"_s, u"lst"_s} << QByteArray("Did you mean “decisions list”?");
    QTest::newRow("unknown option") << QStringList{u"tools"_s, u"--profil"_s, u"observe"_s}
                                    << QByteArray("Did you mean --profile?");
    QTest::newRow("value missing") << QStringList{u"tools"_s, u"--profile"_s} << QByteArray("needs a value");
    QTest::newRow("an option for a value")
        << QStringList{u"tools"_s, u"--engine"_s, u"--raw"_s} << QByteArray("--engine needs a value");
    QTest::newRow("value empty") << QStringList{u"tools"_s, u"--engine="_s} << QByteArray("is empty");
    QTest::newRow("value of a switch")
        << QStringList{u"tools"_s, u"--raw=yes"_s} << QByteArray("takes no value");
    QTest::newRow("twice") << QStringList{u"tools"_s, u"--engine=http://a"_s, u"--engine=http://b"_s}
                           << QByteArray("given twice");
    QTest::newRow("too many arguments")
        << QStringList{u"tools"_s, u"observe"_s} << QByteArray("one argument too many");
    QTest::newRow("no break-glass here") << QStringList{u"execute"_s} << QByteArray("no command");
    QTest::newRow("no such profile") << QStringList{u"tools"_s, u"--profile"_s, u"root"_s}
                                     << QByteArray("profile");
    QTest::newRow("control characters") << QStringList{u"to\u001b[2Jols"_s} << QByteArray("<U+001B>[2J");
}

void TestCtlUsage::wrongUsage()
{
    QFETCH(QStringList, words);
    QFETCH(QByteArray, hint);
    const CtlRun run = runCtl(words);
    COMPARE_CODE(run, 2);
    QCOMPARE(run.out, QByteArray());
    QVERIFY2(run.err.contains(hint), run.err.constData());
    const CtlRun json = runCtl(words + QStringList{u"--json"_s});
    COMPARE_CODE(json, 2);
    QVERIFY2(!json.errorCode().isEmpty(), json.all().constData());
}

void TestCtlUsage::keyAsArgumentIsRefused_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("key") << QStringList{u"tools"_s, u"--key"_s, u"de_live_verysecret"_s};
    QTest::newRow("key=") << QStringList{u"tools"_s, u"--key=de_live_verysecret"_s};
    QTest::newRow("api-key before the command")
        << QStringList{u"--api-key"_s, u"de_live_verysecret"_s, u"tools"_s};
    QTest::newRow("token") << QStringList{u"decisions"_s, u"list"_s, u"--token=de_live_verysecret"_s};
}

void TestCtlUsage::keyAsArgumentIsRefused()
{
    QFETCH(QStringList, words);
    const CtlRun run = runCtl(words);
    COMPARE_CODE(run, 2);
    QVERIFY(run.err.contains("process list"));
    QVERIFY(run.err.contains("--key-stdin"));
    QVERIFY(!run.all().contains("verysecret"));
    const CtlRun stray = runCtl({u"tools"_s, u"de_live_verysecret"_s});
    COMPARE_CODE(stray, 2);
    QVERIFY(!stray.all().contains("verysecret"));
}

void TestCtlUsage::closedPipeEndsQuietly()
{
    QProcess shell;
    shell.start(u"/bin/sh"_s,
                {u"-c"_s, u"\"$0\" contract show | true"_s, QStringLiteral(ALGENTACTL_PROGRAM)});
    QVERIFY(shell.waitForFinished());
    QCOMPARE(shell.readAllStandardError(), QByteArray());
    // As the program does first of all.
    std::signal(SIGPIPE, SIG_IGN);
    int ends[2] = {-1, -1};
    QVERIFY(::pipe(ends) == 0);
    ::close(ends[0]);
    ctl::Output output(false, ends[1], ends[1]);
    output.line(u"x");
    QVERIFY(!output.flush());
    QCOMPARE(output.finish(ctl::ExitCode::Good), ctl::ExitCode::Incomplete);
    QCOMPARE(output.finish(ctl::ExitCode::Finding), ctl::ExitCode::Finding);
    ::close(ends[1]);
}

void TestCtlUsage::fullDeviceIsNotGood()
{
    QProcess shell;
    shell.start(u"/bin/sh"_s,
                {u"-c"_s, u"\"$0\" contract show > /dev/full"_s, QStringLiteral(ALGENTACTL_PROGRAM)});
    QVERIFY(shell.waitForFinished());
    QCOMPARE(shell.exitCode(), 3);
    QVERIFY(shell.readAllStandardError().contains("could not be written"));
}

void TestCtlUsage::csvCells_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("guarded");
    QTest::addColumn<QByteArray>("raw");
    QTest::newRow("plain") << u"abc"_s << QByteArray("abc") << QByteArray("abc");
    QTest::newRow("negative") << u"-5.00"_s << QByteArray("-5.00") << QByteArray("-5.00");
    QTest::newRow("exponent") << u"-1e-7"_s << QByteArray("-1e-7") << QByteArray("-1e-7");
    QTest::newRow("sum with a command") << u"-2+3+cmd"_s << QByteArray("'-2+3+cmd") << QByteArray("-2+3+cmd");
    QTest::newRow("equals") << u"=1+1"_s << QByteArray("'=1+1") << QByteArray("=1+1");
    QTest::newRow("at") << u"@SUM(A1)"_s << QByteArray("'@SUM(A1)") << QByteArray("@SUM(A1)");
    QTest::newRow("plus") << u"+cmd|x"_s << QByteArray("'+cmd|x") << QByteArray("+cmd|x");
    QTest::newRow("blanks first") << u"  =1"_s << QByteArray("'  =1") << QByteArray("\"  =1\"");
    QTest::newRow("line feed first") << u"\n=1"_s << QByteArray("\"'\n=1\"") << QByteArray("\"\n=1\"");
    QTest::newRow("tab first") << u"\tx"_s << QByteArray("\"'\tx\"") << QByteArray("\"\tx\"");
    QTest::newRow("quotes") << u"a\"b"_s << QByteArray("\"a\"\"b\"") << QByteArray("\"a\"\"b\"");
    QTest::newRow("comma") << u"a,b"_s << QByteArray("\"a,b\"") << QByteArray("\"a,b\"");
    QTest::newRow("escape") << u"a\u001bb"_s << QByteArray("a<U+001B>b")
                            << QByteArray("a\x1b"
                                          "b");
}

void TestCtlUsage::csvCells()
{
    QFETCH(QString, text);
    QFETCH(QByteArray, guarded);
    QFETCH(QByteArray, raw);
    QCOMPARE(ctl::csvCell(text, false), guarded);
    QCOMPARE(ctl::csvCell(text, true), raw);
}

void TestCtlUsage::jsonIsSafeOnATerminal()
{
    const QString hostile = u"\u001b[2J\u007f\u009b\u202e\u2066\ufeff\U000E0041é漢😀"_s + QChar(0xd83d);
    base::Json value = base::Json::object();
    value.set(hostile, base::Json::string(hostile));
    value.set(u"n"_s, base::Json::number("1.50e+3"));
    for (const bool indented : {false, true}) {
        const QByteArray text = ctl::terminalSafeJson(value, indented);
        QVERIFY(text.contains("é漢😀"));
        for (const char *bad :
             {"\x1b", "\x7f", "\xc2\x9b", "\xe2\x80\xae", "\xe2\x81\xa6", "\xef\xbb\xbf", "\xf3\xa0\x81\x81"})
            QVERIFY2(!text.contains(bad), bad);
        const auto read = base::readJson(text);
        QVERIFY(read.has_value());
        QCOMPARE(*read, value);
    }
}

void TestCtlUsage::sortComparesValues()
{
    const QList<ctl::Column> columns{{u"n"_s, base::FieldKind::Number, true},
                                     {u"t"_s, base::FieldKind::Time, true}};
    const auto byNumber = ctl::parseSort(u"n"_s, columns);
    const auto byTime = ctl::parseSort(u"t:desc"_s, columns);
    QVERIFY(byNumber && byTime);
    const ctl::Record two{base::Json::number("2"), base::Json::string(u"2026-01-01T00:00:00.1234567Z"_s)};
    const ctl::Record ten{base::Json::number("10"), base::Json::string(u"2026-01-01T00:00:00.1234568Z"_s)};
    const ctl::Record none{base::Json(), base::Json()};
    QVERIFY(byNumber->before(two, ten) && !byNumber->before(ten, two));
    QVERIFY(byNumber->before(ten, none) && !byNumber->before(none, ten) && !byNumber->before(none, none));
    QVERIFY(byTime->before(ten, two) && !byTime->before(two, ten));
    QVERIFY(byTime->before(two, none) && !byTime->before(none, two));
}

QTEST_GUILESS_MAIN(TestCtlUsage)
#include "tst_ctl_usage.moc"
