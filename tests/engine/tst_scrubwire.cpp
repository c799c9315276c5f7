// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/demoengine.h"
#include "core/base/jsonwriter.h"
#include "core/contract/scrub.h"
#include "core/engine/toolset.h"
#include "core/net/overrideguard.h"
#include "tests/contract/schemagenerator.h"
#include "tests/mcp/settled.h"

#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using algenta::contract::embeddedContract;
using algenta::demo::DemoEngine;
using algenta::test::settled;

namespace
{

constexpr int rawCases = 3000;
constexpr int modelCases = 1000;
constexpr quint32 seed = 20260107;

/** Override fields that the engine saw in all requests since its record was cleared. */
QStringList seenBy(const DemoEngine &engine)
{
    QStringList places;
    for (const auto &request : engine.requests()) {
        for (const std::string &place : request.overrideFields)
            places.append(QString::fromStdString(place));
    }
    return places;
}

/** How often a value names one of the fields, metadata included. */
qsizetype namesIn(const base::Json &value)
{
    qsizetype count = 0;
    for (const base::JsonMember &member : value.members())
        count += namesIn(member.value) + (embeddedContract().neverModelFacing.contains(member.key) ? 1 : 0);
    for (const base::Json &item : value.items())
        count += namesIn(item);
    return count;
}

} // namespace

/**
 * What scrubbing leaves, as an engine records it. The requests of the first two tests go out by a plain
 * client of Qt, so that the guard of core/net, which refuses every such field, cannot hide a mistake of
 * the scrubber; those of the third take the whole model-facing path.
 */
class TestScrubWire : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void theRecordSeesWhatIsNotScrubbed();
    void scrubbedArgumentsArriveWithoutTheFields();
    void theModelFacingPathSendsNone();

private:
    void post(const QString &tool, const base::Json &arguments);

    DemoEngine m_engine;
    QNetworkAccessManager m_client;
};

void TestScrubWire::initTestCase()
{
    QVERIFY2(m_engine.start(), m_engine.errorText().c_str());
    qInfo("seed %u, %d cases over a socket", seed, rawCases + modelCases);
}

void TestScrubWire::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_engine.clearRequests();
}

void TestScrubWire::post(const QString &tool, const base::Json &arguments)
{
    QNetworkRequest request(QUrl(QString::fromStdString(m_engine.baseUrl() + "/mcp")));
    request.setRawHeader("Content-Type", "application/json");
    request.setRawHeader("Accept", "application/json, text/event-stream");
    request.setRawHeader("Authorization", "Bearer " + QByteArray::fromStdString(m_engine.readingKey()));
    QNetworkReply *reply = m_client.post(request, mcp::callToolBody(1, tool, arguments));
    QVERIFY(QTest::qWaitFor([reply] { return reply->isFinished(); }, 30'000));
    reply->deleteLater();
}

void TestScrubWire::theRecordSeesWhatIsNotScrubbed()
{
    tests::SchemaGenerator generator(seed);
    int seen = 0;
    for (int number = 0; number < 200; ++number) {
        const base::Json arguments = generator.next().arguments.dirty;
        m_engine.clearRequests();
        post(u"execute_decision"_s, arguments);
        QCOMPARE(seenBy(m_engine).isEmpty(), namesIn(arguments) == 0);
        seen += seenBy(m_engine).isEmpty() ? 0 : 1;
    }
    QVERIFY2(seen > 50, "the generator plants too little to show anything");
}

void TestScrubWire::scrubbedArgumentsArriveWithoutTheFields()
{
    tests::SchemaGenerator generator(seed);
    int scrubbed = 0;
    for (int number = 0; number < rawCases; ++number) {
        const tests::Generated generated = generator.next();
        const bool executes = number % 2 == 0;
        const QString tool = executes ? u"execute_decision"_s : u"simulate"_s;
        const auto arguments = contract::scrubArguments(embeddedContract(), tool, generated.schema.dirty,
                                                        generated.arguments.dirty);
        QVERIFY(arguments);
        m_engine.clearRequests();
        post(tool, arguments->value);
        const QStringList places = seenBy(m_engine);
        QVERIFY(!m_engine.requests().empty());
        if (executes) {
            // By name, everywhere but in the opaque metadata.
            for (const QString &place : places)
                QVERIFY2(place.startsWith("body.params.arguments.metadata"_L1), qPrintable(place));
        } else {
            // Where the schema declares them; what it does not declare is none of its business.
            QCOMPARE(places.isEmpty(), namesIn(generated.arguments.clean) == 0);
        }
        scrubbed += arguments->changed() ? 1 : 0;
    }
    QVERIFY2(scrubbed > rawCases / 4, "the generator plants too little to show anything");
}

void TestScrubWire::theModelFacingPathSendsNone()
{
    net::HttpReader reader;
    const std::string text = m_engine.agentKey();
    const base::Secret key(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())));
    mcp::McpClient client(QUrl(QString::fromStdString(m_engine.baseUrl() + "/mcp")), reader,
                          [&key] { return &key; });
    engine::ModelFacingToolset tools(embeddedContract(), contract::ProfileName::Execute, client);
    QVERIFY(settled(tools.list()));
    tests::SchemaGenerator generator(seed + 1);
    int sent = 0;
    for (int number = 0; number < modelCases; ++number) {
        const base::Json arguments = generator.next().arguments.dirty;
        m_engine.clearRequests();
        const QByteArray bytes = base::writeJson(arguments);
        const auto answer = settled(tools.call(u"execute_decision"_s, bytes));
        const bool refused = !answer && answer.error().code == base::ErrorCode::RefusedField;
        // Names that only differ in letter case are refused here as well.
        QCOMPARE(refused, !net::findOverrideFields(bytes).isEmpty());
        QVERIFY(refused || namesIn(arguments) == 0);
        QCOMPARE(m_engine.requests().empty(), refused);
        QVERIFY(m_engine.overrideRequests().empty());
        sent += refused ? 0 : 1;
    }
    QVERIFY2(sent > modelCases / 10 && sent < modelCases * 9 / 10, "one of the two ways was hardly taken");
}

QTEST_GUILESS_MAIN(TestScrubWire)
#include "tst_scrubwire.moc"
