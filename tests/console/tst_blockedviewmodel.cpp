// SPDX-License-Identifier: Apache-2.0
#include "app/console/blocked/blockedviewmodel.h"
#include "tests/breakglass/actfixture.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QTest>

#include <memory>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using console::BlockedListModel;
using console::BlockedViewModel;
using console::ConsoleSettings;
using console::Session;

class TestBlockedViewModel : public QObject
{
    Q_OBJECT

    /** The Blocked page's view model on an engine and a journal that acts are made with. */
    struct Page {
        explicit Page(const demo::DemoOptions &options = {})
            : acts(options)
            , settings(acts.folder.filePath(u"settings.json"_s))
            , session(settings)
            , view(session, acts.journal)
        {
        }
        /** Not where pages are counted: the tester asks for more rows by itself. */
        void watchModel()
        {
            tester = std::make_unique<QAbstractItemModelTester>(
                view.list(), QAbstractItemModelTester::FailureReportingMode::Fatal);
        }
        void connectAndRead()
        {
            session.open(acts.connection->address(), base::Secret(QByteArrayView(acts.demo.readingKey())));
            QTRY_VERIFY_WITH_TIMEOUT(!view.list()->isBusy() && view.list()->firstPageRead(), 30'000);
        }
        QVariant value(int row, BlockedListModel::Role role)
        {
            return view.list()->data(view.list()->index(row), role);
        }

        test::ActFixture acts;
        ConsoleSettings settings;
        Session session;
        BlockedViewModel view;
        std::unique_ptr<QAbstractItemModelTester> tester;
    };

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void refusalIsExplainedFromTheLiveRecord()
    {
        Page page;
        page.watchModel();
        const QString id = page.acts.log(0.41);
        page.acts.blockedBy(id);
        page.connectAndRead();
        QCOMPARE(page.view.list()->rowCount(), 1);
        QCOMPARE(page.value(0, BlockedListModel::ExactDecisionRole).toString(), id);
        QCOMPARE(page.value(0, BlockedListModel::GateTextRole).toString(), u"confidence"_s);
        QTRY_VERIFY(page.value(0, BlockedListModel::MeasuredRole).toString().startsWith(u"0.41 < "_s));
        page.view.select(0);
        QTRY_VERIFY(page.view.hasBar());
        QCOMPARE(page.view.measured(), 0.41);
        QVERIFY2(page.view.explanation().contains(u"Missing"_s), qPrintable(page.view.explanation()));
    }

    Q_SLOT void pagesAreReadAsTheyAreAskedFor()
    {
        demo::DemoOptions options;
        options.history = 1500;
        Page page(options);
        page.connectAndRead();
        BlockedListModel *list = page.view.list();
        QCOMPARE(list->rowCount(), 100);
        QVERIFY(list->canFetchMore({}));
        list->fetchMore({});
        QTRY_COMPARE_WITH_TIMEOUT(list->rowCount(), 200, 30'000);
        QStringList ids;
        for (int row = 0; row < list->rowCount(); ++row)
            ids.append(page.value(row, BlockedListModel::KeyRole).toString());
        QCOMPARE(ids.removeDuplicates(), 0);
        list->setFilterText(u"gate:risk_floor"_s);
        QVERIFY(list->rowCount() > 0 && list->rowCount() < 200);
        QVERIFY(!list->coverage().isEmpty());
        list->setFilterText(u"gate:nowhere"_s);
        QCOMPARE(list->status(), u"filtered"_s);
        list->clearFilter();
        QCOMPARE(list->rowCount(), 200);
    }

    Q_SLOT void ownActShowsInTheRowAndOwnRefusalStandsOnce()
    {
        Page page;
        page.watchModel();
        const QString id = page.acts.log(0.41);
        const auto act = page.acts.act(breakglass::subjectOf(page.acts.blockedBy(id)));
        page.connectAndRead();
        QCOMPARE(page.value(0, BlockedListModel::StatusTextRole).toString(), u"open"_s);
        page.acts.open(*act);
        page.acts.demo.blockNextExecution("confidence", "execution_blocked_confidence", "still too low");
        page.acts.confirm(*act);
        QCOMPARE(act->state(), breakglass::ActState::StillBlocked);
        page.session.refresh();
        // The agent's refusal and the console's own: the latter is in the audit log and the journal.
        QTRY_COMPARE_WITH_TIMEOUT(page.view.list()->rowCount(), 2, 30'000);
        QTRY_VERIFY(!page.view.list()->isBusy());
        QCOMPARE(page.view.list()->rowCount(), 2);
        QStringList statuses;
        for (int row = 0; row < 2; ++row)
            statuses.append(page.value(row, BlockedListModel::StatusTextRole).toString());
        statuses.sort();
        QCOMPARE(statuses, QStringList({u"open"_s, u"override refused"_s}));
    }

    Q_SLOT void laterRefusalDoesNotHideADelivery()
    {
        Page page;
        const QString id = page.acts.log(0.41);
        const engine::BlockedExecution first = page.acts.blockedBy(id);
        const auto delivered = page.acts.act(breakglass::subjectOf(first));
        page.acts.open(*delivered);
        page.acts.confirm(*delivered);
        QCOMPARE(delivered->state(), breakglass::ActState::Receipt);
        const engine::BlockedExecution second = page.acts.blockedBy(id);
        const auto refused = page.acts.act(breakglass::subjectOf(second));
        page.acts.open(*refused);
        page.acts.demo.blockNextExecution("risk_floor", "execution_blocked_risk_floor", "too much");
        page.acts.confirm(*refused);
        QCOMPARE(refused->state(), breakglass::ActState::StillBlocked);

        console::ActLedger ledger(page.acts.journal);
        ledger.reload();
        const QString origin = page.acts.connection->address().origin();
        QTRY_COMPARE(ledger.acts().size(), 2);
        QCOMPARE(ledger.statusOf(origin, first), u"overridden"_s);
        QCOMPARE(ledger.statusOf(origin, second), u"override refused"_s);
        QCOMPARE(ledger.statusOf(u"http://elsewhere:1"_s, first), u"open"_s);
    }

    Q_SLOT void clockOfTheEngineDoesNotDecideWhichRowAnActBelongsTo()
    {
        Page page;
        const QString id = page.acts.log(0.41);
        engine::BlockedExecution blocked = page.acts.blockedBy(id);
        const auto act = page.acts.act(breakglass::subjectOf(blocked));
        page.acts.open(*act);
        page.acts.confirm(*act);
        QCOMPARE(act->state(), breakglass::ActState::Receipt);
        console::ActLedger ledger(page.acts.journal);
        ledger.reload();
        QTRY_COMPARE(ledger.acts().size(), 1);
        blocked.when.instant = blocked.when.instant.addSecs(3600);
        const QString origin = page.acts.connection->address().origin();
        QCOMPARE(ledger.statusOf(origin, blocked), u"overridden"_s);
        blocked.id += u"x"_s;
        QCOMPARE(ledger.statusOf(origin, blocked), u"open"_s);
    }

    Q_SLOT void unreadableAuditLogIsToldBesideOwnRows()
    {
        Page page;
        page.watchModel();
        const QString id = page.acts.log(0.41);
        const auto act = page.acts.act(breakglass::subjectOf(page.acts.blockedBy(id)));
        page.acts.open(*act);
        page.acts.demo.blockNextExecution("confidence", "execution_blocked_confidence", "still too low");
        page.acts.confirm(*act);
        for (int i = 0; i < 4; ++i)
            page.acts.demo.failNext("/v1/audit-logs", 500, "{\"detail\":\"broken\"}");
        page.session.open(page.acts.connection->address(),
                          base::Secret(QByteArrayView(page.acts.demo.readingKey())));
        QTRY_COMPARE_WITH_TIMEOUT(page.view.list()->rowCount(), 1, 30'000);
        QTRY_VERIFY(!page.view.list()->incompleteText().isEmpty());
        QCOMPARE(page.value(0, BlockedListModel::SourceRole).toString(), u"own call"_s);
    }

    Q_SLOT void noEngineIsAFailureWithAdvice()
    {
        Page page;
        page.watchModel();
        page.view.list()->reload();
        QTRY_COMPARE(page.view.list()->status(), u"failed"_s);
        QVERIFY(!page.view.list()->failedAdvice().isEmpty());
    }
};

QTEST_MAIN(TestBlockedViewModel)
#include "tst_blockedviewmodel.moc"
