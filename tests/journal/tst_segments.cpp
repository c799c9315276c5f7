// SPDX-License-Identifier: Apache-2.0
#include "core/journal/entryproof.h"
#include "core/journal/journalexport.h"
#include "core/journal/journalrecords.h"
#include "core/journal/merkletree.h"
#include "core/journal/privatefile.h"
#include "core/journal/recovery.h"
#include "core/journal/segment.h"
#include "core/journal/standing.h"
#include "tests/journal/sealedjournal.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

using namespace algenta;
using namespace algenta::journal;
using namespace algenta::journal::test;
using namespace Qt::Literals::StringLiterals;

namespace
{

QByteArray content(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Draft word(EntryKind kind, const QString &subject, const QString &reason,
           const QString &engine = u"https://engine.example:443"_s)
{
    return {kind, u"first@desk"_s, engine, subject, {}, details({{u"reason"_s, reason}})};
}

QList<Entry> ofKind(const JournalFile &file, EntryKind kind)
{
    return valueOf(file.page({{kind}, {}, {}, {}, {}}, 0, 100));
}

} // namespace

/** Retention and recovery: what leaves, what stays, and what verification says of it. */
class TestSegments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_journal.reset(); }
    void cutVerifyCutAgain();
    void cutsAtEveryCheckpoint();
    void theSegmentHoldsWhatLeft();
    void aCutJournalGoesOn();
    void proofsAcrossTheSeam();
    void forgedSeamsAreFound_data();
    void forgedSeamsAreFound();
    void wordsThatStandSurvive();
    void onlyTheLastWordIsCarriedOver();
    void wordsAreCarriedOverAgainAndAgain();
    void forgedCarriedWordsAreFound_data();
    void forgedCarriedWordsAreFound();
    void aDamagedWordStopsTheCut();
    void cutsAreRefused();
    void recoversFromDamage_data();
    void recoversFromDamage();
    void recoveryKeepsThePrefixByteForByte();
    void recoveryAfterAForkKeepsWhatWasSealed();
    void recoveryAfterACut();
    void lostCheckpointsBeginANewSeal();
    void recoveryIsRefused();
    void aRecoveredJournalStillShowsTampering();
    void recoversTwice();

private:
    CutResult cut(qint64 checkpoint, const QString &name);
    base::Result<RecoveryResult> recover(const QString &reason = u"disk fault"_s);

    std::unique_ptr<SealedJournal> m_journal;
};

void TestSegments::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_journal = std::make_unique<SealedJournal>();
}

CutResult TestSegments::cut(qint64 checkpoint, const QString &name)
{
    auto result = cutSegment(*m_journal->file, {checkpoint, m_journal->folder.filePath(name),
                                                u"older than a year"_s, u"op@desk"_s});
    return valueOf(std::move(result));
}

base::Result<RecoveryResult> TestSegments::recover(const QString &reason)
{
    return recoverJournal({m_journal->path, m_journal->paths.sealKey, reason, u"op@desk"_s},
                          m_journal->clock);
}

void TestSegments::cutVerifyCutAgain()
{
    m_journal->fill(6); // 20 entries, checkpoints at 2, 5, 8, 11, 14, 17, 20
    CutResult result = cut(3, u"first.jsonl"_s);
    QCOMPARE(result.seam.first, 1);
    QCOMPARE(result.seam.size, 8);
    QCOMPARE(result.entry.seq, 21);
    QCOMPARE(result.entry.draft.actor, u"op@desk"_s);
    QVERIFY(QString::fromUtf8(result.entry.bytes).contains(u"older than a year"_s));
    Verdict verdict = m_journal->verify();
    QVERIFY2(verdict.integrity == Integrity::Intact, said(verdict));
    QVERIFY2(noticed(verdict, FindingKind::PrunedByRule), said(verdict));
    QVERIFY2(noticed(verdict, FindingKind::NotSealed), said(verdict)); // the record of the cut is not yet
    QVERIFY(!verdict.complete);
    QCOMPARE(verdict.firstEntry, 9);
    QCOMPARE(verdict.entries, 13);
    m_journal->seal();
    verdict = m_journal->verify();
    QVERIFY2(verdict.complete, said(verdict));
    QVERIFY2(said(verdict).contains("the seam is verified"), said(verdict));

    m_journal->add(4);
    m_journal->seal();
    result = cut(6, u"second.jsonl"_s);
    QCOMPARE(result.seam.first, 9);
    QCOMPARE(result.seam.size, 17);
    m_journal->seal();
    m_journal->close();
    verdict = m_journal->verify();
    QVERIFY2(verdict.complete, said(verdict));
    QCOMPARE(verdict.firstEntry, 18);
    QVERIFY2(verifyJournal(m_journal->path).complete, said(verifyJournal(m_journal->path)));
    m_journal->open();
    QCOMPARE(m_journal->file->head()->root, verdict.root);
    QCOMPARE(m_journal->file->head()->journalId, result.seam.journalId);
}

void TestSegments::cutsAtEveryCheckpoint()
{
    for (qint64 number = 1; number <= 9; ++number) {
        m_journal = std::make_unique<SealedJournal>();
        m_journal->setUp();
        for (int i = 0; i < 8; ++i) {
            m_journal->add(1 + i % 4);
            m_journal->seal();
        }
        cut(number, u"segment"_s);
        m_journal->seal();
        m_journal->close();
        const Verdict verdict = m_journal->verify();
        QVERIFY2(verdict.complete, said(verdict));
        m_journal->open();
        m_journal->add(9);
        m_journal->seal();
        QVERIFY2(m_journal->verify().complete, said(m_journal->verify()));
        QCOMPARE(m_journal->verify().root, m_journal->file->head()->root);
    }
}

void TestSegments::theSegmentHoldsWhatLeft()
{
    m_journal->fill(3);
    QList<QByteArray> before;
    for (qint64 seq = 1; seq <= 8; ++seq)
        before << m_journal->file->entry(seq)->bytes;
    const CutResult result = cut(3, u"segment.jsonl"_s);
    const QString path = m_journal->folder.filePath(u"segment.jsonl"_s);
    const QByteArray whole = content(path);
    QCOMPARE(QCryptographicHash::hash(whole, QCryptographicHash::Sha256), result.seam.fileHash);
    QCOMPARE(QFile::permissions(path) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    const QList<QByteArray> lines = whole.chopped(1).split('\n');
    QCOMPARE(lines.size(), 1 + 8 + 3);
    MerkleTree tree;
    for (int i = 0; i < 8; ++i) {
        const QJsonObject line = QJsonDocument::fromJson(lines.at(1 + i)).object();
        const QByteArray bytes = QByteArray::fromBase64(line[u"entry"_s].toString().toLatin1());
        QCOMPARE(bytes, before.at(i));
        tree.append(leafHash(bytes));
    }
    QCOMPARE(tree.root(), result.seam.root);
    // Nothing of it is left in the journal's file.
    m_journal->close();
    const QByteArray file = content(m_journal->path);
    QVERIFY(!file.contains(before.at(3)));
    QVERIFY(file.contains(result.entry.bytes));
}

void TestSegments::aCutJournalGoesOn()
{
    m_journal->setUp();
    QVERIFY(m_journal->file->append(ofAct(EntryKind::Intent, u"a1"_s)));
    QVERIFY(m_journal->file->append(ofAct(EntryKind::Outcome, u"a1"_s, u"receipt"_s)));
    QVERIFY(m_journal->file->append(ofAct(EntryKind::Reviewed, u"a1"_s)));
    m_journal->seal();
    QVERIFY(m_journal->file->append(ofAct(EntryKind::Intent, u"a2"_s)));
    m_journal->seal();
    cut(2, u"segment"_s);
    QCOMPARE(m_journal->file->openIntents()->size(), 1);
    QVERIFY(m_journal->file->act(u"a1"_s)->isEmpty());
    QCOMPARE(m_journal->file->page({}, 0, 100)->size(), 2);
    QCOMPARE(m_journal->file->entry(1).error().code, base::ErrorCode::NotFound);
    const auto reader = valueOf(JournalFile::openReadOnly(m_journal->path, m_journal->clock));
    QCOMPARE(reader->head()->root, m_journal->file->head()->root);
    // The seat belts are back.
    Intruder intruder(m_journal->path);
    for (const QString &sql : {u"DELETE FROM entry"_s, u"DELETE FROM node"_s, u"DELETE FROM checkpoint"_s})
        QVERIFY(!intruder.run(sql));
}

void TestSegments::proofsAcrossTheSeam()
{
    m_journal->fill(5);
    cut(4, u"segment"_s);
    m_journal->add(5);
    m_journal->seal();
    const qint64 size = m_journal->file->head()->size;
    for (qint64 seq = 12; seq <= size; ++seq) {
        const auto proof = proveEntry(*m_journal->file, seq);
        QVERIFY(proof);
        QCOMPARE(verifyProof(*proof, {m_journal->keys->key.publicKey()}).result, ProofResult::Holds);
    }
    QCOMPARE(proveEntry(*m_journal->file, 3).error().code, base::ErrorCode::NotFound);
}

void TestSegments::forgedSeamsAreFound_data()
{
    QTest::addColumn<QString>("what");
    for (const char *what : {"no record", "one entry more", "border gone", "edge changed", "edge gone"})
        QTest::newRow(what) << QString::fromLatin1(what);
}

void TestSegments::forgedSeamsAreFound()
{
    QFETCH(QString, what);
    m_journal->fill(5);
    if (what != u"no record"_s) {
        cut(3, u"segment"_s);
        m_journal->seal();
    }
    m_journal->close();
    QStringList statements;
    if (what == u"no record"_s)
        statements << u"DELETE FROM entry WHERE seq <= 8"_s;
    else if (what == u"one entry more"_s)
        statements << u"DELETE FROM entry WHERE seq = 9"_s;
    else if (what == u"border gone"_s)
        statements << u"DELETE FROM checkpoint WHERE number = 3"_s;
    else if (what == u"edge changed"_s)
        statements << u"UPDATE node SET hash = zeroblob(32) WHERE level = 3"_s;
    else
        statements << u"DELETE FROM node WHERE level = 3 AND position = 0"_s;
    Intruder(m_journal->path).tamper(statements);
    const Verdict verdict = m_journal->verify();
    QVERIFY2(verdict.integrity == Integrity::Tampered, said(verdict));
}

void TestSegments::wordsThatStandSurvive()
{
    m_journal->setUp();
    const Entry enrolled = valueOf(m_journal->file->append(word(EntryKind::ConnectionEnrolled, {}, {})));
    const Entry allowed = valueOf(
        m_journal->file->append(word(EntryKind::HostAllowed, u"hooks.example"_s, u"agreed by phone"_s)));
    const Entry drift =
        valueOf(m_journal->file->append(word(EntryKind::DriftAccepted, u"tool/x"_s, u"new wording"_s)));
    m_journal->add(4);
    m_journal->seal();
    const CutResult result = cut(2, u"segment"_s);
    QCOMPARE(result.carried.size(), 3);
    const QList<Entry> originals{enrolled, allowed, drift};
    for (qsizetype i = 0; i < originals.size(); ++i) {
        const Entry &carried = result.carried.at(i);
        const Draft &draft = originals.at(i).draft;
        QCOMPARE(carried.seq, result.entry.seq + 1 + i);
        QCOMPARE(carried.draft.kind, draft.kind);
        QCOMPARE(carried.draft.engine, draft.engine);
        QCOMPARE(carried.draft.subject, draft.subject);
        QCOMPARE(carried.draft.details[u"reason"], draft.details[u"reason"]);
        QCOMPARE(carried.draft.actor, u"op@desk"_s); // who cut; who said it is in what is carried
        const Entry stated = valueOf(statedBy(carried));
        QCOMPARE(stated.bytes, originals.at(i).bytes);
        QCOMPARE(stated.time, originals.at(i).time);
        // As anybody asks who looks for it.
        const QList<Entry> found = ofKind(*m_journal->file, draft.kind);
        QCOMPARE(found.size(), 1);
        QCOMPARE(found.first().bytes, carried.bytes);
    }
    m_journal->seal();
    m_journal->close();
    const Verdict verdict = m_journal->verify();
    QVERIFY2(verdict.complete, said(verdict));
}

void TestSegments::onlyTheLastWordIsCarriedOver()
{
    const QString other = u"https://other.example:443"_s;
    m_journal->setUp();
    const auto say = [this](const Draft &draft) { return valueOf(m_journal->file->append(draft)).seq; };
    say(word(EntryKind::HostAllowed, u"a.example"_s, u"first"_s));
    say(word(EntryKind::HostAllowed, u"b.example"_s, u"first"_s));
    say(word(EntryKind::HostWithdrawn, u"b.example"_s, u"gone"_s));
    say(word(EntryKind::HostAllowed, u"a.example"_s, u"again"_s));
    say(word(EntryKind::HostAllowed, u"a.example"_s, u"elsewhere"_s, other));
    say(word(EntryKind::HostAllowed, u"c.example"_s, u"until later"_s));
    say(word(EntryKind::DrillDone, u"dec_1"_s, u"first"_s));
    say(word(EntryKind::DrillDone, u"dec_2"_s, u"last"_s));
    m_journal->seal();
    say(word(EntryKind::HostWithdrawn, u"c.example"_s, u"later"_s)); // stays, so nothing stands before it
    m_journal->seal();
    const CutResult result = cut(2, u"segment"_s);
    QStringList carried;
    for (const Entry &entry : result.carried)
        carried << entry.draft.subject + u' ' + entry.draft.details[u"reason"].toString();
    QCOMPARE(carried, QStringList({u"a.example again"_s, u"a.example elsewhere"_s, u"dec_2 last"_s}));
    QCOMPARE(ofKind(*m_journal->file, EntryKind::HostWithdrawn).size(), 1);
    QVERIFY2(m_journal->verify().integrity == Integrity::Intact, said(m_journal->verify()));
}

void TestSegments::wordsAreCarriedOverAgainAndAgain()
{
    // The words stand at every place in a tree of every small shape, and leave in several steps.
    for (int before = 0; before < 7; ++before) {
        m_journal = std::make_unique<SealedJournal>();
        m_journal->setUp();
        m_journal->add(before);
        const Entry first = valueOf(
            m_journal->file->append(word(EntryKind::HostAllowed, u"a.example"_s, u"agreed by phone"_s)));
        qint64 checkpoint = 1;
        qsizetype size = 0;
        for (int round = 0; round < 5; ++round) {
            m_journal->add(1 + (before + 3 * round) % 5);
            if (round == 2)
                QVERIFY(m_journal->file->append(
                    word(EntryKind::HostAllowed, u"b.example"_s, u"agreed in writing"_s)));
            m_journal->seal();
            checkpoint = valueOf(m_journal->file->lastCheckpoint())->number;
            const CutResult result = cut(checkpoint, u"segment-%1"_s.arg(round));
            QCOMPARE(result.carried.size(), round < 2 ? 1 : 2);
            QCOMPARE(valueOf(statedBy(result.carried.first())).bytes, first.bytes);
            // It carries the original and not what carried it, so it does not grow with each cut.
            QVERIFY(size == 0 || result.carried.first().bytes.size() < size + 700);
            size = size == 0 ? result.carried.first().bytes.size() : size;
            m_journal->seal();
            const Verdict verdict = m_journal->verify();
            QVERIFY2(verdict.complete, said(verdict));
        }
        QCOMPARE(ofKind(*m_journal->file, EntryKind::HostAllowed).size(), 2);
    }
}

void TestSegments::forgedCarriedWordsAreFound_data()
{
    QTest::addColumn<QString>("what");
    QTest::newRow("host") << u"host"_s;
    QTest::newRow("reason") << u"reason"_s;
    QTest::newRow("path") << u"path"_s;
    QTest::newRow("cut") << u"cut"_s;
    QTest::newRow("original") << u"original"_s;
}

/** Whoever can append can write an entry that looks carried over; it is not proven. */
void TestSegments::forgedCarriedWordsAreFound()
{
    QFETCH(QString, what);
    m_journal->setUp();
    QVERIFY(m_journal->file->append(word(EntryKind::HostAllowed, u"a.example"_s, u"agreed"_s)));
    m_journal->add(3);
    m_journal->seal();
    const CutResult result = cut(2, u"segment"_s);
    m_journal->seal();
    QVERIFY2(m_journal->verify().complete, said(m_journal->verify()));
    Draft draft = result.carried.first().draft;
    base::Json carried = draft.details[QString(carriedKey)];
    const auto forgedOriginal = [&] {
        Draft never = word(EntryKind::HostAllowed, u"a.example"_s, u"agreed"_s);
        return evidence(valueOf(canonicalBytes(3, m_journal->clock.now(), never, QByteArray(32, '\1'))));
    };
    if (what == "host"_L1)
        draft.subject = u"evil.example"_s;
    else if (what == "reason"_L1)
        draft.details.set(u"reason"_s, base::Json::string(u"somebody else's"_s));
    else if (what == "path"_L1)
        carried.set(u"path"_s, base::Json::array());
    else if (what == "cut"_L1)
        carried.set(u"cut"_s, base::Json::string(QString::number(result.entry.seq + 1)));
    else
        carried.set(u"entry"_s, forgedOriginal());
    draft.details.set(QString(carriedKey), carried);
    const Entry forged = valueOf(m_journal->file->append(draft));
    const bool told = what == "host"_L1 || what == "reason"_L1;
    QCOMPARE(statedBy(forged).has_value(), !told);
    const Verdict verdict = m_journal->verify();
    QCOMPARE(verdict.integrity, Integrity::Tampered);
    QVERIFY2(found(verdict, forged.seq, FindingKind::Malformed), said(verdict));
}

void TestSegments::aDamagedWordStopsTheCut()
{
    m_journal->setUp();
    Draft draft = word(EntryKind::HostAllowed, u"a.example"_s, u"agreed"_s);
    draft.details.set(QString(carriedKey), base::Json::string(u"nothing"_s));
    QVERIFY(m_journal->file->append(draft));
    m_journal->seal();
    const auto result = cutSegment(*m_journal->file, {2, m_journal->folder.filePath(u"segment"_s),
                                                      u"older than a year"_s, u"op@desk"_s});
    QCOMPARE(result.error().code, base::ErrorCode::Tampered);
    QVERIFY(!QFileInfo::exists(m_journal->folder.filePath(u"segment"_s)));
    QCOMPARE(valueOf(m_journal->file->head()).size, 3);
}

void TestSegments::cutsAreRefused()
{
    m_journal->setUp();
    QVERIFY(m_journal->file->append(ofAct(EntryKind::Intent, u"a1"_s)));
    m_journal->seal();
    const auto refused = [this](const CutRequest &request) {
        const auto result = cutSegment(*m_journal->file, request);
        return result ? base::ErrorCode::Cancelled : result.error().code;
    };
    const QString to = m_journal->folder.filePath(u"segment"_s);
    QCOMPARE(refused({1, to, u" "_s, u"op"_s}), base::ErrorCode::InvalidInput);
    QCOMPARE(refused({7, to, u"x"_s, u"op"_s}), base::ErrorCode::NotFound);
    QCOMPARE(refused({2, to, u"x"_s, u"op"_s}), base::ErrorCode::InvalidInput); // an open intent
    QVERIFY(!QFileInfo::exists(to));
    QCOMPARE(refused({1, m_journal->path, u"x"_s, u"op"_s}), base::ErrorCode::StorageFailed);
    QCOMPARE(m_journal->file->head()->size, 3);
    QVERIFY(m_journal->file->append(ofAct(EntryKind::Outcome, u"a1"_s, u"receipt"_s)));
    m_journal->seal();
    // Its review is due: it would be forgotten.
    QCOMPARE(refused({3, to, u"x"_s, u"op"_s}), base::ErrorCode::InvalidInput);
    QVERIFY(!QFileInfo::exists(to));
    QVERIFY(m_journal->file->append(ofAct(EntryKind::Reviewed, u"a1"_s)));
    m_journal->seal();
    cut(2, u"segment"_s);
    QCOMPARE(refused({2, to + u"2"_s, u"x"_s, u"op"_s}), base::ErrorCode::InvalidInput); // left before
    m_journal->seal();
    QVERIFY2(m_journal->verify().complete, said(m_journal->verify()));
    // Evidence is not cut away.
    m_journal->close();
    Intruder(m_journal->path).tamper({u"UPDATE entry SET leaf = zeroblob(32) WHERE seq = 4"_s});
    m_journal->open();
    QCOMPARE(refused({4, to + u"3"_s, u"x"_s, u"op"_s}), base::ErrorCode::Tampered);
}

void TestSegments::recoversFromDamage_data()
{
    QTest::addColumn<QStringList>("statements");
    QTest::addColumn<qint64>("kept");
    QTest::addColumn<bool>("newSeal");
    QTest::newRow("last entry") << QStringList{u"UPDATE entry SET body = x'00' WHERE seq = 14"_s}
                                << qint64(13) << false;
    QTest::newRow("middle") << QStringList{u"UPDATE entry SET leaf = zeroblob(32) WHERE seq = 7"_s}
                            << qint64(6) << false;
    QTest::newRow("entry gone") << QStringList{u"DELETE FROM entry WHERE seq = 9"_s} << qint64(8) << false;
    QTest::newRow("tree alone") << QStringList{u"UPDATE node SET hash = zeroblob(32) WHERE level = 2"_s}
                                << qint64(14) << false;
    QTest::newRow("trigger alone") << QStringList{u"DROP TRIGGER entry_update"_s} << qint64(14) << false;
    QTest::newRow("checkpoint") << QStringList{u"UPDATE checkpoint SET note = x'00' WHERE number = 4"_s}
                                << qint64(14) << true;
    QTest::newRow("checkpoints gone")
        << QStringList{u"DELETE FROM checkpoint WHERE number > 3"_s} << qint64(14) << true;
    QTest::newRow("both") << QStringList{u"UPDATE entry SET body = x'00' WHERE seq = 6"_s,
                                         u"DELETE FROM checkpoint WHERE number = 1"_s}
                          << qint64(5) << true;
}

void TestSegments::recoversFromDamage()
{
    QFETCH(QStringList, statements);
    QFETCH(qint64, kept);
    QFETCH(bool, newSeal);
    m_journal->fill(4); // 14 entries, checkpoints at 2, 5, 8, 11 and 14
    m_journal->close();
    {
        Intruder intruder(m_journal->path);
        if (statements.first().startsWith(u"DROP"_s))
            QVERIFY(intruder.run(statements.first()));
        else
            intruder.tamper(statements);
    }
    QCOMPARE(m_journal->verify().integrity, Integrity::Tampered);
    const auto result = recover();
    QVERIFY2(result, result ? "" : qPrintable(result.error().message));
    QCOMPARE(result->kept, kept);
    QCOMPARE(result->mark.firstBad, kept + 1);
    QVERIFY(!result->mark.finding.isEmpty());
    QCOMPARE(result->mark.newSeal, newSeal);
    QCOMPARE(result->verificationKey.isEmpty(), !newSeal);

    m_journal->open();
    QCOMPARE(m_journal->file->head()->size, kept + 1);
    m_journal->add(2);
    // Sealing goes on, with numbers that have no gap.
    const Checkpoint next = m_journal->seal();
    QCOMPARE(next.number, result->mark.lastCheckpoint + 1);
    VerifyOptions options = m_journal->everything();
    if (newSeal)
        options.sealKey = std::make_shared<const SealKey>(
            valueOf(SealKey::fromVerificationKey(QString::fromLatin1(result->verificationKey.view()))));
    const Verdict verdict = verifyJournal(m_journal->path, options);
    QVERIFY2(verdict.integrity == Integrity::Intact && verdict.complete, said(verdict));
    QVERIFY2(noticed(verdict, FindingKind::Reanchored), said(verdict));
    QVERIFY2(said(verdict).contains("re-anchored by op@desk"), said(verdict));
    if (newSeal) {
        const Verdict old = m_journal->verify();
        QVERIFY2(old.integrity == Integrity::Intact && !old.complete, said(old));
    }
}

void TestSegments::recoveryKeepsThePrefixByteForByte()
{
    m_journal->fill(4);
    QList<Entry> before;
    for (qint64 seq = 1; seq <= 8; ++seq)
        before << *m_journal->file->entry(seq);
    m_journal->close();
    Intruder(m_journal->path).tamper({u"UPDATE entry SET body = x'00' WHERE seq = 9"_s});
    const QByteArray damaged = content(m_journal->path);
    const auto result = recover();
    QVERIFY(result);
    QCOMPARE(result->dropped, 6);
    m_journal->open();
    for (const Entry &entry : std::as_const(before)) {
        const Entry kept = *m_journal->file->entry(entry.seq);
        QCOMPARE(kept.bytes, entry.bytes);
        QCOMPARE(kept.chain, entry.chain);
    }
    // The damaged file is whole, and the entry names its hash.
    QCOMPARE(content(result->archive), damaged);
    QCOMPARE(QCryptographicHash::hash(damaged, QCryptographicHash::Sha256), result->mark.archiveHash);
    const Entry entry = *m_journal->file->entry(9);
    QCOMPARE(entry.draft.kind, EntryKind::Recovered);
    QCOMPARE(valueOf(recoveredMarkOf(entry)).archiveHash, result->mark.archiveHash);
    QCOMPARE(entry.draft.details[u"reason"].toString(), u"disk fault"_s);
    QCOMPARE(QFileInfo(result->archive).fileName(), valueOf(recoveredMarkOf(entry)).archive);
    QCOMPARE(verifyJournal(result->archive).integrity, Integrity::Tampered);
    QVERIFY(QDir(m_journal->folder.path()).entryList({u"*.new-*"_s}).isEmpty());
}

void TestSegments::recoveryAfterAForkKeepsWhatWasSealed()
{
    m_journal->fill(2); // checkpoints at 2, 5 and 8
    m_journal->close();
    const auto fork = [this] {
        // From entry 7 on somebody wrote a history of his own, all hashes made to fit.
        const auto file = valueOf(JournalFile::open(m_journal->path, m_journal->clock));
        valueOf(file->append(note(u"other"_s)));
        valueOf(file->append(note(u"history"_s)));
    };
    Intruder(m_journal->path)
        .tamper(
            {u"DELETE FROM entry WHERE seq > 6"_s, u"DELETE FROM node WHERE (position + 1) << level > 6"_s});
    fork();
    Verdict verdict = m_journal->verify();
    QVERIFY2(foundKind(verdict, FindingKind::Fork), said(verdict));
    const auto result = recover(u"fork"_s);
    QVERIFY(result);
    QCOMPARE(result->kept, 5);
    m_journal->open();
    m_journal->seal();
    verdict = m_journal->verify();
    QVERIFY2(verdict.complete, said(verdict));
}

void TestSegments::recoveryAfterACut()
{
    m_journal->fill(5);
    cut(3, u"segment"_s);
    m_journal->seal();
    m_journal->add(3);
    m_journal->close();
    Intruder(m_journal->path).tamper({u"UPDATE entry SET body = x'00' WHERE seq = 20"_s});
    const auto result = recover();
    QVERIFY2(result, result ? "" : qPrintable(result.error().message));
    QCOMPARE(result->kept, 19 - 8);
    m_journal->open();
    m_journal->add(1);
    m_journal->seal();
    const Verdict verdict = m_journal->verify();
    QVERIFY2(verdict.complete, said(verdict));
    QVERIFY(noticed(verdict, FindingKind::PrunedByRule) && noticed(verdict, FindingKind::Reanchored));
}

void TestSegments::lostCheckpointsBeginANewSeal()
{
    m_journal->fill(3);
    m_journal->close();
    Intruder(m_journal->path).tamper({u"DELETE FROM checkpoint"_s});
    const auto result = recover();
    QVERIFY(result);
    QVERIFY(!result->verificationKey.isEmpty());
    QCOMPARE(result->mark.lastCheckpoint, 0);
    QCOMPARE(QDir(m_journal->folder.path()).entryList({u"*.seal.damaged-*"_s}).size(), 1);
    m_journal->open();
    const Checkpoint first = m_journal->seal();
    QCOMPARE(first.number, 1);
    const Verdict verdict = verifyJournal(m_journal->path);
    QVERIFY2(verdict.complete, said(verdict));
}

void TestSegments::recoveryIsRefused()
{
    m_journal->fill(2);
    // In use, by this process or another.
    QCOMPARE(recover().error().code, base::ErrorCode::NotAllowed);
    m_journal->close();
    QCOMPARE(recover().error().code, base::ErrorCode::InvalidInput); // it verifies
    Intruder(m_journal->path).tamper({u"UPDATE entry SET body = x'00' WHERE seq = 5"_s});
    QCOMPARE(recover(u"  "_s).error().code, base::ErrorCode::InvalidInput);
    {
        const auto reader = valueOf(JournalFile::openReadOnly(m_journal->path, m_journal->clock));
        QVERIFY(reader->head());
        QCOMPARE(recover().error().code, base::ErrorCode::NotAllowed);
    }
    Intruder(m_journal->path).tamper({u"UPDATE entry SET body = x'00' WHERE seq = 1"_s});
    const QByteArray before = content(m_journal->path);
    QCOMPARE(recover().error().code, base::ErrorCode::Tampered); // nothing to go on from
    QCOMPARE(content(m_journal->path), before);
    QCOMPARE(QDir(m_journal->folder.path()).entryList({u"*.damaged-*"_s, u"*.new-*"_s}).size(), 0);
    QCOMPARE(recoverJournal({m_journal->folder.filePath(u"none.db"_s), {}, u"x"_s, u"op"_s}, m_journal->clock)
                 .error()
                 .code,
             base::ErrorCode::NotFound);
}

void TestSegments::aRecoveredJournalStillShowsTampering()
{
    m_journal->fill(4);
    m_journal->close();
    Intruder(m_journal->path).tamper({u"UPDATE entry SET body = x'00' WHERE seq = 9"_s});
    QVERIFY(recover());
    m_journal->open();
    m_journal->add(3);
    m_journal->seal();
    m_journal->close();
    for (const QString &statement :
         {u"UPDATE entry SET body = x'00' WHERE seq = 4"_s, u"DELETE FROM entry WHERE seq >= 9"_s,
          u"DELETE FROM checkpoint WHERE number = 4"_s}) {
        const QByteArray good = content(m_journal->path);
        Intruder(m_journal->path).tamper({statement});
        const Verdict verdict = m_journal->verify();
        QVERIFY2(verdict.integrity == Integrity::Tampered, said(verdict));
        QFile file(m_journal->path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(good) == good.size());
    }
    QVERIFY2(m_journal->verify().complete, said(m_journal->verify()));
}

void TestSegments::recoversTwice()
{
    m_journal->fill(4);
    m_journal->close();
    // The second damage lies behind what the first recovery put aside, the third before it.
    for (const qint64 bad : {12, 25, 7}) {
        Intruder(m_journal->path).tamper({u"UPDATE entry SET body = x'00' WHERE seq = %1"_s.arg(bad)});
        const auto result = recover();
        QVERIFY2(result, result ? "" : qPrintable(result.error().message));
        QCOMPARE(result->kept, bad - 1);
        m_journal->open();
        m_journal->add(20);
        m_journal->seal();
        m_journal->close();
        const Verdict verdict = m_journal->verify();
        QVERIFY2(verdict.complete, said(verdict));
    }
    QCOMPARE(QDir(m_journal->folder.path())
                 .entryList({u"journal.db.damaged-*"_s})
                 .filter(QRegularExpression(u"\\d$"_s))
                 .size(),
             3);
}

QTEST_GUILESS_MAIN(TestSegments)
#include "tst_segments.moc"
