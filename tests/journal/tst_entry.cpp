// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonreader.h"
#include "core/journal/entry.h"
#include "core/journal/merkletree.h"

#include <QTest>

using namespace algenta;
using namespace algenta::journal;
using namespace Qt::Literals::StringLiterals;

namespace
{

const QByteArray previous(32, '\xab');
const QDateTime recordedAt(QDate(2026, 11, 30), QTime(9, 39, 2, 123), Qt::UTC);

// Written down by another program in another language; the format must never drift from it.
const QByteArray goldenBytes =
    "{\"act\":\"act-7\",\"actor\":\"op@desk\",\"details\":{\"b\":[\"x\",null,true],\"evidence\":{\"base64\":"
    "\"eyJvayI6dHJ1ZX0=\",\"sha256\":\"4062edaf750fb8074e7e83e0c9028c94e32468a8b6f1614774328ef045150f93\"},"
    "\"reason\":\"Größe \\\"1.50\\\"\\n€\",\"€\":\"a\"},\"engine\":\"https://engine.example:8443\","
    "\"format\":\"algenta.journal/1\",\"kind\":\"intent\",\"previous\":"
    "\"abababababababababababababababababababababababababababababababab\",\"seq\":\"42\",\"subject\":\"dec_"
    "01\","
    "\"time\":\"2026-11-30T09:39:02.123Z\"}";
const QByteArray goldenLeaf = "21b043aeba36534030a4fcbfb7e07fa4a18107233aa596df13d330aeb7e13cb3";
const QByteArray goldenChain = "e17a7b00c205b6a77be00a5c82f1804c7b3e6166c7b306a08d19912e2797788c";

Draft goldenDraft()
{
    base::Json details = base::Json::object();
    details.set(u"reason"_s, base::Json::string(u"Größe \"1.50\"\n€"_s));
    details.set(u"€"_s, base::Json::string(u"a"_s));
    details.set(u"evidence"_s, evidence("{\"ok\":true}"));
    details.set(u"b"_s,
                base::Json::array({base::Json::string(u"x"_s), base::Json(), base::Json::boolean(true)}));
    return {EntryKind::Intent, u"op@desk"_s, u"https://engine.example:8443"_s,
            u"dec_01"_s,       u"act-7"_s,   details};
}

} // namespace

class TestEntry : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void bytesAndHashesAreThoseOfTheGoldenEntry();
    void everyFieldIsReadBack();
    void everyFieldIsHashed();
    void fieldsDoNotRunIntoEachOther();
    void kindsHaveStableNames();
    void refusesDraftsThatCannotBeCanonical_data();
    void refusesDraftsThatCannotBeCanonical();
    void refusesBytesThatAreNotAnEntry_data();
    void refusesBytesThatAreNotAnEntry();
    void evidenceGivesItsBytesBack();
    void damagedEvidenceIsNoticed_data();
    void damagedEvidenceIsNoticed();
};

void TestEntry::bytesAndHashesAreThoseOfTheGoldenEntry()
{
    const auto bytes = canonicalBytes(42, recordedAt, goldenDraft(), previous);
    QVERIFY(bytes);
    QCOMPARE(*bytes, goldenBytes);
    const auto entry = parseEntry(*bytes);
    QVERIFY(entry);
    QCOMPARE(entry->leaf.toHex(), goldenLeaf);
    QCOMPARE(entry->chain.toHex(), goldenChain);
}

void TestEntry::everyFieldIsReadBack()
{
    const auto entry = parseEntry(goldenBytes);
    QVERIFY(entry);
    QCOMPARE(entry->seq, 42);
    QCOMPARE(entry->time, recordedAt);
    QCOMPARE(entry->draft.kind, EntryKind::Intent);
    QCOMPARE(entry->draft.actor, u"op@desk"_s);
    QCOMPARE(entry->draft.engine, u"https://engine.example:8443"_s);
    QCOMPARE(entry->draft.subject, u"dec_01"_s);
    QCOMPARE(entry->draft.actId, u"act-7"_s);
    QCOMPARE(entry->draft.details[u"reason"].toString(), u"Größe \"1.50\"\n€"_s);
    QCOMPARE(entry->previous, previous);
    QCOMPARE(entry->bytes, goldenBytes);
    QVERIFY(entry->fault.isEmpty());
}

void TestEntry::everyFieldIsHashed()
{
    QList<Draft> drafts(6, goldenDraft());
    drafts[0].kind = EntryKind::Outcome;
    drafts[1].actor += u'x';
    drafts[2].engine += u'x';
    drafts[3].subject += u'x';
    drafts[4].actId += u'x';
    drafts[5].details.set(u"new"_s, base::Json::string({}));
    QSet<QByteArray> leaves{QByteArray::fromHex(goldenLeaf)};
    for (const Draft &draft : std::as_const(drafts))
        leaves.insert(leafHash(*canonicalBytes(42, recordedAt, draft, previous)));
    leaves.insert(leafHash(*canonicalBytes(43, recordedAt, goldenDraft(), previous)));
    leaves.insert(leafHash(*canonicalBytes(42, recordedAt.addMSecs(1), goldenDraft(), previous)));
    leaves.insert(leafHash(*canonicalBytes(42, recordedAt, goldenDraft(), QByteArray(32, 'x'))));
    QCOMPARE(leaves.size(), 10);
}

void TestEntry::fieldsDoNotRunIntoEachOther()
{
    Draft one = goldenDraft();
    one.engine = u"a|b"_s;
    one.subject = u"c"_s;
    Draft other = goldenDraft();
    other.engine = u"a"_s;
    other.subject = u"b|c"_s;
    QVERIFY(*canonicalBytes(1, recordedAt, one, previous) != *canonicalBytes(1, recordedAt, other, previous));
}

void TestEntry::kindsHaveStableNames()
{
    const QList<std::pair<EntryKind, QString>> names{
        {EntryKind::JournalOpened, u"journal_opened"_s},
        {EntryKind::ConsoleStarted, u"console_started"_s},
        {EntryKind::ConsoleStopped, u"console_stopped"_s},
        {EntryKind::ConnectionEnrolled, u"connection_enrolled"_s},
        {EntryKind::ConnectionWithdrawn, u"connection_withdrawn"_s},
        {EntryKind::BlockedSeen, u"blocked_seen"_s},
        {EntryKind::Intent, u"intent"_s},
        {EntryKind::Outcome, u"outcome"_s},
        {EntryKind::Reconciled, u"reconciled"_s},
        {EntryKind::ReceiptSeen, u"receipt_seen"_s},
        {EntryKind::Note, u"note"_s},
        {EntryKind::Armed, u"armed"_s},
        {EntryKind::ArmingClosed, u"arming_closed"_s},
        {EntryKind::HostAllowed, u"host_allowed"_s},
        {EntryKind::HostWithdrawn, u"host_withdrawn"_s},
        {EntryKind::Reviewed, u"reviewed"_s},
        {EntryKind::DrillDone, u"drill_done"_s},
        {EntryKind::SigningKeySet, u"signing_key_set"_s},
        {EntryKind::Anchored, u"anchored"_s},
        {EntryKind::SegmentCut, u"segment_cut"_s},
        {EntryKind::Recovered, u"recovered"_s},
        {EntryKind::DriftAccepted, u"drift_accepted"_s}};
    for (const auto &[kind, name] : names) {
        QCOMPARE(entryKindName(kind), name);
        QCOMPARE(entryKindFromName(name).value(), kind);
    }
    QVERIFY(!entryKindFromName(u"Note"_s));
    QVERIFY(!entryKindFromName({}));
}

void TestEntry::refusesDraftsThatCannotBeCanonical_data()
{
    QTest::addColumn<QByteArray>("details");
    QTest::addRow("number") << QByteArray("{\"a\":1}");
    QTest::addRow("number inside") << QByteArray("{\"a\":[{\"b\":1.0}]}");
    QTest::addRow("duplicate key") << QByteArray("{\"a\":\"x\",\"a\":\"x\"}");
    QTest::addRow("lone surrogate") << QByteArray("{\"a\":\"\\ud800\"}");
    QTest::addRow("lone surrogate in key") << QByteArray("{\"\\udc00\":\"\"}");
    QTest::addRow("array") << QByteArray("[]");
    QTest::addRow("text") << QByteArray("\"x\"");
}

void TestEntry::refusesDraftsThatCannotBeCanonical()
{
    QFETCH(QByteArray, details);
    Draft draft = goldenDraft();
    draft.details = base::readJson(details).value();
    const auto bytes = canonicalBytes(1, recordedAt, draft, previous);
    QVERIFY(!bytes);
    QCOMPARE(bytes.error().code, base::ErrorCode::InvalidInput);
}

void TestEntry::refusesBytesThatAreNotAnEntry_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const auto changed = [](const char *from, const char *to) {
        QByteArray bytes = goldenBytes;
        return bytes.replace(from, to);
    };
    QTest::addRow("empty") << QByteArray();
    QTest::addRow("cut") << goldenBytes.chopped(1);
    QTest::addRow("trailing byte") << goldenBytes + "\n";
    QTest::addRow("white space") << changed("\"act\":", "\"act\": ");
    QTest::addRow("order of keys") << changed("\"act\":\"act-7\",\"actor\":\"op@desk\"",
                                              "\"actor\":\"op@desk\",\"act\":\"act-7\"");
    QTest::addRow("escape that is not needed") << changed("op@desk", "op\\u0040desk");
    QTest::addRow("number") << changed("\"42\"", "42");
    QTest::addRow("leading zero") << changed("\"42\"", "\"042\"");
    QTest::addRow("number zero") << changed("\"42\"", "\"0\"");
    QTest::addRow("plus sign") << changed("\"42\"", "\"+42\"");
    QTest::addRow("number too large") << changed("\"42\"", "\"9223372036854775808\"");
    QTest::addRow("duplicate key") << changed("\"act\":\"act-7\"", "\"act\":\"act-7\",\"act\":\"act-7\"");
    QTest::addRow("another format") << changed("journal/1", "journal/2");
    QTest::addRow("unknown kind") << changed("\"intent\"", "\"intend\"");
    QTest::addRow("short chain value") << changed("\"abab", "\"ab");
    QTest::addRow("upper-case hash") << changed("\"abab", "\"ABab");
    QTest::addRow("time without zone") << changed("02.123Z", "02.123");
    QTest::addRow("time with microseconds") << changed("02.123Z", "02.123000Z");
    QTest::addRow("no such day") << changed("2026-11-30", "2026-11-31");
    QTest::addRow("additional field") << changed(",\"time\"", ",\"tim\":\"\",\"time\"");
    QTest::addRow("missing field") << changed("\"act\":\"act-7\",", "");
    QTest::addRow("renamed field") << changed("\"act\":", "\"aci\":");
    QTest::addRow("details a text") << changed("\"details\":{", "\"details\":\"\",\"x\":{");
    QTest::addRow("not UTF-8") << changed("Größe", "Gr\xf6\xdf"
                                                   "e");
}

void TestEntry::refusesBytesThatAreNotAnEntry()
{
    QFETCH(QByteArray, bytes);
    QVERIFY(bytes != goldenBytes);
    QVERIFY(!parseEntry(bytes));
}

void TestEntry::evidenceGivesItsBytesBack()
{
    QByteArray all;
    for (int byte = 0; byte < 256; ++byte)
        all.append(char(byte));
    for (const QByteArray &bytes : {QByteArray(), QByteArray("{\"a\": 1.0 }"), all})
        QCOMPARE(evidenceBytes(evidence(bytes)).value(), bytes);
}

void TestEntry::damagedEvidenceIsNoticed_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<int>("code");
    const QByteArray good = "4062edaf750fb8074e7e83e0c9028c94e32468a8b6f1614774328ef045150f93";
    const auto form = [](const QByteArray &base64, const QByteArray &hash) {
        return QByteArray("{\"base64\":\"" + base64 + "\",\"sha256\":\"" + hash + "\"}");
    };
    QTest::addRow("other bytes") << form("eyJvayI6dHJ1Zn0=", good) << int(base::ErrorCode::Tampered);
    QTest::addRow("other hash") << form("eyJvayI6dHJ1ZX0=", QByteArray(good).replace('4', '5'))
                                << int(base::ErrorCode::Tampered);
    QTest::addRow("not base64") << form("eyJv*yI6dHJ1ZX0=", good) << int(base::ErrorCode::MalformedJson);
    QTest::addRow("padding cut") << form("eyJvayI6dHJ1ZX0", good) << int(base::ErrorCode::MalformedJson);
    QTest::addRow("other last bits") << form("eyJvayI6dHJ1ZX1=", good) << int(base::ErrorCode::MalformedJson);
    QTest::addRow("no hash") << QByteArray("{\"base64\":\"eyJvayI6dHJ1ZX0=\"}")
                             << int(base::ErrorCode::MalformedJson);
    QTest::addRow("null") << QByteArray("null") << int(base::ErrorCode::MalformedJson);
}

void TestEntry::damagedEvidenceIsNoticed()
{
    QFETCH(QByteArray, json);
    QFETCH(int, code);
    const auto bytes = evidenceBytes(base::readJson(json).value());
    QVERIFY(!bytes);
    QCOMPARE(int(bytes.error().code), code);
}

QTEST_APPLESS_MAIN(TestEntry)
#include "tst_entry.moc"
