// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonreader.h"
#include "core/contract/drift.h"
#include "core/mcp/mcpclient.h"
#include "core/store/sighting.h"

#include <QRegularExpression>
#include <QTest>

using namespace algenta;
using namespace Qt::Literals::StringLiterals;
using store::SnapshotKind;

namespace
{

const QDateTime noon = QDateTime::fromString(u"2026-11-30T12:00:00.000Z"_s, Qt::ISODateWithMs);
const QString engineOrigin = u"http://engine.example:8000"_s;

/** One tool list out of pages, each the text of a list of tools. */
mcp::ToolList listOf(const QList<QByteArray> &pages)
{
    mcp::ToolList list;
    for (qsizetype i = 0; i < pages.size(); ++i) {
        const QByteArray body = "{\"tools\":[" + pages.at(i) + "]}";
        list.rawPages.append("{\"jsonrpc\":\"2.0\",\"id\":" + QByteArray::number(i + 1) +
                             ",\"result\":" + body + '}');
        const auto root = base::readJson(body);
        if (!root || !mcp::readToolPage(*root, list))
            qFatal("not a page of tools");
    }
    return list;
}

store::KeptSnapshot kept(SnapshotKind kind, const QByteArray &content)
{
    store::KeptSnapshot snapshot;
    snapshot.info.kind = kind;
    snapshot.content = content;
    return snapshot;
}

const QByteArray first = R"({"name":"a","description":"x","inputSchema":{"type":"object"}})";
const QByteArray second = R"({"name":"b","description":"y","inputSchema":{}})";

} // namespace

/** What counts as the same content, and what does not. */
class TestSighting : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void sameToolsAreTheSameContent_data();
    void sameToolsAreTheSameContent();
    void differentToolsAreDifferentContents_data();
    void differentToolsAreDifferentContents();
    void incompleteListIsNoSnapshot();
    void rawPagesAreKept();
    void keptListCanBeCompared();
    void keptContractCanBeCompared();
    void whatIsNoListIsRefused_data();
    void whatIsNoListIsRefused();
    void contractsCompareByMeaning_data();
    void contractsCompareByMeaning();
    void unreadableContractIsNoSnapshot();
};

void TestSighting::sameToolsAreTheSameContent_data()
{
    QTest::addColumn<QList<QByteArray>>("pages");
    QTest::newRow("order of tools") << QList<QByteArray>{second + ',' + first};
    QTest::newRow("white space") << QList<QByteArray>{first + " ,\n  " + second};
    QTest::newRow("pages") << QList<QByteArray>{first, second};
    QTest::newRow("order of members")
        << QList<QByteArray>{R"({"inputSchema":{"type":"object"},"description":"x","name":"a"},)" + second};
    QTest::newRow("escapes") << QList<QByteArray>{
        R"({"name":"\u0061","description":"x","inputSchema":{"type":"object"}},)" + second};
}

void TestSighting::sameToolsAreTheSameContent()
{
    QFETCH(QList<QByteArray>, pages);
    QCOMPARE(store::toolListContent(listOf(pages)), store::toolListContent(listOf({first + ',' + second})));
}

void TestSighting::differentToolsAreDifferentContents_data()
{
    QTest::addColumn<QByteArray>("page");
    QTest::newRow("a tool less") << first;
    QTest::newRow("a tool twice") << QByteArray(first + ',' + second + ',' + second);
    QTest::newRow("a word") << QByteArray(
        R"({"name":"a","description":"X","inputSchema":{"type":"object"}},)" + second);
    QTest::newRow("a member that nobody knows") << QByteArray(
        R"({"name":"a","description":"x","inputSchema":{"type":"object"},"_meta":{}},)" + second);
    QTest::newRow("an item that cannot be used") << QByteArray(first + ',' + second + R"(,{"name":"c"})");
    QTest::newRow("another number in the schema") << QByteArray(
        R"({"name":"a","description":"x","inputSchema":{"type":"object","maximum":1.0}},)" + second);
}

void TestSighting::differentToolsAreDifferentContents()
{
    QFETCH(QByteArray, page);
    QVERIFY(store::toolListContent(listOf({page})) != store::toolListContent(listOf({first + ',' + second})));
}

void TestSighting::incompleteListIsNoSnapshot()
{
    mcp::ToolList list = listOf({first});
    QVERIFY(store::toolListSighting(engineOrigin, list, noon));
    list.complete = false;
    list.incompleteReason = u"The second page did not come."_s;
    const auto refused = store::toolListSighting(engineOrigin, list, noon);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, base::ErrorCode::InvalidInput);
    QVERIFY(refused.error().message.contains(u"The second page did not come."_s));
}

void TestSighting::rawPagesAreKept()
{
    const mcp::ToolList list = listOf({first, second});
    const auto sighting = store::toolListSighting(engineOrigin, list, noon);
    QVERIFY(sighting);
    QCOMPARE(sighting->kind, SnapshotKind::ToolList);
    QCOMPARE(sighting->engine, engineOrigin);
    QCOMPARE(sighting->raw, list.rawPages);
    QCOMPARE(sighting->seenAt, noon);
}

void TestSighting::keptListCanBeCompared()
{
    const mcp::ToolList list = listOf({second + ',' + first});
    const auto back = store::comparable(kept(SnapshotKind::ToolList, store::toolListContent(list)));
    QVERIFY(back && back->tools);
    QCOMPARE(back->tools->items.size(), 2);
    QCOMPARE(back->tools->items.at(0)[u"name"].toString(), u"a"_s);
    QVERIFY(back->tools->complete);
    QVERIFY(!back->contract && !back->discovery);
    const auto other = contract::readSnapshot("{\"tools\":[" + first + ',' + second + "]}");
    QVERIFY(other);
    QVERIFY(contract::compareSnapshots(*back, *other).items.isEmpty());
}

void TestSighting::keptContractCanBeCompared()
{
    const auto own =
        store::comparable(kept(SnapshotKind::Contract, R"({"contract_version":"v1.6","tools":[]})"));
    QVERIFY(own && own->discovery);
    QVERIFY(!own->tools);
    const auto profiles = store::comparable(kept(SnapshotKind::Contract, contract::embeddedContractBytes()));
    QVERIFY(profiles && profiles->contract);
    QCOMPARE(profiles->contract->contract, contract::embeddedContract());
}

void TestSighting::whatIsNoListIsRefused_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("no JSON") << QByteArray("{\"tools\":");
    QTest::newRow("no list") << QByteArray("{\"tools\":{}}");
}

void TestSighting::whatIsNoListIsRefused()
{
    QFETCH(QByteArray, content);
    QVERIFY(!store::comparable(kept(SnapshotKind::ToolList, content)));
}

void TestSighting::contractsCompareByMeaning_data()
{
    QTest::addColumn<QByteArray>("document");
    QTest::addColumn<bool>("same");
    QTest::newRow("white space") << QByteArray("{ \"b\": [1, 2],\n\"a\": {\"d\": 1, \"c\": 2.0} }") << true;
    QTest::newRow("order of members") << QByteArray(R"({"a":{"c":2.0,"d":1},"b":[1,2]})") << true;
    QTest::newRow("order of a list") << QByteArray(R"({"b":[2,1],"a":{"d":1,"c":2.0}})") << false;
    QTest::newRow("digits") << QByteArray(R"({"b":[1,2],"a":{"d":1,"c":2}})") << false;
    QTest::newRow("a key twice") << QByteArray(R"({"b":[1,2],"b":[1,2],"a":{"d":1,"c":2.0}})") << false;
}

void TestSighting::contractsCompareByMeaning()
{
    QFETCH(QByteArray, document);
    QFETCH(bool, same);
    const auto sighting = store::contractSighting(engineOrigin, document, noon);
    const auto other = store::contractSighting(engineOrigin, R"({"b":[1,2],"a":{"d":1,"c":2.0}})", noon);
    QVERIFY(sighting && other);
    QCOMPARE(sighting->raw, QList<QByteArray>{document});
    QCOMPARE(sighting->content == other->content, same);
}

void TestSighting::unreadableContractIsNoSnapshot()
{
    QVERIFY(!store::contractSighting(engineOrigin, "<html>", noon));
}

QTEST_GUILESS_MAIN(TestSighting)
#include "tst_sighting.moc"
