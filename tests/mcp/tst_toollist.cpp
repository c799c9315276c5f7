// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonreader.h"
#include "core/mcp/mcpclient.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using algenta::base::ErrorCode;

namespace mcp = algenta::mcp;

namespace
{

mcp::ToolList read(const QByteArray &items)
{
    mcp::ToolList list;
    const auto page = algenta::base::readJson(R"({"tools":[)" + items + "]}");
    if (!page || !mcp::readToolPage(*page, list))
        qFatal("the test's page cannot be read");
    return list;
}

} // namespace

class TestToolList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void brokenItemLeavesTheRest_data();
    void brokenItemLeavesTheRest();
    void unusableHintsLeaveTheTool_data();
    void unusableHintsLeaveTheTool();
    void readsHints();
    void schemaMayBeEmpty();
    void repeatedNameStaysAndWarns();
    void lookAlikeNameWarns();
    void invisibleCharacterWarns();
    void positionsCountOverPages();
    void cursors_data();
    void cursors();
    void listMustBeThere();
};

void TestToolList::brokenItemLeavesTheRest_data()
{
    QTest::addColumn<QByteArray>("item");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("reason");
    QTest::newRow("null") << QByteArray("null") << QString() << u"not an object"_s;
    QTest::newRow("no name") << QByteArray(R"({"inputSchema":{}})") << QString() << u"no name"_s;
    QTest::newRow("name a number") << QByteArray(R"({"name":5,"inputSchema":{}})") << QString()
                                   << u"not a string"_s;
    QTest::newRow("name empty") << QByteArray(R"({"name":"","inputSchema":{}})") << QString() << u"empty"_s;
    QTest::newRow("schema a list") << QByteArray(R"({"name":"b","inputSchema":[]})") << u"b"_s
                                   << u"not an object"_s;
    QTest::newRow("schema null") << QByteArray(R"({"name":"b","inputSchema":null})") << u"b"_s
                                 << u"not an object"_s;
    QTest::newRow("no schema") << QByteArray(R"({"name":"b"})") << u"b"_s << u"no inputSchema"_s;
}

void TestToolList::brokenItemLeavesTheRest()
{
    QFETCH(QByteArray, item);
    QFETCH(QString, name);
    QFETCH(QString, reason);
    const mcp::ToolList list =
        read(R"({"name":"a","inputSchema":{}},)" + item + R"(,{"name":"c","inputSchema":{}})");
    QCOMPARE(list.names(), QStringList({u"a"_s, u"c"_s}));
    QCOMPARE(list.broken.size(), 1);
    QCOMPARE(list.broken.first().index, 1);
    QCOMPARE(list.broken.first().name, name);
    QVERIFY2(list.broken.first().reason.contains(reason), qPrintable(list.broken.first().reason));
    QCOMPARE(list.broken.first().raw, *algenta::base::readJson(item));
}

void TestToolList::unusableHintsLeaveTheTool_data()
{
    QTest::addColumn<QByteArray>("annotations");
    QTest::newRow("list") << QByteArray("[]");
    QTest::newRow("text") << QByteArray(R"("safe")");
    QTest::newRow("hint no bool") << QByteArray(R"({"readOnlyHint":"yes"})");
}

void TestToolList::unusableHintsLeaveTheTool()
{
    QFETCH(QByteArray, annotations);
    const mcp::ToolList list = read(R"({"name":"a","inputSchema":{},"annotations":)" + annotations + "}");
    QCOMPARE(list.names(), QStringList({u"a"_s}));
    QVERIFY(!list.tools.first().annotations || !list.tools.first().annotations->readOnly);
    QCOMPARE(list.warnings.size(), 1);
}

void TestToolList::readsHints()
{
    const mcp::ToolList list = read(
        R"({"name":"a","description":"d","inputSchema":{},"annotations":{"readOnlyHint":true,"destructiveHint":false}})");
    const auto &annotations = list.tools.first().annotations;
    QVERIFY(annotations);
    QCOMPARE(annotations->readOnly, std::optional(true));
    QCOMPARE(annotations->destructive, std::optional(false));
    QVERIFY(!annotations->openWorld);
    QCOMPARE(list.tools.first().description, u"d"_s);
    QVERIFY(list.warnings.isEmpty());
}

void TestToolList::schemaMayBeEmpty()
{
    const mcp::ToolList list = read(
        R"({"name":"a","inputSchema":{}},{"name":"b","inputSchema":{"$schema":"http://json-schema.org/x"}})");
    QCOMPARE(list.tools.size(), 2);
    QVERIFY(list.broken.isEmpty());
}

void TestToolList::repeatedNameStaysAndWarns()
{
    const mcp::ToolList list =
        read(R"({"name":"search","inputSchema":{}},{"name":"search","inputSchema":{}})");
    QCOMPARE(list.tools.size(), 2);
    QCOMPARE(list.warnings.size(), 1);
    QVERIFY(list.warnings.first().contains("more than once"_L1));
}

void TestToolList::lookAlikeNameWarns()
{
    // U+057D looks like a Latin u.
    const mcp::ToolList list = read(R"({"name":"verify_\u057der","inputSchema":{}})");
    QCOMPARE(list.tools.size(), 1);
    QCOMPARE(list.warnings.size(), 1);
    QVERIFY(list.warnings.first().contains("U+057D"_L1));
}

void TestToolList::invisibleCharacterWarns()
{
    const mcp::ToolList list = read(R"({"name":"get\u200b_me","inputSchema":{}})");
    QCOMPARE(list.warnings.size(), 1);
    QVERIFY(list.warnings.first().contains("<U+200B>"_L1));
}

void TestToolList::positionsCountOverPages()
{
    mcp::ToolList list = read(R"({"name":"a","inputSchema":{}},null)");
    const auto page = algenta::base::readJson(R"({"tools":[{"name":"b","inputSchema":{}},3]})");
    QVERIFY(mcp::readToolPage(*page, list));
    QCOMPARE(list.broken.size(), 2);
    QCOMPARE(list.broken.last().index, 3);
}

void TestToolList::cursors_data()
{
    QTest::addColumn<QByteArray>("member");
    QTest::addColumn<bool>("more");
    QTest::addColumn<bool>("complete");
    QTest::newRow("absent") << QByteArray() << false << true;
    QTest::newRow("null") << QByteArray(R"(,"nextCursor":null)") << false << true;
    QTest::newRow("text") << QByteArray(R"(,"nextCursor":"x")") << true << true;
    QTest::newRow("empty text") << QByteArray(R"(,"nextCursor":"")") << true << true;
    QTest::newRow("number") << QByteArray(R"(,"nextCursor":2)") << false << false;
}

void TestToolList::cursors()
{
    QFETCH(QByteArray, member);
    QFETCH(bool, more);
    QFETCH(bool, complete);
    mcp::ToolList list;
    const auto next = mcp::readToolPage(*algenta::base::readJson(R"({"tools":[])" + member + "}"), list);
    QVERIFY(next);
    QCOMPARE(next->has_value(), more);
    QCOMPARE(list.complete, complete);
    QCOMPARE(list.incompleteReason.isEmpty(), complete);
}

void TestToolList::listMustBeThere()
{
    mcp::ToolList list;
    const auto page = mcp::readToolPage(*algenta::base::readJson(R"({"tools":{}})"), list);
    QVERIFY(!page);
    QCOMPARE(page.error().code, ErrorCode::MalformedAnswer);
}

QTEST_GUILESS_MAIN(TestToolList)
#include "tst_toollist.moc"
