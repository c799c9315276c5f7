// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonreader.h"
#include "core/engine/outcome.h"
#include "core/engine/restapi.h"
#include "core/mcp/mcpclient.h"
#include "tests/net/awaited.h"
#include "tests/support/faultproxy.h"
#include "tests/support/rawserver.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using test::Fault;
using test::FaultProxy;
using test::RawScript;
using test::RawServer;

namespace
{

constexpr int atOnce = 24; ///< bytes of an answer that are tried side by side

const QByteArray decisionsBody =
    R"({"decisions":[{"id":"d1","chosen_action":"order 5","confidence":0.93},)"
    R"({"id":"d2","chosen_action":"wait","confidence":0.5}],"total":2,"page":1,"pages":1})";
const QByteArray initializeBody =
    R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},)"
    R"("serverInfo":{"name":"raw","version":"1"}}})";
const QByteArray toolsBody = R"({"jsonrpc":"2.0","id":2,"result":{"tools":[)"
                             R"({"name":"simulate","inputSchema":{"type":"object"}},)"
                             R"({"name":"query_data","inputSchema":{"type":"object"}}]}})";
const QByteArray receiptBody =
    R"({"decision_id":"d1","execution_status":"delivered","response_code":200,)"
    R"("executed_at":"2026-11-30T09:39:02Z","webhook_url":"https://hooks.example/a","safety_overridden":false})";
const QByteArray denialBody =
    R"({"error":{"code":"execution_blocked_confidence","gate":"confidence","message":"0.4 is below 0.7",)"
    R"("override_hint":"override_safety"},"request_id":"req_1"})";

QByteArray chunked(const QByteArray &body)
{
    return RawServer::chunked({body.first(20), body.sliced(20)});
}

/** The value of a future; ends the test program if it never comes. */
template<typename T>
T settled(const QFuture<T> &future)
{
    if (!test::finished(future) || future.resultCount() == 0)
        qFatal("a future did not finish with a value");
    return future.result();
}

/** The faults in which nothing is lost: the answer must come, not only an error. */
bool isHarmless(Fault::Kind kind)
{
    return kind == Fault::Kind::None || kind == Fault::Kind::Delay || kind == Fault::Kind::Split;
}

net::HttpLimits limitsFor(Fault::Kind kind)
{
    net::HttpLimits limits;
    if (kind == Fault::Kind::Stall) {
        limits.silence = std::chrono::milliseconds(400);
    }
    return limits;
}

void addKinds(const std::function<void(const QByteArray &, Fault::Kind)> &add)
{
    add("cut", Fault::Kind::Cut);
    add("reset", Fault::Kind::Reset);
    add("stall", Fault::Kind::Stall);
    add("delay", Fault::Kind::Delay);
    add("duplicate", Fault::Kind::Duplicate);
    add("split", Fault::Kind::Split);
}

/** One exchange through one proxy with one fault. */
struct Trial {
    RawServer server;
    FaultProxy proxy{server.serverPort()};
    std::unique_ptr<net::HttpReader> reader;
    std::unique_ptr<engine::RestApi> rest;
    std::unique_ptr<mcp::McpClient> mcp;
    std::unique_ptr<net::OneShotSender> sender;

    Trial(const Fault &fault)
        : reader(std::make_unique<net::HttpReader>(limitsFor(fault.kind)))
        , sender(std::make_unique<net::OneShotSender>(limitsFor(fault.kind)))
    {
        proxy.setFault(fault);
        engine::EngineAddress address;
        address.restRoot = proxy.url();
        address.mcp = proxy.url(u"/mcp"_s);
        rest = std::make_unique<engine::RestApi>(address, *reader, nullptr);
        mcp = std::make_unique<mcp::McpClient>(address.mcp, *reader, nullptr);
    }

    /** The handshake goes through whole: the fault is for what comes after. */
    [[nodiscard]] bool shakeHands()
    {
        server.enqueue(RawScript::answer(RawServer::response(200, initializeBody)));
        server.enqueue(RawScript::answer(RawServer::response(202, {})));
        proxy.setFault({});
        return settled(mcp->initialize()).has_value();
    }
};

bool sameTools(const mcp::ToolList &list)
{
    return list.complete && list.broken.isEmpty() &&
           list.names() == QStringList{u"simulate"_s, u"query_data"_s};
}

bool sameDecisions(const engine::Page<engine::Decision> &page)
{
    return page.items.size() == 2 && page.broken.isEmpty() && page.total == 2 &&
           page.items[0].id == "d1"_L1 && page.items[0].confidence.numberText() == "0.93" &&
           page.items[1].chosenAction == "wait"_L1;
}

} // namespace

/** Every fault at every byte of an answer: what comes out is right, or an error with a name. */
class TestFaultMatrix : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void aListIsRightOrFailsByName_data();
    void aListIsRightOrFailsByName();
    void theToolListIsRightOrFailsByName_data();
    void theToolListIsRightOrFailsByName();
    void anActIsSentOnceAndALostAnswerIsUnknown_data();
    void anActIsSentOnceAndALostAnswerIsUnknown();
    void aCallIsSentOnceAndALostAnswerIsNoResult_data();
    void aCallIsSentOnceAndALostAnswerIsNoResult();
};

void TestFaultMatrix::aListIsRightOrFailsByName_data()
{
    QTest::addColumn<Fault::Kind>("kind");
    QTest::addColumn<QByteArray>("answer");
    addKinds([](const QByteArray &name, Fault::Kind kind) {
        QTest::newRow(name + ", length given") << kind << RawServer::response(200, decisionsBody);
        QTest::newRow(name + ", chunked") << kind << chunked(decisionsBody);
    });
}

void TestFaultMatrix::aListIsRightOrFailsByName()
{
    QFETCH(Fault::Kind, kind);
    QFETCH(QByteArray, answer);
    int right = 0;
    int named = 0;
    for (qsizetype from = 0; from < answer.size(); from += atOnce) {
        std::vector<std::unique_ptr<Trial>> trials;
        QList<QFuture<base::Result<engine::Page<engine::Decision>>>> futures;
        for (qsizetype at = from; at < std::min(answer.size(), from + atOnce); ++at) {
            trials.push_back(std::make_unique<Trial>(Fault{kind, at}));
            trials.back()->server.setScript(RawScript::answer(answer));
            futures.append(trials.back()->rest->decisions(1, 20));
        }
        for (qsizetype i = 0; i < futures.size(); ++i) {
            const auto page = settled(futures.at(i));
            const QByteArray place = "at byte " + QByteArray::number(from + i);
            if (page) {
                QVERIFY2(sameDecisions(*page), place.constData());
                ++right;
            } else {
                QVERIFY2(!isHarmless(kind), (place + ": " + page.error().message.toUtf8()).constData());
                QVERIFY2(!page.error().message.isEmpty() && !page.error().remedy.isEmpty(),
                         place.constData());
                ++named;
            }
            QCOMPARE(trials.at(static_cast<std::size_t>(i))->server.requestCount("GET"), 1);
        }
    }
    // Whatever is cut off before the last byte is a loss.
    if (kind == Fault::Kind::Cut || kind == Fault::Kind::Reset || kind == Fault::Kind::Stall)
        QCOMPARE(right, 0);
    qInfo("list: %lld bytes, %d right, %d named", qlonglong(answer.size()), right, named);
}

void TestFaultMatrix::theToolListIsRightOrFailsByName_data()
{
    QTest::addColumn<Fault::Kind>("kind");
    QTest::addColumn<QByteArray>("answer");
    addKinds([](const QByteArray &name, Fault::Kind kind) {
        QTest::newRow(name + ", JSON") << kind << RawServer::response(200, toolsBody);
        // Line feeds alone: of a stream that ends in CRLF the last byte says nothing, and a byte that came
        // twice could not be noticed by its absence.
        QTest::newRow(name + ", event stream")
            << kind
            << RawServer::response(200, "event: message\ndata: " + toolsBody + "\n\n", "text/event-stream");
    });
}

void TestFaultMatrix::theToolListIsRightOrFailsByName()
{
    QFETCH(Fault::Kind, kind);
    QFETCH(QByteArray, answer);
    int right = 0;
    int named = 0;
    for (qsizetype from = 0; from < answer.size(); from += atOnce) {
        std::vector<std::unique_ptr<Trial>> trials;
        QList<QFuture<base::Result<mcp::ToolList>>> futures;
        for (qsizetype at = from; at < std::min(answer.size(), from + atOnce); ++at) {
            trials.push_back(std::make_unique<Trial>(Fault{kind, at}));
            QVERIFY(trials.back()->shakeHands());
            trials.back()->server.setScript(RawScript::answer(answer));
            trials.back()->proxy.setFault({kind, at});
            futures.append(trials.back()->mcp->listTools());
        }
        for (qsizetype i = 0; i < futures.size(); ++i) {
            const auto list = settled(futures.at(i));
            const QByteArray place = "at byte " + QByteArray::number(from + i);
            if (list) {
                QVERIFY2(sameTools(*list), place.constData());
                ++right;
            } else {
                QVERIFY2(!isHarmless(kind), (place + ": " + list.error().message.toUtf8()).constData());
                QVERIFY2(!list.error().message.isEmpty(), place.constData());
                ++named;
            }
        }
    }
    if (kind == Fault::Kind::Cut || kind == Fault::Kind::Reset || kind == Fault::Kind::Stall)
        QCOMPARE(right, 0);
    qInfo("tools/list: %lld bytes, %d right, %d named", qlonglong(answer.size()), right, named);
}

void TestFaultMatrix::anActIsSentOnceAndALostAnswerIsUnknown_data()
{
    QTest::addColumn<Fault::Kind>("kind");
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QString>("whole");
    addKinds([](const QByteArray &name, Fault::Kind kind) {
        QTest::newRow(name + ", receipt") << kind << RawServer::response(200, receiptBody) << u"receipt"_s;
        QTest::newRow(name + ", receipt in chunks") << kind << chunked(receiptBody) << u"receipt"_s;
        QTest::newRow(name + ", blocked") << kind << RawServer::response(409, denialBody) << u"blocked"_s;
    });
}

void TestFaultMatrix::anActIsSentOnceAndALostAnswerIsUnknown()
{
    QFETCH(Fault::Kind, kind);
    QFETCH(QByteArray, answer);
    QFETCH(QString, whole);
    int right = 0;
    int unknown = 0;
    for (qsizetype from = 0; from < answer.size(); from += atOnce) {
        std::vector<std::unique_ptr<Trial>> trials;
        QList<QFuture<net::SendOutcome>> futures;
        for (qsizetype at = from; at < std::min(answer.size(), from + atOnce); ++at) {
            trials.push_back(std::make_unique<Trial>(Fault{kind, at}));
            Trial &trial = *trials.back();
            trial.server.setScript(RawScript::answer(answer));
            net::HttpRequest request;
            request.method = "POST";
            request.url = trial.proxy.url(u"/v1/decisions/d1/execute"_s);
            request.body = R"({"webhook_url":"https://hooks.example/a"})";
            futures.append(trial.sender->send(request, nullptr));
        }
        for (qsizetype i = 0; i < futures.size(); ++i) {
            const Trial &trial = *trials.at(static_cast<std::size_t>(i));
            const QString name = engine::outcomeName(engine::interpret(settled(futures.at(i)), u"d1"_s));
            const QByteArray place = "at byte " + QByteArray::number(from + i) + ": " + name.toUtf8();
            const bool isWhole = name == whole;
            QVERIFY2(isWhole || name == "unknown"_L1, place.constData());
            QVERIFY2(isWhole || !isHarmless(kind), place.constData());
            (isWhole ? right : unknown) += 1;
            QCOMPARE(trial.proxy.connectionCount(), 1);
            QCOMPARE(trial.server.requestCount("POST"), 1);
        }
    }
    if (kind == Fault::Kind::Cut || kind == Fault::Kind::Reset || kind == Fault::Kind::Stall)
        QCOMPARE(right, 0);
    qInfo("act: %lld bytes, %d %s, %d unknown", qlonglong(answer.size()), right, qPrintable(whole), unknown);
}

void TestFaultMatrix::aCallIsSentOnceAndALostAnswerIsNoResult_data()
{
    QTest::addColumn<Fault::Kind>("kind");
    addKinds([](const QByteArray &name, Fault::Kind kind) {
        // A call waits for as long as an engine may: stalls are for the sender above.
        if (kind != Fault::Kind::Stall)
            QTest::newRow(name) << kind;
    });
}

void TestFaultMatrix::aCallIsSentOnceAndALostAnswerIsNoResult()
{
    QFETCH(Fault::Kind, kind);
    const QByteArray answer = RawServer::response(
        200,
        R"({"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"{}"}],"isError":false}})");
    int right = 0;
    int lost = 0;
    for (qsizetype at = 0; at < answer.size(); ++at) {
        Trial trial(Fault{kind, at});
        QVERIFY(trial.shakeHands());
        trial.server.setScript(RawScript::answer(answer));
        trial.proxy.setFault({kind, at});
        const mcp::CallExchange exchange =
            settled(trial.mcp->exchangeCall(u"execute_decision"_s, base::Json::object()));
        const QByteArray place = "at byte " + QByteArray::number(at);
        if (exchange.call) {
            QVERIFY2(exchange.call->result[u"content"].size() == 1, place.constData());
            ++right;
        } else {
            QVERIFY2(!isHarmless(kind), (place + ": " + exchange.call.error().message.toUtf8()).constData());
            QVERIFY2(!std::holds_alternative<net::NotSent>(exchange.sent), place.constData());
            QCOMPARE(engine::outcomeName(engine::interpret(exchange.sent, u"d1"_s)), u"unknown"_s);
            ++lost;
        }
        QCOMPARE(trial.server.requestCount("POST"), 3);
    }
    if (kind == Fault::Kind::Cut || kind == Fault::Kind::Reset)
        QCOMPARE(right, 0);
    qInfo("tools/call: %lld bytes, %d right, %d lost", qlonglong(answer.size()), right, lost);
}

QTEST_GUILESS_MAIN(TestFaultMatrix)
#include "tst_faultmatrix.moc"
