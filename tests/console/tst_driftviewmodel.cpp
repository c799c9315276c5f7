// SPDX-License-Identifier: Apache-2.0
#include "app/console/drift/driftviewmodel.h"
#include "app/console/journal/entrytext.h"
#include "core/store/snapshotfile.h"
#include "tests/console/recordsfixture.h"

#include <QFile>
#include <QQmlEngine>
#include <QQuickItem>
#include <QQuickTextDocument>
#include <QQuickView>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>

using namespace algenta;
using namespace algenta::console;
using namespace Qt::Literals::StringLiterals;
using journal::EntryKind;

namespace
{

constexpr auto route = "/v1/meta/contract";
const QString why = u"Compared with the release notes of the vendor."_s;

demo::DemoOptions drifting()
{
    demo::DemoOptions options;
    options.driftAfter = 1;
    return options;
}

std::string replaced(std::string text, const std::string &from, const std::string &to)
{
    if (const auto at = text.find(from); at != std::string::npos)
        text.replace(at, from.size(), to);
    return text;
}

/** A console's Drift page on an engine, a journal and a store of its own. */
class Desk : public test::RecordsFixture
{
public:
    explicit Desk(const demo::DemoOptions &options = {})
        : RecordsFixture(options)
        , path(folder.filePath(u"snapshots.db"_s))
        , live(session)
    {
        restart();
    }
    /** As a new start of the program: what it knows comes from the store and the journal. */
    void restart() { drift = std::make_unique<DriftViewModel>(session, live, journal, path); }
    [[nodiscard]] bool isSettled() const
    {
        return drift->summary().contains(u"read "_s) && !drift->list()->isBusy() &&
               live.status() == u"ready"_s;
    }
    void connectAndLook()
    {
        connectSession();
        QTRY_VERIFY(isSettled() && !drift->firstSightText().isEmpty());
    }
    void lookAgain()
    {
        QSignalSpy probed(&session, &Session::probed);
        session.probe();
        QTRY_COMPARE(probed.size(), 1);
        QTRY_VERIFY(isSettled());
    }
    /** The key of the one change of a class about a subject, or nothing. */
    [[nodiscard]] QString keyOf(contract::DriftClass driftClass, const QString &subject) const
    {
        for (const DriftRecord &record : drift->list()->records()) {
            if (record.item.driftClass == driftClass && record.item.subject == subject)
                return QString::fromLatin1(record.item.hash);
        }
        return {};
    }
    [[nodiscard]] int acceptances() { return int(entries({EntryKind::DriftAccepted}).size()); }
    [[nodiscard]] int keptToolLists() const
    {
        const auto file = store::SnapshotFile::open(path);
        const auto all = file ? (*file)->list() : base::Result<QList<store::SnapshotInfo>>();
        return all ? int(std::count_if(all->cbegin(), all->cend(),
                                       [](const store::SnapshotInfo &info) {
                                           return info.kind == store::SnapshotKind::ToolList;
                                       }))
                   : -1;
    }

    QString path;
    LiveContract live;
    std::unique_ptr<DriftViewModel> drift;
};

using contract::DriftClass;

} // namespace

/** What changes of an engine is said until somebody accepts exactly that. */
class TestDriftViewModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void withoutAnEngineNothingIsClaimed();
    void firstSightIsTrustedForAllToSee();
    void firstSightIsConfirmedWithAReason();
    void anotherFirstSightThanTheConfirmedOneIsSaid();
    void sameAgainChangesNothing();
    void changesAlarmInTheirThreeClasses();
    void wordingIsAcceptedInOneGo();
    void schemasAndHintsNeedAReasonEach();
    void acceptedIsKnownAfterARestartAndNewAlarmsAgain();
    void acceptedHereAlarmsElsewhere();
    void contradictionOfTheContractAlarmsAtFirstSight();
    void changedContractAlarms();
    void incompleteListIsNotKeptAndMissesNothing();
    void damagedStoreIsNoSilence();
    void damagedJournalAcceptsNothing();
    void anyTwoCanBeCompared();
    void fileThatIsNoContractIsSaid();
    void textsAreLaidOverEachOther();
    void pageAcceptsAChangeByKeyboard();
};

void TestDriftViewModel::withoutAnEngineNothingIsClaimed()
{
    Desk desk;
    QCOMPARE(desk.drift->list()->status(), u"failed"_s);
    QCOMPARE(desk.drift->openCount(), 0);
    QVERIFY(desk.drift->noticeText().isEmpty());
    QVERIFY(desk.drift->firstSightText().isEmpty());
    QVERIFY(desk.drift->summary().isEmpty());
}

void TestDriftViewModel::firstSightIsTrustedForAllToSee()
{
    Desk desk;
    desk.connectAndLook();
    QCOMPARE(desk.drift->list()->status(), u"empty"_s);
    QCOMPARE(desk.drift->openCount(), 0);
    QVERIFY(desk.drift->noticeText().isEmpty());
    QVERIFY(desk.drift->firstSightText().contains(u"Nobody has confirmed"_s));
    QVERIFY(!desk.drift->isFirstSightConfirmed());
    QVERIFY(desk.drift->canConfirmFirstSight());
    QCOMPARE(desk.acceptances(), 0);
    QCOMPARE(desk.keptToolLists(), 1);
}

void TestDriftViewModel::firstSightIsConfirmedWithAReason()
{
    Desk desk;
    desk.connectAndLook();
    desk.drift->confirmFirstSight(u"ok"_s);
    QVERIFY(!desk.drift->problem().isEmpty());
    QVERIFY(!desk.drift->isFirstSightConfirmed());
    desk.drift->confirmFirstSight(why);
    QTRY_VERIFY(desk.drift->isFirstSightConfirmed());
    QVERIFY(desk.drift->problem().isEmpty());
    QVERIFY(!desk.drift->canConfirmFirstSight());
    QVERIFY(desk.drift->firstSightText().contains(journal::systemActor()));
    QCOMPARE(desk.drift->firstSightDetail(), why);
    QCOMPARE(desk.acceptances(), 1);
    QVERIFY(entrySummary(desk.entries({EntryKind::DriftAccepted}).constFirst()).endsWith(why));
}

void TestDriftViewModel::anotherFirstSightThanTheConfirmedOneIsSaid()
{
    Desk desk(drifting());
    desk.connectAndLook();
    desk.drift->confirmFirstSight(why);
    QTRY_VERIFY(desk.drift->isFirstSightConfirmed());
    // What was kept is lost, and the engine has drifted meanwhile: it looks like a first sight.
    desk.path = desk.folder.filePath(u"begun-anew.db"_s);
    desk.restart();
    desk.connectSession();
    QTRY_VERIFY(desk.isSettled() && !desk.drift->firstSightText().isEmpty());
    QTRY_VERIFY(desk.drift->firstSightText().contains(u"Another first sight"_s));
    QVERIFY(!desk.drift->isFirstSightConfirmed());
}

void TestDriftViewModel::sameAgainChangesNothing()
{
    Desk desk;
    desk.connectAndLook();
    QSignalSpy resets(desk.drift->list(), &DriftListModel::modelReset);
    desk.demo.setToolsListMutator(
        [](std::string text) { return replaced(text, "{\"tools\"", "{ \n\"tools\""); });
    desk.lookAgain();
    QCOMPARE(desk.drift->openCount(), 0);
    QCOMPARE(resets.size(), 0);
    QCOMPARE(desk.keptToolLists(), 1);
}

void TestDriftViewModel::changesAlarmInTheirThreeClasses()
{
    Desk desk(drifting());
    desk.connectAndLook();
    desk.lookAgain();
    QTRY_COMPARE(desk.drift->openCount(), 4);
    QVERIFY(!desk.keyOf(DriftClass::Wording, u"record_outcome"_s).isEmpty());
    QVERIFY(!desk.keyOf(DriftClass::Schema, u"query_data"_s).isEmpty());
    QVERIFY(!desk.keyOf(DriftClass::PermissionHint, u"delete_decision"_s).isEmpty());
    QVERIFY(!desk.keyOf(DriftClass::PermissionHint, u"pause_trigger"_s).isEmpty());
    QCOMPARE(desk.drift->list()->wordingCount(), 1);
    QCOMPARE(desk.drift->list()->schemaCount(), 1);
    QCOMPARE(desk.drift->list()->permissionCount(), 2);
    QVERIFY(desk.drift->noticeText().contains(u"4 change"_s));
    QCOMPARE(desk.drift->noticeDetail(), u"2 × permission hint, 1 × schema, 1 × wording"_s);
    QCOMPARE(desk.keptToolLists(), 2);
    desk.drift->list()->setQuick(u"permission"_s);
    QCOMPARE(desk.drift->list()->rowCount(), 2);
    QCOMPARE(Desk::at(*desk.drift->list(), 0, "classSign").toString(), u"lock"_s);
}

void TestDriftViewModel::wordingIsAcceptedInOneGo()
{
    Desk desk(drifting());
    desk.connectAndLook();
    desk.lookAgain();
    QTRY_COMPARE(desk.drift->openWording(), 1);
    desk.drift->acceptWording();
    QTRY_COMPARE(desk.drift->openCount(), 3);
    QCOMPARE(desk.drift->openWording(), 0);
    const auto entries = desk.entries({EntryKind::DriftAccepted});
    QCOMPARE(entries.size(), 1);
    const base::Json change = entries.constFirst().draft.details[u"changes"].at(0);
    const auto after = journal::evidenceBytes(change[u"after"]);
    QVERIFY(after);
    QVERIFY(after->contains("later reports replace earlier ones"));
    QVERIFY(journal::evidenceBytes(change[u"before"]));
    // The Journal page says what was accepted and gives both texts.
    QCOMPARE(entryTitle(entries.constFirst()), u"drift accepted"_s);
    QVERIFY(entrySummary(entries.constFirst()).contains(u"record_outcome"_s));
    QCOMPARE(entryEvidence(entries.constFirst()).size(), 2);
    desk.drift->acceptWording(); // nothing left: nothing is recorded
    QVERIFY(!desk.drift->problem().isEmpty());
    QCOMPARE(desk.acceptances(), 1);
}

void TestDriftViewModel::schemasAndHintsNeedAReasonEach()
{
    Desk desk(drifting());
    desk.connectAndLook();
    desk.lookAgain();
    QTRY_COMPARE(desk.drift->openCount(), 4);
    const QString schema = desk.keyOf(DriftClass::Schema, u"query_data"_s);
    desk.drift->accept(schema, u"  fine   "_s);
    QVERIFY(desk.drift->problemDetail().contains(u"reason"_s, Qt::CaseInsensitive));
    QCOMPARE(desk.drift->openCount(), 4);
    desk.drift->accept(schema, why);
    QTRY_COMPARE(desk.drift->openCount(), 3);
    desk.drift->open(schema);
    QVERIFY(desk.drift->detail()->isAccepted());
    QCOMPARE(Desk::gridRow(desk.drift->detail()->rows(), u"Reason"_s).value(u"value"_s).toString(), why);
    desk.drift->accept(desk.keyOf(DriftClass::PermissionHint, u"delete_decision"_s), why);
    QTRY_COMPARE(desk.drift->openCount(), 2);
    QCOMPARE(desk.acceptances(), 2);
    QCOMPARE(desk.entries({EntryKind::DriftAccepted}).constFirst().draft.subject, u"query_data"_s);
}

void TestDriftViewModel::acceptedIsKnownAfterARestartAndNewAlarmsAgain()
{
    Desk desk(drifting());
    desk.connectAndLook();
    desk.lookAgain();
    QTRY_COMPARE(desk.drift->openCount(), 4);
    desk.drift->acceptWording();
    desk.drift->accept(desk.keyOf(DriftClass::PermissionHint, u"delete_decision"_s), why);
    QTRY_COMPARE(desk.drift->openCount(), 2);
    desk.restart();
    desk.connectSession();
    QTRY_COMPARE(desk.drift->openCount(), 2);
    QCOMPARE(desk.drift->list()->allCount(), 4);
    // The same place once more, but other words: not what was accepted.
    desk.demo.setToolsListMutator([](std::string text) {
        return replaced(std::move(text), "later reports replace earlier ones", "earlier reports count");
    });
    desk.lookAgain();
    QTRY_COMPARE(desk.drift->openCount(), 3);
    QCOMPARE(desk.drift->openWording(), 1);
    // Back to what was accepted.
    desk.demo.setToolsListMutator({});
    desk.lookAgain();
    QTRY_COMPARE(desk.drift->openCount(), 2);
}

void TestDriftViewModel::acceptedHereAlarmsElsewhere()
{
    Desk desk(drifting());
    desk.connectAndLook();
    desk.lookAgain();
    QTRY_COMPARE(desk.drift->openWording(), 1);
    desk.drift->acceptWording();
    QTRY_COMPARE(desk.drift->openWording(), 0);
    const QString here = desk.session.origin();

    demo::DemoEngine other(drifting());
    QVERIFY(other.start());
    desk.session.open(*engine::parseEngineAddress(QString::fromStdString(other.baseUrl())),
                      base::Secret(QByteArrayView(other.readingKey())));
    QTRY_VERIFY(desk.isSettled() && !desk.drift->firstSightText().isEmpty());
    QCOMPARE(desk.drift->openCount(), 0); // its own first sight
    desk.lookAgain();
    QTRY_COMPARE(desk.drift->openCount(), 4);
    // The two engines stand side by side.
    const int side = int(desk.drift->sides().indexOf(u"Newest of "_s + here));
    QVERIFY(side > 0);
    desk.drift->setBefore(side);
    QVERIFY(!desk.drift->isWatched());
    QTRY_VERIFY(!desk.drift->list()->isBusy());
    // Both have drifted alike; what differs are their addresses.
    for (const DriftRecord &record : desk.drift->list()->records())
        QCOMPARE(record.item.subject, u"get_contract"_s);
    QVERIFY(desk.drift->list()->allCount() > 0);
    desk.connectSession(); // the other engine goes with this function
}

void TestDriftViewModel::contradictionOfTheContractAlarmsAtFirstSight()
{
    Desk desk;
    desk.demo.setToolsListMutator([](std::string text) {
        const std::size_t tool = text.find("\"name\":\"execute_decision\"");
        const std::size_t item = text.rfind("{\"annotations\"", tool);
        const std::string from = "\"readOnlyHint\":false";
        const std::size_t hint = text.find(from, item == std::string::npos ? tool : item);
        text.replace(hint, from.size(), "\"readOnlyHint\":true");
        return replaced(std::move(text), "\"name\":\"recommend\"", "\"name\":\"recommend2\"");
    });
    desk.connectAndLook();
    QTRY_COMPARE(desk.drift->openCount(), 2);
    QVERIFY(!desk.keyOf(DriftClass::PermissionHint, u"execute_decision"_s).isEmpty());
    QVERIFY(!desk.keyOf(DriftClass::PermissionHint, u"recommend"_s).isEmpty());
    // Confirming what was seen first accepts nothing that the contract contradicts.
    desk.drift->confirmFirstSight(why);
    QTRY_VERIFY(desk.drift->isFirstSightConfirmed());
    QCOMPARE(desk.drift->openCount(), 2);
}

void TestDriftViewModel::changedContractAlarms()
{
    Desk desk;
    desk.connectAndLook();
    desk.demo.setAnswerMutator(route, [](std::string text) {
        return replaced(std::move(text), "\"read_only_default\":true", "\"read_only_default\":false");
    });
    desk.live.reload();
    QTRY_COMPARE(desk.drift->openCount(), 1);
    QCOMPARE(desk.drift->list()->records().constFirst().item.driftClass, DriftClass::PermissionHint);
    QVERIFY(desk.drift->list()->records().constFirst().item.place.contains(u"read_only_default"_s));
}

void TestDriftViewModel::incompleteListIsNotKeptAndMissesNothing()
{
    Desk desk;
    desk.connectAndLook();
    desk.demo.setToolsListMutator([](const std::string &) {
        return std::string("{\"nextCursor\":\"again\",\"tools\":[{\"name\":\"simulate\",\"description\":\"\","
                           "\"inputSchema\":{}}]}");
    });
    desk.lookAgain();
    QTRY_VERIFY(desk.drift->openQuestions().contains(u"incomplete"_s));
    QCOMPARE(desk.keptToolLists(), 1);
    for (const DriftRecord &record : desk.drift->list()->records()) {
        QVERIFY(record.item.kind != contract::DriftKind::Removed ||
                record.item.place.startsWith(u"/tools/simulate/"_s));
    }
    QVERIFY(desk.drift->openCount() > 0);
}

void TestDriftViewModel::damagedStoreIsNoSilence()
{
    Desk desk;
    QFile file(desk.path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(4000, 'x'));
    file.close();
    desk.connectSession();
    QTRY_VERIFY(!desk.drift->problem().isEmpty());
    QVERIFY(desk.drift->problemDetail().contains(u"damaged"_s));
    QVERIFY(desk.drift->noticeText().contains(u"not known"_s));
    QVERIFY(desk.drift->firstSightText().isEmpty());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray(4000, 'x'));
}

void TestDriftViewModel::damagedJournalAcceptsNothing()
{
    Desk desk(drifting());
    desk.connectAndLook();
    desk.lookAgain();
    QTRY_COMPARE(desk.drift->openWording(), 1);
    desk.drift->acceptWording();
    QTRY_COMPARE(desk.drift->openCount(), 3);
    const int seq = int(desk.entries({EntryKind::DriftAccepted}).constFirst().seq);
    desk.changeEntry(seq, u"wording"_s, u"schema!"_s);
    desk.restart();
    desk.connectSession();
    QTRY_COMPARE(desk.drift->openCount(), 4);
    QVERIFY(desk.drift->problem().contains(u"Acceptances"_s));
}

void TestDriftViewModel::anyTwoCanBeCompared()
{
    Desk desk(drifting());
    desk.connectAndLook();
    desk.lookAgain();
    QTRY_COMPARE(desk.drift->openCount(), 4);
    QTRY_VERIFY(desk.drift->sides().size() >= 6); // three fixed ones, two tool lists, one contract
    desk.drift->openFile(
        QStringLiteral(ALGENTA_SOURCE_DIR "/contracts/examples/upstream-contract-0.1.0.json"));
    desk.drift->setAfter(int(desk.drift->sides().indexOf(u"Embedded contract"_s)));
    QVERIFY(!desk.drift->isWatched());
    QTRY_VERIFY(!desk.drift->list()->isBusy());
    QVERIFY(desk.drift->list()->permissionCount() > 0);
    const QString command = Desk::at(*desk.drift->list(), 0, "command").toString();
    QVERIFY(command.startsWith(u"algentactl contract diff '/"_s) && command.endsWith(u" embedded"_s));
    // What does not alarm cannot be accepted.
    const auto &records = desk.drift->list()->records();
    desk.drift->accept(QString::fromLatin1(records.constFirst().item.hash), why);
    QVERIFY(!desk.drift->problem().isEmpty());
    QCOMPARE(desk.acceptances(), 0);
    // The same with itself.
    desk.drift->setBefore(desk.drift->after());
    QTRY_COMPARE(desk.drift->list()->status(), u"empty"_s);
    desk.drift->compareWatched();
    QTRY_COMPARE(desk.drift->list()->allCount(), 4);
}

void TestDriftViewModel::fileThatIsNoContractIsSaid()
{
    Desk desk;
    desk.connectAndLook();
    desk.drift->openFile(desk.folder.filePath(u"nowhere.json"_s));
    QTRY_COMPARE(desk.drift->list()->status(), u"failed"_s);
    QVERIFY(desk.drift->list()->failedWhy().contains(u"nowhere.json"_s));
    QFile file(desk.folder.filePath(u"list.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("[1,2]");
    file.close();
    desk.drift->openFile(file.fileName());
    QTRY_VERIFY(!desk.drift->list()->isBusy());
    QCOMPARE(desk.drift->list()->status(), u"failed"_s);
}

void TestDriftViewModel::textsAreLaidOverEachOther()
{
    Desk desk(drifting());
    desk.connectAndLook();
    desk.lookAgain();
    QTRY_COMPARE(desk.drift->openCount(), 4);
    DriftDetail &detail = *desk.drift->detail();
    desk.drift->open(desk.keyOf(DriftClass::Wording, u"record_outcome"_s));
    QCOMPARE(detail.title(), u"record_outcome"_s);
    QCOMPARE(detail.beforeText(), u"Record what a decision really led to."_s);
    QCOMPARE(detail.afterText(),
             u"Record what a decision really led to; later reports replace earlier ones."_s);
    QVERIFY(detail.afterMarks().size() > 0);
    QStringList added;
    for (const QVariant &mark : detail.inlineMarks()) {
        const QVariantMap map = mark.toMap();
        if (map.value(u"added"_s).toBool())
            added.append(
                detail.inlineText().mid(map.value(u"start"_s).toInt(), map.value(u"length"_s).toInt()));
    }
    QVERIFY(added.join(QString()).contains(u"later reports replace earlier ones"_s));
    QCOMPARE(detail.exactAfter(), detail.afterText());
    // A tool that is gone has no text after.
    desk.drift->open(desk.keyOf(DriftClass::PermissionHint, u"pause_trigger"_s));
    QVERIFY(detail.afterText().isEmpty());
    QVERIFY(detail.beforeText().contains(u"Pause a trigger."_s));
    desk.drift->close();
    QVERIFY(detail.key().isEmpty());
}

void TestDriftViewModel::pageAcceptsAChangeByKeyboard()
{
    Desk desk(drifting());
    QQuickView view;
    view.engine()->addImportPath(u"qrc:/qt/qml"_s);
    view.setResizeMode(QQuickView::SizeRootObjectToView);
    view.resize(1240, 820);
    view.setInitialProperties({{u"viewModel"_s, QVariant::fromValue<QObject *>(desk.drift.get())},
                               {u"session"_s, QVariant::fromValue<QObject *>(&desk.session)},
                               {u"settings"_s, QVariant::fromValue<QObject *>(&desk.settings)}});
    view.setSource(QUrl(u"qrc:/qt/qml/Algenta/Pages/DriftPage.qml"_s));
    QCOMPARE(view.status(), QQuickView::Ready);
    view.show();
    view.requestActivate();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    desk.connectAndLook();
    const auto part = [&view](const QString &name) {
        return view.rootObject()->findChild<QQuickItem *>(name);
    };
    QVERIFY(part(u"driftFirstSight"_s)->isVisible());
    desk.lookAgain();
    QQuickItem *table = part(u"driftTable"_s);
    QTRY_COMPARE(table->property("count").toInt(), 4);
    QVERIFY(part(u"driftAcceptWording"_s)->isVisible());
    table->forceActiveFocus();
    // A key that comes while the rows are being replaced selects nothing.
    QTRY_VERIFY((QTest::keyClick(&view, Qt::Key_Home), part(u"driftDetails"_s)->isVisible()));
    const QString key = desk.drift->detail()->key();
    QVERIFY(!key.isEmpty());

    // Side by side first, with what changed marked in the document; then in one.
    QVERIFY(part(u"driftBefore"_s)->isVisible());
    QVERIFY(!part(u"driftInline"_s)->isVisible());
    const auto marked = [](QQuickItem *text) {
        auto *area = text->findChild<QQuickItem *>(u"driftTextArea"_s);
        auto *document = area->property("textDocument").value<QQuickTextDocument *>()->textDocument();
        for (QTextBlock block = document->begin(); block.isValid(); block = block.next()) {
            if (!block.layout()->formats().isEmpty())
                return true;
        }
        return false;
    };
    QTRY_VERIFY(marked(part(u"driftBefore"_s)) || marked(part(u"driftAfter"_s)));
    part(u"driftLayout"_s)->forceActiveFocus();
    QTest::keyClick(&view, Qt::Key_Right);
    QTRY_VERIFY(part(u"driftInline"_s)->isVisible());
    QTRY_VERIFY(marked(part(u"driftInline"_s)));

    QQuickItem *accept = part(u"driftAccept"_s);
    accept->forceActiveFocus();
    QTest::keyClick(&view, Qt::Key_Space);
    auto *dialog = view.rootObject()->findChild<QObject *>(u"driftAcceptDialog"_s);
    QTRY_VERIFY(dialog->property("opened").toBool());
    for (const char letter : QByteArray("checked with the vendor"))
        QTest::keyClick(&view, letter);
    QTest::keyClick(&view, Qt::Key_Tab); // Cancel
    QTest::keyClick(&view, Qt::Key_Tab); // Accept
    QTest::keyClick(&view, Qt::Key_Space);
    QTRY_COMPARE(desk.drift->openCount(), 3);
    QTRY_VERIFY(!accept->isVisible());
    QCOMPARE(desk.drift->detail()->key(), key);
    QVERIFY(desk.drift->detail()->isAccepted());
    QCOMPARE(desk.entries({EntryKind::DriftAccepted}).constFirst().draft.details[u"reason"].toString(),
             u"checked with the vendor"_s);

    // Until it is closed, the dialog has the keys.
    QTRY_VERIFY(!dialog->property("visible").toBool());
    QTest::keyClick(&view, Qt::Key_Escape);
    QTRY_VERIFY(!part(u"driftDetails"_s)->isVisible());
    desk.drift->list()->setFilterText(u"class:nothing"_s);
    QTRY_COMPARE(table->property("count").toInt(), 0);
}

QTEST_MAIN(TestDriftViewModel)

#include "tst_driftviewmodel.moc"
