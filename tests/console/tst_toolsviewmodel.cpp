// SPDX-License-Identifier: Apache-2.0
#include "app/console/tools/removedlines.h"
#include "app/console/tools/toolsviewmodel.h"
#include "app/demo_engine/demoengine.h"
#include "core/base/jsonreader.h"
#include "core/base/jsonwriter.h"
#include "core/contract/scrub.h"

#include <QAbstractItemModelTester>
#include <QQmlEngine>
#include <QQuickItem>
#include <QQuickView>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using algenta::base::Json;
using algenta::base::Secret;
using algenta::console::ConsoleSettings;
using algenta::console::Session;
using algenta::console::ToolListModel;
using algenta::console::ToolsViewModel;
using algenta::demo::DemoEngine;

namespace
{

/** A console's Tools page on an engine of its own. */
class Desk
{
public:
    Desk()
        : settings(folder.filePath(u"settings.json"_s))
        , session(settings)
        , tools(session)
        , tester(tools.tools(), QAbstractItemModelTester::FailureReportingMode::QtTest)
    {
        if (!demo.start())
            qFatal("the demo engine does not start");
    }
    void open()
    {
        const auto address = algenta::engine::parseEngineAddress(QString::fromStdString(demo.baseUrl()));
        session.open(*address, Secret(QByteArray::fromStdString(demo.readingKey())));
    }
    [[nodiscard]] bool isReady() { return tools.tools()->status() == "ready"_L1; }
    [[nodiscard]] QVariant cell(const QString &name, int role)
    {
        ToolListModel &list = *tools.tools();
        for (int row = 0; row < list.rowCount(); ++row) {
            if (list.data(list.index(row), ToolListModel::ExactNameRole).toString() == name)
                return list.data(list.index(row), role);
        }
        return {};
    }
    void openTool(const QString &name) { tools.open(cell(name, ToolListModel::KeyRole).toString()); }

    QTemporaryDir folder;
    DemoEngine demo;
    ConsoleSettings settings;
    Session session;
    ToolsViewModel tools;
    QAbstractItemModelTester tester;
};

std::string replaced(std::string text, const std::string &from, const std::string &to)
{
    if (const auto at = text.find(from); at != std::string::npos)
        text.replace(at, from.size(), to);
    return text;
}

QStringList linesOf(const QString &text, const QList<int> &numbers)
{
    QStringList lines;
    for (const int number : numbers)
        lines.append(text.split(u'\n').value(number - 1).trimmed());
    return lines;
}

QString valueOf(const QVariantList &rows, const QString &label)
{
    for (const QVariant &row : rows) {
        if (row.toMap().value(u"label"_s) == label)
            return row.toMap().value(u"value"_s).toString();
    }
    return {};
}

} // namespace

class TestToolsViewModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void removedLinesAreExact_data()
    {
        QTest::addColumn<QByteArray>("schema");
        QTest::addColumn<QStringList>("gone");
        QTest::newRow("nothing") << QByteArray(R"({"type":"object","properties":{"a":{"type":"string"}}})")
                                 << QStringList();
        QTest::newRow("one line") << QByteArray(R"({"properties":{"force":true,"a":{}}})")
                                  << QStringList{u"\"force\": true,"_s};
        QTest::newRow("several lines, last of its object")
            << QByteArray(R"({"properties":{"a":{},"force":{"type":"boolean","x":[1]}}})")
            << QStringList{
                   u"\"force\": {"_s, u"\"type\": \"boolean\","_s, u"\"x\": ["_s, u"1"_s, u"]"_s, u"}"_s};
        QTest::newRow("listed") << QByteArray(R"({"required":["a","force","b","override_safety"]})")
                                << QStringList{u"\"force\","_s, u"\"override_safety\""_s};
        QTest::newRow("a repeated key: each list by itself")
            << QByteArray(R"({"required":["a","force"],"required":["force","a"]})")
            << QStringList{u"\"force\""_s, u"\"force\","_s};
        QTest::newRow("a condition that gives way to false")
            << QByteArray(R"({"not":{"required":["force"]},"type":"object"})")
            << QStringList{u"\"not\": {"_s, u"\"required\": ["_s, u"\"force\""_s, u"]"_s, u"},"_s};
        QTest::newRow("a name that stays in a text")
            << QByteArray(R"({"title":"force","properties":{"x":{"description":"force"}}})") << QStringList();
    }
    void removedLinesAreExact()
    {
        QFETCH(QByteArray, schema);
        QFETCH(QStringList, gone);
        const auto published = algenta::base::readJson(schema);
        QVERIFY(published);
        const auto scrubbed =
            algenta::contract::scrubSchema(algenta::contract::embeddedContract(), *published);
        const QString text =
            QString::fromUtf8(algenta::base::writeJson(*published, algenta::base::JsonLayout::Indented));
        QCOMPARE(linesOf(text, algenta::console::removedLines(*published, scrubbed.value)), gone);
    }

    void withoutAnEngineTheListSaysSo()
    {
        Desk desk;
        QCOMPARE(desk.tools.tools()->status(), u"failed"_s);
        QVERIFY(!desk.tools.tools()->failedWhy().isEmpty());
        QVERIFY(desk.tools.tools()->failedAdvice().contains(u"Settings"_s));
    }

    void showsTheMatrix()
    {
        Desk desk;
        desk.open();
        QCOMPARE(desk.tools.tools()->status(), u"loading"_s);
        QTRY_VERIFY(desk.isReady());
        ToolListModel &list = *desk.tools.tools();
        QCOMPARE(list.rowCount(), 7);
        QCOMPARE(list.contractCount(), 7);
        QCOMPARE(list.allCount(), 140);
        QCOMPARE(list.unknownCount(), 0);
        QCOMPARE(desk.cell(u"get_contract"_s, ToolListModel::ObserveRole), QVariant(u"yes"_s));
        QCOMPARE(desk.cell(u"plan_decision"_s, ToolListModel::ObserveRole), QVariant(u"from govern"_s));
        QCOMPARE(desk.cell(u"plan_decision"_s, ToolListModel::GovernRole), QVariant(u"yes"_s));
        QCOMPARE(desk.cell(u"execute_decision"_s, ToolListModel::GovernRole), QVariant(u"from execute"_s));
        QCOMPARE(desk.cell(u"execute_decision"_s, ToolListModel::ExecuteRole), QVariant(u"yes"_s));
        QCOMPARE(desk.cell(u"execute_decision"_s, ToolListModel::DangerRole), QVariant(u"acts"_s));
        QCOMPARE(desk.cell(u"execute_decision"_s, ToolListModel::ClaimRole),
                 QVariant(u"writes, not destructive"_s));
        list.setQuick(u"all"_s);
        list.setGrouped(false);
        QCOMPARE(list.rowCount(), 140);
        QCOMPARE(desk.cell(u"fire_trigger"_s, ToolListModel::ExecuteRole), QVariant(u"full only"_s));
        QCOMPARE(desk.cell(u"query_batch"_s, ToolListModel::ObserveRole), QVariant(u"alias"_s));
        QCOMPARE(desk.cell(u"fire_trigger"_s, ToolListModel::FullRole), QVariant(u"yes"_s));
        list.setQuick(u"acting"_s);
        QCOMPARE(list.rowCount(), list.actingCount());
        QCOMPARE(desk.cell(u"update_execution_policy"_s, ToolListModel::DangerRole),
                 QVariant(u"changes rules"_s));
        QVERIFY(!desk.cell(u"get_contract"_s, ToolListModel::NameRole).isValid());
    }

    void groupsFoldAndASearchOpensThem()
    {
        Desk desk;
        desk.open();
        QTRY_VERIFY(desk.isReady());
        ToolListModel &list = *desk.tools.tools();
        list.setQuick(u"all"_s);
        QCOMPARE(list.rowCount(), 140 + 14);
        QCOMPARE(list.countText(), u"140"_s);
        const auto heading = [&list](int row) {
            return list.data(list.index(row), ToolListModel::HeadingRole).toString();
        };
        const auto detail = [&list](int row) {
            return list.data(list.index(row), ToolListModel::HeadingDetailRole).toString();
        };
        QCOMPARE(heading(0), u"Data onboarding"_s);
        QCOMPARE(detail(0), u"4"_s);
        QCOMPARE(heading(1), QString());
        QCOMPARE(desk.cell(u"get_contract"_s, ToolListModel::HeadingRole), QVariant(QString()));
        list.toggleGroup(1); // no heading: nothing happens
        QCOMPARE(list.rowCount(), 154);
        list.toggleGroup(0);
        QCOMPARE(list.rowCount(), 150);
        QCOMPARE(list.data(list.index(0), ToolListModel::ExpandedRole), QVariant(false));
        QCOMPARE(heading(1), u"Data access"_s);
        QVERIFY(!list.areAllExpanded());
        list.setFilterText(u"onboard_dataset"_s);
        QCOMPARE(list.rowCount(), 2);
        QCOMPARE(list.countText(), u"1 of 140"_s);
        list.toggleGroup(0);
        QCOMPARE(list.rowCount(), 1);
        list.setFilterText(u"dataset"_s);
        QVERIFY(list.rowCount() > 2);
        list.clearFilter();
        QCOMPARE(list.rowCount(), 150);
        list.setAllExpanded(false);
        QCOMPARE(list.rowCount(), 14);
        QVERIFY(list.data(list.index(8), ToolListModel::HeadingRole) == u"Decisions and jobs"_s);
        QCOMPARE(detail(8), u"18, of which 2 can act"_s);
        list.setAllExpanded(true);
        QVERIFY(list.areAllExpanded());
        list.sortBy(u"name"_s, false);
        QCOMPARE(list.data(list.index(1), ToolListModel::NameRole), QVariant(u"get_dataset_status"_s));
        list.setQuick(u"contract"_s);
        QCOMPARE(list.rowCount(), 7);
    }

    void aToolOfNoGroupStandsFirst()
    {
        Desk desk;
        desk.demo.setToolsListMutator([](std::string text) {
            return replaced(std::move(text), "\"name\":\"fire_trigger\"", "\"name\":\"launch_rocket\"");
        });
        desk.open();
        QTRY_VERIFY(desk.isReady());
        desk.tools.tools()->setQuick(u"all"_s);
        const ToolListModel &list = *desk.tools.tools();
        QCOMPARE(list.data(list.index(0), ToolListModel::NameRole),
                 QVariant(u"Not in the public registry"_s));
        QCOMPARE(list.data(list.index(1), ToolListModel::NameRole), QVariant(u"launch_rocket"_s));
        QCOMPARE(list.data(list.index(1), ToolListModel::FullRole), QVariant(u"yes"_s));
    }

    void hintsAreClaimsBesideOurClass_data()
    {
        QTest::addColumn<QString>("tool");
        QTest::addColumn<QString>("annotations");
        QTest::addColumn<QString>("differs");
        QTest::addColumn<QString>("destructive");
        const QString none;
        QTest::newRow("acts, called not destructive")
            << u"execute_decision"_s << uR"({"readOnlyHint":false,"destructiveHint":false})"_s
            << u"not destructive"_s << u"no"_s;
        QTest::newRow("acts, called read-only")
            << u"execute_decision"_s << uR"({"readOnlyHint":true})"_s << u"read-only"_s << u"says nothing"_s;
        QTest::newRow("acts, called destructive")
            << u"execute_decision"_s << uR"({"destructiveHint":true})"_s << none << u"yes"_s;
        QTest::newRow("records, called read-only")
            << u"log_decision"_s << uR"({"readOnlyHint":true})"_s << u"read-only"_s << u"says nothing"_s;
        QTest::newRow("records, called not destructive")
            << u"log_decision"_s << uR"({"destructiveHint":false})"_s << none << u"no"_s;
        QTest::newRow("reads, called writing") << u"simulate"_s << uR"({"readOnlyHint":false})"_s
                                               << u"says that it writes"_s << u"says nothing"_s;
        QTest::newRow("reads, called destructive")
            << u"simulate"_s << uR"({"destructiveHint":true})"_s << u"destructive"_s << u"yes"_s;
        QTest::newRow("reads, nothing claimed") << u"simulate"_s << u"{}"_s << none << u"says nothing"_s;
    }
    void hintsAreClaimsBesideOurClass()
    {
        QFETCH(QString, tool);
        QFETCH(QString, annotations);
        QFETCH(QString, differs);
        QFETCH(QString, destructive);
        Desk desk;
        desk.demo.setToolsListMutator([&](const std::string &) {
            return QString(uR"({"tools":[{"name":"%1","inputSchema":{},"annotations":%2}]})"_s)
                .arg(tool, annotations)
                .toStdString();
        });
        desk.open();
        QTRY_VERIFY(desk.isReady());
        desk.openTool(tool);
        const auto &detail = *desk.tools.detail();
        QVERIFY2(detail.disagreementText().contains(differs), qPrintable(detail.disagreementText()));
        QCOMPARE(detail.disagreementText().isEmpty(), differs.isEmpty());
        QCOMPARE(desk.tools.tools()->differingCount(), differs.isEmpty() ? 0 : 1);
        QCOMPARE(desk.cell(tool, ToolListModel::ClaimShownRole).toString().startsWith(u'≠'),
                 !differs.isEmpty());
        QCOMPARE(valueOf(detail.claimRows(), u"Destructive"_s), destructive);
        QVERIFY(valueOf(detail.classRows(), u"Determined by"_s).contains(u"not asked"_s));
    }

    void anIncompleteListProvesNoOmission()
    {
        Desk desk;
        desk.demo.setToolsListMutator([](std::string text) {
            text = replaced(std::move(text), "\"name\":\"simulate\"", "\"name\":\"simulate_all\"");
            return text.insert(1, "\"nextCursor\":\"again\",");
        });
        desk.open();
        QTRY_VERIFY(desk.isReady());
        QVERIFY(desk.tools.tools()->incompleteText().contains(u"incomplete"_s));
        QCOMPARE(desk.cell(u"simulate"_s, ToolListModel::ObserveRole), QVariant(u"not known"_s));
        QCOMPARE(desk.cell(u"simulate"_s, ToolListModel::StateRole), QVariant(u"not known"_s));
        desk.openTool(u"simulate"_s);
        QVERIFY(desk.tools.detail()->problem().contains(u"not known"_s));
        QVERIFY(desk.tools.summary().contains(u"not seen"_s));
    }

    void filtersByTheFieldsOfTheLanguage_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<int>("rows");
        QTest::newRow("name") << u"name=simulate"_s << 1;
        QTest::newRow("profile") << u"profile:observe"_s << 4;
        QTest::newRow("danger") << u"profile:govern danger:records"_s << 1;
        QTest::newRow("category") << u"category=decision_memory"_s << 6;
        QTest::newRow("differing") << u"differs:yes"_s << 3;
        QTest::newRow("no such tool") << u"name=nothing"_s << 0;
    }
    void filtersByTheFieldsOfTheLanguage()
    {
        QFETCH(QString, filter);
        QFETCH(int, rows);
        Desk desk;
        desk.open();
        QTRY_VERIFY(desk.isReady());
        desk.tools.tools()->setQuick(u"all"_s);
        desk.tools.tools()->setGrouped(false);
        desk.tools.tools()->setFilterText(filter);
        QCOMPARE(desk.tools.tools()->filterError(), QString());
        QCOMPARE(desk.tools.tools()->rowCount(), rows);
        QCOMPARE(desk.tools.tools()->status(), rows > 0 ? u"ready"_s : u"filtered"_s);
    }

    void showsTheModelViewBesideThePublishedOne()
    {
        Desk desk;
        desk.open();
        QTRY_VERIFY(desk.isReady());
        desk.openTool(u"execute_decision"_s);
        algenta::console::ToolDetail &detail = *desk.tools.detail();
        QCOMPARE(detail.flatName(), u"algenta_execute_decision"_s);
        QVERIFY(!detail.modelText().contains(u"\"force\""_s));
        QVERIFY(!detail.modelText().contains(u"\"override_safety\""_s));
        QVERIFY(detail.publishedText().contains(u"\"force\""_s));
        const QString gone = linesOf(detail.publishedText(), detail.removedLines()).join(u'\n');
        QVERIFY(gone.contains(u"\"force\": {"_s));
        QVERIFY(gone.contains(u"\"override_safety\": {"_s));
        QVERIFY(!gone.contains(u"decision_id"_s));
        algenta::console::JsonTreeModel &tree = *detail.schemaTree();
        tree.toggle(1); // properties
        QStringList struck;
        for (int row = 0; row < tree.rowCount(); ++row) {
            if (tree.data(tree.index(row), algenta::console::JsonTreeModel::RemovedRole).toBool())
                struck.append(
                    tree.data(tree.index(row), algenta::console::JsonTreeModel::LabelRole).toString());
        }
        QCOMPARE(struck, QStringList({u"force"_s, u"override_safety"_s}));
        QVERIFY(detail.profileText().startsWith(u"Never advertised to a model under observe"_s));
        desk.session.setProfile(u"execute"_s);
        QVERIFY(detail.profileText().startsWith(u"Advertised to a model under execute"_s));
        desk.openTool(u"get_contract"_s);
        QVERIFY(detail.removedLines().isEmpty());
        QCOMPARE(detail.exactModel(), detail.exactPublished());
        QVERIFY(detail.requirementRows().isEmpty());
        desk.tools.close();
        QVERIFY(detail.key().isEmpty());
    }

    void nothingThatWasNotCheckedLooksChecked()
    {
        Desk desk;
        desk.open();
        QTRY_VERIFY(desk.isReady());
        desk.openTool(u"execute_decision"_s);
        const QVariantList rows = desk.tools.detail()->requirementRows();
        QCOMPARE(rows.size(), 3);
        for (const QVariant &row : rows) {
            QVERIFY(row.toMap().value(u"value"_s).toString().startsWith(u"Cannot be known from here."_s));
            QVERIFY(row.toMap().value(u"kind"_s).toString() != "ok"_L1);
            QVERIFY(!row.toMap().value(u"note"_s).toString().isEmpty());
        }
    }

    void aMissingContractToolStaysInTheList()
    {
        Desk desk;
        desk.demo.setToolsListMutator([](std::string text) {
            return replaced(std::move(text), "\"name\":\"simulate\"", "\"name\":\"simulate_all\"");
        });
        desk.open();
        QTRY_VERIFY(desk.isReady());
        QCOMPARE(desk.tools.tools()->contractCount(), 7);
        QCOMPARE(desk.tools.tools()->unknownCount(), 1);
        QCOMPARE(desk.cell(u"simulate"_s, ToolListModel::StateRole), QVariant(u"not advertised"_s));
        QCOMPARE(desk.cell(u"simulate"_s, ToolListModel::ObserveRole), QVariant(u"not advertised"_s));
        desk.openTool(u"simulate"_s);
        QVERIFY(!desk.tools.detail()->hasSchema());
        QVERIFY(valueOf(desk.tools.detail()->profileRows(), u"full"_s) == "has it not"_L1);
        QVERIFY(desk.tools.summary().contains(u"1 of the contract not advertised"_s));
    }

    void brokenAndRepeatedItemsAreNamed()
    {
        Desk desk;
        desk.demo.setToolsListMutator([](std::string text) {
            text = replaced(std::move(text), "\"name\":\"simulate\"", "\"name\":\"recommend\"");
            return replaced(std::move(text), "\"tools\":[", "\"tools\":[{\"name\":\"bad\\u202e\"},");
        });
        desk.open();
        QTRY_VERIFY(desk.isReady());
        ToolListModel &list = *desk.tools.tools();
        QVERIFY(list.incompleteText().contains(u"One item"_s));
        QVERIFY(list.incompleteDetail().contains(u"Item 1 (bad<U+202E>)"_s));
        QVERIFY(list.incompleteDetail().contains(u"recommend is advertised more than once"_s));
        QVERIFY(list.rawAnswer().contains(u"recommend"_s));
        QCOMPARE(desk.cell(u"recommend"_s, ToolListModel::StateRole), QVariant(u"repeated name"_s));
        list.setQuick(u"all"_s);
        list.setGrouped(false);
        list.setFilterText(u"state:unusable"_s);
        QCOMPARE(list.rowCount(), 1);
        const QModelIndex broken = list.index(0);
        QCOMPARE(list.data(broken, ToolListModel::NameRole).toString(), u"bad<U+202E>"_s);
        QCOMPARE(list.data(broken, ToolListModel::FullRole).toString(), u"unusable"_s);
        desk.tools.open(list.data(broken, ToolListModel::KeyRole).toString());
        QVERIFY(desk.tools.detail()->problemDetail().contains(u"inputSchema"_s));
        QVERIFY(desk.tools.detail()->itemText().contains(u"<U+202E>"_s));
        QVERIFY(desk.tools.detail()->exactItem().contains(QChar(0x202e)));
    }

    void anEmptyListIsExplained()
    {
        Desk desk;
        desk.demo.setToolsListMutator([](const std::string &) { return std::string("{\"tools\":[]}"); });
        desk.open();
        QTRY_VERIFY(desk.isReady());
        QVERIFY(desk.tools.tools()->incompleteText().contains(u"advertises no tools"_s));
        QCOMPARE(desk.tools.tools()->rowCount(), 7);
        QCOMPARE(desk.cell(u"recommend"_s, ToolListModel::StateRole), QVariant(u"not advertised"_s));
    }

    void anUnreadableListFailsAndAGoodOneIsKept()
    {
        Desk desk;
        desk.demo.setToolsListMutator([](const std::string &) { return std::string("{\"nothing\":1}"); });
        desk.open();
        QTRY_COMPARE(desk.tools.tools()->status(), u"failed"_s);
        QVERIFY(desk.tools.tools()->failedWhy().contains(u"tools"_s));
        desk.demo.setToolsListMutator({});
        desk.session.refresh();
        QTRY_VERIFY(desk.isReady());
        QCOMPARE(desk.tools.tools()->incompleteText(), QString());
        desk.demo.setToolsListMutator([](const std::string &) { return std::string("{\"nothing\":1}"); });
        desk.session.refresh();
        QTRY_VERIFY(desk.tools.tools()->incompleteText().contains(u"could not be read again"_s));
        QCOMPARE(desk.tools.tools()->rowCount(), 7);
    }

    void anotherEngineDropsWhatWasRead()
    {
        Desk desk;
        desk.open();
        QTRY_VERIFY(desk.isReady());
        desk.openTool(u"simulate"_s);
        desk.demo.stop();
        desk.open();
        QCOMPARE(desk.tools.tools()->rowCount(), 0);
        QVERIFY(desk.tools.detail()->key().isEmpty());
        QTRY_COMPARE(desk.tools.tools()->status(), u"failed"_s);
    }

    void pageShowsTheToolAndItsViews();
};

void TestToolsViewModel::pageShowsTheToolAndItsViews()
{
    Desk desk;
    desk.open();
    QTRY_VERIFY(desk.isReady());
    QQuickView view;
    view.engine()->addImportPath(u"qrc:/qt/qml"_s);
    view.setResizeMode(QQuickView::SizeRootObjectToView);
    view.resize(1240, 830);
    view.setInitialProperties({{u"viewModel"_s, QVariant::fromValue(&desk.tools)},
                               {u"session"_s, QVariant::fromValue(&desk.session)},
                               {u"settings"_s, QVariant::fromValue(&desk.settings)}});
    view.setSource(QUrl(u"qrc:/qt/qml/Algenta/Pages/ToolsPage.qml"_s));
    QCOMPARE(view.status(), QQuickView::Ready);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QQuickItem *page = view.rootObject();
    auto *table = page->findChild<QQuickItem *>(u"toolsTable"_s);
    auto *details = page->findChild<QQuickItem *>(u"toolDetails"_s);
    QVERIFY(table && details);
    QVERIFY(!details->isVisible());
    QVERIFY(!page->findChild<QQuickItem *>(u"toolsIncomplete"_s)->isVisible());
    QCOMPARE(table->property("count").toInt(), 7);
    table->setProperty("currentRow", 6);
    QTRY_VERIFY(details->isVisible());
    QTRY_VERIFY(details->x() > 0);
    QTRY_VERIFY(table->width() <= details->x());
    QCOMPARE(details->property("title").toString(), u"execute_decision"_s);
    auto *published = details->findChild<QQuickItem *>(u"toolPublishedView"_s);
    QVERIFY(published);
    QCOMPARE(published->property("removedLines").value<QList<int>>(), desk.tools.detail()->removedLines());
    details->forceActiveFocus();
    QTest::keyClick(&view, Qt::Key_Escape);
    QTRY_VERIFY(!details->isVisible());
    desk.tools.tools()->setQuick(u"all"_s);
    QTRY_COMPARE(table->property("count").toInt(), 140 + 14);
    desk.tools.tools()->setFilterText(u"nonsense:1"_s);
    QTRY_VERIFY(page->findChild<QQuickItem *>(u"toolsFilterError"_s)->isVisible());
}

QTEST_MAIN(TestToolsViewModel)

#include "tst_toolsviewmodel.moc"
