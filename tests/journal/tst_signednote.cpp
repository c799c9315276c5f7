// SPDX-License-Identifier: Apache-2.0
#include "core/journal/checkpoint.h"
#include "core/journal/journalrecords.h"
#include "core/journal/signednote.h"
#include "core/journal/signingkey.h"
#include "tests/journal/sealedjournal.h"

#include <QRandomGenerator>

using namespace algenta;
using namespace algenta::journal;
using namespace algenta::journal::test;
using namespace Qt::Literals::StringLiterals;

namespace
{

const QByteArray dash("\xe2\x80\x94 ");

QByteArray signedBy(const QByteArray &text, const SigningKey &key)
{
    return noteBytes(text, key.publicKey(), key.sign(text));
}

} // namespace

class TestSignedNote : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void aKnownKeyIsReadAndWritten();
    void keyTextsAreStrict_data();
    void keyTextsAreStrict();
    void signsAndVerifies();
    void refusesMalformedNotes_data();
    void refusesMalformedNotes();
    void unknownSignersAreIgnored();
    void aBadSignatureOfAKnownSignerIsRejected();
    void sixteenSignaturesAreAccepted();
    void everyFlippedBitOfANoteIsFound();
    void theSameKeyUnderAnotherNameIsAnotherKey();
    void checkpointsReadBack();
    void refusesMalformedCheckpoints_data();
    void refusesMalformedCheckpoints();
    void garbageNeverPasses();
};

void TestSignedNote::aKnownKeyIsReadAndWritten()
{
    // A public test key of Go's golang.org/x/mod/sumdb/note package.
    const QString text = u"PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"_s;
    const auto key = NoteKey::fromText(text);
    QVERIFY(key);
    QCOMPARE(key->name, u"PeterNeumann"_s);
    QCOMPARE(key->id().toHex(), "c74f20a3"_ba);
    QCOMPARE(key->text(), text);
    // And a note that it signed there.
    const QByteArray body("If you think cryptography is the answer to your problem,\n"
                          "then you don't know what your problem is.\n");
    const QByteArray good =
        body + '\n' + dash +
        "PeterNeumann "
        "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";
    const auto note = parseNote(good);
    QVERIFY(note);
    QCOMPARE(checkNote(*note, {*key}), NoteTrust::Signed);
}

void TestSignedNote::keyTextsAreStrict_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("empty") << u""_s;
    QTest::newRow("no parts") << u"PeterNeumann"_s;
    QTest::newRow("wrong id") << u"PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"_s;
    QTest::newRow("other name") << u"PeterNeuman+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"_s;
    QTest::newRow("changed key") << u"PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TX"_s;
    QTest::newRow("other algorithm")
        << u"PeterNeumann+c74f20a3+Ahpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"_s;
    QTest::newRow("short key") << u"PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10Q="_s;
    QTest::newRow("space in name")
        << u"Peter Neumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"_s;
}

void TestSignedNote::keyTextsAreStrict()
{
    QFETCH(QString, text);
    const auto key = NoteKey::fromText(text);
    QVERIFY(!key);
    QCOMPARE(key.error().code, base::ErrorCode::InvalidInput);
}

void TestSignedNote::signsAndVerifies()
{
    const SigningKey key = valueOf(SigningKey::generate(u"example.org/log"_s));
    const QByteArray bytes = signedBy("one\n\ntwo \xc3\xa4\n", key);
    const auto note = parseNote(bytes);
    QVERIFY(note);
    QCOMPARE(note->text, "one\n\ntwo \xc3\xa4\n"_ba);
    QCOMPARE(note->signatures.size(), 1);
    QCOMPARE(note->signatures.first().keyName, u"example.org/log"_s);
    QCOMPARE(note->signatures.first().keyId, key.publicKey().id());
    QCOMPARE(checkNote(*note, {key.publicKey()}), NoteTrust::Signed);
    for (const QString &name : {u""_s, u"a b"_s, u"a+b"_s, u"a\u00a0b"_s, u"a\nb"_s, u"a\u2003b"_s})
        QVERIFY(!SigningKey::generate(name));
}

void TestSignedNote::refusesMalformedNotes_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const SigningKey key = valueOf(SigningKey::generate(u"k"_s));
    const QByteArray good = signedBy("text\n", key);
    const QByteArray line = good.sliced(6);
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text alone") << "text\n"_ba;
    QTest::newRow("no signature") << "text\n\n"_ba;
    QTest::newRow("no blank line") << "text\n" + line;
    QTest::newRow("no text") << "\n" + line;
    QTest::newRow("no last line feed") << good.chopped(1);
    QTest::newRow("trailing byte") << good + "x";
    QTest::newRow("trailing line feed") << good + "\n";
    QTest::newRow("trailing text") << good + "more\n";
    QTest::newRow("carriage return") << QByteArray(good).replace("text\n", "text\r\n");
    QTest::newRow("tab") << QByteArray(good).replace("text", "te\txt");
    QTest::newRow("NUL") << QByteArray(good).replace("text", QByteArray("te\0t", 4));
    QTest::newRow("not UTF-8") << QByteArray(good).replace("text", "te\xfft");
    QTest::newRow("hyphen for the dash") << QByteArray(good).replace(dash, "- ");
    QTest::newRow("no name") << QByteArray(good).replace(dash + "k ", dash + " ");
    QTest::newRow("plus in name") << QByteArray(good).replace(dash + "k ", dash + "k+ ");
    QTest::newRow("two blanks") << QByteArray(good).replace(dash + "k ", dash + "k  ");
    QTest::newRow("not base64") << QByteArray(good).replace(dash + "k ", dash + "k *");
    QTest::newRow("id alone") << "text\n\n" + dash + "k AAAAAA==\n";
    QTest::newRow("loose base64") << "text\n\n" + dash + "k AAAAAAB=\n";
    QTest::newRow("101 signatures") << "text\n\n" + line.repeated(101);
}

void TestSignedNote::refusesMalformedNotes()
{
    QFETCH(QByteArray, bytes);
    const auto note = parseNote(bytes);
    QVERIFY(!note);
    QCOMPARE(note.error().code, base::ErrorCode::MalformedAnswer);
}

void TestSignedNote::unknownSignersAreIgnored()
{
    const SigningKey known = valueOf(SigningKey::generate(u"known"_s));
    const SigningKey other = valueOf(SigningKey::generate(u"other"_s));
    const QByteArray bytes = signedBy("text\n", known);
    const QByteArray more = signedBy("text\n", other).sliced(6);
    QCOMPARE(checkNote(*parseNote(bytes + more), {known.publicKey()}), NoteTrust::Signed);
    QCOMPARE(checkNote(*parseNote("text\n\n" + more), {known.publicKey()}), NoteTrust::UnknownSigner);
    QCOMPARE(checkNote(*parseNote(bytes), {}), NoteTrust::UnknownSigner);
    // A signature that is nonsense, by somebody who is not asked about, changes nothing.
    QCOMPARE(checkNote(*parseNote(bytes + dash + "other AAAAAAAA\n"), {known.publicKey()}),
             NoteTrust::Signed);
}

void TestSignedNote::aBadSignatureOfAKnownSignerIsRejected()
{
    const SigningKey key = valueOf(SigningKey::generate(u"known"_s));
    const QByteArray good = signedBy("text\n", key);
    const QByteArray ofOtherText = signedBy("other\n", key).sliced(7);
    QCOMPARE(checkNote(*parseNote("text\n\n" + ofOtherText), {key.publicKey()}), NoteTrust::BadSignature);
    // Also beside a good one.
    QCOMPARE(checkNote(*parseNote(good + ofOtherText), {key.publicKey()}), NoteTrust::BadSignature);
    const QByteArray tooShort = (key.publicKey().id() + "short").toBase64();
    QCOMPARE(checkNote(*parseNote("text\n\n" + dash + "known " + tooShort + '\n'), {key.publicKey()}),
             NoteTrust::BadSignature);
}

void TestSignedNote::sixteenSignaturesAreAccepted()
{
    QByteArray bytes("text\n\n");
    QList<NoteKey> keys;
    for (int i = 0; i < 16; ++i) {
        const SigningKey key = valueOf(SigningKey::generate(u"k%1"_s.arg(i)));
        bytes += signedBy("text\n", key).sliced(6);
        keys << key.publicKey();
    }
    QCOMPARE(checkNote(*parseNote(bytes), keys), NoteTrust::Signed);
    QCOMPARE(checkNote(*parseNote(bytes), {keys.last()}), NoteTrust::Signed);
}

void TestSignedNote::everyFlippedBitOfANoteIsFound()
{
    const SigningKey key = valueOf(SigningKey::generate(u"example.org/log"_s));
    const QByteArray good = signedBy("line one\nline two\n", key);
    for (qsizetype at = 0; at < good.size(); ++at) {
        for (int bit = 0; bit < 8; ++bit) {
            QByteArray bad = good;
            bad[at] = char(bad.at(at) ^ (1 << bit));
            const auto note = parseNote(bad);
            QVERIFY2(!note || checkNote(*note, {key.publicKey()}) != NoteTrust::Signed,
                     qPrintable(u"byte %1 bit %2"_s.arg(at).arg(bit)));
        }
    }
}

void TestSignedNote::theSameKeyUnderAnotherNameIsAnotherKey()
{
    const SigningKey key = valueOf(SigningKey::generate(u"one"_s));
    NoteKey renamed = key.publicKey();
    renamed.name = u"two"_s;
    QVERIFY(renamed.id() != key.publicKey().id());
    QCOMPARE(checkNote(*parseNote(signedBy("text\n", key)), {renamed}), NoteTrust::UnknownSigner);
}

void TestSignedNote::checkpointsReadBack()
{
    SealedJournal journal;
    journal.fill(2);
    const Checkpoint third = journal.seal(CheckpointCause::Heartbeat);
    const auto read = parseCheckpoint(third.note);
    QVERIFY(read);
    QCOMPARE(read->number, 3 + 1);
    QCOMPARE(read->cause, CheckpointCause::Heartbeat);
    QCOMPARE(read->size, journal.file->head()->size);
    QCOMPARE(read->root, journal.file->head()->root);
    QCOMPARE(read->previous, journal.file->records().checkpoint(3)->noteHash());
    QCOMPARE(read->origin, u"algenta-journal/"_s + journal.file->head()->journalId);
    QCOMPARE(checkpointText(*read), parseNote(third.note)->text);
    // The first three lines are what every reader of C2SP checkpoints expects.
    const auto lines = third.note.split('\n');
    QCOMPARE(lines.at(0), read->origin.toUtf8());
    QCOMPARE(lines.at(1), QByteArray::number(read->size));
    QCOMPARE(QByteArray::fromBase64(lines.at(2)), read->root);
    QVERIFY(third.note.contains("\nseal "));
    QCOMPARE(parseNote(third.note)->signatures.first().keyName, read->origin);
}

void TestSignedNote::refusesMalformedCheckpoints_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::newRow("leading zero in the size") << "\n2\n"_ba
                                              << "\n02\n"_ba;
    QTest::newRow("negative size") << "\n2\n"_ba
                                   << "\n-2\n"_ba;
    QTest::newRow("no size") << "\n2\n"_ba
                             << "\nx\n"_ba;
    QTest::newRow("number zero") << "number 1\n"_ba
                                 << "number 0\n"_ba;
    QTest::newRow("first with a previous one") << "number 1\n"_ba
                                               << "number 2\n"_ba;
    QTest::newRow("unknown cause") << "cause key-set"_ba
                                   << "cause whim"_ba;
    QTest::newRow("other key word") << "cause key-set"_ba
                                    << "causes key-set"_ba;
    QTest::newRow("line missing") << "cause key-set\n"_ba
                                  << ""_ba;
    QTest::newRow("line more") << "cause key-set\n"_ba
                               << "cause key-set\nmore x\n"_ba;
    QTest::newRow("time without zone") << "Z\ncause"_ba
                                       << "\ncause"_ba;
    QTest::newRow("previous is no hash") << "previous none"_ba
                                         << "previous AAAA"_ba;
    QTest::newRow("seal is no hash") << "seal "_ba
                                     << "seal A"_ba;
    QTest::newRow("other origin") << "algenta-journal/"_ba
                                  << "algenta journal/"_ba;
}

void TestSignedNote::refusesMalformedCheckpoints()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    SealedJournal journal;
    journal.setUp();
    const QByteArray good = journal.keys->checkpoint.note;
    const QByteArray text = parseNote(good)->text;
    const qsizetype at = text.indexOf(from);
    QVERIFY(at >= 0);
    const QByteArray bad = text.first(at) + to + text.sliced(at + from.size());
    // Signed as it stands: the form alone must be enough to refuse it.
    const auto checkpoint = parseCheckpoint(signedBy(bad, journal.keys->key));
    QVERIFY(!checkpoint);
    QCOMPARE(checkpoint.error().code, base::ErrorCode::MalformedAnswer);
}

void TestSignedNote::garbageNeverPasses()
{
    SealedJournal journal;
    journal.setUp();
    const QByteArray good = journal.keys->checkpoint.note;
    QRandomGenerator random(20261130);
    int read = 0;
    for (int i = 0; i < 20000; ++i) {
        QByteArray bytes = good;
        for (int change = random.bounded(1, 4); change > 0; --change) {
            const qsizetype at = random.bounded(int(bytes.size()));
            switch (random.bounded(4)) {
            case 0:
                bytes[at] = char(random.bounded(256));
                break;
            case 1:
                bytes.remove(at, random.bounded(1, 40));
                break;
            case 2:
                bytes.insert(at, bytes.mid(random.bounded(int(bytes.size())), random.bounded(1, 40)));
                break;
            default:
                bytes.truncate(at);
                break;
            }
            if (bytes.isEmpty())
                bytes = "\n";
        }
        const auto checkpoint = parseCheckpoint(bytes);
        if (!checkpoint || bytes == good)
            continue;
        ++read;
        QVERIFY2(checkNote(*parseNote(bytes), {journal.keys->key.publicKey()}) != NoteTrust::Signed ||
                     parseNote(bytes)->text == parseNote(good)->text,
                 bytes);
    }
    QVERIFY(read > 0);
}

QTEST_GUILESS_MAIN(TestSignedNote)
#include "tst_signednote.moc"
