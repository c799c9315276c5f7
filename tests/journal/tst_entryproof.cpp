// SPDX-License-Identifier: Apache-2.0
#include "core/base/utf8.h"
#include "core/journal/entryproof.h"
#include "core/journal/entryscan.h"
#include "core/journal/journalexport.h"
#include "tests/journal/sealedjournal.h"

#include <QRandomGenerator>

using namespace algenta;
using namespace algenta::journal;
using namespace algenta::journal::test;
using namespace Qt::Literals::StringLiterals;

/** Proofs of entries as files, exports, and the quick reading of entries that verification relies on. */
class TestEntryProof : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void everyEntryIsProved();
    void aProofIsATlogProof();
    void withoutTheKeyItIsNotHeld();
    void everyFlippedBitOfAProofIsFound();
    void proofsOfOtherEntriesAndJournalsFail();
    void garbageIsNoProof();
    void whatNoCheckpointCoversIsNotProved();
    void damagedEntriesAreNotProved();
    void exportsAllAndRanges();
    void scansWhatIsRecorded_data();
    void scansWhatIsRecorded();
    void scansNothingThatCannotBeParsed();
    void scannerAndReaderAgree();
};

void TestEntryProof::everyEntryIsProved()
{
    SealedJournal journal;
    journal.fill(7);
    for (qint64 seq = 1; seq <= journal.file->head()->size; ++seq) {
        const EntryProof proof = valueOf(proveEntry(*journal.file, seq));
        const EntryProof read = valueOf(parseProof(proofBytes(proof)));
        QCOMPARE(read.entry, journal.file->entry(seq)->bytes);
        const ProofVerdict verdict = verifyProof(read, {journal.keys->key.publicKey()});
        QVERIFY2(verdict.result == ProofResult::Holds, qPrintable(verdict.text));
        QCOMPARE(verdict.entry->seq, seq);
        QCOMPARE(verdict.checkpoint->number, 8);
    }
}

void TestEntryProof::aProofIsATlogProof()
{
    SealedJournal journal;
    journal.fill(2);
    const EntryProof proof = valueOf(proveEntry(*journal.file, 4));
    const QByteArray bytes = proofBytes(proof);
    const QList<QByteArray> lines = bytes.split('\n');
    QCOMPARE(lines.at(0), "c2sp.org/tlog-proof@v1"_ba);
    QCOMPARE(QByteArray::fromBase64(lines.at(1).mid(6)), journal.file->entry(4)->bytes);
    QCOMPARE(lines.at(2), "index 3"_ba);
    QCOMPARE(lines.mid(3, 3).size(), proof.path.size());
    QCOMPARE(lines.at(6), QByteArray());
    QVERIFY(bytes.endsWith("\n\n" + valueOf(journal.file->lastCheckpoint())->note));
}

void TestEntryProof::withoutTheKeyItIsNotHeld()
{
    SealedJournal journal;
    journal.fill(1);
    const EntryProof proof = valueOf(proveEntry(*journal.file, 3));
    QCOMPARE(verifyProof(proof, {}).result, ProofResult::KeyUnknown);
    const SigningKey other = valueOf(SigningKey::generate(journal.keys->key.publicKey().name));
    QCOMPARE(verifyProof(proof, {other.publicKey()}).result, ProofResult::KeyUnknown);
    QCOMPARE(verifyProof(proof, {other.publicKey(), journal.keys->key.publicKey()}).result,
             ProofResult::Holds);
}

void TestEntryProof::everyFlippedBitOfAProofIsFound()
{
    SealedJournal journal;
    journal.fill(1);
    const QByteArray good = proofBytes(valueOf(proveEntry(*journal.file, 3)));
    for (qsizetype at = 0; at < good.size(); ++at) {
        for (int bit = 0; bit < 8; ++bit) {
            QByteArray bad = good;
            bad[at] = char(bad.at(at) ^ (1 << bit));
            const auto proof = parseProof(bad);
            QVERIFY2(!proof ||
                         verifyProof(*proof, {journal.keys->key.publicKey()}).result != ProofResult::Holds,
                     qPrintable(u"byte %1 bit %2"_s.arg(at).arg(bit)));
        }
    }
}

void TestEntryProof::proofsOfOtherEntriesAndJournalsFail()
{
    SealedJournal journal;
    journal.fill(3);
    SealedJournal other;
    other.fill(3);
    const QList<NoteKey> keys{journal.keys->key.publicKey()};
    const EntryProof good = valueOf(proveEntry(*journal.file, 5));
    EntryProof bad = good;
    bad.entry = journal.file->entry(6)->bytes;
    QCOMPARE(verifyProof(bad, keys).result, ProofResult::Broken);
    bad = good;
    bad.index = 5;
    QCOMPARE(verifyProof(bad, keys).result, ProofResult::Broken);
    bad = good;
    bad.path.removeLast();
    QCOMPARE(verifyProof(bad, keys).result, ProofResult::Broken);
    bad = good;
    bad.note = valueOf(other.file->lastCheckpoint())->note;
    QCOMPARE(verifyProof(bad, keys).result, ProofResult::Broken);
    QCOMPARE(verifyProof(valueOf(proveEntry(*other.file, 5)), keys).result, ProofResult::KeyUnknown);
    // The leaf of two entries is no entry: nodes and leaves are hashed apart.
    bad = good;
    bad.entry = journal.file->entry(5)->leaf + journal.file->entry(6)->leaf;
    QCOMPARE(verifyProof(bad, keys).result, ProofResult::Broken);
}

void TestEntryProof::garbageIsNoProof()
{
    SealedJournal journal;
    journal.fill(1);
    const QByteArray good = proofBytes(valueOf(proveEntry(*journal.file, 3)));
    const QList<NoteKey> keys{journal.keys->key.publicKey()};
    QRandomGenerator random(20261130);
    for (int i = 0; i < 20000; ++i) {
        QByteArray bytes = good;
        for (int change = random.bounded(1, 4); change > 0; --change) {
            const qsizetype at = random.bounded(int(bytes.size()));
            if (random.bounded(2) == 0)
                bytes.remove(at, random.bounded(1, 60));
            else
                bytes.insert(at, bytes.mid(random.bounded(int(bytes.size())), random.bounded(1, 60)));
            bytes += 'x';
            bytes.chop(random.bounded(2));
        }
        const auto proof = parseProof(bytes);
        QVERIFY(bytes == good || !proof || verifyProof(*proof, keys).result != ProofResult::Holds);
    }
    for (const QByteArray &bytes :
         {QByteArray(), "c2sp.org/tlog-proof@v1\n"_ba, "c2sp.org/tlog-proof@v1\n\n"_ba, good + "\n",
          "\n" + good, good.chopped(1)}) {
        const auto proof = parseProof(bytes);
        QVERIFY2(!proof || verifyProof(*proof, keys).result == ProofResult::Broken, bytes);
    }
}

void TestEntryProof::whatNoCheckpointCoversIsNotProved()
{
    SealedJournal journal;
    journal.open();
    QCOMPARE(proveEntry(*journal.file, 1).error().code, base::ErrorCode::NotFound);
    journal.setUp();
    journal.add(1);
    QVERIFY(proveEntry(*journal.file, 2));
    const auto tail = proveEntry(*journal.file, 3);
    QCOMPARE(tail.error().code, base::ErrorCode::NotFound);
    QVERIFY(!tail.error().remedy.isEmpty());
    QCOMPARE(proveEntry(*journal.file, 4).error().code, base::ErrorCode::NotFound);
}

void TestEntryProof::damagedEntriesAreNotProved()
{
    SealedJournal journal;
    journal.fill(2);
    Intruder intruder(journal.path);
    intruder.tamper({u"UPDATE entry SET body = x'00' WHERE seq = 3"_s});
    QCOMPARE(proveEntry(*journal.file, 3).error().code, base::ErrorCode::Tampered);
    intruder.tamper({u"UPDATE node SET hash = zeroblob(32) WHERE level = 1 AND position = 0"_s});
    QCOMPARE(proveEntry(*journal.file, 4).error().code, base::ErrorCode::Tampered);
}

void TestEntryProof::exportsAllAndRanges()
{
    SealedJournal journal;
    journal.fill(2); // 8 entries, checkpoints at 2, 5 and 8
    const auto lines = [&](qint64 first, qint64 last) {
        QList<QByteArray> all;
        const auto done = exportJournal(*journal.file, first, last, [&](const QByteArray &line) {
            all << line;
            return true;
        });
        return done ? all : QList<QByteArray>();
    };
    QCOMPARE(lines(1, 0).size(), 1 + 8 + 3);
    QCOMPARE(lines(3, 5).size(), 1 + 3 + 1);
    QVERIFY(lines(3, 5).at(1).contains(journal.file->entry(3)->bytes.toBase64()));
    int taken = 0;
    const auto ended = exportJournal(*journal.file, 1, 0, [&](const QByteArray &) { return ++taken < 3; });
    QCOMPARE(ended.error().code, base::ErrorCode::Cancelled);
    QCOMPARE(taken, 3);
}

void TestEntryProof::scansWhatIsRecorded_data()
{
    QTest::addColumn<Draft>("draft");
    QTest::addRow("note") << note(u"plain"_s);
    QTest::addRow("escapes") << note(u"quote \" backslash \\ slash / tab \t line \n bell \a del \u007f"_s);
    QTest::addRow("beyond ASCII") << note(u"ä € 𝄞 \ufeff \u2028"_s);
    Draft draft = note(u"x"_s);
    draft.details.set(u"list"_s,
                      base::Json::array({base::Json::boolean(true), base::Json(), base::Json::array(),
                                         base::Json::object(), base::Json::string({})}));
    QTest::addRow("nested") << draft;
    draft.details = base::Json();
    QTest::addRow("no details") << draft;
    QTest::addRow("act") << ofAct(EntryKind::Intent, u"a1"_s);
}

void TestEntryProof::scansWhatIsRecorded()
{
    QFETCH(Draft, draft);
    const SteppingClock clock;
    const QByteArray bytes = valueOf(canonicalBytes(1234, clock.now(), draft, QByteArray(32, '\x5a')));
    const auto scanned = scanEntry(bytes);
    QVERIFY(scanned);
    QCOMPARE(scanned->seq, 1234);
    QCOMPARE(scanned->kind, draft.kind);
    QCOMPARE(scanned->previousHex.toByteArray(), QByteArray("5a").repeated(32));
}

void TestEntryProof::scansNothingThatCannotBeParsed()
{
    const SteppingClock clock;
    Draft draft = note(u"quote \" ä \n end"_s);
    draft.details.set(u"list"_s, base::Json::array({base::Json::boolean(true), base::Json()}));
    const QByteArray good = valueOf(canonicalBytes(7, clock.now(), draft, QByteArray(32, '\x5a')));
    int scannedToo = 0;
    const auto check = [&](const QByteArray &bytes) {
        const auto scanned = scanEntry(bytes);
        if (!scanned)
            return true;
        ++scannedToo;
        const auto parsed = parseEntry(bytes);
        return parsed && parsed->seq == scanned->seq && parsed->draft.kind == scanned->kind &&
               parsed->previous.toHex() == scanned->previousHex.toByteArray();
    };
    for (qsizetype at = 0; at < good.size(); ++at) {
        for (int value = 0; value < 256; ++value) {
            QByteArray bytes = good;
            bytes[at] = char(value);
            QVERIFY2(check(bytes), bytes);
        }
        QVERIFY2(check(good.first(at)), good.first(at));
        for (const char *piece : {"\"", "\\", ",", "{}", "\\u0041", "\\u001f", "\\n", "0", ":", "[]", " "})
            QVERIFY2(check(QByteArray(good).insert(at, piece)), QByteArray(good).insert(at, piece));
    }
    QVERIFY(scannedToo > 1000);
}

/** Many changes at once, of the kinds that a hand, a program or a disk makes; the same ones on every run. */
void TestEntryProof::scannerAndReaderAgree()
{
    const SteppingClock clock;
    Draft nested = ofAct(EntryKind::HostAllowed, u"act \"7\""_s);
    nested.subject = u"hôst.example"_s;
    nested.details.set(u"carried"_s, base::Json::object({{u"path"_s, base::Json::array()},
                                                         {u"entry"_s, evidence("\x01\xff bytes")}}));
    const QList<QByteArray> good{
        valueOf(canonicalBytes(1, clock.now(), note(u"plain"_s), QByteArray(32, '\0'))),
        valueOf(canonicalBytes(987654321, clock.now(), note(u"ä \" \n \a 𝄞"_s), QByteArray(32, '\xa5'))),
        valueOf(canonicalBytes(77, clock.now(), nested, QByteArray(32, '\x7f')))};
    const QList<QByteArray> pieces{"\"",
                                   "\\",
                                   "\\\"",
                                   "\\u0041",
                                   "\\u001f",
                                   "\\u00e4",
                                   "{",
                                   "}",
                                   "[",
                                   "]",
                                   ",",
                                   ":",
                                   " ",
                                   "0",
                                   "1",
                                   "null",
                                   "true",
                                   "\"a\":\"b\",",
                                   "\xc3\xa4",
                                   "\xc0\xaf",
                                   "\xed\xa0\x80",
                                   "\xf4\x90\x80\x80",
                                   "\x7f",
                                   QByteArray(1, '\0')};
    QRandomGenerator random(20261130);
    int agreed = 0;
    for (int round = 0; round < 60000; ++round) {
        QByteArray bytes = good.at(random.bounded(int(good.size())));
        const int changes = random.bounded(1, 4);
        for (int i = 0; i < changes; ++i) {
            const qsizetype at = random.bounded(int(bytes.size()));
            const qsizetype length = random.bounded(1, 12);
            switch (random.bounded(5)) {
            case 0:
                bytes[at] = char(bytes.at(at) ^ (1 << random.bounded(8)));
                break;
            case 1:
                bytes.insert(at, pieces.at(random.bounded(int(pieces.size()))));
                break;
            case 2:
                bytes.remove(at, length);
                break;
            case 3: // a part of it stands twice
                bytes.insert(at, bytes.mid(random.bounded(int(bytes.size())), length));
                break;
            default: // letters and digits that change nothing in the form
                if (bytes.at(at) >= 'a' && bytes.at(at) < 'f')
                    bytes[at] = char(bytes.at(at) + 1);
            }
        }
        const auto scanned = scanEntry(bytes);
        if (!scanned)
            continue;
        ++agreed;
        const auto parsed = parseEntry(bytes);
        QVERIFY2(parsed, bytes);
        const auto text = [](QByteArrayView inside) { return base::decodeJsonString(inside); };
        QVERIFY2(parsed->seq == scanned->seq && parsed->draft.kind == scanned->kind &&
                     parsed->previous.toHex() == scanned->previousHex.toByteArray() &&
                     entryKindName(parsed->draft.kind) == text(scanned->kindName) &&
                     parsed->draft.actId == text(scanned->act) &&
                     parsed->draft.engine == text(scanned->engine) &&
                     parsed->draft.subject == text(scanned->subject),
                 bytes);
    }
    QVERIFY2(agreed > 3000, QByteArray::number(agreed));
}

QTEST_GUILESS_MAIN(TestEntryProof)
#include "tst_entryproof.moc"
