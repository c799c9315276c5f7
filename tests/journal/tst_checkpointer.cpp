// SPDX-License-Identifier: Apache-2.0
#include "core/journal/checkpointer.h"
#include "core/journal/journalrecords.h"
#include "core/journal/journalservice.h"
#include "core/journal/privatefile.h"
#include "tests/journal/sealedjournal.h"

#include <QFile>
#include <QSignalSpy>

using namespace algenta;
using namespace algenta::journal;
using namespace algenta::journal::test;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace
{

/** A clock that stands until it is moved. */
class HandClock final : public base::Clock
{
public:
    QDateTime now() const override { return m_now; }
    std::chrono::milliseconds bootTime() const override { return m_boot; }
    void advance(std::chrono::milliseconds by)
    {
        m_now = m_now.addMSecs(by.count());
        m_boot += by;
    }

private:
    QDateTime m_now{QDate(2026, 11, 30), QTime(9, 39, 2, 123), Qt::UTC};
    std::chrono::milliseconds m_boot{1000000};
};

template<typename T>
T waited(const QFuture<T> &future)
{
    if (!QTest::qWaitFor([&] { return future.isFinished(); }, 30000))
        qFatal("a future did not finish");
    return future.result();
}

} // namespace

/** When checkpoints are made by themselves, alone and in the service. */
class TestCheckpointer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void nothingIsDueWithoutAKey();
    void dueByTime();
    void afterSoManyEntries();
    void aroundEveryAct();
    void aFailureIsKeptAndTriedAgainByTime();
    void theServiceSealsWhatItRecords();
    void aLockedServiceCountsWhatIsUnsealed();
    void aWrongPassphraseStaysLocked();
    void aKeyOfAnotherJournalIsRefused();
    void aCleanStopIsRecorded();
    void anUnattendedJournalSaysSo();
    void aFailedCheckpointStopsNothing();
    void theServiceProves();
    void theTimerSealsWithoutAnybodyAsking();
    void futuresOfKeysFinishWhenItGoes();

private:
    [[nodiscard]] Checkpointer unlocked(const CheckpointPolicy &policy = {});
    void configure(JournalService &service) const;
    [[nodiscard]] QStringList causes() const;

    std::unique_ptr<SealedJournal> m_journal;
    HandClock m_clock;
};

void TestCheckpointer::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_journal = std::make_unique<SealedJournal>();
    m_clock = HandClock();
}

void TestCheckpointer::cleanup()
{
    m_journal.reset();
}

Checkpointer TestCheckpointer::unlocked(const CheckpointPolicy &policy)
{
    m_journal->setUp();
    Checkpointer checkpointer(m_journal->paths, policy, m_clock);
    checkpointer.unlocked(std::make_shared<const SigningKey>(std::move(m_journal->keys->key)), false);
    checkpointer.opened(*m_journal->file);
    return checkpointer;
}

void TestCheckpointer::configure(JournalService &service) const
{
    CheckpointPolicy policy;
    policy.cost = cheap;
    service.setCheckpointing(m_journal->paths, policy);
}

/** Of all checkpoints, in order. */
QStringList TestCheckpointer::causes() const
{
    QStringList list;
    const auto file = valueOf(JournalFile::openReadOnly(m_journal->path, m_clock));
    const auto last = valueOf(file->lastCheckpoint());
    for (qint64 number = 1; last && number <= last->number; ++number)
        list << checkpointCauseName(valueOf(file->records().checkpoint(number)).cause);
    return list;
}

void TestCheckpointer::nothingIsDueWithoutAKey()
{
    m_journal->open();
    Checkpointer checkpointer(m_journal->paths, {}, m_clock);
    QCOMPARE(checkpointer.state().key, CheckpointState::Key::Unknown);
    checkpointer.opened(*m_journal->file);
    QCOMPARE(checkpointer.state().key, CheckpointState::Key::Absent);
    m_clock.advance(24h);
    QVERIFY(!checkpointer.due());
    checkpointer.tick(*m_journal->file);
    checkpointer.aboutToRecord(*m_journal->file, EntryKind::Intent);
    checkpointer.stop(*m_journal->file);
    QCOMPARE(checkpointer.make(*m_journal->file, CheckpointCause::Asked).error().code,
             base::ErrorCode::NotAllowed);
    QVERIFY(!valueOf(m_journal->file->lastCheckpoint()));
    QCOMPARE(checkpointer.state().unsealed, 1);
}

void TestCheckpointer::dueByTime()
{
    Checkpointer checkpointer = unlocked();
    const auto tick = [&] { checkpointer.tick(*m_journal->file); };
    m_clock.advance(61s);
    QVERIFY(!checkpointer.due()); // no news
    m_clock.advance(838s);
    QVERIFY(!checkpointer.due());
    m_clock.advance(1s);
    QCOMPARE(checkpointer.due(), CheckpointCause::Heartbeat);
    tick();
    QCOMPARE(checkpointer.state().number, 2);
    QVERIFY(!checkpointer.due());
    checkpointer.recorded(*m_journal->file, valueOf(m_journal->file->append(note(u"news"_s))));
    QCOMPARE(checkpointer.state().unsealed, 1);
    m_clock.advance(59s);
    QVERIFY(!checkpointer.due());
    m_clock.advance(1s);
    QCOMPARE(checkpointer.due(), CheckpointCause::Time);
    tick();
    QCOMPARE(checkpointer.state().unsealed, 0);
    QCOMPARE(causes(), (QStringList{u"key-set"_s, u"heartbeat"_s, u"time"_s}));
    // What another process recorded is news too.
    QVERIFY(m_journal->file->append(note(u"from elsewhere"_s)));
    m_clock.advance(60s);
    tick();
    QCOMPARE(causes().last(), u"time"_s);
    QCOMPARE(checkpointer.state().size, m_journal->file->head()->size);
}

void TestCheckpointer::afterSoManyEntries()
{
    Checkpointer checkpointer = unlocked();
    for (int i = 1; i <= 600; ++i)
        checkpointer.recorded(*m_journal->file, valueOf(m_journal->file->append(note(u"x"_s))));
    QCOMPARE(causes(), (QStringList{u"key-set"_s, u"entries"_s, u"entries"_s}));
    QCOMPARE(checkpointer.state().size, 2 + 512);
    QCOMPARE(checkpointer.state().unsealed, 600 - 512);
}

void TestCheckpointer::aroundEveryAct()
{
    Checkpointer checkpointer = unlocked();
    const auto record = [&](const Draft &draft) {
        checkpointer.aboutToRecord(*m_journal->file, draft.kind);
        checkpointer.recorded(*m_journal->file, valueOf(m_journal->file->append(draft)));
    };
    record(note(u"x"_s));
    QCOMPARE(causes().size(), 1);
    record(ofAct(EntryKind::Intent, u"a1"_s));
    record(ofAct(EntryKind::Outcome, u"a1"_s, u"receipt"_s));
    QCOMPARE(causes(), (QStringList{u"key-set"_s, u"before-act"_s, u"after-act"_s, u"after-act"_s}));
    // Nothing new before this one: there is nothing to seal again.
    record(ofAct(EntryKind::Intent, u"a2"_s));
    QCOMPARE(causes().size(), 5);
    QCOMPARE(checkpointer.state().unsealed, 0);
}

void TestCheckpointer::aFailureIsKeptAndTriedAgainByTime()
{
    CheckpointPolicy policy;
    policy.entries = 2;
    Checkpointer checkpointer = unlocked(policy);
    const QByteArray seal = valueOf(readPrivateFile(m_journal->paths.sealKey));
    QVERIFY(QFile::remove(m_journal->paths.sealKey));
    for (int i = 0; i < 10; ++i)
        checkpointer.recorded(*m_journal->file, valueOf(m_journal->file->append(note(u"x"_s))));
    QVERIFY(checkpointer.state().problem);
    QCOMPARE(checkpointer.state().problem->code, base::ErrorCode::NotFound);
    QCOMPARE(checkpointer.state().unsealed, 10);
    QVERIFY(writePrivateFile(m_journal->paths.sealKey, seal));
    QVERIFY(!checkpointer.due());
    m_clock.advance(60s);
    checkpointer.tick(*m_journal->file);
    QVERIFY(!checkpointer.state().problem);
    QCOMPARE(checkpointer.state().unsealed, 0);
}

void TestCheckpointer::theServiceSealsWhatItRecords()
{
    JournalService service(m_journal->path, m_clock);
    configure(service);
    QSignalSpy changed(&service, &JournalService::checkpointStateChanged);
    QVERIFY(waited(service.start()));
    QTRY_COMPARE(service.checkpointState().key, CheckpointState::Key::Absent);
    const auto keys = waited(service.setUpKeys(passphrase(), u"op@desk"_s));
    QVERIFY(keys);
    QCOMPARE(keys->checkpoint.number, 1);
    QVERIFY(NoteKey::fromText(keys->publicKey));
    QVERIFY(SealKey::fromVerificationKey(QString::fromLatin1(keys->verificationKey->view())));
    QTRY_COMPARE(service.checkpointState().key, CheckpointState::Key::Unlocked);
    QCOMPARE(service.checkpointState().publicKey, keys->publicKey);
    QVERIFY(waited(service.append(note(u"x"_s))));
    QVERIFY(waited(service.append(ofAct(EntryKind::Intent, u"a1"_s))));
    QVERIFY(waited(service.append(ofAct(EntryKind::Outcome, u"a1"_s, u"receipt"_s))));
    QTRY_COMPARE(service.checkpointState().number, 4);
    QTRY_COMPARE(service.checkpointState().unsealed, 0);
    const auto asked = waited(service.checkpoint());
    QVERIFY(asked);
    QCOMPARE(asked->number, 5);
    QVERIFY(changed.size() >= 4);
    const Verdict verdict = waited(service.verify());
    QVERIFY2(verdict.complete, said(verdict));
}

void TestCheckpointer::aLockedServiceCountsWhatIsUnsealed()
{
    m_journal->fill(1);
    m_journal->close();
    JournalService service(m_journal->path, m_clock);
    configure(service);
    QVERIFY(waited(service.start()));
    QTRY_COMPARE(service.checkpointState().key, CheckpointState::Key::Locked);
    QCOMPARE(service.checkpointState().number, 2);
    QVERIFY(waited(service.append(ofAct(EntryKind::Intent, u"a1"_s))));
    QTRY_COMPARE(service.checkpointState().unsealed, 1);
    QCOMPARE(waited(service.checkpoint()).error().code, base::ErrorCode::NotAllowed);
    const auto unlocked = waited(service.unlock(passphrase()));
    QVERIFY(unlocked);
    QCOMPARE(unlocked->key, CheckpointState::Key::Unlocked);
    QCOMPARE(unlocked->unsealed, 0); // what was waiting is sealed at once
    QCOMPARE(unlocked->number, 3);
    const auto locked = waited(service.lock());
    QVERIFY(locked);
    QCOMPARE(locked->key, CheckpointState::Key::Locked);
    QCOMPARE(causes().last(), u"stop"_s);
    QCOMPARE(waited(service.checkpoint()).error().code, base::ErrorCode::NotAllowed);
}

void TestCheckpointer::aWrongPassphraseStaysLocked()
{
    m_journal->fill(1);
    m_journal->close();
    JournalService service(m_journal->path, m_clock);
    configure(service);
    QVERIFY(waited(service.start()));
    const auto unlocked = waited(service.unlock(passphrase("not the passphrase")));
    QCOMPARE(unlocked.error().code, base::ErrorCode::InvalidInput);
    QVERIFY(unlocked.error().message.contains(u"passphrase"_s));
    QTRY_COMPARE(service.checkpointState().key, CheckpointState::Key::Locked);
    QVERIFY(waited(service.append(ofAct(EntryKind::Intent, u"a1"_s))));
    QCOMPARE(causes().size(), 2);
}

void TestCheckpointer::aKeyOfAnotherJournalIsRefused()
{
    m_journal->fill(1);
    m_journal->close();
    SealedJournal other;
    other.setUp();
    QVERIFY(QFile::remove(m_journal->paths.signingKey));
    QVERIFY(QFile::copy(other.paths.signingKey, m_journal->paths.signingKey));
    JournalService service(m_journal->path, m_clock);
    configure(service);
    QVERIFY(waited(service.start()));
    const auto unlocked = waited(service.unlock(passphrase()));
    QCOMPARE(unlocked.error().code, base::ErrorCode::NotAllowed);
    QCOMPARE(causes().size(), 2);
    const Verdict verdict = waited(service.verify());
    QVERIFY2(verdict.integrity == Integrity::Intact, said(verdict));
}

void TestCheckpointer::aCleanStopIsRecorded()
{
    {
        JournalService service(m_journal->path, m_clock);
        configure(service);
        QVERIFY(waited(service.start()));
        QVERIFY(waited(service.setUpKeys(passphrase(), u"op@desk"_s)));
        static_cast<void>(service.append(note(u"last words"_s)));
    }
    QCOMPARE(causes(), (QStringList{u"key-set"_s, u"stop"_s}));
    const Verdict verdict = verifyJournal(m_journal->path);
    QVERIFY2(verdict.complete && verdict.tail == 0, said(verdict));
    QCOMPARE(verdict.entries, 3);
}

void TestCheckpointer::anUnattendedJournalSaysSo()
{
    for (int start = 0; start < 3; ++start) {
        JournalService service(m_journal->path, m_clock);
        configure(service);
        service.useUnattendedKey();
        QVERIFY(waited(service.start()));
        QTRY_COMPARE(service.checkpointState().key, CheckpointState::Key::Unattended);
        QVERIFY(waited(service.append(ofAct(EntryKind::Intent, u"a%1"_s.arg(start)))));
        const Verdict verdict = waited(service.verify());
        QVERIFY2(verdict.complete, said(verdict));
        QVERIFY2(noticed(verdict, FindingKind::Unattended), said(verdict));
    }
    // One key, however often it is started.
    QCOMPARE(causes().count(u"key-set"_s), 1);
}

void TestCheckpointer::aFailedCheckpointStopsNothing()
{
    JournalService service(m_journal->path, m_clock);
    configure(service);
    QVERIFY(waited(service.start()));
    QVERIFY(waited(service.setUpKeys(passphrase(), u"op@desk"_s)));
    QVERIFY(QFile::remove(m_journal->paths.sealKey));
    const auto intent = waited(service.append(ofAct(EntryKind::Intent, u"a1"_s)));
    QVERIFY(intent);
    QVERIFY(waited(service.append(ofAct(EntryKind::Outcome, u"a1"_s, u"receipt"_s))));
    QCOMPARE(waited(service.page({}, 0, 10))->size(), 4);
    QTRY_VERIFY(service.checkpointState().problem);
    QVERIFY(!service.checkpointState().problem->message.isEmpty());
    QTRY_COMPARE(service.checkpointState().unsealed, 2);
}

void TestCheckpointer::theServiceProves()
{
    JournalService service(m_journal->path, m_clock);
    configure(service);
    QVERIFY(waited(service.start()));
    const auto recorded = waited(service.append(note(u"x"_s)));
    QCOMPARE(waited(service.prove(recorded->seq)).error().code, base::ErrorCode::NotFound);
    const auto keys = waited(service.setUpKeys(passphrase(), u"op@desk"_s));
    const auto later = waited(service.append(note(u"later"_s)));
    for (const qint64 seq : {recorded->seq, later->seq}) {
        const auto proof = waited(service.prove(seq));
        QVERIFY(proof);
        const ProofVerdict verdict = verifyProof(*proof, {valueOf(NoteKey::fromText(keys->publicKey))});
        QVERIFY2(verdict.result == ProofResult::Holds, qPrintable(verdict.text));
    }
    QCOMPARE(waited(service.prove(99)).error().code, base::ErrorCode::NotFound);
}

void TestCheckpointer::theTimerSealsWithoutAnybodyAsking()
{
    JournalService service(m_journal->path, m_clock);
    CheckpointPolicy policy;
    policy.cost = cheap;
    policy.tick = 1ms;
    policy.withNews = 0s;
    policy.heartbeat = 1000h;
    service.setCheckpointing(m_journal->paths, policy);
    QVERIFY(waited(service.start()));
    QVERIFY(waited(service.setUpKeys(passphrase(), u"op@desk"_s)));
    QVERIFY(waited(service.append(note(u"x"_s))));
    QTRY_COMPARE(service.checkpointState().size, 3);
    QCOMPARE(causes(), (QStringList{u"key-set"_s, u"time"_s}));
}

void TestCheckpointer::futuresOfKeysFinishWhenItGoes()
{
    m_journal->fill(1);
    m_journal->close();
    QFuture<base::Result<CheckpointState>> unlocked;
    QFuture<base::Result<Checkpoint>> checkpoint;
    QFuture<base::Result<EntryProof>> proof;
    {
        JournalService service(m_journal->path, m_clock);
        configure(service);
        static_cast<void>(service.start());
        unlocked = service.unlock(passphrase());
        checkpoint = service.checkpoint();
        proof = service.prove(1);
    }
    QVERIFY(unlocked.isFinished() && unlocked.resultCount() == 1);
    QVERIFY(checkpoint.isFinished() && checkpoint.resultCount() == 1);
    QVERIFY(proof.isFinished() && proof.resultCount() == 1);
}

QTEST_GUILESS_MAIN(TestCheckpointer)
#include "tst_checkpointer.moc"
