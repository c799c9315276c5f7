// SPDX-License-Identifier: Apache-2.0
#include "app/console/policy/policyviewmodel.h"
#include "app/demo_engine/demoengine.h"
#include "core/engine/decimal.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QQmlEngine>
#include <QQuickItem>
#include <QQuickView>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using console::PolicyEffectListModel;
using console::PolicyReview;
using console::PolicyViewModel;
using console::RecordListModel;

namespace
{

constexpr auto snapshotsRoute = "/v1/execution/policy/snapshots";
constexpr auto decisionsRoute = "/v1/decisions";

/** A console's Policy page on an engine of its own. */
class Desk
{
public:
    explicit Desk(const demo::DemoOptions &options = {})
        : demo(options)
        , settings(folder.filePath(u"settings.json"_s))
        , session(settings)
        , page(session)
    {
        if (!demo.start())
            qFatal("the demo engine does not start");
    }
    static demo::DemoOptions history(int count)
    {
        demo::DemoOptions options;
        options.history = count;
        return options;
    }
    void open(const std::string &key)
    {
        const auto address = engine::parseEngineAddress(QString::fromStdString(demo.baseUrl()));
        session.open(*address, base::Secret(QByteArray::fromStdString(key)));
    }
    void open() { open(demo.readingKey()); }
    /** Reads everything and waits for it. */
    void review()
    {
        page.begin();
        QTRY_VERIFY_WITH_TIMEOUT(!page.isReviewing() && page.review().judged() > 0, 60'000);
        QTRY_COMPARE(page.list()->status(), u"ready"_s);
    }
    std::string log(std::optional<double> confidence, std::optional<double> risk)
    {
        return demo.logDecision({"act", 1.0, confidence, risk, {}, {}, {}, {}, {}});
    }
    [[nodiscard]] QString cell(RecordListModel &list, int row, const char *role) const
    {
        return list.data(list.index(row), list.roleNames().key(role, -1)).toString();
    }
    /** The value of a row of a KeyValueGrid. */
    [[nodiscard]] static QString value(const QVariantList &rows, const QString &label)
    {
        for (const QVariant &row : rows) {
            if (row.toMap().value(u"label"_s).toString() == label)
                return row.toMap().value(u"value"_s).toString();
        }
        return u"no such row"_s;
    }

    QTemporaryDir folder;
    demo::DemoEngine demo;
    console::ConsoleSettings settings;
    console::Session session;
    PolicyViewModel page;
};

} // namespace

class TestPolicyViewModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void withoutAnEngineNothingIsClaimed()
    {
        Desk desk;
        desk.page.begin();
        QVERIFY(desk.page.forceRows().isEmpty());
        QVERIFY(desk.page.chainText().isEmpty());
        QVERIFY(!desk.page.canReadOn());
        QCOMPARE(desk.page.coverageText(), u"No decision record was read yet."_s);
    }

    void thePolicyInForceIsShownExactly()
    {
        Desk desk;
        desk.demo.setAnswerMutator("/v1/execution/policy", [](std::string text) {
            const auto at = text.find("\"min_confidence\":0.6");
            return text.replace(at, 20, "\"min_confidence\":0.60000000000000000001");
        });
        desk.open();
        QTRY_COMPARE(desk.page.forceStatus(), u"ready"_s);
        QCOMPARE(Desk::value(desk.page.forceRows(), u"min_confidence"_s), u"0.60000000000000000001"_s);
        QVERIFY(desk.page.forceOrigin().contains(u"by GET /v1/execution/policy, read "_s));
    }

    void changesAreComparedWithTheirNeighbours()
    {
        Desk desk;
        QAbstractItemModelTester tester(desk.page.list());
        desk.demo.setPolicy({0.7, {}, {}, {}});
        desk.demo.setPolicy({{}, 100.0, true, {}});
        desk.open();
        QTRY_COMPARE(desk.page.list()->status(), u"ready"_s);
        QCOMPARE(desk.page.list()->rowCount(), 3);
        QCOMPARE(desk.page.chainText(), u"3 snapshot(s), the chain holds"_s);
        QVERIFY(desk.page.chainBreaks().isEmpty());
        QCOMPARE(desk.cell(*desk.page.list(), 0, "changed"),
                 u"risk_floor 5000.0 → 100.0 · require_calibration no → yes"_s);
        QCOMPARE(desk.cell(*desk.page.list(), 1, "changed"), u"min_confidence 0.6 → 0.7"_s);
        QCOMPARE(desk.cell(*desk.page.list(), 2, "link"), u"first"_s);
        desk.page.select(desk.cell(*desk.page.list(), 0, "key"));
        QVERIFY(desk.page.notComputed().contains(u"require_calibration"_s));
        QTRY_COMPARE(Desk::value(desk.page.identityRows(), u"By"_s), u"operator@console.example"_s);
    }

    void aBrokenChainIsNamed()
    {
        Desk desk;
        desk.demo.setPolicy({0.7, {}, {}, {}});
        desk.demo.setPolicy({0.8, {}, {}, {}});
        desk.demo.setAnswerMutator(snapshotsRoute, [](const std::string &text) {
            QJsonObject root = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
            QJsonArray data = root[u"data"_s].toArray();
            data.removeAt(1);
            root[u"data"_s] = data;
            return QJsonDocument(root).toJson().toStdString();
        });
        desk.open();
        QTRY_COMPARE(desk.page.list()->status(), u"ready"_s);
        QVERIFY(desk.page.chainText().endsWith(u"the chain is broken"_s));
        QVERIFY(desk.page.chainBreaks().contains(u"does not list"_s));
        QVERIFY(desk.page.chainBreaks().contains(u"speaks of 3 snapshots and lists 2"_s));
        QCOMPARE(desk.cell(*desk.page.list(), 0, "link"), u"broken"_s);
        QCOMPARE(desk.cell(*desk.page.list(), 0, "changed"), u"not comparable"_s);
        desk.page.select(desk.cell(*desk.page.list(), 0, "key"));
        QVERIFY(!desk.page.selectedBreaks().isEmpty());
        QVERIFY(!desk.page.hasEffects());
    }

    void effectsAreCountedFromTheRecords()
    {
        Desk desk;
        QAbstractItemModelTester tester(desk.page.effects());
        desk.demo.setPolicy({0.7, {}, {}, {}});
        const std::string low = desk.log(0.65, 0.0); // the change blocks it
        desk.log(0.7, 0.0);                          // equal to the minimum: passes both
        desk.log(0.5, 0.0);                          // blocked by both
        desk.log(0.65, -9000.0);                     // blocked by its risk both times
        const std::string open = desk.log(0.65, {}); // its risk decides, and is not known
        desk.log(0.9, {});                           // passes confidence both times: no difference
        const std::string blank = desk.log({}, 0.0); // its confidence is not known
        desk.open();
        desk.review();
        desk.page.select(desk.cell(*desk.page.list(), 0, "key"));
        QCOMPARE(Desk::value(desk.page.effectRows(), u"Would block"_s), u"1"_s);
        QCOMPARE(Desk::value(desk.page.effectRows(), u"Would let through"_s), u"0"_s);
        QCOMPARE(Desk::value(desk.page.effectRows(), u"Makes no difference to"_s), u"4"_s);
        QCOMPARE(Desk::value(desk.page.effectRows(), u"Cannot be judged"_s), u"2"_s);
        QCOMPARE(
            desk.page.coverageText(),
            u"Computed by this console from 7 decision records read (coverage: all that the engine lists), "
            "not by the engine."_s);
        QStringList found;
        for (int row = 0; row < desk.page.effects()->rowCount(); ++row)
            found.append(desk.cell(*desk.page.effects(), row, "exactDecision") + u' ' +
                         desk.cell(*desk.page.effects(), row, "effect") + u' ' +
                         desk.cell(*desk.page.effects(), row, "gates"));
        QCOMPARE(found, QStringList({QString::fromStdString(blank) + u" cannot be judged confidence"_s,
                                     QString::fromStdString(open) + u" cannot be judged risk_floor"_s,
                                     QString::fromStdString(low) + u" would block confidence"_s}));
        // Under the policy in force: of 7, one passes for sure at 0.7, and 0.9 has no risk_p5.
        QCOMPARE(Desk::value(desk.page.forceTallyRows(), u"Would be blocked"_s), u"4"_s);
        QCOMPARE(Desk::value(desk.page.forceTallyRows(), u"Would pass"_s), u"1"_s);
        QCOMPARE(Desk::value(desk.page.forceTallyRows(), u"Cannot be judged"_s), u"2"_s);
        QCOMPARE(desk.cell(*desk.page.list(), 0, "blocks"), u"1"_s);
        QCOMPARE(desk.cell(*desk.page.list(), 1, "blocks"), QString());
    }

    void aLoosenedPolicyLetsThrough()
    {
        Desk desk;
        desk.demo.setPolicy({{}, 100.0, {}, {}});
        desk.demo.setPolicy({{}, 5000.0, {}, {}});
        desk.log(0.9, -100.0);
        desk.log(0.9, -101.0);
        desk.open();
        desk.review();
        desk.page.selectChange(0);
        QCOMPARE(Desk::value(desk.page.effectRows(), u"Would let through"_s), u"1"_s);
        desk.page.selectChange(1);
        QCOMPARE(Desk::value(desk.page.effectRows(), u"Would block"_s), u"1"_s);
        QCOMPARE(desk.page.changeIndex(), 1);
    }

    void repeatsAreCountedApart()
    {
        Desk desk(Desk::history(60));
        desk.demo.setPolicy({{}, {}, {}, true});
        desk.open();
        desk.review();
        desk.page.selectChange(0);
        QCOMPARE(Desk::value(desk.page.effectRows(), u"Would let through"_s), u"0"_s);
        qsizetype delivered = 0;
        for (const engine::Decision &decision : desk.page.review().decisions())
            delivered += decision.wasDelivered() ? 1 : 0;
        QVERIFY(delivered > 0);
        QCOMPARE(Desk::value(desk.page.effectRows(), u"Repeats it would let through"_s),
                 QString::number(delivered));
        QCOMPARE(desk.page.effects()->rowCount(), int(delivered));
    }

    void talliesAgreeWithTheRecordsThemselves()
    {
        Desk desk(Desk::history(400));
        desk.open();
        desk.review();
        QCOMPARE(desk.page.review().judged(), 400);
        qsizetype withSomething = 0;
        for (int change = 0; change < desk.page.changeNames().size(); ++change) {
            desk.page.selectChange(change);
            qsizetype blocks = 0;
            qsizetype lets = 0;
            const QVariantList rows = desk.page.differenceRows();
            for (const engine::Decision &decision : desk.page.review().decisions()) {
                // From the words on the screen, with doubles: the history has no value near a threshold.
                const auto confidence = decision.confidence.toDouble();
                const auto risk = decision.riskP5.toDouble();
                if (!confidence || !risk)
                    continue;
                const auto passes = [&](int side) {
                    double minimum = change >= 2 ? 0.55 : 0.6;
                    double floor = change == 3 ? 5000 : 4000;
                    for (const QVariant &row : rows) {
                        const double bound =
                            row.toMap().value(u"value"_s).toString().split(u" → "_s).at(side).toDouble();
                        const QString field = row.toMap().value(u"label"_s).toString();
                        minimum = field == u"min_confidence" ? bound : minimum;
                        floor = field == u"risk_floor" ? bound : floor;
                    }
                    return *confidence >= minimum && *risk >= -floor;
                };
                blocks += passes(0) && !passes(1) ? 1 : 0;
                lets += !passes(0) && passes(1) ? 1 : 0;
            }
            withSomething += blocks + lets > 0 ? 1 : 0;
            QCOMPARE(Desk::value(desk.page.effectRows(), u"Would block"_s), QString::number(blocks));
            QCOMPARE(Desk::value(desk.page.effectRows(), u"Would let through"_s), QString::number(lets));
        }
        QCOMPARE(withSomething, 3);
    }

    void manyRecordsAreReadInPortionsAndCanBeStopped()
    {
        Desk desk(Desk::history(4'500));
        desk.open();
        desk.page.begin();
        QTRY_VERIFY_WITH_TIMEOUT(!desk.page.isReviewing() && desk.page.review().judged() > 0, 120'000);
        QCOMPARE(desk.page.review().judged(), PolicyReview::firstBatch);
        const QString said = u"from %1 decision records read (coverage: of %2, back to"_s.arg(
            QLocale().toString(PolicyReview::firstBatch), QLocale().toString(4'500));
        QVERIFY2(desk.page.coverageText().contains(said), qPrintable(desk.page.coverageText()));
        QVERIFY(desk.page.canReadOn());
        desk.page.readOn();
        QVERIFY(desk.page.isReviewing());
        QTRY_VERIFY_WITH_TIMEOUT(desk.page.review().judged() > PolicyReview::firstBatch, 60'000);
        desk.page.stop();
        QTRY_VERIFY(!desk.page.isReviewing());
        const qsizetype stopped = desk.page.review().judged();
        QVERIFY(stopped < 4'500);
        QVERIFY(desk.page.canReadOn());
        desk.page.readOn();
        QTRY_VERIFY_WITH_TIMEOUT(!desk.page.isReviewing(), 120'000);
        QCOMPARE(desk.page.review().judged(), 4'500);
        QVERIFY(!desk.page.canReadOn());
        QVERIFY(desk.page.coverageText().contains(u"all that the engine lists"_s));
    }

    void aFailedPageIsToldAndCanBeReadAgain()
    {
        Desk desk(Desk::history(150));
        desk.open();
        QTRY_COMPARE(desk.page.list()->status(), u"ready"_s);
        desk.demo.failNext(decisionsRoute, 500, R"({"error":{"code":"server_error","message":"tired"}})");
        desk.page.begin();
        QTRY_VERIFY(!desk.page.reviewProblem().isEmpty());
        QVERIFY(desk.page.reviewProblem().contains(u"tired"_s));
        QCOMPARE(desk.page.effects()->status(), u"failed"_s);
        QCOMPARE(desk.page.coverageText(), u"No decision record was read yet."_s);
        desk.page.readOn();
        QTRY_COMPARE(desk.page.review().judged(), 150);
        QVERIFY(desk.page.reviewProblem().isEmpty());
    }

    void brokenRecordsAndShiftsAreTold()
    {
        Desk desk(Desk::history(250));
        int page = 0;
        desk.demo.setAnswerMutator(decisionsRoute, [&page](const std::string &text) {
            QJsonObject root = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
            QJsonArray list = root[u"decisions"_s].toArray();
            if (++page == 2) {
                list[0] = 17;
                root[u"total"_s] = 249;
            }
            root[u"decisions"_s] = list;
            return QJsonDocument(root).toJson().toStdString();
        });
        desk.open();
        desk.review();
        QCOMPARE(desk.page.review().judged(), 249);
        QVERIFY(desk.page.reviewProblem().contains(u"could not be read and are not counted"_s));
        QVERIFY(desk.page.reviewProblem().contains(u"The list changed while it was read"_s));
        QVERIFY(!desk.page.coverageText().contains(u"all that the engine lists"_s));
    }

    void refusedSnapshotsLeaveThePolicyInForce()
    {
        Desk desk;
        desk.demo.failNext(snapshotsRoute, 403,
                           R"({"error":{"code":"permission_denied","message":"no right"}})");
        desk.open();
        QTRY_COMPARE(desk.page.forceStatus(), u"ready"_s);
        QTRY_COMPARE(desk.page.list()->status(), u"failed"_s);
        QVERIFY(!desk.page.list()->failedWhy().isEmpty());
        // Of a list that nobody has seen, no break is named either.
        QVERIFY(desk.page.chainBreaks().isEmpty());
        QVERIFY(desk.page.chainText().isEmpty());
    }

    void aRefusedKeyIsNamed()
    {
        Desk desk;
        desk.open("de_test_nobody");
        QTRY_COMPARE(desk.page.forceStatus(), u"failed"_s);
        QVERIFY(!desk.page.forceWhy().isEmpty());
        QTRY_COMPARE(desk.page.list()->status(), u"failed"_s);
    }

    void anotherEngineDropsEverything()
    {
        Desk desk(Desk::history(150));
        desk.open();
        desk.review();
        desk.page.selectChange(0);
        desk.demo.stop();
        desk.open();
        QVERIFY(desk.page.selectedKey().isEmpty());
        QVERIFY(desk.page.forceRows().isEmpty());
        QCOMPARE(desk.page.review().judged(), 0);
        QCOMPARE(desk.page.effects()->rowCount(), 0);
        QTRY_COMPARE(desk.page.forceStatus(), u"failed"_s);
    }

    void rowsAreCopiedAndSaved()
    {
        Desk desk;
        desk.demo.setPolicy({0.7, {}, {}, {}});
        const QString id = QString::fromStdString(desk.log(0.65, 0.0));
        desk.log({}, 0.0);
        desk.open();
        desk.review();
        desk.page.selectChange(0);
        desk.page.toggleBlocks();
        QVERIFY(desk.page.isBlocksOnly());
        QCOMPARE(desk.page.effects()->rowCount(), 1);
        QCOMPARE(desk.cell(*desk.page.effects(), 0, "command"), u"algentactl decisions show '%1'"_s.arg(id));
        QVERIFY(desk.cell(*desk.page.effects(), 0, "csv")
                    .startsWith(id + u",act,blocks,first execution,confidence,0.65"_s));
        const QString csv = desk.folder.filePath(u"out.csv"_s);
        desk.page.save(csv);
        QCOMPARE(desk.page.saveProblem(), QString());
        QFile file(csv);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
        QCOMPARE(lines.size(), 2);
        QVERIFY(lines.at(0).startsWith("decision_id,chosen_action,effect"));
        QVERIFY(lines.at(1).startsWith(id.toUtf8()));
        desk.page.save(csv);
        QVERIFY(!desk.page.saveProblem().isEmpty());
        const QString json = desk.folder.filePath(u"out.json"_s);
        desk.page.save(json);
        QFile document(json);
        QVERIFY(document.open(QIODevice::ReadOnly));
        const QJsonObject saved = QJsonDocument::fromJson(document.readAll()).object();
        QCOMPARE(saved[u"decisions"_s].toArray().size(), 1);
        QCOMPARE(saved[u"computed"_s][u"by"_s].toString(), u"this console, not the engine"_s);
        QVERIFY(saved[u"coverage"_s].toString().contains(u"not by the engine"_s));
        desk.page.save(desk.folder.filePath(u"out.txt"_s));
        QVERIFY(desk.page.saveProblem().contains(u".csv"_s));
        desk.page.toggleCannotJudge();
        QVERIFY(!desk.page.isBlocksOnly() && desk.page.isCannotJudgeOnly());
        QCOMPARE(desk.page.effects()->rowCount(), 1);
    }

    void anotherLookThatFindsTheSameMovesNothing()
    {
        Desk desk(Desk::history(50));
        desk.open();
        desk.review();
        desk.page.selectChange(0);
        const QString key = desk.page.selectedKey();
        QSignalSpy resets(desk.page.list(), &QAbstractItemModel::modelReset);
        Q_EMIT desk.session.pollDue();
        QTRY_VERIFY(!desk.page.list()->isBusy());
        QCOMPARE(resets.size(), 0);
        desk.demo.setPolicy({0.9, {}, {}, {}});
        Q_EMIT desk.session.pollDue();
        QTRY_COMPARE(resets.size(), 1);
        QCOMPARE(desk.page.selectedKey(), key);
        QCOMPARE(desk.page.changeIndex(), 1);
        QTRY_COMPARE(desk.page.review().judged(), 50);
    }

    void pageLeadsToTheDecision();
};

void TestPolicyViewModel::pageLeadsToTheDecision()
{
    Desk desk(Desk::history(150));
    desk.open();
    desk.review();
    QQuickView view;
    view.engine()->addImportPath(u"qrc:/qt/qml"_s);
    view.setResizeMode(QQuickView::SizeRootObjectToView);
    view.resize(1240, 830);
    view.setInitialProperties({{u"viewModel"_s, QVariant::fromValue(&desk.page)},
                               {u"session"_s, QVariant::fromValue(&desk.session)},
                               {u"settings"_s, QVariant::fromValue(&desk.settings)}});
    view.setSource(QUrl(u"qrc:/qt/qml/Algenta/Pages/PolicyPage.qml"_s));
    QCOMPARE(view.status(), QQuickView::Ready);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QQuickItem *page = view.rootObject();
    const auto part = [page](const QString &name) { return page->findChild<QQuickItem *>(name); };
    QVERIFY(part(u"policyReadOnly"_s)->property("text").toString().contains(u"algentactl call refuses"_s));
    QTRY_COMPARE(part(u"policyTable"_s)->property("count").toInt(), desk.page.list()->rowCount());
    part(u"policyTable"_s)->forceActiveFocus();
    QTest::keyClick(&view, Qt::Key_Down);
    QTRY_VERIFY(part(u"policyDetails"_s)->isVisible());
    QTest::keyClick(&view, Qt::Key_Return);
    QTRY_VERIFY(part(u"policyEffects"_s)->isVisible());
    QTRY_VERIFY(part(u"policyEffectsTable"_s)->property("count").toInt() > 0);
    QTRY_VERIFY(part(u"policyEffectsTable"_s)->hasActiveFocus());
    QSignalSpy asked(page, SIGNAL(decisionRequested(QString)));
    QTest::keyClick(&view, Qt::Key_Down);
    QTest::keyClick(&view, Qt::Key_Return);
    QTRY_COMPARE(asked.size(), 1);
    QCOMPARE(asked.constFirst().constFirst().toString(), desk.page.effects()->decisionAt(0));
    // Escape in the table of changes closes the details.
    page->setProperty("tab", 0);
    part(u"policyTable"_s)->forceActiveFocus();
    QTest::keyClick(&view, Qt::Key_Escape);
    QTRY_VERIFY(!part(u"policyDetails"_s)->isVisible());
}

QTEST_MAIN(TestPolicyViewModel)

#include "tst_policyviewmodel.moc"
