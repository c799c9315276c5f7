// SPDX-License-Identifier: Apache-2.0
#include "tests/breakglass/actfixture.h"
#include "tests/breakglass/crashharness/faultpoints.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using namespace algenta::breakglass;
using journal::EntryKind;

namespace
{

int s_points = 100;
quint32 s_seed = 1;

template<typename T>
T waited(QFuture<T> future)
{
    if (!QTest::qWaitFor([&future] { return future.isFinished(); }, 60'000))
        qFatal("a future did not finish");
    return future.result();
}

/** Connections that the engine has not let go of yet. */
int openConnections(int port)
{
    QFile table(u"/proc/self/net/tcp"_s);
    if (!table.open(QIODevice::ReadOnly))
        return -1;
    const QByteArray local = ":" + QByteArray::number(port, 16).toUpper().rightJustified(4, '0');
    int count = 0;
    for (const QByteArray &line : table.readAll().split('\n')) {
        const QByteArrayList fields = line.simplified().split(' ');
        if (fields.size() > 3 && fields.at(1).endsWith(local) &&
            (fields.at(3) == "01" || fields.at(3) == "08"))
            ++count;
    }
    return count;
}

/** What came of one run, from the journal after the next start. */
struct Counts {
    int acts = 0;       ///< intents recorded
    int sent = 0;       ///< requests that the engine saw
    int lost = 0;       ///< requests that no intent stands for
    int doubled = 0;    ///< decisions that were requested twice
    int unresolved = 0; ///< intents without a known outcome on the next start
    int shown = 0;      ///< those of them that the next start lists as Unknown
    int settledRight = 0;
    int armings = 0;
    int closings = 0;
};

/** The engine as a witness, and journals that outlive the children. */
class Harness
{
public:
    Harness()
    {
        if (!demo.start())
            qFatal("demo engine: %s", demo.errorText().c_str());
        clock.advance(200); // what shows no change by now will not change any more
    }

    QString newJournal() { return folder.filePath(u"%1/journal.db"_s.arg(++m_journals)); }

    /** Runs a child on a new decision; its last state and points, or "killed". */
    QString run(const QString &journalPath, const QString &fault, long point)
    {
        demo::DecisionDraft draft;
        draft.chosenAction = "Reorder SKU 8841";
        draft.confidence = 0.41;
        draft.riskP5 = -310;
        decision = QString::fromStdString(demo.logDecision(draft));
        QProcess child;
        child.start(QStringLiteral(ALGENTA_CRASH_CHILD),
                    {QString::fromStdString(demo.baseUrl()), journalPath, decision,
                     QString::fromStdString(demo.webhookUrl("accept")), fault, QString::number(point)});
        if (!QTest::qWaitFor([&child] { return child.state() == QProcess::NotRunning; }, 120'000)) {
            child.kill();
            child.waitForFinished();
            return u"stuck"_s;
        }
        if (child.exitStatus() == QProcess::CrashExit)
            return u"killed"_s;
        if (child.exitCode() != 0)
            return child.exitCode() == test::sentUnsynced ? u"sent before the intent was synced"_s
                                                          : u"ended with an error"_s;
        return QString::fromLatin1(child.readAllStandardOutput()).trimmed();
    }

    /** The next start of the program: lists what is unknown, settles it, closes what was armed. */
    QString nextStart(const QString &journalPath, Counts &counts)
    {
        if (!QTest::qWaitFor([this] { return openConnections(demo.port()) == 0; }, 60'000))
            return u"the engine is still busy"_s;
        const auto seen = requests();
        counts.sent += int(seen.size());
        counts.doubled += seen.size() > 1 ? 1 : 0;
        if (!QFileInfo::exists(journalPath)) {
            counts.lost += int(seen.size());
            return {};
        }
        journal::JournalService journal(journalPath, clock);
        if (const auto head = waited(journal.start()); !head)
            return head.error().message;
        if (const auto closed = waited(closeStaleArmings(journal, u"crash@test"_s)); !closed)
            return closed.error().message;
        const auto intents = entries(journal, {EntryKind::Intent});
        counts.acts += int(intents.size());
        for (const auto &request : seen) {
            if (intents.size() != 1 || !matches(intents.constFirst(), request))
                ++counts.lost;
        }
        counts.armings += int(entries(journal, {EntryKind::Armed}).size());
        const QString wrong = settle(journal, intents, counts);
        counts.closings += int(entries(journal, {EntryKind::ArmingClosed}).size());
        return wrong;
    }

    QTemporaryDir folder;
    demo::DemoEngine demo;
    test::MovedClock clock;
    QString decision;

private:
    [[nodiscard]] std::vector<demo::RecordedRequest> requests() const
    {
        std::vector<demo::RecordedRequest> seen;
        for (const demo::RecordedRequest &request : demo.overrideRequests()) {
            if (request.path.find(decision.toStdString()) != std::string::npos)
                seen.push_back(request);
        }
        return seen;
    }
    [[nodiscard]] int deliveries() const
    {
        const auto all = demo.webhookDeliveries();
        return int(std::count_if(all.cbegin(), all.cend(), [this](const demo::WebhookDelivery &delivery) {
            return delivery.body.find(decision.toStdString()) != std::string::npos;
        }));
    }
    static bool matches(const journal::Entry &intent, const demo::RecordedRequest &request)
    {
        const auto body = journal::evidenceBytes(intent.draft.details[u"request"][u"body"]);
        return body && *body == QByteArray::fromStdString(request.body) &&
               intent.draft.details[u"request"][u"url"].toString().endsWith(
                   QString::fromStdString(request.path));
    }
    /** Entries about the decision of this run. */
    [[nodiscard]] QList<journal::Entry> entries(journal::JournalService &journal,
                                                QList<EntryKind> kinds) const
    {
        journal::EntryFilter filter;
        filter.kinds = std::move(kinds);
        filter.subject = decision;
        return waited(journal.page(filter, 0, 100)).value_or(QList<journal::Entry>());
    }
    QString settle(journal::JournalService &journal, const QList<journal::Entry> &intents, Counts &counts)
    {
        const auto outcomes = entries(journal, {EntryKind::Outcome});
        const bool unknown =
            !intents.isEmpty() &&
            (outcomes.isEmpty() || outcomes.constFirst().draft.details[u"outcome"].toString() == u"unknown");
        counts.unresolved += unknown ? 1 : 0;
        Settler settler(journal, clock, u"crash@test"_s);
        const auto open = waited(settler.openActs());
        if (!open)
            return open.error().message;
        counts.shown += int(open->size());
        engine::EngineConnection connection(engine::parseEngineAddress(QString::fromStdString(demo.baseUrl()))
                                                .value_or(engine::EngineAddress{}),
                                            base::Secret(QByteArrayView(demo.readingKey())));
        for (const OpenAct &act : *open) {
            if (!act.facts)
                return act.facts.error().message;
            const auto verdict = waited(settler.settle(*act.facts, connection.rest()));
            if (!verdict)
                return verdict.error().message;
            const Settlement truth =
                deliveries() > 0 ? Settlement::ExecutedAfterIntent : Settlement::NoChangeSeen;
            counts.settledRight += verdict->settlement == truth ? 1 : 0;
        }
        const auto left = waited(settler.openActs());
        return left && left->isEmpty() ? QString() : u"something stayed open after settling"_s;
    }

    int m_journals = 0;
};

} // namespace

/**
 * A child runs an act against the demo engine and is killed, or loses its disk, at a seeded system
 * call; the next start reads the journal and settles. The engine's own record is the witness.
 */
class TestCrash : public QObject
{
    Q_OBJECT

    static void check(const Counts &counts, const char *what)
    {
        qInfo("%s: acts %d, reached the engine %d, lost %d, doubled %d, unresolved %d (shown as Unknown %d, "
              "settled rightly %d), armings %d, closing records %d",
              what, counts.acts, counts.sent, counts.lost, counts.doubled, counts.unresolved, counts.shown,
              counts.settledRight, counts.armings, counts.closings);
        QCOMPARE(counts.lost, 0);
        QCOMPARE(counts.doubled, 0);
        QCOMPARE(counts.shown, counts.unresolved);
        QCOMPARE(counts.settledRight, counts.unresolved);
        QCOMPARE(counts.closings, counts.armings);
    }

    Harness m_harness;

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void killedAtSeededPoints()
    {
        QString path = m_harness.newJournal();
        Counts counts;
        const QString fresh = m_harness.run(path, u"none"_s, 0);
        QVERIFY2(fresh.startsWith(u"receipt "), qPrintable(fresh));
        const long freshPoints = fresh.section(u' ', 1).toLong();
        QCOMPARE(m_harness.nextStart(path, counts), QString());
        const QString usual = m_harness.run(path, u"none"_s, 0);
        QVERIFY2(usual.startsWith(u"receipt "), qPrintable(usual));
        const long usualPoints = usual.section(u' ', 1).toLong();
        QCOMPARE(m_harness.nextStart(path, counts), QString());
        QVERIFY2(usualPoints > 30 && freshPoints > usualPoints, qPrintable(fresh + u", "_s + usual));
        QCOMPARE(counts.sent, 2);

        QRandomGenerator random(s_seed);
        int killed = 0;
        for (int i = 0; i < s_points; ++i) {
            // Spread over the whole run, with a random place in each part; every eighth journal is new.
            const bool isFresh = i % 8 == 7;
            if (isFresh)
                path = m_harness.newJournal();
            const double part = double(isFresh ? freshPoints : usualPoints) / s_points;
            const long point = 1 + long(part * (i + random.generateDouble()));
            const QString end = m_harness.run(path, u"kill"_s, point);
            QVERIFY2(end == u"killed" || end.startsWith(u"receipt "),
                     qPrintable(u"point %1: %2"_s.arg(QString::number(point), end)));
            killed += end == u"killed" ? 1 : 0;
            const QString wrong = m_harness.nextStart(path, counts);
            QVERIFY2(wrong.isEmpty(), qPrintable(u"point %1: %2"_s.arg(QString::number(point), wrong)));
            // A child that is killed early enough leaves no journal at all.
            if ((i % 8 == 6 || i + 1 == s_points) && QFileInfo::exists(path))
                QCOMPARE(journal::verifyJournal(path).integrity, journal::Integrity::Intact);
        }
        qInfo("%d of %d points killed; a run has %ld points, %ld on a new journal", killed, s_points,
              usualPoints, freshPoints);
        check(counts, "killed");
        QVERIFY2(killed > s_points * 3 / 4, "most points lie within a run");
        QVERIFY2(counts.unresolved > 0, "some were killed between intent and outcome");
        QVERIFY2(counts.acts < s_points + 2, "some were killed before the intent was recorded");
    }

    Q_SLOT void diskFailsAtSeededPoints_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::newRow("full disk") << u"full"_s;
        QTest::newRow("read-only disk") << u"readonly"_s;
        QTest::newRow("failing sync") << u"sync"_s;
    }
    Q_SLOT void diskFailsAtSeededPoints()
    {
        QFETCH(QString, fault);
        const QString path = m_harness.newJournal();
        Counts counts;
        const QString usual = m_harness.run(path, u"none"_s, 0);
        QVERIFY2(usual.startsWith(u"receipt "), qPrintable(usual));
        const long points = usual.section(u' ', 1).toLong();
        QCOMPARE(m_harness.nextStart(path, counts), QString());
        QRandomGenerator random(s_seed);
        const int rounds = std::max(s_points / 8, 3);
        int unsent = 0;
        for (int i = 0; i < rounds; ++i) {
            const long point = 1 + long(double(points) / rounds * (i + random.generateDouble()));
            const int before = counts.sent;
            const QString end = m_harness.run(path, fault, point);
            static const QRegularExpression ended(u"^[a-z_]+ \\d+$"_s);
            QVERIFY2(ended.match(end).hasMatch(), qPrintable(end));
            const QString wrong = m_harness.nextStart(path, counts);
            QVERIFY2(wrong.isEmpty(), qPrintable(u"point %1: %2"_s.arg(QString::number(point), wrong)));
            unsent += counts.sent == before ? 1 : 0;
        }
        check(counts, QTest::currentDataTag());
        QVERIFY2(unsent > 0, "a disk that fails early keeps the request from leaving");
        QCOMPARE(journal::verifyJournal(path).integrity, journal::Integrity::Intact);
    }
};

int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    QStringList arguments = QCoreApplication::arguments();
    const auto take = [&arguments](const QString &name) {
        const qsizetype at = arguments.indexOf(name);
        if (at < 0 || at + 1 >= arguments.size())
            return 0;
        const int value = arguments.at(at + 1).toInt();
        arguments.remove(at, 2);
        return value;
    };
    if (const int points = take(u"--points"_s); points > 0)
        s_points = points;
    if (const int seed = take(u"--seed"_s); seed > 0)
        s_seed = static_cast<quint32>(seed);
    // Qt Test ends a function after five minutes; a thousand points take longer.
    if (!qEnvironmentVariableIsSet("QTEST_FUNCTION_TIMEOUT"))
        qputenv("QTEST_FUNCTION_TIMEOUT", "7200000");
    TestCrash test;
    return QTest::qExec(&test, arguments);
}
#include "tst_crash.moc"
