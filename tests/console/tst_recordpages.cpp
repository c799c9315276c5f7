// SPDX-License-Identifier: Apache-2.0
#include "app/console/breakglass/glassdesk.h"
#include "app/console/decisions/decisionsviewmodel.h"
#include "app/console/journal/journalviewmodel.h"
#include "app/console/receipts/receiptsviewmodel.h"
#include "tests/console/recordsfixture.h"

#include <QDir>
#include <QQmlEngine>
#include <QQuickItem>
#include <QQuickView>
#include <QRegularExpression>
#include <QSignalSpy>

using namespace algenta;
using namespace algenta::console;
using namespace Qt::Literals::StringLiterals;
using Fixture = algenta::test::RecordsFixture;

/** Decisions, Receipts and Journal, each shown with rows and with one of them in the drawer. */
class TestRecordPages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void decisionsShowARowAndItsDetails();
    void receiptsShowBothKindsOfEvidence();
    void journalShowsAnActAndTheVerdict();

private:
    /** Shows a page in a window of 1440 × 900 (its pictures go where ALGENTA_SHOTS says). */
    static std::unique_ptr<QQuickView> show(Fixture &f, const QString &page, QObject &viewModel,
                                            const QVariantMap &more = {});
    static void shoot(QQuickView &view, const QString &name);
    static QQuickItem *item(QQuickView &view, const QString &name)
    {
        return view.rootObject()->findChild<QQuickItem *>(name);
    }
};

std::unique_ptr<QQuickView> TestRecordPages::show(Fixture &f, const QString &page, QObject &viewModel,
                                                  const QVariantMap &more)
{
    auto view = std::make_unique<QQuickView>();
    view->engine()->addImportPath(u"qrc:/qt/qml"_s);
    view->setResizeMode(QQuickView::SizeRootObjectToView);
    QVariantMap properties{{u"viewModel"_s, QVariant::fromValue(&viewModel)},
                           {u"session"_s, QVariant::fromValue<QObject *>(&f.session)},
                           {u"settings"_s, QVariant::fromValue<QObject *>(&f.settings)}};
    properties.insert(more);
    view->setInitialProperties(properties);
    view->resize(1240, 820);
    view->setSource(QUrl(u"qrc:/qt/qml/Algenta/Pages/%1.qml"_s.arg(page)));
    view->show();
    return view;
}

void TestRecordPages::shoot(QQuickView &view, const QString &name)
{
    const QString folder = qEnvironmentVariable("ALGENTA_SHOTS");
    if (folder.isEmpty())
        return;
    for (const QSize &size : {QSize(1240, 820), QSize(824, 620)}) {
        view.resize(size);
        QTest::qWait(300);
        view.grabWindow().save(u"%1/%2-%3.png"_s.arg(folder, name, QString::number(size.width())));
    }
    view.resize(1240, 820);
}

void TestRecordPages::decisionsShowARowAndItsDetails()
{
    demo::DemoOptions options;
    options.history = 150;
    Fixture f(options);
    const QString id = f.override();
    DecisionsViewModel model(f.session);
    const auto view = show(f, u"DecisionsPage"_s, model);
    QVERIFY(view->rootObject());
    f.connectSession();
    QQuickItem *table = item(*view, u"decisionsTable"_s);
    QVERIFY(table);
    QTRY_VERIFY(table->property("count").toInt() >= 100);
    QVERIFY(!item(*view, u"decisionDetails"_s)->isVisible());
    model.open(id);
    QTRY_VERIFY(item(*view, u"decisionDetails"_s)->isVisible());
    QTRY_COMPARE(model.detail()->gates().size(), 3);
    QTRY_COMPARE(table->property("currentRow").toInt(), 0);
    shoot(*view, u"decisions"_s);
    model.list()->setFilterText(u"executed:nowhere"_s);
    QTRY_COMPARE(table->property("count").toInt(), 0);
    QVERIFY(item(*view, u"decisionDetails"_s)->isVisible());
    model.list()->clearFilter();
    model.open(u"dec_unknown"_s);
    QTRY_VERIFY(item(*view, u"decisionsOpenProblem"_s)->isVisible());
    QVERIFY(QMetaObject::invokeMethod(view->rootObject(), "closeDetails"));
    QTRY_VERIFY(!item(*view, u"decisionDetails"_s)->isVisible());
    QCOMPARE(table->property("currentRow").toInt(), -1);
}

void TestRecordPages::receiptsShowBothKindsOfEvidence()
{
    demo::DemoOptions options;
    options.history = 150;
    Fixture f(options);
    const QString id = f.override();
    ReceiptsViewModel model(f.session, f.journal);
    const auto view = show(f, u"ReceiptsPage"_s, model);
    QVERIFY(view->rootObject());
    QSignalSpy asked(view->rootObject(), SIGNAL(decisionRequested(QString)));
    f.connectSession();
    QQuickItem *table = item(*view, u"receiptsTable"_s);
    QVERIFY(table);
    QTRY_VERIFY(Fixture::rowWith(*model.list(), "evidenceKind", u"ok"_s) == 0);
    QTRY_VERIFY(Fixture::rowWith(*model.list(), "evidenceKind", u"unknown"_s) > 0);
    QVERIFY(table->setProperty("currentRow", 0));
    QTRY_VERIFY(item(*view, u"receiptDetails"_s)->isVisible());
    QTRY_VERIFY(item(*view, u"receiptStory"_s)->isVisible());
    shoot(*view, u"receipts"_s);
    QVERIFY(QMetaObject::invokeMethod(item(*view, u"receiptShowDecision"_s), "clicked"));
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked.first().first().toString(), id);
    QVERIFY(QMetaObject::invokeMethod(item(*view, u"chipDerived"_s), "clicked"));
    QCOMPARE(model.list()->filterText(), u"evidence:derived"_s);
    QTRY_VERIFY(item(*view, u"chipDerived"_s)->property("checked").toBool());
    QVERIFY(!item(*view, u"chipSeen"_s)->property("checked").toBool());
}

void TestRecordPages::journalShowsAnActAndTheVerdict()
{
    Fixture f;
    f.override();
    f.override(0.3);
    JournalViewModel model(f.session, f.journal);
    GlassDesk desk(f.session, f.journal, f.clock, {});
    const auto view = show(f, u"JournalPage"_s, model, {{u"desk"_s, QVariant::fromValue<QObject *>(&desk)}});
    QVERIFY(view->rootObject());
    f.connectSession();
    model.refresh();
    QQuickItem *table = item(*view, u"journalTable"_s);
    QVERIFY(table);
    QTRY_VERIFY(table->property("count").toInt() >= 5);
    QVERIFY(table->setProperty("currentRow", 0));
    QTRY_VERIFY(item(*view, u"journalDetails"_s)->isVisible());
    QTRY_VERIFY(item(*view, u"journalStory"_s)->isVisible());
    shoot(*view, u"journal"_s);
    QVERIFY(QMetaObject::invokeMethod(item(*view, u"journalVerify"_s), "clicked"));
    QTRY_VERIFY(item(*view, u"journalVerdict"_s)->isVisible());
    QCOMPARE(item(*view, u"verdictIntegrity"_s)->property("text").toString(), u"intact"_s);
    shoot(*view, u"journal-verdict"_s);
}

QTEST_MAIN(TestRecordPages)
#include "tst_recordpages.moc"
