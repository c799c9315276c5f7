// SPDX-License-Identifier: Apache-2.0
#include "core/journal/rekeying.h"

#include "core/journal/journalservice.h"
#include "core/journal/segment.h"
#include "tests/journal/sealedjournal.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

using namespace algenta;
using namespace algenta::journal;
using namespace algenta::journal::test;
using namespace Qt::Literals::StringLiterals;

namespace
{

const char *const newWords = "a quite new passphrase";

} // namespace

/** Another signing key or another passphrase, and what verification says of it. */
class TestRekeying : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void anotherKeyGoesOn();
    void itCanBeCutShortAnywhere_data();
    void itCanBeCutShortAnywhere();
    void theKeyBeforeSignsNoMore();
    void aForgedReturnOfTheKeyBeforeIsFound();
    void aKeyThatWasNotIntroducedIsFound();
    void replacementsAreKnownAfterACut();
    void refusals();
    void anotherPassphrase();

private:
    base::Result<SigningKey> opened(const char *words) const;
    SigningKey rekeyed();

    std::unique_ptr<SealedJournal> m_journal;
};

void TestRekeying::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_journal = std::make_unique<SealedJournal>();
    m_journal->fill(2);
}

base::Result<SigningKey> TestRekeying::opened(const char *words) const
{
    bool unattended = false;
    return openKey(m_journal->paths, passphrase(words), unattended);
}

SigningKey TestRekeying::rekeyed()
{
    Rekeying rekeying(*m_journal->file, m_journal->paths, u"op@desk"_s, u"a year is over"_s);
    if (!rekeying.begin(passphrase(), passphrase(newWords), cheap) || !rekeying.record() ||
        !rekeying.introduce() || !rekeying.install() || !rekeying.takeOver())
        qFatal("the key could not be changed");
    return valueOf(opened(newWords));
}

void TestRekeying::anotherKeyGoesOn()
{
    const SigningKey key = rekeyed();
    QVERIFY(key.publicKey() != m_journal->keys->key.publicKey());
    QVERIFY(!opened("correct horse battery"));
    QCOMPARE(QDir(m_journal->folder.path()).entryList({u"*.next*"_s}).size(), 0);
    const Entry named = *valueOf(m_journal->file->signingKeySet());
    QCOMPARE(named.draft.details[u"reason"].toString(), u"a year is over"_s);
    QCOMPARE(named.draft.details[u"replaces"].toString(), m_journal->keys->key.publicKey().text());
    m_journal->add(2);
    QVERIFY(m_journal->file->addCheckpoint(key, m_journal->paths.sealKey, CheckpointCause::Asked));
    m_journal->close();
    // The first key alone is trusted, and vouches for the second; so does the journal by itself.
    Verdict verdict = m_journal->verify();
    QVERIFY2(verdict.complete, said(verdict));
    QVERIFY2(verifyJournal(m_journal->path).complete, said(verdict));
    VerifyOptions options = m_journal->everything();
    options.publicKeys = {key.publicKey()};
    verdict = verifyJournal(m_journal->path, options);
    QVERIFY2(verdict.complete, said(verdict));
    // Changed twice, the first key still leads to the last.
    m_journal->open();
    Rekeying again(*m_journal->file, m_journal->paths, u"op@desk"_s, u"another year"_s);
    QVERIFY(again.begin(passphrase(newWords), passphrase(), cheap));
    QVERIFY(again.record() && again.introduce() && again.install() && again.takeOver());
    verdict = m_journal->verify();
    QVERIFY2(verdict.complete, said(verdict));
}

void TestRekeying::itCanBeCutShortAnywhere_data()
{
    QTest::addColumn<int>("steps");
    const QStringList names{u"nothing"_s, u"begin"_s, u"record"_s, u"introduce"_s, u"install"_s};
    for (int i = 0; i < names.size(); ++i)
        QTest::newRow(qPrintable(u"after "_s + names.at(i))) << i;
}

/** Each step is on the disk when it returns, so that dropping the rest is what a kill leaves behind. */
void TestRekeying::itCanBeCutShortAnywhere()
{
    QFETCH(int, steps);
    {
        Rekeying rekeying(*m_journal->file, m_journal->paths, u"op@desk"_s, u"a year is over"_s);
        if (steps > 0)
            QVERIFY(rekeying.begin(passphrase(), passphrase(newWords), cheap));
        if (steps > 1)
            QVERIFY(rekeying.record());
        if (steps > 2)
            QVERIFY(rekeying.introduce());
        if (steps > 3)
            QVERIFY(rekeying.install());
    }
    m_journal->close();
    m_journal->open();
    const char *const valid = steps > 3 ? newWords : "correct horse battery";
    QVERIFY(!opened(steps > 3 ? "correct horse battery" : newWords));
    const SigningKey key = valueOf(opened(valid));
    QVERIFY(checkKeyIsNamed(*m_journal->file, key));
    m_journal->add(1);
    QVERIFY(m_journal->file->addCheckpoint(key, m_journal->paths.sealKey, CheckpointCause::Asked));
    Verdict verdict = m_journal->verify();
    QVERIFY2(verdict.complete, said(verdict));
    // And it can be done after all.
    Rekeying again(*m_journal->file, m_journal->paths, u"op@desk"_s, u"once more"_s);
    QVERIFY(again.begin(passphrase(valid), passphrase("a third passphrase"), cheap));
    QVERIFY(again.record() && again.introduce() && again.install() && again.takeOver());
    verdict = m_journal->verify();
    QVERIFY2(verdict.complete, said(verdict));
    QVERIFY(opened("a third passphrase"));
    QCOMPARE(QDir(m_journal->folder.path()).entryList({u"*.next*"_s}).size(), 0);
}

/** As a console does that was open meanwhile, with the key in its memory. */
void TestRekeying::theKeyBeforeSignsNoMore()
{
    const auto other = valueOf(JournalFile::open(m_journal->path, m_journal->clock));
    const SigningKey key = rekeyed();
    const auto refused =
        other->addCheckpoint(m_journal->keys->key, m_journal->paths.sealKey, CheckpointCause::Asked);
    QCOMPARE(refused.error().code, base::ErrorCode::NotAllowed);
    QVERIFY(refused.error().message.contains(u"taken the place"_s));
    QVERIFY(other->append(note(u"recording goes on"_s)));
    QVERIFY(other->addCheckpoint(key, m_journal->paths.sealKey, CheckpointCause::Asked));
    QVERIFY2(m_journal->verify().complete, said(m_journal->verify()));
}

void TestRekeying::aForgedReturnOfTheKeyBeforeIsFound()
{
    rekeyed();
    // Somebody with a copy of the key before writes the next checkpoint by hand.
    Checkpoint forged = *valueOf(m_journal->file->lastCheckpoint());
    forged.previous = forged.noteHash();
    ++forged.number;
    forged.seal = QByteArray(32, '\0');
    const QByteArray text = checkpointText(forged);
    const SigningKey &before = m_journal->keys->key;
    Intruder intruder(m_journal->path);
    QVERIFY(
        intruder.run(u"INSERT INTO checkpoint(number, size, note) VALUES (?, ?, ?)"_s,
                     {forged.number, forged.size, noteBytes(text, before.publicKey(), before.sign(text))}));
    const Verdict verdict = verifyJournal(m_journal->path);
    QCOMPARE(verdict.integrity, Integrity::Tampered);
    QVERIFY2(said(verdict).contains("signed by a key that another one had taken the place of"),
             said(verdict));
}

/** An entry claims that a key follows the present one, which never sealed it. */
void TestRekeying::aKeyThatWasNotIntroducedIsFound()
{
    const SigningKey own = valueOf(SigningKey::generate(m_journal->keys->key.publicKey().name));
    Draft draft;
    draft.kind = EntryKind::SigningKeySet;
    draft.actor = u"op@desk"_s;
    draft.details = details({{u"public_key"_s, own.publicKey().text()},
                             {u"replaces"_s, m_journal->keys->key.publicKey().text()}});
    QVERIFY(m_journal->file->append(draft));
    QVERIFY(m_journal->file->addCheckpoint(own, m_journal->paths.sealKey, CheckpointCause::KeySet));
    const Verdict verdict = verifyJournal(m_journal->path);
    QCOMPARE(verdict.integrity, Integrity::Tampered);
    QVERIFY2(said(verdict).contains("the one before it did not introduce"), said(verdict));
}

void TestRekeying::replacementsAreKnownAfterACut()
{
    const SigningKey key = rekeyed(); // entry 9; checkpoints 4 of the key before, 5 of the new one
    m_journal->add(3);
    QVERIFY(m_journal->file->addCheckpoint(key, m_journal->paths.sealKey, CheckpointCause::Asked));
    for (const qint64 checkpoint : {4, 5, 6}) {
        m_journal->add(1);
        const auto cut = cutSegment(*m_journal->file,
                                    {checkpoint, m_journal->folder.filePath(u"segment-%1"_s.arg(checkpoint)),
                                     u"older than a year"_s, u"op@desk"_s});
        if (!cut) // the checkpoint before covers the same entries
            QVERIFY2(cut.error().message.contains(u"left before"_s), qPrintable(cut.error().message));
        QVERIFY(m_journal->file->addCheckpoint(key, m_journal->paths.sealKey, CheckpointCause::Asked));
        VerifyOptions options = m_journal->everything();
        options.publicKeys = {key.publicKey()};
        Verdict verdict = verifyJournal(m_journal->path, options);
        QVERIFY2(verdict.integrity == Integrity::Intact && verdict.complete, said(verdict));
        // The key before leads to the new one as long as the checkpoint that introduces it is here.
        verdict = m_journal->verify();
        QVERIFY2(verdict.integrity == Integrity::Intact && verdict.complete == (checkpoint < 6),
                 said(verdict));
        QCOMPARE(m_journal->file
                     ->addCheckpoint(m_journal->keys->key, m_journal->paths.sealKey, CheckpointCause::Asked)
                     .error()
                     .code,
                 base::ErrorCode::NotAllowed);
    }
}

void TestRekeying::refusals()
{
    const auto begin = [this](const char *present, const char *next, const QString &reason) {
        Rekeying rekeying(*m_journal->file, m_journal->paths, u"op@desk"_s, reason);
        return rekeying.begin(passphrase(present), passphrase(next), cheap);
    };
    for (const auto &done :
         {begin("wrong words here", newWords, u"why"_s), begin("correct horse battery", "short", u"why"_s),
          begin("correct horse battery", newWords, u" "_s)})
        QCOMPARE(done.error().code, base::ErrorCode::InvalidInput);
    QCOMPARE(QDir(m_journal->folder.path()).entryList({u"*.next*"_s}).size(), 0);
    QVERIFY(QFile::remove(m_journal->paths.signingKey));
    QCOMPARE(begin("correct horse battery", newWords, u"why"_s).error().code, base::ErrorCode::NotFound);
    QVERIFY(KeyFile::createUnattended(m_journal->paths.signingKey, m_journal->keys->key));
    QCOMPARE(begin("", newWords, u"why"_s).error().code, base::ErrorCode::NotAllowed);
    QVERIFY(QFile::remove(m_journal->paths.signingKey));
    const SigningKey stranger = valueOf(SigningKey::generate(u"log"_s));
    QVERIFY(KeyFile::create(m_journal->paths.signingKey, stranger, passphrase(), cheap));
    QCOMPARE(begin("correct horse battery", newWords, u"why"_s).error().code, base::ErrorCode::NotAllowed);
}

void TestRekeying::anotherPassphrase()
{
    const auto change = [this](const char *present, const char *next) {
        return changePassphrase(*m_journal->file, m_journal->paths, passphrase(present), passphrase(next),
                                u"op@desk"_s, cheap);
    };
    QCOMPARE(change("wrong words here", newWords).error().code, base::ErrorCode::InvalidInput);
    QCOMPARE(change("correct horse battery", "short").error().code, base::ErrorCode::InvalidInput);
    QVERIFY(opened("correct horse battery"));
    const Entry entry = valueOf(change("correct horse battery", newWords));
    QCOMPARE(entry.draft.kind, EntryKind::Note);
    QVERIFY(!entry.bytes.contains(newWords));
    QVERIFY(!opened("correct horse battery"));
    QCOMPARE(valueOf(opened(newWords)).publicKey(), m_journal->keys->key.publicKey());
    m_journal->seal();
    QVERIFY2(m_journal->verify().complete, said(m_journal->verify()));
}

QTEST_GUILESS_MAIN(TestRekeying)
#include "tst_rekeying.moc"
