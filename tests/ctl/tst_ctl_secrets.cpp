// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/demoengine.h"
#include "tests/ctl/ctlrun.h"
#include "tests/support/rawserver.h"
#include "tests/support/secretsearch.h"

#include <QRegularExpression>
#include <QTemporaryDir>

#include <algorithm>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using algenta::ctl::test::CtlRun;
using algenta::ctl::test::runCtl;
using algenta::test::RawScript;
using algenta::test::RawServer;
using algenta::test::SecretForm;
using algenta::test::SecretSearch;

/**
 * The whole story of a terminal with marked keys: whatever the program printed or wrote is searched
 * for them, in every form.
 */
class TestCtlSecrets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void theSearchFindsWhatIsThere();
    void aGoodEngineLeavesNoTrace_data();
    void aGoodEngineLeavesNoTrace();
    void anEngineThatRepeatsTheKeyLeavesNoTrace_data();
    void anEngineThatRepeatsTheKeyLeavesNoTrace();
    void wrongUsageLeavesNoTrace_data();
    void wrongUsageLeavesNoTrace();

private:
    CtlRun run(const QStringList &words, bool keyOnStandardInput = false);
    QByteArray tracesIn(const CtlRun &run);
    std::unique_ptr<demo::DemoEngine> m_engine;
    QTemporaryDir m_home;
    // One with the engine's prefix, which patterns catch, and one that looks like nothing.
    const QByteArray m_key = "de_live_kR7markerQ9zWx4Vb2";
    const QByteArray m_plainKey = "Zq8markerT3nLh6Yp0Kd5";
    QByteArray m_inUse = m_key;
};

void TestCtlSecrets::initTestCase()
{
    demo::DemoOptions options;
    options.history = 30;
    options.operatorKey = m_key.toStdString();
    options.agentKey = m_plainKey.toStdString();
    m_engine = std::make_unique<demo::DemoEngine>(options);
    QVERIFY2(m_engine->start(), m_engine->errorText().c_str());
    QVERIFY(m_home.isValid());
}

CtlRun TestCtlSecrets::run(const QStringList &words, bool keyOnStandardInput)
{
    QList<std::pair<QString, QString>> variables{{u"QT_LOGGING_RULES"_s, u"*.debug=true"_s},
                                                 {u"QT_FATAL_CRITICALS"_s, QString()}};
    for (const char *name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"})
        variables.append({QString::fromLatin1(name), m_home.path()});
    const QStringList more = keyOnStandardInput ? QStringList{u"--key-stdin"_s} : QStringList();
    return runCtl(words + more, keyOnStandardInput ? std::string() : m_inUse.toStdString(),
                  keyOnStandardInput ? m_inUse + '\n' : QByteArray(), variables);
}

/** Where a marker was found; empty if nowhere. */
QByteArray TestCtlSecrets::tracesIn(const CtlRun &run)
{
    SecretSearch search({m_key, m_plainKey});
    search.add("standard output", run.out);
    search.add("standard error", run.err);
    search.addFolder(m_home.path());
    return search.traces();
}

void TestCtlSecrets::theSearchFindsWhatIsThere()
{
    const QList<SecretForm> forms = algenta::test::formsOf(m_key);
    QVERIFY(forms.size() >= 16);
    for (const SecretForm &form : forms) {
        CtlRun planted;
        planted.out = "some text " + form.bytes + " more text";
        QVERIFY2(!tracesIn(planted).isEmpty(), form.name.constData());
    }
    CtlRun coded;
    coded.err = ("Authorization: Bearer " + m_key + "\r\n").toBase64();
    QVERIFY(!tracesIn(coded).isEmpty());
    CtlRun clean;
    clean.out = "de_live_[redacted]";
    QVERIFY(tracesIn(clean).isEmpty());
}

void TestCtlSecrets::aGoodEngineLeavesNoTrace_data()
{
    QTest::addColumn<QStringList>("words");
    const QList<QStringList> commands{
        {u"parity"_s},
        {u"contract"_s, u"show"_s},
        {u"tools"_s, u"--raw"_s},
        {u"call"_s, u"get_contract"_s},
        {u"call"_s, u"execute_decision"_s, u"--profile"_s, u"execute"_s, u"--args"_s,
         u"{\"decision_id\":\"none\",\"webhook_url\":\"https://hooks.example/a\"}"_s},
        {u"decisions"_s, u"list"_s},
        {u"decisions"_s, u"show"_s, u"none"_s},
        {u"blocked"_s, u"list"_s},
        {u"receipts"_s, u"list"_s},
        {u"conformance"_s}};
    for (const QStringList &command : commands)
        QTest::newRow(qPrintable(command.first(std::min<qsizetype>(2, command.size())).join(u' ')))
            << command;
}

void TestCtlSecrets::aGoodEngineLeavesNoTrace()
{
    QFETCH(QStringList, words);
    const QStringList engine{u"--engine"_s, QString::fromStdString(m_engine->baseUrl())};
    for (const QByteArray &key : {m_key, m_plainKey}) {
        m_inUse = key;
        for (const bool json : {false, true}) {
            const QStringList all = words + engine + (json ? QStringList{u"--json"_s} : QStringList());
            for (const bool onStandardInput : {false, true}) {
                const CtlRun ended = run(all, onStandardInput);
                QVERIFY2(ended.code >= 0, ended.all().constData());
                QCOMPARE(tracesIn(ended), QByteArray());
            }
        }
    }
    const CtlRun doctor = run({u"doctor"_s, QString::fromStdString(m_engine->baseUrl())});
    COMPARE_CODE(doctor, 0);
    QCOMPARE(tracesIn(doctor), QByteArray());
}

void TestCtlSecrets::anEngineThatRepeatsTheKeyLeavesNoTrace_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("header");
    QTest::newRow("in an error message")
        << 401 << QByteArray(R"({"error":{"code":"invalid_key","message":"the key KEY is not known"}})")
        << QByteArray();
    QTest::newRow("in a code") << 403 << QByteArray(R"({"error":{"code":"KEY","message":"no"}})")
                               << QByteArray();
    QTest::newRow("in a page") << 502 << QByteArray("<html>Authorization: Bearer KEY</html>") << QByteArray();
    QTest::newRow("in a header") << 401 << QByteArray("{}")
                                 << QByteArray("WWW-Authenticate: Bearer realm=\"KEY\"\r\n");
    QTest::newRow("in the name of the server")
        << 401 << QByteArray("{}") << QByteArray("Server: KEY/1.0\r\n");
    QTest::newRow("in the request id") << 500 << QByteArray("{}") << QByteArray("X-Request-Id: KEY\r\n");
    QTest::newRow("in a redirect") << 302 << QByteArray()
                                   << QByteArray("Location: https://elsewhere.invalid/?key=KEY\r\n");
    QTest::newRow("in a record") << 200 << QByteArray(R"({"decisions":[{"id":"d1","chosen_action":"KEY"}]})")
                                 << QByteArray();
    QTest::newRow("in broken JSON") << 200 << QByteArray(R"({"decisions":[{"id":"KEY)") << QByteArray();
}

void TestCtlSecrets::anEngineThatRepeatsTheKeyLeavesNoTrace()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, header);
    for (const QByteArray &key : {m_key, m_plainKey}) {
        m_inUse = key;
        RawServer server;
        server.setScript(RawScript::answer(RawServer::response(status, QByteArray(body).replace("KEY", key),
                                                               "application/json",
                                                               QByteArray(header).replace("KEY", key))));
        const QString url = server.url().toString();
        const QList<QStringList> commands{{u"decisions"_s, u"list"_s, u"--engine"_s, url},
                                          {u"decisions"_s, u"list"_s, u"--engine"_s, url, u"--json"_s},
                                          {u"tools"_s, u"--engine"_s, url},
                                          {u"call"_s, u"get_contract"_s, u"--engine"_s, url, u"--json"_s},
                                          {u"doctor"_s, url},
                                          {u"doctor"_s, url, u"--json"_s},
                                          {u"conformance"_s, u"--engine"_s, url}};
        for (const QStringList &command : commands) {
            const CtlRun ended = run(command);
            QVERIFY2(ended.code >= 0, ended.all().constData());
            QVERIFY2(tracesIn(ended).isEmpty(),
                     (tracesIn(ended) + command.join(u' ').toUtf8() + '\n' + ended.all()).constData());
        }
    }
}

void TestCtlSecrets::wrongUsageLeavesNoTrace_data()
{
    QTest::addColumn<QStringList>("words");
    const QString key = QString::fromLatin1(m_key);
    QTest::newRow("as an argument") << QStringList{u"tools"_s, u"--key="_s + key};
    QTest::newRow("as two arguments") << QStringList{u"tools"_s, u"--api-key"_s, key};
    QTest::newRow("in the address") << QStringList{u"tools"_s, u"--engine"_s,
                                                   u"http://me:%1@127.0.0.1:1"_s.arg(key)};
    QTest::newRow("in the address of the doctor")
        << QStringList{u"doctor"_s, u"http://%1@127.0.0.1:1"_s.arg(key)};
    QTest::newRow("in a proxy") << QStringList{u"tools"_s, u"--proxy"_s, u"me:%1@127.0.0.1:1"_s.arg(key)};
}

void TestCtlSecrets::wrongUsageLeavesNoTrace()
{
    QFETCH(QStringList, words);
    m_inUse = m_plainKey;
    const CtlRun answer = run(words);
    COMPARE_CODE(answer, 2);
    QVERIFY2(tracesIn(answer).isEmpty(), (tracesIn(answer) + '\n' + answer.all()).constData());
}

QTEST_GUILESS_MAIN(TestCtlSecrets)
#include "tst_ctl_secrets.moc"
