// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonreader.h"
#include "core/engine/policychain.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta::engine;

namespace
{

/** A snapshot; @p more is further members, each with a comma in front. */
Policy snapshot(const QByteArray &id, const QByteArray &previous, int revision,
                const QByteArray &minConfidence = "0.6", const QByteArray &more = {})
{
    return *parsePolicy(*algenta::base::readJson(
        R"({"snapshot_id":)" + (id.isEmpty() ? "null" : '"' + id + '"') + R"(,"previous_snapshot_id":)" +
        (previous.isEmpty() ? "null" : '"' + previous + '"') + R"(,"revision":)" +
        QByteArray::number(revision) + R"(,"min_confidence":)" + minConfidence + R"(,"risk_floor":5000)" +
        more + "}"));
}

QStringList ids(const PolicyChain &chain)
{
    QStringList all;
    for (const PolicyLink &link : chain.links)
        all.append(link.policy.snapshotId);
    return all;
}

QString breaksOf(const PolicyChain &chain)
{
    QStringList all = chain.breaks;
    for (const PolicyLink &link : chain.links) {
        for (const QString &broken : link.breaks)
            all.append(link.policy.snapshotId + u": "_s + broken);
    }
    return all.join(u'\n');
}

} // namespace

class TestPolicyChain : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void aWholeChainHoldsInAnyOrder()
    {
        QList<Policy> all{snapshot("a", "", 1, "0.5"), snapshot("b", "a", 2, "0.55"),
                          snapshot("c", "b", 3, "0.6")};
        const Policy current = all.at(2);
        std::sort(all.begin(), all.end(),
                  [](const Policy &l, const Policy &r) { return l.snapshotId < r.snapshotId; });
        do {
            const PolicyChain chain = policyChain(all, current, 3);
            QCOMPARE(ids(chain), QStringList({u"c"_s, u"b"_s, u"a"_s}));
            QCOMPARE(breaksOf(chain), QString());
            QVERIFY(chain.holds() && chain.currentListed);
            QCOMPARE(chain.links.at(0).previous, std::optional<qsizetype>(1));
            QVERIFY(!chain.links.at(2).previous);
            QCOMPARE(chain.links.at(0).differences.size(), 1);
            QCOMPARE(chain.links.at(0).differences.at(0).field, u"min_confidence"_s);
            QCOMPARE(chain.links.at(0).differences.at(0).from.numberText(), QByteArray("0.55"));
            QCOMPARE(chain.links.at(0).differences.at(0).to.numberText(), QByteArray("0.6"));
        } while (std::next_permutation(all.begin(), all.end(), [](const Policy &l, const Policy &r) {
            return l.snapshotId < r.snapshotId;
        }));
    }

    void differencesAreOfValuesNotOfDigits()
    {
        const Policy from = snapshot("a", "", 1, "0.60", R"(,"require_calibration":false,"new_rule":[1])");
        const Policy to =
            snapshot("b", "a", 2, "0.6", R"(,"require_calibration":true,"new_rule":[2],"content_hash":"x")");
        const QList<PolicyDifference> found = policyDifferences(from, to);
        QCOMPARE(found.size(), 2);
        QCOMPARE(found.at(0).field, u"require_calibration"_s);
        QCOMPARE(found.at(1).field, u"new_rule"_s);
        // A floor that goes away is a difference, and so is one that comes.
        const Policy off =
            *parsePolicy(*algenta::base::readJson(R"({"min_confidence":0.6,"risk_floor":null})"));
        QCOMPARE(policyDifferences(from, off).at(0).field, u"risk_floor"_s);
    }

    void breaksAreNamed_data()
    {
        QTest::addColumn<QList<Policy>>("snapshots");
        QTest::addColumn<int>("current"); ///< index, or -1
        QTest::addColumn<QString>("named");
        QTest::addColumn<qsizetype>("links");
        const Policy a = snapshot("a", "", 1);
        const Policy b = snapshot("b", "a", 2);
        const Policy c = snapshot("c", "b", 3);
        QTest::newRow("one is missing") << QList{c, a} << 0 << u"c: It names snapshot “b”"_s << qsizetype(2);
        QTest::newRow("two beginnings")
            << QList{b, a, snapshot("x", "", 1)} << 0 << u"more than one beginning"_s << qsizetype(3);
        QTest::newRow("a fork") << QList{c, snapshot("d", "b", 4), b, a} << 0 << u"the chain forks"_s
                                << qsizetype(4);
        QTest::newRow("a circle") << QList{c, b, snapshot("a", "c", 1)} << 0 << u"follows the one in force"_s
                                  << qsizetype(3);
        QTest::newRow("a circle aside") << QList{a, snapshot("x", "y", 2), snapshot("y", "x", 3)} << 0
                                        << u"in a circle"_s << qsizetype(3);
        QTest::newRow("itself") << QList{a, snapshot("x", "x", 2)} << 0 << u"in a circle"_s << qsizetype(2);
        QTest::newRow("no id") << QList{a, snapshot("", "a", 2)} << 0 << u"has no snapshot_id"_s
                               << qsizetype(2);
        QTest::newRow("the same id twice")
            << QList{b, a, snapshot("a", "", 1, "0.7")} << 0 << u"the same id “a”"_s << qsizetype(3);
        QTest::newRow("revisions run backwards")
            << QList{snapshot("b", "a", 1), a} << 0 << u"revision 1 does not come after"_s << qsizetype(2);
        QTest::newRow("times run backwards")
            << QList{snapshot("b", "a", 2, "0.6", R"(,"created_at":"2026-01-01T00:00:00Z")"),
                     snapshot("a", "", 1, "0.6", R"(,"created_at":"2026-02-01T00:00:00Z")")}
            << 0 << u"dated before “a”"_s << qsizetype(2);
        QTest::newRow("one hash over two contents")
            << QList{snapshot("b", "a", 2, "0.7", R"(,"content_hash":"h")"),
                     snapshot("a", "", 1, "0.6", R"(,"content_hash":"h")")}
            << 0 << u"content hash of “a”"_s << qsizetype(2);
        QTest::newRow("a newer one than the one in force")
            << QList{b, a} << 1 << u"“b” follows the one in force"_s << qsizetype(2);
    }
    void breaksAreNamed()
    {
        QFETCH(QList<Policy>, snapshots);
        QFETCH(int, current);
        QFETCH(QString, named);
        QFETCH(qsizetype, links);
        const PolicyChain chain =
            policyChain(snapshots, current < 0 ? std::nullopt : std::optional(snapshots.at(current)));
        QVERIFY(!chain.holds());
        QVERIFY2(breaksOf(chain).contains(named), qPrintable(breaksOf(chain)));
        QCOMPARE(chain.links.size(), links);
    }

    void thePolicyInForceIsComparedWithItsSnapshot()
    {
        const Policy listed = snapshot("a", "", 1, "0.6");
        const PolicyChain chain = policyChain({listed}, snapshot("a", "", 1, "0.7"));
        QVERIFY(breaksOf(chain).contains(u"differ in min_confidence"_s));
        const PolicyChain unnamed = policyChain({listed}, snapshot("", "", 1));
        QVERIFY(breaksOf(unnamed).contains(u"names no snapshot"_s));
        const PolicyChain unlisted = policyChain({listed}, snapshot("b", "a", 2, "0.7"));
        QVERIFY(breaksOf(unlisted).contains(u"does not list"_s));
        QCOMPARE(ids(unlisted), QStringList({u"b"_s, u"a"_s}));
        QCOMPARE(unlisted.links.at(0).differences.size(), 1);
        QVERIFY(!unlisted.currentListed);
    }

    void aShortListIsNamed()
    {
        const PolicyChain chain = policyChain({snapshot("a", "", 1)}, std::nullopt, 4);
        QVERIFY(breaksOf(chain).contains(u"speaks of 4 snapshots and lists 1"_s));
    }

    void nothingListedIsAnEmptyChain()
    {
        QVERIFY(policyChain({}, std::nullopt).links.isEmpty());
        QVERIFY(policyChain({}, std::nullopt, 0).holds());
    }

    void totalOfTheListIsRead()
    {
        const auto page = parsePolicyPage(R"({"data":[{"min_confidence":0.6}],"total_snapshots":7})");
        QCOMPARE(page->total, 7);
        QCOMPARE(parsePolicyPage(R"({"snapshots":[],"total":0})")->total, 0);
    }
};

QTEST_GUILESS_MAIN(TestPolicyChain)
#include "tst_policychain.moc"
