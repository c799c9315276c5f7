// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/hosts.h"

#include "core/journal/segment.h"
#include "core/journal/standing.h"
#include "tests/journal/sealedjournal.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using namespace algenta::breakglass;
using journal::EntryKind;

namespace
{

const QString origin = u"https://engine.example:443"_s;

journal::Entry entry(EntryKind kind, const QString &host, qint64 seq, const QString &engine = origin)
{
    journal::Entry entry;
    entry.seq = seq;
    entry.draft.kind = kind;
    entry.draft.engine = engine;
    entry.draft.subject = host;
    entry.draft.actor = u"a@b"_s;
    return entry;
}

} // namespace

class TestHosts : public QObject
{
    Q_OBJECT

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void lastWordCounts()
    {
        const QList<journal::Entry> entries{
            entry(EntryKind::HostAllowed, u"b.example"_s, 9),
            entry(EntryKind::HostWithdrawn, u"a.example"_s, 5),
            entry(EntryKind::HostAllowed, u"a.example"_s, 3),
            entry(EntryKind::HostWithdrawn, u"c.example"_s, 2),
            entry(EntryKind::HostAllowed, u"c.example"_s, 8),
            entry(EntryKind::HostAllowed, u"d.example"_s, 4, u"https://other.example:443"_s),
            entry(EntryKind::Note, u"e.example"_s, 6),
        };
        const auto hosts = AllowedHosts::fold(entries, origin);
        QVERIFY(hosts.has_value());
        QCOMPARE(hosts->names(), QStringList({u"c.example"_s, u"b.example"_s}));
        QVERIFY(hosts->find(u"b.example") && !hosts->find(u"a.example") && !hosts->find(u"d.example"));
        QCOMPARE(hosts->find(u"c.example")->seq, 8);
    }

    /** After a cut the entry that allowed the host is gone, and who said it, when and why is not. */
    Q_SLOT void allowedHostsSurviveACut()
    {
        journal::test::SealedJournal sealed;
        sealed.setUp();
        const auto draft = hostDraft(EntryKind::HostAllowed,
                                     {origin, u"a.example"_s, u"agreed with the supplier"_s, u"a@b"_s});
        const auto gone = hostDraft(EntryKind::HostAllowed,
                                    {origin, u"b.example"_s, u"agreed with the supplier"_s, u"a@b"_s});
        const auto withdrawn = hostDraft(EntryKind::HostWithdrawn,
                                         {origin, u"b.example"_s, u"no longer a supplier"_s, u"a@b"_s});
        const auto allowed = sealed.file->append(*draft);
        QVERIFY(allowed && sealed.file->append(*gone) && sealed.file->append(*withdrawn));
        sealed.add(2);
        sealed.seal();
        QVERIFY(journal::cutSegment(*sealed.file,
                                    {2, sealed.folder.filePath(u"segment"_s), u"a year"_s, u"c@d"_s}));
        const auto entries = sealed.file->page({}, 0, 100);
        QVERIFY(entries);
        const auto hosts = AllowedHosts::fold(*entries, origin);
        QVERIFY(hosts.has_value());
        QCOMPARE(hosts->list(), QList<AllowedHost>({{u"a.example"_s, u"agreed with the supplier"_s, u"a@b"_s,
                                                     allowed->time, allowed->seq}}));
        // Withdrawn afterwards, it is gone for good.
        const auto over = hostDraft(EntryKind::HostWithdrawn,
                                    {origin, u"a.example"_s, u"no longer a supplier"_s, u"a@b"_s});
        QVERIFY(sealed.file->append(*over));
        QVERIFY(AllowedHosts::fold(*sealed.file->page({}, 0, 100), origin)->list().isEmpty());
    }

    /** What a carried entry says otherwise than its original allows nothing. */
    Q_SLOT void aCarriedHostThatDiffersIsDamage()
    {
        journal::Entry forged = entry(EntryKind::HostAllowed, u"evil.example"_s, 9);
        forged.draft.details.set(QString(journal::carriedKey),
                                 base::Json::object({{u"entry"_s, journal::evidence("{}")}}));
        QCOMPARE(AllowedHosts::fold({forged}, origin).error().code, base::ErrorCode::Tampered);
    }

    Q_SLOT void damageIsNotPassedOver()
    {
        journal::Entry damaged = entry(EntryKind::Note, QString(), 5);
        damaged.fault = u"changed"_s;
        const auto hosts =
            AllowedHosts::fold({entry(EntryKind::HostAllowed, u"a.example"_s, 3), damaged}, origin);
        QCOMPARE(hosts.error().code, base::ErrorCode::Tampered);
    }

    Q_SLOT void changeNeedsHostAndReason_data()
    {
        QTest::addColumn<QString>("host");
        QTest::addColumn<QString>("reason");
        QTest::addColumn<bool>("good");
        const QString reason = u"agreed with the supplier"_s;
        QTest::newRow("good") << u"hooks.example"_s << reason << true;
        QTest::newRow("with port") << u"hooks.example:8443"_s << reason << true;
        QTest::newRow("address") << u"192.0.2.7"_s << reason << true;
        QTest::newRow("no reason") << u"hooks.example"_s << QString() << false;
        QTest::newRow("short reason") << u"hooks.example"_s << u"it is fine"_s << false;
        QTest::newRow("no host") << QString() << reason << false;
        QTest::newRow("plain http on the usual port of TLS") << u"hooks.example:443"_s << reason << true;
        QTest::newRow("port that is none") << u"hooks.example:99999"_s << reason << false;
        QTest::newRow("path") << u"hooks.example/x"_s << reason << false;
        QTest::newRow("user info") << u"a@hooks.example"_s << reason << false;
        QTest::newRow("upper case") << u"Hooks.example"_s << reason << false;
        QTest::newRow("not ASCII") << u"h\u043Eoks.example"_s << reason << false;
    }
    Q_SLOT void changeNeedsHostAndReason()
    {
        QFETCH(QString, host);
        QFETCH(QString, reason);
        QFETCH(bool, good);
        const auto draft = hostDraft(EntryKind::HostAllowed, {origin, host, reason, u"a@b"_s});
        QCOMPARE(draft.has_value(), good);
        if (draft) {
            QCOMPARE(draft->subject, host);
            QCOMPARE(draft->engine, origin);
            QCOMPARE(draft->details[u"reason"].toString(), reason);
        }
    }

    Q_SLOT void looksLikeAnAllowedHost_data()
    {
        QTest::addColumn<QString>("host");
        QTest::addColumn<QString>("word"); ///< in the warning; empty: no warning
        QTest::newRow("allowed") << u"hooks.example"_s << QString();
        QTest::newRow("quite another") << u"billing.partner.test"_s << QString();
        QTest::newRow("zero for o") << u"h0oks.example"_s << u"mistaken"_s;
        QTest::newRow("one for l") << u"hooks.examp1e"_s << u"mistaken"_s;
        QTest::newRow("i for l") << u"hooks.exampie"_s << u"mistaken"_s;
        QTest::newRow("rn for m") << u"hooks.exarnple"_s << u"mistaken"_s;
        QTest::newRow("vv for w") << u"vvebhooks.test"_s << u"mistaken"_s;
        QTest::newRow("hyphen") << u"hook-s.example"_s << u"mistaken"_s;
        QTest::newRow("one letter more") << u"hookss.example"_s << u"1 of"_s;
        QTest::newRow("one letter less") << u"hook.example"_s << u"1 of"_s;
        QTest::newRow("swapped") << u"hokos.example"_s << u"1 of"_s;
        QTest::newRow("two letters") << u"hxxks.example"_s << u"2 of"_s;
        QTest::newRow("three letters") << u"hxxxs.example"_s << QString();
        QTest::newRow("another domain behind it") << u"hooks.example.evil.test"_s << u"another domain"_s;
        QTest::newRow("another port") << u"hooks.example:8443"_s << u"another port"_s;
        QTest::newRow("short names differ") << u"a.b"_s << QString();
        QTest::newRow("Punycode, mixed scripts") << u"xn--hoks-55d.example"_s << u"several scripts"_s;
        QTest::newRow("Punycode, one script") << u"xn--80ak6aa92e.example"_s << u"reads as"_s;
        QTest::newRow("Punycode that is none") << u"xn--a-.example"_s << u"Punycode"_s;
    }
    Q_SLOT void looksLikeAnAllowedHost()
    {
        QFETCH(QString, host);
        QFETCH(QString, word);
        const QString warning = hostWarning(host, {u"hooks.example"_s, u"webhooks.test"_s, u"c.d"_s});
        if (word.isEmpty())
            QCOMPARE(warning, QString());
        else
            QVERIFY2(warning.contains(word), qPrintable(warning));
    }

    Q_SLOT void punycodeIsSaidEvenOfAnAllowedHost()
    {
        const QString host = u"xn--80ak6aa92e.example"_s;
        QVERIFY(hostWarning(host, {host}).contains(u"аррӏе"_s));
    }
};

QTEST_GUILESS_MAIN(TestHosts)
#include "tst_hosts.moc"
