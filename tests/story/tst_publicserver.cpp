// SPDX-License-Identifier: Apache-2.0
#include "core/engine/connection.h"
#include "core/engine/toolset.h"
#include "tests/ctl/ctlrun.h"

#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;

/**
 * The same client code against a public MCP server that nobody here wrote
 * (npm: @modelcontextprotocol/server-everything, Streamable HTTP).
 */
class TestPublicServer : public QObject
{
    Q_OBJECT

    QProcess m_server;
    QUrl m_endpoint;

private:
    Q_SLOT void initTestCase()
    {
        const QString entry = QStringLiteral(ALGENTA_NPM_DIR) +
                              u"/node_modules/@modelcontextprotocol/server-everything/dist/index.js"_s;
        QVERIFY2(QFileInfo::exists(entry), "install the public server with packaging/run tests");
        const QString node = QStandardPaths::findExecutable(u"node"_s);
        QVERIFY2(!node.isEmpty(), "node is not installed");
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"PORT"_s, u"0"_s);
        m_server.setProcessEnvironment(environment);
        m_server.start(node,
                       {u"--require"_s, QStringLiteral(ALGENTA_SOURCE_DIR) + u"/tests/npm/preload.cjs"_s,
                        entry, u"streamableHttp"_s});
        QByteArray said;
        QTRY_VERIFY2_WITH_TIMEOUT((said += m_server.readAllStandardOutput()).contains("LISTENING "),
                                  "no port was said", 60'000);
        static const QRegularExpression port(u"LISTENING (\\d+)"_s);
        const QString number = port.match(QString::fromUtf8(said)).captured(1);
        m_endpoint = QUrl(u"http://127.0.0.1:%1/mcp"_s.arg(number));
    }
    Q_SLOT void cleanupTestCase()
    {
        m_server.closeWriteChannel();
        m_server.kill();
        QTRY_COMPARE(m_server.state(), QProcess::NotRunning);
    }
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void connectListAndEcho()
    {
        net::HttpReader reader;
        mcp::McpClient client(m_endpoint, reader, [] { return nullptr; });
        auto server = client.initialize();
        QTRY_VERIFY_WITH_TIMEOUT(server.isFinished(), 30'000);
        QVERIFY2(server.result().has_value(),
                 server.result() ? "" : qPrintable(server.result().error().message));
        QVERIFY(!server.result()->name.isEmpty());

        auto list = client.listTools();
        QTRY_VERIFY_WITH_TIMEOUT(list.isFinished(), 30'000);
        QVERIFY2(list.result().has_value(), list.result() ? "" : qPrintable(list.result().error().message));
        QVERIFY(list.result()->complete);
        QVERIFY(list.result()->find(u"echo"));

        base::Json arguments = base::Json::object();
        arguments.set(u"message"_s, base::Json::string(u"three in the morning"_s));
        auto echo = client.callTool(u"echo"_s, arguments);
        QTRY_VERIFY_WITH_TIMEOUT(echo.isFinished(), 30'000);
        QVERIFY2(echo.result().has_value(), echo.result() ? "" : qPrintable(echo.result().error().message));
        QVERIFY(!echo.result()->isError);
        QVERIFY(
            echo.result()->result[u"content"].at(0)[u"text"].toString().contains(u"three in the morning"_s));

        const contract::ToolContract &contract = contract::embeddedContract();
        const engine::ModelToolset view =
            engine::modelView(contract, contract::ProfileName::Execute, *list.result());
        QCOMPARE(view.omissions, contract.profile(contract::ProfileName::Execute).tools);
        QVERIFY(view.tools.isEmpty());
        QVERIFY(!view.parity.holds());
    }

    Q_SLOT void theDoctorSaysThatItIsAnotherServer()
    {
        const QString root = m_endpoint.toString(QUrl::RemovePath);
        const auto run = ctl::test::runCtl({u"doctor"_s, root, u"--json"_s});
        COMPARE_CODE(run, 1);
        QMap<QString, QJsonObject> steps;
        const QJsonArray list = run.json()["steps"_L1].toArray();
        for (const QJsonValue &step : list)
            steps.insert(step["step"_L1].toString(), step.toObject());
        for (const QString &name : {u"tcp"_s, u"http"_s, u"host_guard"_s, u"protocol"_s})
            QVERIFY2(steps[name]["state"_L1] == "done"_L1, run.all().constData());
        for (const QString &name : {u"tool_list"_s, u"rest_root"_s}) {
            QVERIFY2(steps[name]["state"_L1] == "failed"_L1, run.all().constData());
            QVERIFY(!steps[name]["remedy"_L1].toString().isEmpty());
        }
        QVERIFY2(steps[u"tool_list"_s]["finding"_L1].toString().contains(u"none of the Algenta contract"_s),
                 run.all().constData());
    }
};

QTEST_GUILESS_MAIN(TestPublicServer)
#include "tst_publicserver.moc"
