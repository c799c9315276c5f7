// SPDX-License-Identifier: Apache-2.0
#include "app/console/tools/toolsviewmodel.h"
#include "tests/console/consolefixture.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using test::ConsoleFixture;

/** The Tools page in the whole window. */
class TestToolsPage : public QObject
{
    Q_OBJECT

    static console::ToolsViewModel &tools(const ConsoleFixture &fixture)
    {
        return *fixture.mainWindow()->property("tools").value<console::ToolsViewModel *>();
    }
    static void press(const ConsoleFixture &fixture, int key,
                      Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(fixture.mainWindow(), Qt::Key(key), modifiers);
    }
    static void write(const ConsoleFixture &fixture, const QString &text)
    {
        for (const QChar letter : text)
            QTest::keyClick(fixture.mainWindow(), letter.toLatin1());
    }
    /** Name of the item with the focus, or of the nearest named one around it. */
    static QString focused(const ConsoleFixture &fixture)
    {
        for (QQuickItem *item = fixture.mainWindow()->activeFocusItem(); item; item = item->parentItem()) {
            if (!item->objectName().isEmpty())
                return item->objectName();
        }
        return {};
    }
    /** Names of the items around the one with the focus, innermost first. */
    static QStringList around(const ConsoleFixture &fixture)
    {
        QStringList names;
        for (QQuickItem *item = fixture.mainWindow()->activeFocusItem(); item; item = item->parentItem()) {
            if (!item->objectName().isEmpty())
                names.append(item->objectName());
        }
        return names;
    }
    /** Goes on with the Tab key until an item inside @p name has the focus. */
    static bool tabTo(const ConsoleFixture &fixture, const QString &name, const QString &inside = {})
    {
        for (int step = 0; step < 120; ++step) {
            const QStringList names = around(fixture);
            if (names.contains(name) && (inside.isEmpty() || names.contains(inside)))
                return true;
            press(fixture, Qt::Key_Tab);
        }
        return false;
    }
    /** With ALGENTA_SCREENSHOTS=FOLDER: what the test sees, in both schemes and in a small window. */
    static void takePictures(const ConsoleFixture &fixture, const QString &name)
    {
        const QString folder = qEnvironmentVariable("ALGENTA_SCREENSHOTS");
        if (folder.isEmpty())
            return;
        const QSize size = fixture.mainWindow()->size();
        for (const QString &look : {u"dark"_s, u"light"_s, u"small"_s}) {
            fixture.console->session().settings().setScheme(look == "dark"_L1 ? look : u"light"_s);
            fixture.mainWindow()->resize(look == "small"_L1 ? QSize(1024, 700) : size);
            QTest::qWait(200);
            QVERIFY(fixture.mainWindow()->grabWindow().save(folder + u'/' + name + u'-' + look + u".png"_s));
        }
        fixture.mainWindow()->resize(size);
    }
    /** The item of that name, or the one with the focus, is not scrolled out of the pane. */
    static bool isInView(const ConsoleFixture &fixture, const QString &name = {})
    {
        const QQuickItem *item =
            name.isEmpty() ? fixture.mainWindow()->activeFocusItem() : fixture.item(name);
        const QRectF at = item->mapRectToScene(QRectF(0, 0, item->width(), item->height()));
        return at.top() >= 0 && at.bottom() <= fixture.mainWindow()->height();
    }

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void aToolIsTriedByTheKeyboardAlone()
    {
        ConsoleFixture fixture;
        QVERIFY(fixture.show());
        fixture.mainWindow()->requestActivate();
        press(fixture, Qt::Key_5, Qt::AltModifier);
        QTRY_VERIFY(fixture.item(u"toolsTable"_s));
        QTRY_COMPARE(fixture.property<int>(u"toolsTable"_s, "count"), 7);
        press(fixture, Qt::Key_F, Qt::ControlModifier);
        QTRY_COMPARE(focused(fixture), u"toolsSearch"_s);
        write(fixture, u"name=recommend"_s);
        press(fixture, Qt::Key_Return);
        QTRY_COMPARE(fixture.property<int>(u"toolsTable"_s, "count"), 1);
        QTRY_VERIFY(around(fixture).contains(u"toolsTable"_s));
        QTRY_COMPARE(fixture.property<QString>(u"toolDetails"_s, "title"), u"recommend"_s);
        press(fixture, Qt::Key_Return);
        QTRY_COMPARE(focused(fixture), u"toolTabs"_s);
        press(fixture, Qt::Key_Right);
        press(fixture, Qt::Key_Right);
        QTRY_VERIFY(fixture.item(u"tryReadContract"_s));
        QVERIFY(!fixture.item(u"trySend"_s)->isEnabled());
        QVERIFY(tabTo(fixture, u"tryReadContract"_s));
        press(fixture, Qt::Key_Space);
        QTRY_VERIFY(fixture.property<QString>(u"tryContract"_s, "text").contains(u"contract version v1.6"_s));
        QVERIFY(tabTo(fixture, u"field/options"_s, u"fieldAdd"_s));
        press(fixture, Qt::Key_Space);
        QVERIFY(tabTo(fixture, u"field/options/0/name"_s, u"fieldText"_s));
        QVERIFY(isInView(fixture));
        write(fixture, u"Reorder"_s);
        QVERIFY(tabTo(fixture, u"field/options/0/mean"_s, u"fieldText"_s));
        write(fixture, u"12.50"_s);
        QVERIFY(tabTo(fixture, u"field/options/0/std"_s, u"fieldText"_s));
        QVERIFY(isInView(fixture));
        write(fixture, u"1"_s);
        QCOMPARE(fixture.item(u"trySend"_s)->isEnabled(), true);
        QVERIFY(tabTo(fixture, u"trySend"_s));
        QVERIFY(isInView(fixture));
        press(fixture, Qt::Key_Space);
        QTRY_COMPARE(fixture.property<QString>(u"tryOutcome"_s, "text"), u"answered"_s);
        const auto request = fixture.demo.requestsTo("/mcp").back();
        QVERIFY2(request.body.find(
                     "\"arguments\":{\"options\":[{\"name\":\"Reorder\",\"mean\":12.50,\"std\":1}]}") !=
                     std::string::npos,
                 request.body.c_str());
        QVERIFY(fixture.item(u"tryFields"_s));
        QTRY_VERIFY(isInView(fixture, u"tryOutcome"_s));
        takePictures(fixture, u"tools-try"_s);
        QVERIFY(tabTo(fixture, u"tryViews"_s));
        press(fixture, Qt::Key_Right);
        QTRY_VERIFY(fixture.item(u"tryTree"_s));
        QVERIFY(tabTo(fixture, u"tryTree"_s));
        const int closed = fixture.property<int>(u"tryTree"_s, "count");
        for (int row = 0; row < closed && fixture.property<int>(u"tryTree"_s, "count") == closed; ++row) {
            press(fixture, Qt::Key_Right);
            press(fixture, Qt::Key_Down);
        }
        QVERIFY(fixture.property<int>(u"tryTree"_s, "count") > closed);
        press(fixture, Qt::Key_Escape);
        QTRY_VERIFY(!fixture.item(u"toolDetails"_s));
        QVERIFY2(fixture.warnings.isEmpty(), qPrintable(fixture.warnings.join(u'\n')));
    }

    Q_SLOT void groupsFoldByTheKeyboard()
    {
        ConsoleFixture fixture;
        QVERIFY(fixture.show());
        fixture.goTo(u"tools"_s);
        tools(fixture).tools()->setQuick(u"all"_s);
        QTRY_COMPARE(fixture.property<int>(u"toolsTable"_s, "count"), 154);
        fixture.item(u"toolsTable"_s)->forceActiveFocus(Qt::TabFocusReason);
        press(fixture, Qt::Key_J);
        QCOMPARE(fixture.property<int>(u"toolsTable"_s, "currentRow"), 0);
        QVERIFY(!fixture.item(u"toolDetails"_s));
        press(fixture, Qt::Key_Left);
        QTRY_COMPARE(fixture.property<int>(u"toolsTable"_s, "count"), 150);
        QTRY_COMPARE(fixture.property<int>(u"toolsTable"_s, "currentRow"), 0);
        press(fixture, Qt::Key_Left);
        QCOMPARE(fixture.property<int>(u"toolsTable"_s, "count"), 150);
        press(fixture, Qt::Key_Space);
        QTRY_COMPARE(fixture.property<int>(u"toolsTable"_s, "count"), 154);
        QTRY_COMPARE(fixture.property<int>(u"toolsTable"_s, "currentRow"), 0);
        press(fixture, Qt::Key_J);
        press(fixture, Qt::Key_J);
        QTRY_COMPARE(fixture.property<QString>(u"toolDetails"_s, "title"), u"list_datasets"_s);
        press(fixture, Qt::Key_Left);
        QCOMPARE(fixture.property<int>(u"toolsTable"_s, "currentRow"), 0);
        QCOMPARE(fixture.property<QString>(u"toolDetails"_s, "title"), u"list_datasets"_s);
        takePictures(fixture, u"tools-groups"_s);
        QVERIFY2(fixture.warnings.isEmpty(), qPrintable(fixture.warnings.join(u'\n')));
    }

    Q_SLOT void theSelectionStaysOverARefresh()
    {
        ConsoleFixture fixture;
        QVERIFY(fixture.show());
        fixture.goTo(u"tools"_s);
        tools(fixture).tools()->setQuick(u"all"_s);
        QTRY_COMPARE(fixture.property<int>(u"toolsTable"_s, "count"), 154);
        QMetaObject::invokeMethod(fixture.item(u"toolsTable"_s), "selectKey",
                                  Q_ARG(QVariant, QVariant(u"tool:0:fire_trigger"_s)));
        QTRY_COMPARE(fixture.property<QString>(u"toolDetails"_s, "title"), u"fire_trigger"_s);
        const int row = fixture.property<int>(u"toolsTable"_s, "currentRow");
        fixture.demo.setToolsListMutator([](std::string text) {
            return text.insert(text.find("\"tools\":[") + 9, "{\"name\":\"brand_new\",\"inputSchema\":{}},");
        });
        press(fixture, Qt::Key_F5);
        QTRY_COMPARE(fixture.property<int>(u"toolsTable"_s, "count"), 156);
        QTRY_COMPARE(fixture.property<int>(u"toolsTable"_s, "currentRow"), row + 2);
        QCOMPARE(fixture.property<QString>(u"toolDetails"_s, "title"), u"fire_trigger"_s);
        QTRY_VERIFY(fixture.item(u"row_"_s + QString::number(row + 2)));
        QVERIFY2(fixture.warnings.isEmpty(), qPrintable(fixture.warnings.join(u'\n')));
    }

    Q_SLOT void rowsAreSpokenWithTheirReasons()
    {
        ConsoleFixture fixture;
        QVERIFY(fixture.show());
        fixture.goTo(u"tools"_s);
        QTRY_COMPARE(fixture.property<int>(u"toolsTable"_s, "count"), 7);
        QString spoken;
        QTRY_VERIFY(fixture.item(u"row_6"_s));
        QMetaObject::invokeMethod(fixture.item(u"row_6"_s), "spoken", Q_RETURN_ARG(QString, spoken));
        for (const QString &part : {u"execute_decision"_s, u"govern: from execute"_s, u"execute: yes"_s,
                                    u"We say: acts"_s, u"Server says: ≠ writes, not destructive"_s})
            QVERIFY2(spoken.contains(part), qPrintable(spoken));
        tools(fixture).tools()->setQuick(u"all"_s);
        QTRY_COMPARE(fixture.property<int>(u"toolsTable"_s, "count"), 154);
        QTRY_VERIFY(fixture.item(u"row_0"_s));
        QMetaObject::invokeMethod(fixture.item(u"row_0"_s), "spoken", Q_RETURN_ARG(QString, spoken));
        QCOMPARE(spoken, u"Group Data onboarding, 4, open"_s);
    }

    Q_SLOT void theSchemaIsATreeToo()
    {
        ConsoleFixture fixture;
        QVERIFY(fixture.show());
        fixture.goTo(u"tools"_s);
        QTRY_COMPARE(fixture.property<int>(u"toolsTable"_s, "count"), 7);
        QMetaObject::invokeMethod(fixture.item(u"toolsTable"_s), "selectRow", Q_ARG(int, 6));
        QTRY_COMPARE(fixture.property<QString>(u"toolDetails"_s, "title"), u"execute_decision"_s);
        fixture.item(u"toolTabs"_s)->forceActiveFocus(Qt::TabFocusReason);
        press(fixture, Qt::Key_Right);
        QTRY_VERIFY(fixture.item(u"toolPublishedView"_s));
        QVERIFY(tabTo(fixture, u"toolSchemaWay"_s));
        press(fixture, Qt::Key_Right);
        QTRY_VERIFY(fixture.item(u"toolSchemaTree"_s));
        QVERIFY(!fixture.item(u"toolPublishedView"_s));
        auto &tree = *tools(fixture).detail()->schemaTree();
        tree.toggle(1); // properties
        int removed = 0;
        for (int row = 0; row < tree.rowCount(); ++row)
            removed += tree.data(tree.index(row), console::JsonTreeModel::RemovedRole).toBool() ? 1 : 0;
        QCOMPARE(removed, 2);
        takePictures(fixture, u"tools-schema"_s);
        QVERIFY2(fixture.warnings.isEmpty(), qPrintable(fixture.warnings.join(u'\n')));
    }

    Q_SLOT void rawTextIsWrittenAndTheFormFollows()
    {
        ConsoleFixture fixture;
        QVERIFY(fixture.show());
        fixture.goTo(u"tools"_s);
        QTRY_COMPARE(fixture.property<int>(u"toolsTable"_s, "count"), 7);
        QMetaObject::invokeMethod(fixture.item(u"toolsTable"_s), "selectKey",
                                  Q_ARG(QVariant, QVariant(u"tool:0:simulate"_s)));
        QTRY_VERIFY(fixture.item(u"toolTabs"_s));
        fixture.item(u"toolTabs"_s)->forceActiveFocus(Qt::TabFocusReason);
        press(fixture, Qt::Key_Right);
        press(fixture, Qt::Key_Right);
        QVERIFY(tabTo(fixture, u"tryWay"_s));
        press(fixture, Qt::Key_Right);
        QTRY_VERIFY(fixture.item(u"tryRaw"_s));
        QVERIFY(tabTo(fixture, u"tryRaw"_s));
        press(fixture, Qt::Key_A, Qt::ControlModifier);
        write(fixture, u"{\"force\":1,\"seed\":7}"_s);
        auto &trial = *tools(fixture).trial();
        QCOMPARE(trial.rawText(), u"{\"force\":1,\"seed\":7}"_s);
        QTRY_VERIFY(fixture.property<QString>(u"tryRawError"_s, "text").contains(u"/force"_s));
        press(fixture, Qt::Key_A, Qt::ControlModifier);
        write(fixture, u"{\"seed\":7}"_s);
        QTRY_VERIFY(!fixture.item(u"tryRawError"_s));
        QVERIFY(tabTo(fixture, u"tryWay"_s));
        press(fixture, Qt::Key_Left);
        QVERIFY(tabTo(fixture, u"field/seed"_s, u"fieldText"_s));
        QCOMPARE(fixture.mainWindow()->activeFocusItem()->property("text").toString(), u"7"_s);
        write(fixture, u"5"_s);
        QVERIFY(trial.rawText().contains(u"75"_s));
        QVERIFY2(fixture.warnings.isEmpty(), qPrintable(fixture.warnings.join(u'\n')));
    }
};

QTEST_MAIN(TestToolsPage)
#include "tst_toolspage.moc"
