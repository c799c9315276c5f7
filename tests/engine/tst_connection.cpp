// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/demoengine.h"
#include "core/engine/connection.h"
#include "tests/mcp/settled.h"
#include "tests/support/rawserver.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using algenta::base::ErrorCode;
using algenta::base::Secret;
using algenta::demo::DemoEngine;
using algenta::engine::ConnectionState;
using algenta::engine::EngineConnection;
using algenta::engine::KeyState;
using algenta::test::RawScript;
using algenta::test::RawServer;
using algenta::test::settled;

namespace engine = algenta::engine;

namespace
{

Secret secret(const std::string &text)
{
    return Secret(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())));
}

ConnectionState look(const QString &url, const std::string &key)
{
    EngineConnection connection(*engine::parseEngineAddress(url), secret(key));
    return settled(connection.probe());
}

} // namespace

class TestConnection : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void looksAtAnEngine_data();
    void looksAtAnEngine();
    void nothingThere();
    void anotherServer();
    void halfAnEngineShowsItsHalf();
    void cancelFinishesTheLook();
    void goingFinishesTheLook();
};

void TestConnection::looksAtAnEngine_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<KeyState>("state");
    const algenta::demo::DemoOptions options;
    QTest::newRow("reading key") << QString::fromStdString(options.readingKey) << KeyState::Accepted;
    QTest::newRow("no key") << QString() << KeyState::NotGiven;
    QTest::newRow("wrong key") << u"de_test_never_issued"_s << KeyState::Refused;
}

void TestConnection::looksAtAnEngine()
{
    QFETCH(QString, key);
    DemoEngine demo;
    QVERIFY(demo.start());
    const ConnectionState state = look(QString::fromStdString(demo.baseUrl()), key.toStdString());
    QVERIFY(state.reachable());
    QVERIFY(state.server && !state.mcpError);
    QCOMPARE(state.server->protocolVersion, u"2025-11-25"_s);
    QVERIFY(state.tools && !state.toolsError);
    QCOMPARE(state.tools->tools.size(), 140);
    QVERIFY(state.restAnswers);
    QTEST(state.key, "state");
    QVERIFY(state.checkedAt.isValid());
    QVERIFY(demo.overrideRequests().empty());
}

void TestConnection::nothingThere()
{
    DemoEngine demo;
    QVERIFY(demo.start());
    const QString url = QString::fromStdString(demo.baseUrl());
    demo.stop();
    const ConnectionState state = look(url, "de_test_key");
    QVERIFY(!state.reachable());
    QCOMPARE(state.mcpError->code, ErrorCode::Unreachable);
    QCOMPARE(state.toolsError->code, ErrorCode::Unreachable);
    QCOMPARE(state.restError->code, ErrorCode::Unreachable);
    QCOMPARE(state.key, KeyState::NotKnown);
}

void TestConnection::anotherServer()
{
    RawServer server;
    server.setScript(RawScript::answer(RawServer::response(200, "<!doctype html><p>hi", "text/html")));
    const ConnectionState state = look(server.url().toString(), {});
    QVERIFY(!state.reachable());
    QCOMPARE(state.mcpError->code, ErrorCode::NotAnEngine);
    QCOMPARE(state.restError->code, ErrorCode::NotAnEngine);
    QVERIFY(!state.mcpError->raw.isEmpty());
}

void TestConnection::halfAnEngineShowsItsHalf()
{
    DemoEngine demo;
    QVERIFY(demo.start());
    RawServer rest;
    rest.setScript(RawScript::answer(RawServer::response(404, R"({"detail":"Not Found"})")));
    const auto address =
        engine::parseEngineAddress(rest.url().toString(), QString::fromStdString(demo.baseUrl() + "/mcp"));
    QVERIFY(address);
    EngineConnection connection(*address, secret(demo.readingKey()));
    const ConnectionState state = settled(connection.probe());
    QVERIFY(state.reachable());
    QVERIFY(state.server);
    QVERIFY(!state.restAnswers);
    QCOMPARE(state.restError->code, ErrorCode::NotFound);
    QCOMPARE(state.key, KeyState::NotKnown);
}

void TestConnection::cancelFinishesTheLook()
{
    RawServer server;
    server.setScript(RawScript::answer({}, RawScript::End::Stall));
    EngineConnection connection(*engine::parseEngineAddress(server.url().toString()), {});
    const auto state = connection.probe();
    QTRY_COMPARE(server.requests().size(), 2);
    connection.cancelAll();
    const ConnectionState seen = settled(state);
    QCOMPARE(seen.mcpError->code, ErrorCode::Cancelled);
    QCOMPARE(seen.restError->code, ErrorCode::Cancelled);
}

void TestConnection::goingFinishesTheLook()
{
    RawServer server;
    server.setScript(RawScript::answer({}, RawScript::End::Stall));
    auto connection =
        std::make_unique<EngineConnection>(*engine::parseEngineAddress(server.url().toString()), Secret());
    const auto state = connection->probe();
    QTRY_COMPARE(server.requests().size(), 2);
    connection.reset();
    QVERIFY(!settled(state).reachable());
}

QTEST_GUILESS_MAIN(TestConnection)
#include "tst_connection.moc"
