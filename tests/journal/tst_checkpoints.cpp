// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journalrecords.h"
#include "core/journal/merkletree.h"
#include "core/journal/privatefile.h"
#include "tests/journal/sealedjournal.h"

#include <QFile>
#include <QHash>
#include <QRandomGenerator>

using namespace algenta;
using namespace algenta::journal;
using namespace algenta::journal::test;
using namespace Qt::Literals::StringLiterals;

namespace
{

QString hex(const QByteArray &bytes)
{
    return QString::fromLatin1(bytes.toHex());
}

QByteArray content(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void replaceContent(const QString &path, const QByteArray &bytes)
{
    QFile::remove(path + u"-wal"_s);
    QFile::remove(path + u"-shm"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(file.write(bytes), bytes.size());
}

/** Somebody with all the keys of @p now rewrites the text of entry 3, everything that follows, and the
 * hashes. */
void rewriteFromEntry3(SealedJournal &journal, const SigningKey &key, SealKey seal)
{
    QList<Entry> entries = valueOf(journal.file->page({}, 0, 1000));
    std::reverse(entries.begin(), entries.end());
    QStringList statements{u"DELETE FROM entry WHERE seq >= 3"_s, u"DELETE FROM node"_s};
    MerkleTree tree;
    QHash<qint64, QByteArray> roots;
    QByteArray chain(32, '\0');
    for (const Entry &entry : std::as_const(entries)) {
        Draft draft = entry.draft;
        if (entry.seq == 3)
            draft.details = details({{u"text"_s, u"another story"_s}});
        const Entry forged =
            valueOf(parseEntry(valueOf(canonicalBytes(entry.seq, entry.time, draft, chain))));
        chain = forged.chain;
        if (entry.seq >= 3)
            statements << u"INSERT INTO entry(seq, body, leaf, chain) VALUES (%1, x'%2', x'%3', x'%4')"_s
                              .arg(entry.seq)
                              .arg(hex(forged.bytes), hex(forged.leaf), hex(forged.chain));
        const auto nodes = tree.append(forged.leaf);
        for (const TreeNode &node : nodes)
            statements << u"INSERT INTO node(level, position, hash) VALUES (%1, %2, x'%3')"_s.arg(node.level)
                              .arg(node.position)
                              .arg(hex(node.hash));
        roots.insert(entry.seq, tree.root());
    }
    QByteArray previous;
    const qint64 count = valueOf(journal.file->lastCheckpoint())->number;
    for (qint64 number = 1; number <= count; ++number) {
        Checkpoint checkpoint = valueOf(journal.file->records().checkpoint(number));
        checkpoint.previous = previous;
        if (checkpoint.size >= 3) {
            checkpoint.root = roots.value(checkpoint.size);
            while (seal.number() < number)
                seal.step();
            checkpoint.seal = seal.seal(unsealedText(checkpoint));
            const QByteArray text = checkpointText(checkpoint);
            checkpoint.note = noteBytes(text, key.publicKey(), key.sign(text));
            statements << u"UPDATE checkpoint SET note = x'%1' WHERE number = %2"_s.arg(hex(checkpoint.note))
                              .arg(number);
        }
        previous = checkpoint.noteHash();
    }
    journal.close();
    Intruder(journal.path).tamper(statements);
}

} // namespace

class TestCheckpoints : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void aSealedJournalIsComplete();
    void numbersAndSealsHaveNoGaps();
    void theTailIsCounted();
    void anUnsealedJournalIsNotComplete();
    void anOlderFormatIsBroughtForward();
    void everyCutIsFound_data();
    void everyCutIsFound();
    void yesterdaysCopyIsFound();
    void yesterdaysCopyOfEverythingNeedsAnAnchor();
    void changedCheckpointsAreFound_data();
    void changedCheckpointsAreFound();
    void reSealingWithTheNewestKeyIsFound();
    void rewritingWithAllKeysOfTodayIsFound();
    void rewritingWithAnotherKeyIsNotComplete();
    void aSealKeyWithoutSealsNeverPasses();
    void aThousandWrongKeysNeverPass();
    void anotherPublicKeyNeverPasses();
    void aLaterKeyIsVouchedFor();
    void aLaterKeyThatNobodyVouchesForIsSaid();
    void nothingIsSignedOverContradiction();
    void nothingIsSignedAfterARollback();
    void aCrashBeforeTheSealMovedOnIsMadeUpFor();
    void aSealPutBackFromACopyGoesOn();
    void settingUpCutShortStartsOver();
    void aSecondKeyIsRefused();
    void anchors_data();
    void anchors();
    void anchorLinesReadBack();
    void pausesAreTold();
    void clocksThatJumpAreNoTampering();
};

void TestCheckpoints::aSealedJournalIsComplete()
{
    SealedJournal journal;
    journal.fill(4);
    const Verdict verdict = journal.verify();
    QVERIFY2(verdict.integrity == Integrity::Intact, said(verdict));
    QCOMPARE(verdict.coverage, Completeness::UpToCheckpoint);
    QVERIFY(verdict.complete);
    QCOMPARE(verdict.checkpoints, 5);
    QCOMPARE(verdict.covered->number, 5);
    QCOMPARE(verdict.tail, 0);
    QVERIFY2(verdict.notices.isEmpty(), said(verdict));
    // Without any key from elsewhere it can be held against itself.
    QVERIFY(verifyJournal(journal.path).complete);
    QVERIFY(verifyJournal(journal.path)
                .completeness.contains(QString::fromLatin1(journal.keys->key.publicKey().id().toHex())));
}

void TestCheckpoints::numbersAndSealsHaveNoGaps()
{
    SealedJournal journal;
    journal.setUp();
    SealKey key = journal.sealKey()->clone();
    QByteArray previous;
    for (qint64 number = 1; number <= 20; ++number) {
        const Checkpoint checkpoint = number == 1 ? journal.keys->checkpoint : journal.seal();
        QCOMPARE(checkpoint.number, number);
        QCOMPARE(checkpoint.previous, previous);
        QCOMPARE(checkpoint.seal, key.seal(unsealedText(checkpoint)));
        QCOMPARE(SealFile::state(journal.paths.sealKey)->number, number + 1);
        previous = checkpoint.noteHash();
        key.step();
        if (number % 3 == 0)
            journal.add(1);
    }
    // The key on the disk is that of the next checkpoint, and no other.
    QCOMPARE(valueOf(SealFile::read(journal.paths.sealKey, journal.file->head()->journalId)).seal("x"),
             key.seal("x"));
}

void TestCheckpoints::theTailIsCounted()
{
    SealedJournal journal;
    journal.fill(1);
    journal.add(5);
    Verdict verdict = journal.verify();
    QCOMPARE(verdict.integrity, Integrity::Intact);
    QCOMPARE(verdict.tail, 5);
    QVERIFY(verdict.completeness.contains(u"5 entries came after it"_s));
    QVERIFY(verdict.complete);
    journal.add(longestTail - 4);
    verdict = journal.verify();
    QCOMPARE(verdict.tail, longestTail + 1);
    QVERIFY(!verdict.complete);
    QCOMPARE(verdict.coverage, Completeness::UpToCheckpoint);
}

void TestCheckpoints::anUnsealedJournalIsNotComplete()
{
    SealedJournal journal;
    journal.open();
    journal.add(3);
    const Verdict verdict = verifyJournal(journal.path);
    QCOMPARE(verdict.integrity, Integrity::Intact);
    QCOMPARE(verdict.coverage, Completeness::NotSealed);
    QVERIFY(!verdict.complete);
    QVERIFY(verdict.completeness.contains(u"cut off at the end"_s));
    QCOMPARE(verdict.tail, 4);
}

void TestCheckpoints::anOlderFormatIsBroughtForward()
{
    SealedJournal journal;
    journal.open();
    journal.add(3);
    const QByteArray root = journal.file->head()->root;
    journal.close();
    {
        Intruder intruder(journal.path);
        QVERIFY(intruder.run(u"DROP TABLE checkpoint"_s));
        QVERIFY(intruder.run(u"PRAGMA user_version=1"_s));
    }
    // Read as it is: nothing is missing from a journal of format 1.
    const Verdict before = verifyJournal(journal.path);
    QVERIFY2(before.integrity == Integrity::Intact, findings(before));
    const auto reader = valueOf(JournalFile::openReadOnly(journal.path, journal.clock));
    QVERIFY(!valueOf(reader->lastCheckpoint()));
    QCOMPARE(valueOf(reader->page({}, 0, 10)).size(), 4);
    journal.setUp();
    QCOMPARE(journal.keys->checkpoint.size, 5);
    const Verdict after = journal.verify();
    QVERIFY2(after.complete, said(after));
    QVERIFY(root != after.root);
}

void TestCheckpoints::everyCutIsFound_data()
{
    QTest::addColumn<qint64>("keep");
    for (qint64 keep = 1; keep < 14; ++keep)
        QTest::addRow("%d kept", int(keep)) << keep;
}

/** A cut that leaves no trace in the tree; with and without the checkpoints over it. */
void TestCheckpoints::everyCutIsFound()
{
    QFETCH(qint64, keep);
    SealedJournal journal;
    journal.fill(4); // 14 entries, checkpoints at 2, 5, 8, 11 and 14
    journal.close();
    const QStringList cut{u"DELETE FROM entry WHERE seq > %1"_s.arg(keep),
                          u"DELETE FROM node WHERE (position + 1) << level > %1"_s.arg(keep)};
    Intruder(journal.path).tamper(cut);
    Verdict verdict = verifyJournal(journal.path);
    QCOMPARE(verdict.integrity, Integrity::Tampered);
    QVERIFY2(found(verdict, keep + 1, FindingKind::TruncatedBelowAnchor), said(verdict));
    QCOMPARE(verdict.coverage, Completeness::Broken);
    Intruder(journal.path).tamper({u"DELETE FROM checkpoint WHERE size > %1"_s.arg(keep)});
    verdict = journal.verify();
    QVERIFY2(verdict.integrity == Integrity::Tampered, said(verdict));
    QVERIFY2(foundKind(verdict, FindingKind::TruncatedBelowAnchor), said(verdict));
}

void TestCheckpoints::yesterdaysCopyIsFound()
{
    SealedJournal journal;
    journal.fill(2);
    journal.close();
    const QByteArray yesterday = content(journal.path);
    journal.open();
    journal.add(3);
    journal.seal();
    journal.close();
    replaceContent(journal.path, yesterday);
    const Verdict verdict = journal.verify();
    QCOMPARE(verdict.integrity, Integrity::Tampered);
    QVERIFY2(foundKind(verdict, FindingKind::TruncatedBelowAnchor), said(verdict));
    QVERIFY(findings(verdict).contains("older copy"));
}

void TestCheckpoints::yesterdaysCopyOfEverythingNeedsAnAnchor()
{
    SealedJournal journal;
    journal.fill(2);
    journal.close();
    const QByteArray yesterday = content(journal.path);
    const QByteArray sealOfYesterday = content(journal.paths.sealKey);
    journal.open();
    journal.add(3);
    const Checkpoint last = journal.seal();
    const QString id = journal.file->head()->journalId;
    journal.close();
    replaceContent(journal.path, yesterday);
    QVERIFY(writePrivateFile(journal.paths.sealKey, sealOfYesterday));
    QCOMPARE(journal.verify().integrity, Integrity::Intact);
    VerifyOptions options = journal.everything();
    options.anchors = parseAnchors(anchorLine(anchorOf(last, id)).toUtf8());
    const Verdict verdict = verifyJournal(journal.path, options);
    QCOMPARE(verdict.integrity, Integrity::Tampered);
    QVERIFY2(foundKind(verdict, FindingKind::TruncatedBelowAnchor), said(verdict));
}

void TestCheckpoints::changedCheckpointsAreFound_data()
{
    QTest::addColumn<QString>("statement");
    QTest::addColumn<FindingKind>("kind");
    QTest::newRow("first gone") << u"DELETE FROM checkpoint WHERE number = 1"_s << FindingKind::CheckpointGap;
    QTest::newRow("middle gone") << u"DELETE FROM checkpoint WHERE number = 3"_s
                                 << FindingKind::CheckpointGap;
    QTest::newRow("last gone") << u"DELETE FROM checkpoint WHERE number = 5"_s
                               << FindingKind::TruncatedBelowAnchor;
    QTest::newRow("all gone") << u"DELETE FROM checkpoint"_s << FindingKind::TruncatedBelowAnchor;
    QTest::newRow("renumbered") << u"UPDATE checkpoint SET number = 6 WHERE number = 5"_s
                                << FindingKind::CheckpointGap;
    QTest::newRow("other size") << u"UPDATE checkpoint SET size = size - 1 WHERE number = 4"_s
                                << FindingKind::CheckpointBad;
    QTest::newRow("copied") << u"UPDATE checkpoint SET note = (SELECT note FROM checkpoint WHERE number = 3)"
                               " WHERE number = 4"_s
                            << FindingKind::CheckpointBad;
    QTest::newRow("no note") << u"UPDATE checkpoint SET note = x'00' WHERE number = 2"_s
                             << FindingKind::CheckpointBad;
    QTest::newRow("as text") << u"UPDATE checkpoint SET note = x'00' || note WHERE number = 2"_s
                             << FindingKind::CheckpointBad;
}

void TestCheckpoints::changedCheckpointsAreFound()
{
    QFETCH(QString, statement);
    QFETCH(FindingKind, kind);
    SealedJournal journal;
    journal.fill(4);
    journal.close();
    {
        Intruder intruder(journal.path);
        QVERIFY(!intruder.run(statement)); // the seat belt
        QVERIFY(intruder.run(u"PRAGMA ignore_check_constraints=ON"_s));
        intruder.tamper({statement});
    }
    const Verdict verdict = journal.verify();
    QVERIFY2(verdict.integrity == Integrity::Tampered, said(verdict));
    QVERIFY2(foundKind(verdict, kind), said(verdict));
}

void TestCheckpoints::reSealingWithTheNewestKeyIsFound()
{
    // Who takes over the machine today has the signing key and the seal key of today.
    SealedJournal journal;
    journal.fill(4);
    const SealKey today = valueOf(SealFile::read(journal.paths.sealKey, journal.file->head()->journalId));
    QCOMPARE(today.number(), 6);
    const QString where = u" WHERE number = 3"_s;
    Checkpoint third = valueOf(journal.file->records().checkpoint(3));
    third.seal = today.seal(unsealedText(third));
    const QByteArray text = checkpointText(third);
    third.note = noteBytes(text, journal.keys->key.publicKey(), journal.keys->key.sign(text));
    journal.close();
    Intruder(journal.path).tamper({u"UPDATE checkpoint SET note = x'%1'"_s.arg(hex(third.note)) + where});
    const Verdict verdict = journal.verify();
    QCOMPARE(verdict.integrity, Integrity::Tampered);
    QVERIFY2(findings(verdict).contains("Checkpoint 3 is not sealed by the key of its number"),
             said(verdict));
}

void TestCheckpoints::rewritingWithAllKeysOfTodayIsFound()
{
    SealedJournal journal;
    journal.fill(4);
    const SealKey today = valueOf(SealFile::read(journal.paths.sealKey, journal.file->head()->journalId));
    rewriteFromEntry3(journal, journal.keys->key, today.clone());
    // Everything in the file fits, down to the signatures …
    VerifyOptions withoutSeal = journal.everything();
    withoutSeal.sealKey.reset();
    const Verdict blind = verifyJournal(journal.path, withoutSeal);
    QVERIFY2(blind.integrity == Integrity::Intact, said(blind));
    // … but yesterday's seals cannot be made again.
    const Verdict verdict = journal.verify();
    QCOMPARE(verdict.integrity, Integrity::Tampered);
    QVERIFY2(foundKind(verdict, FindingKind::CheckpointBad), said(verdict));
}

void TestCheckpoints::rewritingWithAnotherKeyIsNotComplete()
{
    SealedJournal journal;
    journal.fill(4);
    const SigningKey thief = valueOf(SigningKey::generate(journal.keys->key.publicKey().name));
    rewriteFromEntry3(journal, thief, journal.sealKey()->clone());
    const Verdict verdict = journal.verify();
    QCOMPARE(verdict.integrity, Integrity::Tampered);
    QVERIFY2(findings(verdict).contains("a key that the journal does not name"), said(verdict));
}

void TestCheckpoints::aSealKeyWithoutSealsNeverPasses()
{
    SealedJournal journal;
    journal.open();
    journal.add(5);
    VerifyOptions options;
    options.sealKey = std::make_shared<const SealKey>(SealKey::generate());
    const Verdict verdict = verifyJournal(journal.path, options);
    QCOMPARE(verdict.integrity, Integrity::Intact);
    QVERIFY(!verdict.complete);
    QCOMPARE(verdict.coverage, Completeness::NotSealed);
    QVERIFY2(noticed(verdict, FindingKind::NotSealed), said(verdict));
}

void TestCheckpoints::aThousandWrongKeysNeverPass()
{
    SealedJournal journal;
    journal.fill(1);
    journal.close();
    for (int i = 0; i < 1000; ++i) {
        VerifyOptions options;
        options.sealKey = std::make_shared<const SealKey>(SealKey::generate());
        const Verdict verdict = verifyJournal(journal.path, options);
        QVERIFY(!verdict.complete);
        QCOMPARE(verdict.coverage, Completeness::KeyUnknown);
        QVERIFY(noticed(verdict, FindingKind::KeyUnknown));
    }
    QVERIFY(journal.verify().complete);
}

void TestCheckpoints::anotherPublicKeyNeverPasses()
{
    SealedJournal journal;
    journal.fill(2);
    for (int i = 0; i < 20; ++i) {
        VerifyOptions options;
        options.publicKeys = {valueOf(SigningKey::generate(journal.keys->key.publicKey().name)).publicKey()};
        const Verdict verdict = verifyJournal(journal.path, options);
        QVERIFY(!verdict.complete);
        QCOMPARE(verdict.coverage, Completeness::KeyUnknown);
        QVERIFY2(noticed(verdict, FindingKind::KeyUnknown), said(verdict));
    }
}

void TestCheckpoints::aLaterKeyIsVouchedFor()
{
    SealedJournal journal;
    journal.fill(1);
    const SigningKey later = valueOf(SigningKey::generate(journal.keys->key.publicKey().name));
    Draft draft;
    draft.kind = EntryKind::SigningKeySet;
    draft.actor = u"op@desk"_s;
    draft.details = details({{u"public_key"_s, later.publicKey().text()}});
    QVERIFY(journal.file->append(draft));
    journal.seal(); // the key before signs what names the new one
    QVERIFY(journal.file->addCheckpoint(later, journal.paths.sealKey, CheckpointCause::KeySet));
    const Verdict verdict = journal.verify();
    QVERIFY2(verdict.complete, said(verdict));
    QCOMPARE(verdict.covered->number, 4);
    QVERIFY(verifyJournal(journal.path).complete);
}

void TestCheckpoints::aLaterKeyThatNobodyVouchesForIsSaid()
{
    SealedJournal journal;
    journal.fill(1);
    // The passphrase is lost: the file is put aside, and a new key is set.
    QVERIFY(QFile::rename(journal.paths.signingKey, journal.paths.signingKey + u".lost"_s));
    const NewKeys later = valueOf(journal::setUpKeys(*journal.file, journal.paths,
                                                     passphrase("another passphrase"), u"op@desk"_s, cheap));
    QVERIFY(later.verificationKey.isEmpty()); // the seal goes on
    Verdict verdict = journal.verify();
    QCOMPARE(verdict.integrity, Integrity::Intact);
    QCOMPARE(verdict.coverage, Completeness::KeyUnknown);
    QVERIFY2(noticed(verdict, FindingKind::KeyUnknown), said(verdict));
    QCOMPARE(verdict.covered->number, 2);
    VerifyOptions options = journal.everything();
    options.publicKeys.append(later.key.publicKey());
    verdict = verifyJournal(journal.path, options);
    QVERIFY2(verdict.complete, said(verdict));
}

void TestCheckpoints::nothingIsSignedOverContradiction()
{
    SealedJournal journal;
    journal.fill(3);
    journal.add(1);
    journal.close();
    // The last entry is sound, so appending goes on; what an earlier checkpoint sealed has changed.
    const QString zeros(64, u'0');
    Intruder(journal.path)
        .tamper({u"UPDATE entry SET leaf = x'%1' WHERE seq = 4"_s.arg(zeros),
                 u"UPDATE node SET hash = x'%1' WHERE level = 3 AND position = 0"_s.arg(zeros)});
    journal.open();
    const auto refused =
        journal.file->addCheckpoint(journal.keys->key, journal.paths.sealKey, CheckpointCause::Asked);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, base::ErrorCode::Tampered);
    QCOMPARE(valueOf(journal.file->lastCheckpoint())->number, 4);
    QCOMPARE(SealFile::state(journal.paths.sealKey)->number, 5);
}

void TestCheckpoints::nothingIsSignedAfterARollback()
{
    SealedJournal journal;
    journal.fill(2);
    journal.close();
    const QByteArray yesterday = content(journal.path);
    journal.open();
    journal.add(1);
    journal.seal();
    journal.close();
    replaceContent(journal.path, yesterday);
    journal.open();
    journal.add(1);
    const auto refused =
        journal.file->addCheckpoint(journal.keys->key, journal.paths.sealKey, CheckpointCause::Asked);
    QCOMPARE(refused.error().code, base::ErrorCode::Tampered);
    QVERIFY(refused.error().message.contains(u"older"_s));
    QVERIFY(journal.file->append(note(u"recording goes on"_s)));
}

void TestCheckpoints::aCrashBeforeTheSealMovedOnIsMadeUpFor()
{
    SealedJournal journal;
    journal.fill(2);
    const QByteArray before = content(journal.paths.sealKey);
    journal.add(1);
    journal.seal();
    QVERIFY(writePrivateFile(journal.paths.sealKey, before)); // as if the program had died in between
    Verdict verdict = journal.verify();
    QVERIFY2(verdict.complete, said(verdict));
    journal.seal();
    verdict = journal.verify();
    QVERIFY2(verdict.complete, said(verdict));
    QCOMPARE(SealFile::state(journal.paths.sealKey)->number, 6);
}

void TestCheckpoints::aSealPutBackFromACopyGoesOn()
{
    SealedJournal journal;
    journal.setUp();
    const QByteArray first = content(journal.paths.sealKey);
    for (int i = 0; i < 30; ++i)
        journal.seal();
    QVERIFY(writePrivateFile(journal.paths.sealKey, first));
    journal.seal();
    const Verdict verdict = journal.verify();
    QVERIFY2(verdict.complete, said(verdict));
}

void TestCheckpoints::settingUpCutShortStartsOver()
{
    SealedJournal journal;
    journal.setUp();
    journal.close();
    // As if the program had died before the key file was written: no checkpoint yet either.
    QVERIFY(QFile::remove(journal.paths.signingKey));
    Intruder(journal.path).tamper({u"DELETE FROM checkpoint"_s});
    QVERIFY(
        writePrivateFile(journal.paths.sealKey, content(journal.paths.sealKey).replace("\"2\"", "\"1\"")));
    journal.setUp();
    QVERIFY(!journal.keys->verificationKey.isEmpty());
    journal.add(2);
    journal.seal();
    const Verdict verdict = journal.verify();
    QVERIFY2(verdict.complete, said(verdict));
    QVERIFY2(verifyJournal(journal.path).complete, said(verifyJournal(journal.path)));
}

void TestCheckpoints::aSecondKeyIsRefused()
{
    SealedJournal journal;
    journal.setUp();
    const qint64 size = journal.file->head()->size;
    const auto again = journal::setUpKeys(*journal.file, journal.paths, passphrase(), u"op@desk"_s, cheap);
    QVERIFY(!again);
    QCOMPARE(again.error().code, base::ErrorCode::StorageFailed);
    QCOMPARE(journal.file->head()->size, size);
    QCOMPARE(journal::setUpUnattendedKeys(*journal.file, journal.paths, u"op@desk"_s).error().code,
             base::ErrorCode::NotAllowed);
}

void TestCheckpoints::anchors_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<Integrity>("integrity");
    QTest::addColumn<Completeness>("coverage");
    QTest::addColumn<bool>("complete");
    QTest::newRow("fits") << u""_s << Integrity::Intact << Completeness::UpToAnchor << true;
    QTest::newRow("of another journal")
        << u"journal"_s << Integrity::Intact << Completeness::UpToCheckpoint << false;
    QTest::newRow("other root") << u"root"_s << Integrity::Tampered << Completeness::Broken << false;
    QTest::newRow("larger") << u"size"_s << Integrity::Tampered << Completeness::Broken << false;
    QTest::newRow("other note") << u"note"_s << Integrity::Tampered << Completeness::Broken << false;
    QTest::newRow("later number") << u"number"_s << Integrity::Tampered << Completeness::Broken << false;
    QTest::newRow("none") << u"none"_s << Integrity::Intact << Completeness::UpToCheckpoint << false;
    QTest::newRow("unreadable") << u"unreadable"_s << Integrity::Intact << Completeness::UpToAnchor << false;
}

void TestCheckpoints::anchors()
{
    QFETCH(QString, change);
    SealedJournal journal;
    journal.fill(3);
    Anchor anchor = anchorOf(valueOf(journal.file->records().checkpoint(3)), journal.file->head()->journalId);
    anchor.note.clear();
    if (change == u"journal"_s)
        anchor.journalId = u"0123"_s;
    else if (change == u"root"_s)
        anchor.root[0] = char(anchor.root.at(0) ^ 1);
    else if (change == u"size"_s)
        anchor.size = 12;
    else if (change == u"note"_s)
        anchor.noteHash[31] = char(anchor.noteHash.at(31) ^ 1);
    else if (change == u"number"_s)
        anchor.number = 9;
    QByteArray text =
        "Nov 30 09:39:02 desk algenta-journal: " + anchorLine(anchor).toUtf8() + "\nother line\n";
    if (change == u"none"_s)
        text = "nothing of the kind\n";
    if (change == u"unreadable"_s)
        text += "algenta-anchor/1 journal=x checkpoint=y\n";
    VerifyOptions options = journal.everything();
    options.anchors = parseAnchors(text);
    const Verdict verdict = verifyJournal(journal.path, options);
    QTEST(verdict.integrity, "integrity");
    QTEST(verdict.coverage, "coverage");
    QTEST(verdict.complete, "complete");
}

void TestCheckpoints::anchorLinesReadBack()
{
    SealedJournal journal;
    journal.fill(1);
    const Anchor anchor =
        anchorOf(valueOf(journal.file->records().checkpoint(2)), journal.file->head()->journalId);
    QCOMPARE(parseAnchors(anchorLine(anchor).toUtf8()).anchors, QList<Anchor>{anchor});
    const QByteArray line = anchorLine(anchor).toUtf8();
    QVERIFY(!line.contains('\n'));
    QRandomGenerator random(7);
    for (int i = 0; i < 5000; ++i) {
        QByteArray bad = line;
        const auto at = random.bounded(17, int(bad.size()));
        bad[at] = char(bad.at(at) ^ (1 << random.bounded(7)));
        if (bad == line || bad.contains('\n'))
            continue;
        const AnchorList list = parseAnchors(bad);
        // Whatever is read differs in what it says, and then verification compares it.
        QVERIFY(list.anchors.isEmpty() ? list.unreadable == 1 : list.anchors.first() != anchor);
    }
}

void TestCheckpoints::pausesAreTold()
{
    SealedJournal journal;
    journal.setUp();
    for (int i = 0; i < 30 * 60; ++i)
        static_cast<void>(journal.clock.now());
    journal.seal(CheckpointCause::Stop);
    Verdict verdict = journal.verify();
    QVERIFY2(noticed(verdict, FindingKind::Pause), said(verdict));
    QVERIFY(verdict.complete);
    // A pause after a stop is no surprise.
    SealedJournal other;
    other.setUp();
    other.seal(CheckpointCause::Stop);
    for (int i = 0; i < 30 * 60; ++i)
        static_cast<void>(other.clock.now());
    other.seal();
    verdict = other.verify();
    QVERIFY2(!noticed(verdict, FindingKind::Pause), said(verdict));
}

void TestCheckpoints::clocksThatJumpAreNoTampering()
{
    class Jumping final : public base::Clock
    {
    public:
        QDateTime now() const override { return times.at(m_look++ % times.size()); }
        std::chrono::milliseconds bootTime() const override { return std::chrono::seconds(m_look); }
        QList<QDateTime> times{QDateTime(QDate(2026, 11, 30), QTime(9, 0), Qt::UTC),
                               QDateTime(QDate(2016, 12, 31), QTime(23, 59, 59, 999), Qt::UTC),
                               QDateTime(QDate(2017, 1, 1), QTime(0, 0), Qt::UTC),
                               QDateTime(QDate(2099, 1, 1), QTime(0, 0), Qt::UTC),
                               QDateTime(QDate(1970, 1, 1), QTime(0, 0), Qt::UTC)};

    private:
        mutable qsizetype m_look = 0;
    };
    const Jumping clock;
    SealedJournal journal;
    journal.file = valueOf(JournalFile::open(journal.path, clock));
    journal.keys.emplace(
        valueOf(journal::setUpKeys(*journal.file, journal.paths, passphrase(), u"op@desk"_s, cheap)));
    for (int i = 0; i < 12; ++i) {
        journal.add(1 + i % 2);
        journal.seal();
    }
    const Verdict verdict = journal.verify();
    QVERIFY2(verdict.integrity == Integrity::Intact && verdict.complete, said(verdict));
}

QTEST_GUILESS_MAIN(TestCheckpoints)
#include "tst_checkpoints.moc"
