// SPDX-License-Identifier: Apache-2.0
#include "tests/console/accessiblereader.h"
#include "tests/console/glassdriver.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using namespace algenta::test;

/** What the accessibility bus gives to a screen reader, and to any other program that asks. */
class TestScreenReader : public QObject
{
    Q_OBJECT

    /** The bus starts with the first that asks for it, so the first answer may be short. */
    static QList<AccessibleObject> shownTree()
    {
        QList<AccessibleObject> objects;
        for (int attempt = 0; attempt < 10 && objects.size() < 20; ++attempt) {
            objects = accessibleTree(QCoreApplication::applicationPid());
            QTest::qWait(200);
        }
        return objects;
    }

private:
    Q_SLOT void everyTextOfAnArmedWindowIsThereAndNothingConfirms()
    {
        ConsoleFixture fixture;
        const QString id = fixture.blockedDecision();
        QVERIFY(fixture.show());
        makeReady(fixture);
        arm(fixture);
        const QList<AccessibleObject> objects = shownTree();
        QVERIFY2(objects.size() > 50, "the accessibility bus shows no window");
        for (const QString &text :
             {id, u"Reorder SKU 8841"_s, host(fixture), u"override_safety"_s, u"0.41"_s,
              u"Type the host that it goes to"_s, u"Disarm"_s, u"Hold to send"_s, u"written by an agent"_s})
            QVERIFY2(says(objects, text), qPrintable(text));
        for (const AccessibleObject &object : objects) {
            if (object.name.contains(u"Hold to send"_s))
                QVERIFY2(!object.actions.contains(u"Press"_s), qPrintable(object.actions.join(u',')));
            QVERIFY2(!object.name.contains(QString::fromStdString(fixture.demo.operatorKey())) &&
                         !object.description.contains(QString::fromStdString(fixture.demo.operatorKey())),
                     "the operator key is on the accessibility bus");
        }
    }

    Q_SLOT void controlsOfEachPageHaveNames_data()
    {
        QTest::addColumn<QString>("place");
        for (const QString &place : {u"overview"_s, u"blocked"_s, u"decisions"_s, u"receipts"_s, u"tools"_s,
                                     u"contract"_s, u"journal"_s, u"settings"_s, u"doctor"_s})
            QTest::newRow(qPrintable(place)) << place;
    }
    Q_SLOT void controlsOfEachPageHaveNames()
    {
        QFETCH(QString, place);
        ConsoleFixture fixture;
        fixture.blockedDecision();
        QVERIFY(fixture.show());
        fixture.goTo(place);
        const QList<AccessibleObject> objects = shownTree();
        QVERIFY2(objects.size() > 20, "the accessibility bus shows no window");
        for (const AccessibleObject &object : objects) {
            // Qt 6.4 gives out neither name nor description of a password field.
            const bool control = object.role == "push button"_L1 || object.role == "check box"_L1 ||
                                 object.role == "combo box"_L1;
            if (control)
                QVERIFY2(!object.name.isEmpty(), qPrintable(object.role));
        }
    }
};

QTEST_MAIN(TestScreenReader)
#include "tst_screenreader.moc"
