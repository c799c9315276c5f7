// SPDX-License-Identifier: Apache-2.0
#include "app/console/liaison/liaisonviewmodel.h"
#include "app/console/session/consolesettings.h"
#include "core/base/jsonreader.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>
#include <QMimeData>
#include <QQmlEngine>
#include <QQuickItem>
#include <QQuickView>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace algenta;
using namespace algenta::console;
using namespace Qt::Literals::StringLiterals;

namespace
{

const QString examples = QStringLiteral(ALGENTA_SOURCE_DIR) + u"/contracts/examples/liaison/"_s;

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

QVariant at(RecordListModel &list, int row, const char *role)
{
    return list.data(list.index(row), list.roleNames().key(role));
}

/** The row whose invocation is the one of that example, or -1. */
int rowOfFile(RecordListModel &list, const QString &name)
{
    for (int row = 0; row < list.rowCount(); ++row) {
        if (at(list, row, "exactPlace").toString().endsWith(u'/' + name + u":1"_s))
            return row;
    }
    return -1;
}

QVariantList violationsOf(const QVariantList &steps, int step)
{
    return steps.at(step).toMap().value(u"violations"_s).toList();
}

} // namespace

/** The Liaison page and what stands behind it. */
class TestLiaisonViewModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void folderIsCheckedAndCounted();
    void filterLooksAtRulesAndFiles();
    void optionsCheckAgain();
    void longCheckCanBeStopped();
    void newCheckReplacesTheOneUnderWay();
    void whatCannotBeReadIsSaid();
    void onlyFilesOfThisMachine();
    void invocationIsAStoryWithItsViolations();
    void evidenceLeadsToTheCallThatReturnedIt();
    void changedFileIsNotShownAsTheCheckedOne();
    void brokenDocumentIsShownWithItsPlace();
    void hostileTextsAreMadeVisible();
    void rowsCanBeCopied();
    void pageShowsAnInvocation();
    void pageTakesDroppedFiles();
};

void TestLiaisonViewModel::folderIsCheckedAndCounted()
{
    LiaisonViewModel view;
    const QAbstractItemModelTester tester(view.list(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(view.list()->status(), u"empty"_s);
    QVERIFY(view.countText().isEmpty());
    view.openPath(examples + u"valid"_s);
    QVERIFY(view.isChecking());
    QTRY_VERIFY(!view.isChecking());
    const int valid = view.list()->rowCount();
    QVERIFY(valid >= 10);
    QCOMPARE(at(*view.list(), 0, "verdict").toString(), u"accepted"_s);
    QCOMPARE(at(*view.list(), 0, "verdictKind").toString(), u"ok"_s);
    QVERIFY(view.countText().contains(u"0 rejected"_s));
    QCOMPARE(view.progress(), 1.0);
    view.openUrls({QUrl::fromLocalFile(examples + u"valid"_s), QUrl::fromLocalFile(examples + u"invalid"_s)});
    QTRY_VERIFY(!view.isChecking());
    QVERIFY(view.list()->rowCount() > valid);
    QCOMPARE(view.list()->checkedCount() - view.list()->rejectedCount(), valid);
    QVERIFY(view.sourceText().endsWith(u"and 1 more"_s));
}

void TestLiaisonViewModel::filterLooksAtRulesAndFiles()
{
    LiaisonViewModel view;
    view.openPath(examples + u"invalid"_s);
    QTRY_VERIFY(!view.isChecking());
    const int all = view.list()->rowCount();
    view.list()->setFilterText(u"rule:hidden_error"_s);
    const int hidden = view.list()->rowCount();
    QVERIFY(hidden >= 2 && hidden < all);
    view.list()->setFilterText(u"file:hidden-error"_s);
    QCOMPARE(view.list()->rowCount(), 1);
    view.list()->setFilterText(u"violations>1"_s);
    const int several = view.list()->rowCount();
    QVERIFY(several < all);
    view.list()->setFilterText({});
    view.toggleRejected();
    QVERIFY(view.isRejectedOnly());
    QCOMPARE(view.list()->filterText(), u"verdict:rejected"_s);
    QCOMPARE(view.list()->rowCount(), all);
    view.toggleRejected();
    QVERIFY(!view.isRejectedOnly());
    view.list()->setFilterText(u"verdict:accepted"_s);
    QCOMPARE(view.list()->status(), u"filtered"_s);
    view.list()->clearFilter();
    view.list()->sortBy(u"violations"_s, true);
    QVERIFY(at(*view.list(), 0, "violations").toInt() >= at(*view.list(), all - 1, "violations").toInt());
}

void TestLiaisonViewModel::optionsCheckAgain()
{
    LiaisonViewModel view;
    view.openPath(examples + u"invalid-submission"_s);
    QTRY_VERIFY(!view.isChecking());
    QCOMPARE(view.list()->rejectedCount(), 0);
    view.setSubmission(true);
    QTRY_VERIFY(!view.isChecking());
    QCOMPARE(view.list()->rejectedCount(), view.list()->checkedCount());
    QVERIFY(at(*view.list(), 0, "command").toString().endsWith(u" --submission"_s));
    view.setSubmission(false);
    view.setExtraRules(true);
    view.openPath(examples + u"invalid-extra-rules"_s);
    QTRY_VERIFY(!view.isChecking());
    QCOMPARE(view.list()->rejectedCount(), view.list()->checkedCount());
    QVERIFY(view.list()->checkedCount() >= 6);
}

void TestLiaisonViewModel::longCheckCanBeStopped()
{
    const QTemporaryDir folder;
    const QByteArray line = bytesOf(examples + u"valid/job-status.json"_s).replace('\n', "") + '\n';
    const QString path = folder.filePath(u"long.jsonl"_s);
    write(path, line.repeated(30'000));
    LiaisonViewModel view;
    view.openPath(path);
    QTRY_VERIFY(view.list()->rowCount() > 0);
    QVERIFY(view.isChecking());
    QVERIFY(view.progress() > 0 && view.progress() < 1);
    QVERIFY(view.progressText().contains(u"of"_s));
    view.cancel();
    QTRY_VERIFY(!view.isChecking());
    QVERIFY(view.list()->checkedCount() < 30'000);
    QCOMPARE(view.list()->status(), u"ready"_s);
    QVERIFY(view.list()->incompleteText().contains(u"stopped"_s));
    QVERIFY(view.progressText().isEmpty());
}

void TestLiaisonViewModel::newCheckReplacesTheOneUnderWay()
{
    const QTemporaryDir folder;
    const QByteArray line = bytesOf(examples + u"valid/job-status.json"_s).replace('\n', "") + '\n';
    const QString path = folder.filePath(u"long.jsonl"_s);
    write(path, line.repeated(20'000));
    LiaisonViewModel view;
    view.openPath(path);
    QTRY_VERIFY(view.list()->rowCount() > 0);
    view.openPath(examples + u"invalid/hidden_error.json"_s);
    QTRY_VERIFY(!view.isChecking());
    QCOMPARE(view.list()->rowCount(), 1);
    QCOMPARE(at(*view.list(), 0, "rules").toString(), u"hidden_error"_s);
    QVERIFY(view.list()->incompleteText().isEmpty());
}

void TestLiaisonViewModel::whatCannotBeReadIsSaid()
{
    LiaisonViewModel view;
    view.openPath(u"/nowhere/transcript.json"_s);
    QTRY_VERIFY(!view.isChecking());
    QCOMPARE(view.list()->status(), u"failed"_s);
    QVERIFY(view.list()->failedWhy().contains(u"/nowhere/transcript.json"_s));
    const QTemporaryDir folder;
    write(folder.filePath(u"note.txt"_s), "x");
    view.openPath(folder.path());
    QTRY_VERIFY(!view.isChecking());
    QCOMPARE(view.list()->status(), u"failed"_s);
    write(folder.filePath(u"good.json"_s), bytesOf(examples + u"valid/job-status.json"_s));
    view.openUrls({QUrl::fromLocalFile(folder.path()), QUrl::fromLocalFile(u"/nowhere/x.json"_s)});
    QTRY_VERIFY(!view.isChecking());
    QCOMPARE(view.list()->rowCount(), 1);
    QVERIFY(view.list()->incompleteText().contains(u"Not everything"_s));
    QVERIFY(view.list()->incompleteText().contains(u"1 other files"_s));
    QVERIFY(view.list()->incompleteDetail().contains(u"/nowhere/x.json"_s));
    const QString pipe = folder.filePath(u"pipe.json"_s);
    QCOMPARE(::mkfifo(pipe.toLocal8Bit().constData(), 0600), 0);
    view.openPath(pipe);
    QTRY_VERIFY(!view.isChecking());
    QVERIFY(view.list()->failedWhy().contains(u"no regular file"_s));
}

void TestLiaisonViewModel::onlyFilesOfThisMachine()
{
    LiaisonViewModel view;
    view.openUrls({QUrl(u"https://example.com/transcript.json"_s)});
    QVERIFY(!view.inputProblem().isEmpty());
    QVERIFY(!view.isChecking());
    view.openPath(u"  "_s);
    QVERIFY(!view.inputProblem().isEmpty());
    view.openPath(QUrl::fromLocalFile(examples + u"valid/job-status.json"_s).toString());
    QVERIFY(view.inputProblem().isEmpty());
    QTRY_COMPARE(view.list()->rowCount(), 1);
}

void TestLiaisonViewModel::invocationIsAStoryWithItsViolations()
{
    LiaisonViewModel view;
    view.openPath(examples + u"invalid"_s);
    QTRY_VERIFY(!view.isChecking());
    const int row = rowOfFile(*view.list(), u"hidden_error.earlier-tool.json"_s);
    QVERIFY(row >= 0);
    view.select(at(*view.list(), row, "key").toString());
    QVERIFY(view.isReading());
    QTRY_VERIFY(!view.isReading());
    QCOMPARE(view.title(), u"inv-hidden-earlier"_s);
    QVERIFY(!view.isAccepted());
    QVERIFY(view.verdictText().startsWith(u"One violation"_s));
    // Skill, two calls, the answer, its claim.
    QCOMPARE(view.steps().size(), 5);
    const QVariantMap skill = view.steps().at(0).toMap();
    QVERIFY(skill.value(u"title"_s).toString().contains(u"posting-schedule"_s));
    const QVariantMap call = view.steps().at(1).toMap();
    QVERIFY(call.value(u"title"_s).toString().contains(u"suggest_posting_windows"_s));
    QCOMPARE(call.value(u"badge"_s).toString(), u"error"_s);
    QCOMPARE(violationsOf(view.steps(), 1).size(), 1);
    QCOMPARE(violationsOf(view.steps(), 1).at(0).toMap().value(u"title"_s).toString(), u"hidden_error"_s);
    for (const int other : {0, 2, 3, 4})
        QVERIFY(violationsOf(view.steps(), other).isEmpty());
    QVERIFY(view.violations().isEmpty());
    QVERIFY(view.exactRaw().contains(u"inv-hidden-earlier"_s));
    view.close();
    QVERIFY(view.selectedKey().isEmpty() && view.steps().isEmpty());
}

void TestLiaisonViewModel::evidenceLeadsToTheCallThatReturnedIt()
{
    LiaisonViewModel view;
    view.openUrls({QUrl::fromLocalFile(examples + u"valid/posting-schedule-three-tools.json"_s),
                   QUrl::fromLocalFile(examples + u"invalid/unknown_reference.json"_s)});
    QTRY_COMPARE(view.list()->rowCount(), 2);
    view.select(at(*view.list(), 0, "key").toString());
    QTRY_VERIFY(!view.isReading());
    QCOMPARE(view.steps().size(), 8);
    QList<int> targets;
    for (int claim = 5; claim < 8; ++claim) {
        const QVariantList references = view.steps().at(claim).toMap().value(u"references"_s).toList();
        QCOMPARE(references.size(), 1);
        targets.append(references.at(0).toMap().value(u"target"_s).toInt());
    }
    QCOMPARE(targets, QList<int>({3, 3, 2}));
    const QVariantList rows = view.steps().at(2).toMap().value(u"rows"_s).toList();
    const QVariantMap evidence = rows.constLast().toMap();
    QVERIFY(evidence.value(u"value"_s).toString().startsWith(u"ev-"_s));
    QVERIFY(evidence.value(u"note"_s).toString().startsWith(u"data set · live"_s));
    QVERIFY(evidence.value(u"note"_s).toString().endsWith(u"cited by claim 3"_s));
    view.select(at(*view.list(), 1, "key").toString());
    QTRY_VERIFY(!view.isReading());
    const QVariantMap claim = view.steps().constLast().toMap();
    QCOMPARE(claim.value(u"references"_s).toList().at(0).toMap().value(u"target"_s).toInt(), -1);
    QCOMPARE(claim.value(u"violations"_s).toList().size(), 1);
}

void TestLiaisonViewModel::changedFileIsNotShownAsTheCheckedOne()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"a.json"_s);
    QByteArray bytes = bytesOf(examples + u"valid/job-status.json"_s);
    write(path, bytes);
    LiaisonViewModel view;
    view.openPath(path);
    QTRY_COMPARE(view.list()->rowCount(), 1);
    write(path, bytes.replace("awaiting", "Awaiting"));
    view.select(u"0"_s);
    QTRY_VERIFY(!view.isReading());
    QVERIFY(view.storyProblem().contains(u"changed"_s));
    QVERIFY(view.steps().isEmpty() && view.rawText().isEmpty());
    QVERIFY(QFile::remove(path));
    view.close();
    view.select(u"0"_s);
    QTRY_VERIFY(!view.isReading());
    QVERIFY(view.storyProblem().contains(u"cannot be read"_s));
}

void TestLiaisonViewModel::brokenDocumentIsShownWithItsPlace()
{
    LiaisonViewModel view;
    view.openPath(examples + u"invalid/broken_document.jsonl"_s);
    QTRY_COMPARE(view.list()->rowCount(), 1);
    QVERIFY(!at(*view.list(), 0, "invocation").toString().isEmpty());
    view.select(u"0"_s);
    QTRY_VERIFY(!view.isReading());
    QVERIFY(view.steps().isEmpty());
    QCOMPARE(view.violations().size(), 1);
    QCOMPARE(view.violations().at(0).toMap().value(u"title"_s).toString(), u"broken_document"_s);
    QVERIFY(view.storyProblem().contains(u"column"_s));
    QVERIFY(view.rawText().startsWith(u"{\"invocation_id\":\"inv-cut\""_s));
    static const QRegularExpression place(u"broken_document.jsonl:1:\\d+$"_s);
    QVERIFY(place.match(view.subtitle()).hasMatch());
}

void TestLiaisonViewModel::hostileTextsAreMadeVisible()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"a.json"_s);
    QByteArray bytes = bytesOf(examples + u"valid/job-status.json"_s);
    bytes.replace("inv-job-status", "inv\\u202e\\u0007");
    bytes.replace("\"Weekly recap\"", "\"a\\u202eb\"");
    bytes.replace("Job job-1 is awaiting", "Job job-1 is\\u2066 awaiting");
    write(path, bytes);
    LiaisonViewModel view;
    view.openPath(path);
    QTRY_COMPARE(view.list()->rowCount(), 1);
    view.select(u"0"_s);
    QTRY_VERIFY(!view.isReading());
    const auto isVisible = [](const QString &text) {
        return !text.contains(QChar(0x202e)) && !text.contains(QChar(0x2066)) && !text.contains(QChar(7));
    };
    QVERIFY(at(*view.list(), 0, "invocation").toString().contains(u"<U+202E><U+0007>"_s));
    QVERIFY(isVisible(view.title()));
    QVERIFY(isVisible(view.rawText()));
    for (const QVariant &value : view.steps()) {
        const QVariantMap step = value.toMap();
        QVERIFY(isVisible(step.value(u"title"_s).toString()) && isVisible(step.value(u"text"_s).toString()));
        for (const QVariant &row : step.value(u"rows"_s).toList())
            QVERIFY(isVisible(row.toMap().value(u"value"_s).toString()));
    }
}

void TestLiaisonViewModel::rowsCanBeCopied()
{
    LiaisonViewModel view;
    view.openPath(examples + u"invalid/hidden_error.json"_s);
    QTRY_COMPARE(view.list()->rowCount(), 1);
    const auto json = base::readJson(at(*view.list(), 0, "json").toString().toUtf8());
    QVERIFY(json);
    QCOMPARE((*json)[u"verdict"].toString(), u"rejected"_s);
    QCOMPARE((*json)[u"violations"].at(0)[u"rule"].toString(), u"hidden_error"_s);
    QVERIFY(at(*view.list(), 0, "csv").toString().endsWith(u",1,inv-hidden,rejected,hidden_error"_s));
    QCOMPARE(at(*view.list(), 0, "command").toString(),
             u"algentactl liaison check '%1invalid/hidden_error.json'"_s.arg(examples));
}

namespace
{

struct ShownPage {
    QTemporaryDir folder;
    ConsoleSettings settings{folder.filePath(u"settings.json"_s)};
    LiaisonViewModel model;
    QQuickView view;

    ShownPage()
    {
        view.engine()->addImportPath(u"qrc:/qt/qml"_s);
        view.setResizeMode(QQuickView::SizeRootObjectToView);
        view.setInitialProperties({{u"viewModel"_s, QVariant::fromValue<QObject *>(&model)},
                                   {u"settings"_s, QVariant::fromValue<QObject *>(&settings)}});
        view.resize(1240, 820);
        view.setSource(QUrl(u"qrc:/qt/qml/Algenta/Pages/LiaisonPage.qml"_s));
        view.show();
    }
    [[nodiscard]] QQuickItem *item(const QString &name) const { return itemBelow(view.rootObject(), name); }
    /** Delegates are children of their parent item, not of an object. */
    [[nodiscard]] static QQuickItem *itemBelow(QQuickItem *root, const QString &name)
    {
        if (!root || root->objectName() == name)
            return root;
        for (QQuickItem *child : root->childItems()) {
            if (QQuickItem *found = itemBelow(child, name))
                return found;
        }
        return nullptr;
    }
};

/** Pictures go where ALGENTA_SHOTS says. */
void shoot(QQuickView &view, const QString &name)
{
    const QString folder = qEnvironmentVariable("ALGENTA_SHOTS");
    if (folder.isEmpty())
        return;
    QTest::qWait(300);
    QVERIFY(view.grabWindow().save(u"%1/%2.png"_s.arg(folder, name)));
}

} // namespace

void TestLiaisonViewModel::pageShowsAnInvocation()
{
    ShownPage page;
    QVERIFY(page.view.rootObject());
    QTRY_VERIFY(page.item(u"listMessageText"_s)->isVisible());
    QVERIFY(!page.item(u"liaisonDetails"_s)->isVisible());
    page.model.openPath(examples + u"valid/posting-schedule-three-tools.json"_s);
    QTRY_COMPARE(page.item(u"liaisonTable"_s)->property("count").toInt(), 1);
    QVERIFY(page.item(u"liaisonTable"_s)->setProperty("currentRow", 0));
    QTRY_VERIFY(page.item(u"liaisonDetails"_s)->isVisible());
    QTRY_VERIFY(page.item(u"liaisonStep7"_s));
    QCOMPARE(page.item(u"liaisonVerdict"_s)->property("text").toString(), u"accepted"_s);
    // The link of the last claim brings its call into sight.
    QQuickItem *claim = page.item(u"liaisonStep7"_s);
    QQuickItem *link = ShownPage::itemBelow(claim, u"stepReference0"_s);
    QVERIFY(link && link->isVisible());
    QVERIFY(QMetaObject::invokeMethod(link, "clicked"));
    QTRY_VERIFY(page.item(u"liaisonStep2"_s)->hasActiveFocus());
    shoot(page.view, u"liaison-accepted"_s);
    page.model.openPath(examples + u"invalid"_s);
    QTRY_VERIFY(page.item(u"liaisonTable"_s)->property("count").toInt() > 50);
    QTRY_VERIFY(!page.model.isChecking());
    const int row = rowOfFile(*page.model.list(), u"hidden_error.json"_s);
    QVERIFY(page.item(u"liaisonTable"_s)->setProperty("currentRow", row));
    QTRY_VERIFY(page.item(u"liaisonStep1"_s) &&
                ShownPage::itemBelow(page.item(u"liaisonStep1"_s), u"stepViolation"_s));
    shoot(page.view, u"liaison-rejected"_s);
    QVERIFY(QMetaObject::invokeMethod(page.view.rootObject(), "closeDetails"));
    QTRY_VERIFY(!page.item(u"liaisonDetails"_s)->isVisible());
}

void TestLiaisonViewModel::pageTakesDroppedFiles()
{
    ShownPage page;
    QVERIFY(page.view.rootObject());
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(examples + u"invalid/hidden_error.json"_s)});
    const QPointF middle(page.view.width() / 2.0, page.view.height() / 2.0);
    QDragEnterEvent enter(middle.toPoint(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&page.view, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&page.view, &drop);
    QTRY_COMPARE(page.item(u"liaisonTable"_s)->property("count").toInt(), 1);
    QCOMPARE(at(*page.model.list(), 0, "rules").toString(), u"hidden_error"_s);
    QMimeData text;
    text.setText(u"no file"_s);
    QDragEnterEvent other(middle.toPoint(), Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&page.view, &other);
    QVERIFY(!other.isAccepted());
}

QTEST_MAIN(TestLiaisonViewModel)
#include "tst_liaisonviewmodel.moc"
