// SPDX-License-Identifier: Apache-2.0
#include "app/console/contract/contractviewmodel.h"
#include "app/demo_engine/demoengine.h"

#include <QQmlEngine>
#include <QQuickItem>
#include <QQuickView>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using algenta::base::Secret;
using algenta::console::ConsoleSettings;
using algenta::console::ContractViewModel;
using algenta::console::ExecuteState;
using algenta::console::LiveContract;
using algenta::console::ParityState;
using algenta::console::Session;
using algenta::demo::DemoEngine;

namespace
{

constexpr auto route = "/v1/meta/contract";

/** A console's Contract page on an engine of its own. */
class Desk
{
public:
    Desk()
        : settings(folder.filePath(u"settings.json"_s))
        , session(settings)
        , contract(session)
        , live(*contract.live())
        , parity(*contract.parity())
    {
        if (!demo.start())
            qFatal("the demo engine does not start");
    }
    void open(const std::string &key)
    {
        const auto address = algenta::engine::parseEngineAddress(QString::fromStdString(demo.baseUrl()));
        session.open(*address, Secret(QByteArray::fromStdString(key)));
    }
    void open() { open(demo.readingKey()); }

    QTemporaryDir folder;
    DemoEngine demo;
    ConsoleSettings settings;
    Session session;
    ContractViewModel contract;
    LiveContract &live;
    ParityState &parity;
};

std::string replaced(std::string text, const std::string &from, const std::string &to)
{
    if (const auto at = text.find(from); at != std::string::npos)
        text.replace(at, from.size(), to);
    return text;
}

QString textOf(const QVariantList &rows)
{
    QStringList words;
    for (const QVariant &row : rows) {
        for (const QVariant &value : row.toMap())
            words.append(value.toString());
    }
    return words.join(u' ');
}

} // namespace

class TestContractViewModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void withoutAnEngineNothingIsClaimed()
    {
        Desk desk;
        QCOMPARE(desk.live.status(), u"failed"_s);
        QCOMPARE(desk.parity.status(), u"failed"_s);
        QVERIFY(!desk.parity.failedAdvice().isEmpty());
        QCOMPARE(desk.contract.statusText(), u"contract 0.1.0 · parity not known"_s);
        QCOMPARE(desk.contract.statusKind(), QString());
    }

    void theCopyIsShownWhole()
    {
        Desk desk;
        QCOMPARE(desk.contract.embeddedText().toUtf8(), algenta::contract::embeddedContractBytes());
        QCOMPARE(desk.contract.profileRows().size(), 4);
        QCOMPARE(desk.contract.gateRows().size(), 3);
        QCOMPARE(desk.contract.requirementRows().size(), 3);
        QVERIFY(textOf(desk.contract.gateRows()).contains(u"override_safety"_s));
        QVERIFY(textOf(desk.contract.contractRows()).contains(u"force, override_safety"_s));
    }

    void parityHoldsOnAGoodEngine()
    {
        Desk desk;
        desk.open();
        QTRY_COMPARE(desk.parity.status(), u"ready"_s);
        QCOMPARE(desk.parity.rows().size(), 4);
        for (const QVariant &row : desk.parity.rows())
            QCOMPARE(row.toMap().value(u"kind"_s).toString(), u"ok"_s);
        QVERIFY(desk.parity.findings().isEmpty());
        QCOMPARE(desk.contract.statusText(), u"contract 0.1.0 · parity holds"_s);
        QCOMPARE(desk.contract.statusKind(), u"ok"_s);
    }

    void aMissingToolIsAFindingWithItsReason()
    {
        Desk desk;
        desk.demo.setToolsListMutator([](std::string text) {
            return replaced(std::move(text), "\"name\":\"recommend\"", "\"name\":\"recommend2\"");
        });
        desk.open();
        QTRY_COMPARE(desk.parity.status(), u"ready"_s);
        QCOMPARE(desk.parity.findings().size(), 3); // observe, govern, execute
        const QVariantMap finding = desk.parity.findings().constFirst().toMap();
        QCOMPARE(finding.value(u"profile"_s).toString(), u"observe"_s);
        QCOMPARE(finding.value(u"subject"_s).toString(), u"recommend"_s);
        QVERIFY(finding.value(u"detail"_s).toString().contains(u"does not advertise"_s));
        QCOMPARE(desk.contract.statusKind(), u"blocked"_s);
        QVERIFY(desk.contract.statusText().contains(u"3 findings"_s));
    }

    void anUnusableItemLeavesADoubt()
    {
        Desk desk;
        desk.demo.setToolsListMutator(
            [](std::string text) { return replaced(std::move(text), "\"tools\":[", "\"tools\":[17,"); });
        desk.open();
        QTRY_COMPARE(desk.parity.status(), u"ready"_s);
        QVERIFY(desk.parity.doubt().contains(u"One item"_s));
        QCOMPARE(desk.parity.rows().constFirst().toMap().value(u"kind"_s).toString(), u"unknown"_s);
        QCOMPARE(desk.contract.statusText(), u"contract 0.1.0 · parity not known"_s);
    }

    void anotherLookThatFindsTheSameMovesNothing()
    {
        Desk desk;
        desk.open();
        QTRY_COMPARE(desk.parity.status(), u"ready"_s);
        QSignalSpy verdicts(&desk.parity, &ParityState::verdictsChanged);
        QSignalSpy probed(&desk.session, &Session::probed);
        desk.session.probe();
        QTRY_COMPARE(probed.size(), 1);
        QCOMPARE(verdicts.size(), 0);
    }

    void theLiveDocumentIsShownAsSent()
    {
        Desk desk;
        const std::string sent = "{ \"contract_version\":\"v1.6\",\n\t\"x\\u202e\":1.50 }";
        desk.demo.setAnswerMutator(route, [sent](const std::string &) { return sent; });
        desk.open();
        QTRY_COMPARE(desk.live.status(), u"ready"_s);
        QCOMPARE(desk.live.exact().toStdString(), sent);
        QVERIFY(desk.live.text().contains(u"x<U+202E>\": 1.50"_s));
        QVERIFY(desk.live.origin().contains(u"GET /v1/meta/contract"_s));
        QVERIFY(desk.live.note().contains(u"not compared"_s));
        QVERIFY(textOf(desk.live.rows()).contains(u"v1.6"_s));
    }

    void aDocumentWithProfilesIsNotCalledOneWithout()
    {
        Desk desk;
        desk.demo.setAnswerMutator(route,
                                   [](const std::string &) { return std::string("{\"profiles\":{}}"); });
        desk.open();
        QTRY_COMPARE(desk.live.status(), u"ready"_s);
        QVERIFY(desk.live.note().contains(u"profiles"_s));
        QVERIFY(!desk.live.note().contains(u"names no profiles"_s));
    }

    void aMissingRouteLeadsToTheTool()
    {
        Desk desk;
        desk.demo.failNext(route, 404, "{\"detail\":\"Not Found\"}");
        desk.open();
        QTRY_COMPARE(desk.live.status(), u"ready"_s);
        QVERIFY(desk.live.origin().contains(u"get_contract"_s));
        QVERIFY(!desk.live.rows().isEmpty());
    }

    void failuresNameReasonAdviceAndBytes_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("why");
        QTest::newRow("cut in the middle") << QByteArray("{\"contract_version\":\"v1") << u"JSON"_s;
        QTest::newRow("no JSON") << QByteArray("hello") << u"JSON"_s;
    }
    void failuresNameReasonAdviceAndBytes()
    {
        QFETCH(QByteArray, body);
        QFETCH(QString, why);
        Desk desk;
        desk.demo.setAnswerMutator(route, [body](const std::string &) { return body.toStdString(); });
        desk.open();
        QTRY_COMPARE(desk.live.status(), u"failed"_s);
        QVERIFY(desk.live.failedWhy().contains(why));
        QVERIFY(!desk.live.failedAdvice().isEmpty());
        QCOMPARE(desk.live.rawAnswer().toUtf8(), body);
    }

    void aRefusedKeyIsNamedAndNoToolIsTried()
    {
        Desk desk;
        desk.open("de_test_nobody");
        QTRY_COMPARE(desk.live.status(), u"failed"_s);
        QVERIFY(!desk.live.failedWhy().isEmpty());
        QTRY_COMPARE(desk.parity.status(), u"ready"_s);
        for (const auto &request : desk.demo.requests())
            QVERIFY(request.body.find("tools/call") == std::string::npos);
    }

    void whatWasReadStaysWhenALaterReadFails()
    {
        Desk desk;
        desk.open();
        QTRY_COMPARE(desk.live.status(), u"ready"_s);
        const QString before = desk.live.exact();
        desk.demo.failNext(route, 401, "{\"error\":{\"code\":\"invalid_key\",\"message\":\"no\"}}");
        desk.live.reload();
        QTRY_VERIFY(!desk.live.staleText().isEmpty());
        QCOMPARE(desk.live.exact(), before);
        QCOMPARE(desk.live.status(), u"ready"_s);
    }

    void anotherEngineDropsTheDocument()
    {
        Desk desk;
        desk.open();
        QTRY_COMPARE(desk.live.status(), u"ready"_s);
        desk.demo.stop();
        desk.open();
        QVERIFY(desk.live.exact().isEmpty());
        QTRY_COMPARE(desk.live.status(), u"failed"_s);
        QTRY_COMPARE(desk.parity.status(), u"failed"_s);
    }

    void requirementsAreAskedForWhenLookedAt()
    {
        Desk desk;
        desk.demo.logDecision({"one", 1, 0.9, 0, {}, {}, {}, {}, {}});
        ExecuteState &execution = *desk.contract.execution();
        QCOMPARE(execution.status(), u"failed"_s);
        desk.open();
        QTRY_COMPARE(desk.parity.status(), u"ready"_s);
        QVERIFY(desk.demo.requestsTo("/v1/decisions").empty());
        execution.begin();
        QTRY_COMPARE(execution.status(), u"ready"_s);
        const auto kinds = [&execution] {
            QStringList all;
            for (const QVariant &finding : execution.findings())
                all.append(finding.toMap().value(u"kind"_s).toString());
            return all.join(u' ');
        };
        QCOMPARE(kinds(), u"unknown unknown unknown"_s);
        QVERIFY(execution.basis().contains(u"reading key"_s));
        for (const QVariant &finding : execution.findings())
            QVERIFY(!finding.toMap().value(u"evidence"_s).toList().isEmpty());
        // Another key is another answer, and nothing of the old one stays while it comes.
        desk.open("de_test_nobody");
        QCOMPARE(execution.status(), u"loading"_s);
        QVERIFY(execution.findings().isEmpty());
        QTRY_COMPARE(execution.status(), u"ready"_s);
        QCOMPARE(kinds(), u"failed failed unknown"_s);
    }

    void pageShowsItsParts();
};

void TestContractViewModel::pageShowsItsParts()
{
    Desk desk;
    desk.demo.setToolsListMutator([](std::string text) {
        return replaced(std::move(text), "\"name\":\"recommend\"", "\"name\":\"recommend2\"");
    });
    desk.open();
    QTRY_COMPARE(desk.live.status(), u"ready"_s);
    QTRY_COMPARE(desk.parity.status(), u"ready"_s);
    QQuickView view;
    view.engine()->addImportPath(u"qrc:/qt/qml"_s);
    view.setResizeMode(QQuickView::SizeRootObjectToView);
    view.resize(1240, 830);
    view.setInitialProperties({{u"viewModel"_s, QVariant::fromValue(&desk.contract)},
                               {u"session"_s, QVariant::fromValue(&desk.session)},
                               {u"settings"_s, QVariant::fromValue(&desk.settings)}});
    view.setSource(QUrl(u"qrc:/qt/qml/Algenta/Pages/ContractPage.qml"_s));
    QCOMPARE(view.status(), QQuickView::Ready);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QQuickItem *page = view.rootObject();
    const auto part = [page](const QString &name) { return page->findChild<QQuickItem *>(name); };
    QVERIFY(part(u"contractParity"_s)->isVisible());
    QTRY_COMPARE(part(u"parityRows"_s)->property("rows").toList().size(), 4);
    page->setProperty("tab", 1);
    QVERIFY(part(u"contractCopy"_s)->isVisible());
    QTRY_VERIFY(part(u"copyText"_s)->height() > 400);
    QCOMPARE(part(u"copyText"_s)->property("text").toString(), desk.contract.embeddedText());
    page->setProperty("tab", 2);
    QVERIFY(part(u"contractLive"_s)->isVisible());
    QTRY_VERIFY(part(u"liveText"_s)->height() > 400);
    QVERIFY(!part(u"contractParity"_s)->isVisible());
    QCOMPARE(part(u"liveText"_s)->property("text").toString(), desk.live.text());
    page->setProperty("tab", 3);
    QVERIFY(part(u"contractExecute"_s)->isVisible());
    QTRY_COMPARE(desk.contract.execution()->status(), u"ready"_s);
    QTRY_VERIFY(part(u"executeScroll"_s)->property("contentHeight").toReal() > 200);
}

QTEST_MAIN(TestContractViewModel)

#include "tst_contractviewmodel.moc"
