// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journalrecords.h"
#include "core/journal/merkletree.h"
#include "tests/journal/sealedjournal.h"

#include <QFile>
#include <QRandomGenerator>

using namespace algenta;
using namespace algenta::journal;
using namespace algenta::journal::test;
using namespace Qt::Literals::StringLiterals;

/**
 * Each field of an entry and of a checkpoint, and each byte of the file: a change is found, or it is
 * shown that it changes nothing that is recorded.
 */
class TestBitFlips : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void everyFieldOfAnEntry_data();
    void everyFieldOfAnEntry();
    void everyBitOfACheckpoint();
    void everyLineOfACheckpointSignedAgain_data();
    void everyLineOfACheckpointSignedAgain();
    void everyByteOfTheFile();
    void joinedFieldsAreNotAmbiguous();
};

void TestBitFlips::everyFieldOfAnEntry_data()
{
    QTest::addColumn<QString>("field");
    for (const char *field :
         {"act", "actor", "details", "engine", "kind", "previous", "subject", "time", "seq"})
        QTest::newRow(field) << QString::fromLatin1(field);
}

/** The hashes of the changed entry are made to fit, so that only what follows can show it. */
void TestBitFlips::everyFieldOfAnEntry()
{
    QFETCH(QString, field);
    SealedJournal journal;
    journal.fill(3);
    Entry entry = *journal.file->entry(4);
    qint64 seq = entry.seq;
    QDateTime time = entry.time;
    QByteArray previous = entry.previous;
    if (field == u"act"_s)
        entry.draft.actId = u"a1"_s;
    else if (field == u"actor"_s)
        entry.draft.actor = u"pp@desk"_s;
    else if (field == u"details"_s)
        entry.draft.details = details({{u"text"_s, u"entry  2"_s}});
    else if (field == u"engine"_s)
        entry.draft.engine = u"https://engine.examplf"_s;
    else if (field == u"kind"_s)
        entry.draft.kind = EntryKind::ReceiptSeen;
    else if (field == u"previous"_s)
        previous[31] = char(previous.at(31) ^ 1);
    else if (field == u"subject"_s)
        entry.draft.subject = u"dec_2"_s;
    else if (field == u"time"_s)
        time = time.addMSecs(1);
    else
        seq = 5;
    const Entry forged = valueOf(parseEntry(valueOf(canonicalBytes(seq, time, entry.draft, previous))));
    QVERIFY(forged.bytes != entry.bytes);
    const auto hex = [](const QByteArray &bytes) { return QString::fromLatin1(bytes.toHex()); };
    Intruder(journal.path)
        .tamper({u"UPDATE entry SET body = x'%1', leaf = x'%2', chain = x'%3' WHERE seq = 4"_s.arg(
            hex(forged.bytes), hex(forged.leaf), hex(forged.chain))});
    const Verdict verdict = verifyJournal(journal.path);
    QVERIFY2(verdict.integrity == Integrity::Tampered, said(verdict));
    QVERIFY2(foundKind(verdict, FindingKind::Fork), said(verdict));
    QVERIFY2(std::any_of(verdict.findings.cbegin(), verdict.findings.cend(),
                         [](const Finding &finding) { return finding.seq == 4 || finding.seq == 5; }),
             said(verdict));
}

void TestBitFlips::everyBitOfACheckpoint()
{
    SealedJournal journal;
    journal.fill(2);
    const QByteArray good = valueOf(journal.file->records().checkpoint(2)).note;
    journal.close();
    // Held against the file alone, without any key from elsewhere.
    for (qsizetype at = 0; at < good.size(); ++at) {
        QByteArray bad = good;
        bad[at] = char(bad.at(at) ^ (1 << (at % 8)));
        Intruder(journal.path).tamper({u"UPDATE checkpoint SET note = ? WHERE number = 2"_s}, {bad});
        const Verdict verdict = verifyJournal(journal.path);
        QVERIFY2(verdict.integrity == Integrity::Tampered, qPrintable(u"byte %1"_s.arg(at)));
        QVERIFY(foundKind(verdict, FindingKind::CheckpointBad));
    }
    Intruder(journal.path).tamper({u"UPDATE checkpoint SET note = ? WHERE number = 2"_s}, {good});
    QVERIFY2(journal.verify().complete, said(journal.verify()));
}

void TestBitFlips::everyLineOfACheckpointSignedAgain_data()
{
    QTest::addColumn<QString>("line");
    for (const char *line : {"origin", "size", "root", "number", "time", "cause", "previous", "seal"})
        QTest::newRow(line) << QString::fromLatin1(line);
}

/** By somebody who has the signing key, but not the seal keys of the past. */
void TestBitFlips::everyLineOfACheckpointSignedAgain()
{
    QFETCH(QString, line);
    SealedJournal journal;
    journal.fill(4);
    Checkpoint checkpoint = valueOf(journal.file->records().checkpoint(3));
    if (line == u"origin"_s)
        checkpoint.origin += u"0"_s;
    else if (line == u"size"_s)
        checkpoint.size -= 1;
    else if (line == u"root"_s)
        checkpoint.root[0] = char(checkpoint.root.at(0) ^ 1);
    else if (line == u"number"_s)
        checkpoint.number = 4;
    else if (line == u"time"_s)
        checkpoint.time = checkpoint.time.addMSecs(1);
    else if (line == u"cause"_s)
        checkpoint.cause = CheckpointCause::Stop;
    else if (line == u"previous"_s)
        checkpoint.previous[0] = char(checkpoint.previous.at(0) ^ 1);
    else
        checkpoint.seal[0] = char(checkpoint.seal.at(0) ^ 1);
    const QByteArray text = checkpointText(checkpoint);
    const QByteArray note = noteBytes(text, journal.keys->key.publicKey(), journal.keys->key.sign(text));
    journal.close();
    Intruder(journal.path).tamper({u"UPDATE checkpoint SET note = ? WHERE number = 3"_s}, {note});
    const Verdict verdict = journal.verify();
    QVERIFY2(verdict.integrity == Integrity::Tampered, said(verdict));
}

void TestBitFlips::everyByteOfTheFile()
{
    SealedJournal journal;
    journal.fill(1);
    const Head head = *journal.file->head();
    journal.close();
    QFile file(journal.path);
    QVERIFY(file.open(QIODevice::ReadWrite | QIODevice::Unbuffered));
    const QByteArray good = file.readAll();
    const Verdict before = verifyJournal(journal.path);
    QVERIFY2(before.complete, said(before));
    const auto contents = [&]() -> QByteArray {
        const auto opened = JournalFile::openReadOnly(journal.path, journal.clock);
        if (!opened)
            return {};
        const auto page = (*opened)->page({}, 0, 1000);
        QByteArray all;
        if (page) {
            for (const Entry &entry : *page)
                all += entry.bytes + entry.leaf + entry.chain + entry.fault.toUtf8();
        }
        for (qint64 number = 1; number <= 2; ++number) {
            const auto checkpoint = (*opened)->records().checkpoint(number);
            all += checkpoint ? checkpoint->note : QByteArray("?");
        }
        return all;
    };
    const QByteArray recorded = contents();
    QRandomGenerator random(20261130);
    int found = 0;
    int harmless = 0;
#ifdef __SANITIZE_ADDRESS__
    constexpr qsizetype step = 11; // several times slower: here it is memory that is looked at
#else
    constexpr qsizetype step = 1;
#endif
    // Free and unused space is most of a small file; all that holds something is tried byte by byte.
    for (qsizetype at = 0; at < good.size(); at += step) {
        const bool unused = good.at(at) == '\0' && (at < 8 || good.mid(at - 8, 17).count('\0') == 17);
        if (unused && random.bounded(40) != 0)
            continue;
        const char bad = char(good.at(at) ^ (1 << random.bounded(8)));
        QVERIFY(file.seek(at) && file.write(&bad, 1) == 1);
        const Verdict verdict = verifyJournal(journal.path);
        if (verdict.integrity == Integrity::Intact) {
            // Nothing that is recorded reads differently.
            ++harmless;
            QVERIFY2(verdict.complete && verdict.root == head.root,
                     said(verdict) + " byte " + QByteArray::number(at));
            QVERIFY2(contents() == recorded, qPrintable(u"byte %1"_s.arg(at)));
        } else {
            ++found;
        }
        QVERIFY(file.seek(at) && file.write(good.constData() + at, 1) == 1);
    }
    qInfo("%d changed bytes found, %d change nothing that is recorded", found, harmless);
    QVERIFY(found > 4000 / step);
    QVERIFY2(verifyJournal(journal.path).complete, said(verifyJournal(journal.path)));
}

void TestBitFlips::joinedFieldsAreNotAmbiguous()
{
    const SteppingClock clock;
    const QDateTime now = clock.now();
    const auto bytes = [&](const QString &actor, const QString &engine, const QString &subject) {
        Draft draft = note(u"x"_s);
        draft.actor = actor;
        draft.engine = engine;
        draft.subject = subject;
        return valueOf(canonicalBytes(1, now, draft, QByteArray(32, '\0')));
    };
    const QList<QByteArray> all{bytes(u"a|b"_s, u"c"_s, u""_s), bytes(u"a"_s, u"b|c"_s, u""_s),
                                bytes(u"a"_s, u"b"_s, u"c"_s), bytes(u"a\",\"engine\":\"b"_s, u"c"_s, u""_s),
                                bytes(u""_s, u"a|b|c"_s, u""_s)};
    for (qsizetype i = 0; i < all.size(); ++i) {
        for (qsizetype j = 0; j < i; ++j)
            QVERIFY(leafHash(all.at(i)) != leafHash(all.at(j)));
    }
}

QTEST_GUILESS_MAIN(TestBitFlips)
#include "tst_bitflips.moc"
