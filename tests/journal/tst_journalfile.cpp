// SPDX-License-Identifier: Apache-2.0
#include "core/base/redaction.h"
#include "core/journal/merkletree.h"
#include "tests/journal/journalfixture.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRandomGenerator>
#include <QSet>
#include <QThread>

#include <csignal>
#include <cstdio>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace algenta;
using namespace algenta::journal;
using namespace algenta::journal::test;
using namespace Qt::Literals::StringLiterals;

class TestJournalFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void aNewJournalNamesItself();
    void foldersAndFilesAreOwnerOnly();
    void appendsInOrderAndReadsBack();
    void reopeningGoesOnWhereItStopped();
    void pagesBackwards();
    void filters_data();
    void filters();
    void findsAnAct();
    void listsOpenIntents();
    void refusesDrafts_data();
    void refusesDrafts();
    void redactedTextIsAccepted();
    void openForReadingCannotAppend();
    void aReaderSeesWhatAWriterAdds();
    void twoFilesOfOneJournalTakeTurns();
    void sixteenWritersInFourProcessesMakeOneChain();
    void killedWritersLeaveAValidPrefix();
    void aFullDiskRecordsNothing();
    void aReadOnlyFolderIsNamed();
    void readsFromAReadOnlyFolder();
    void refusesWhatIsNotAJournal_data();
    void refusesWhatIsNotAJournal();
    void aMovedJournalIsNoticed();
    void aLogWithoutItsJournalIsRefused();
    void updatesAndDeletesAreRefused();
    void damageIsMarkedOnAPageAndStopsActs();
    void aDamagedTailStopsAppending();

private:
    std::unique_ptr<JournalFile> opened();
    QList<qint64> numbers(const QList<Entry> &entries);

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
    SteppingClock m_clock;
};

void TestJournalFile::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_path = m_folder->filePath(u"journal.db"_s);
}

void TestJournalFile::cleanup()
{
    m_folder.reset();
}

std::unique_ptr<JournalFile> TestJournalFile::opened()
{
    auto file = JournalFile::open(m_path, m_clock);
    if (!file)
        qFatal("%s", qPrintable(file.error().message));
    return std::move(*file);
}

QList<qint64> TestJournalFile::numbers(const QList<Entry> &entries)
{
    QList<qint64> result;
    for (const Entry &entry : entries)
        result.append(entry.seq);
    return result;
}

void TestJournalFile::aNewJournalNamesItself()
{
    const auto file = opened();
    const auto head = file->head();
    QVERIFY(head);
    QCOMPARE(head->size, 1);
    QVERIFY(QRegularExpression(u"^[0-9a-f]{32}$"_s).match(head->journalId).hasMatch());
    const auto first = file->entry(1);
    QVERIFY(first);
    QCOMPARE(first->draft.kind, EntryKind::JournalOpened);
    QCOMPARE(first->draft.details[u"journal_id"].toString(), head->journalId);
    QCOMPARE(head->root, first->leaf);
    QCOMPARE(head->chain, first->chain);
    QCOMPARE(first->previous, QByteArray(32, '\0'));
    QCOMPARE(first->draft.actor, systemActor());
    // Nothing else stays behind from the creation.
    QCOMPARE(QDir(m_folder->path()).entryList({u"*.new*"_s}, QDir::Files), QStringList());

    m_path = m_folder->filePath(u"other.db"_s);
    QVERIFY(opened()->head()->journalId != head->journalId);
}

void TestJournalFile::foldersAndFilesAreOwnerOnly()
{
    const auto mode = [](const QString &path) {
        struct stat status {
        };
        return ::stat(QFile::encodeName(path).constData(), &status) == 0 ? int(status.st_mode & 0777) : -1;
    };
    const mode_t before = ::umask(0);
    m_path = m_folder->filePath(u"state/algenta/journal.db"_s);
    {
        const auto file = opened();
        QVERIFY(file->append(note(u"x"_s)));
        ::umask(before);
        QCOMPARE(mode(m_folder->filePath(u"state/algenta"_s)), 0700);
        for (const QString &suffix : {u""_s, u"-wal"_s, u"-shm"_s})
            QCOMPARE(mode(m_path + suffix), 0600);
    }
    QVERIFY(::chmod(QFile::encodeName(m_path).constData(), 0644) == 0);
    const auto file = opened();
    QCOMPARE(mode(m_path), 0600);
}

void TestJournalFile::appendsInOrderAndReadsBack()
{
    const auto file = opened();
    MerkleTree tree;
    QByteArray chain = file->entry(1)->chain;
    tree.append(file->entry(1)->leaf);
    for (int i = 2; i <= 40; ++i) {
        const auto entry = file->append(note(u"note %1"_s.arg(i)));
        QVERIFY2(entry, entry ? "" : qPrintable(entry.error().message));
        QCOMPARE(entry->seq, i);
        QCOMPARE(entry->previous, chain);
        chain = entry->chain;
        tree.append(entry->leaf);
        const auto read = file->entry(i);
        QVERIFY(read);
        QCOMPARE(read->bytes, entry->bytes);
        QCOMPARE(read->draft.details[u"text"].toString(), u"note %1"_s.arg(i));
        QCOMPARE(file->head()->root, tree.root());
        QCOMPARE(file->head()->chain, chain);
    }
    QCOMPARE(file->entry(41).error().code, base::ErrorCode::NotFound);
    QCOMPARE(file->entry(0).error().code, base::ErrorCode::NotFound);
}

void TestJournalFile::reopeningGoesOnWhereItStopped()
{
    Head head;
    for (int round = 0; round < 12; ++round) {
        const auto file = opened();
        if (round > 0) {
            QCOMPARE(file->head()->size, head.size);
            QCOMPARE(file->head()->root, head.root);
            QCOMPARE(file->head()->journalId, head.journalId);
        }
        for (int i = 0; i <= round; ++i)
            QVERIFY(file->append(note(u"x"_s)));
        head = *file->head();
    }
    QCOMPARE(head.size, 1 + 12 * 13 / 2);
    const Verdict verdict = verifyJournal(m_path);
    QCOMPARE(verdict.integrity, Integrity::Intact);
    QCOMPARE(verdict.root, head.root);
    QCOMPARE(verdict.chain, head.chain);
}

void TestJournalFile::pagesBackwards()
{
    const auto file = opened();
    for (int i = 2; i <= 10; ++i)
        QVERIFY(file->append(note(u"x"_s)));
    QCOMPARE(numbers(*file->page({}, 0, 4)), (QList<qint64>{10, 9, 8, 7}));
    QCOMPARE(numbers(*file->page({}, 7, 4)), (QList<qint64>{6, 5, 4, 3}));
    QCOMPARE(numbers(*file->page({}, 3, 4)), (QList<qint64>{2, 1}));
    QCOMPARE(numbers(*file->page({}, 1, 4)), QList<qint64>());
    QCOMPARE(file->page({}, 0, 0).error().code, base::ErrorCode::InvalidInput);
}

void TestJournalFile::filters_data()
{
    QTest::addColumn<QList<int>>("kinds");
    QTest::addColumn<QStringList>("texts"); // engine, subject, act, text
    QTest::addColumn<QList<qint64>>("found");
    using Kinds = QList<int>;
    using Found = QList<qint64>;
    const int noteKind = int(EntryKind::Note);
    const int intentKind = int(EntryKind::Intent);
    QTest::addRow("all") << Kinds{} << QStringList{{}, {}, {}, {}} << Found{6, 5, 4, 3, 2, 1};
    QTest::addRow("kind") << Kinds{noteKind} << QStringList{{}, {}, {}, {}} << Found{6, 5, 2};
    QTest::addRow("kinds") << Kinds{noteKind, intentKind} << QStringList{{}, {}, {}, {}} << Found{6, 5, 3, 2};
    QTest::addRow("engine") << Kinds{} << QStringList{u"https://other.example"_s, {}, {}, {}} << Found{5};
    QTest::addRow("subject") << Kinds{} << QStringList{{}, u"dec_2"_s, {}, {}} << Found{5};
    QTest::addRow("act") << Kinds{} << QStringList{{}, {}, u"a1"_s, {}} << Found{4, 3};
    QTest::addRow("kind and act") << Kinds{intentKind} << QStringList{{}, {}, u"a1"_s, {}} << Found{3};
    QTest::addRow("text in any case") << Kinds{} << QStringList{{}, {}, {}, u"ÄPFEL"_s} << Found{2};
    QTest::addRow("text in recorded bytes")
        << Kinds{} << QStringList{{}, {}, {}, u"safety_overridden"_s} << Found{6};
    QTest::addRow("text is not searched in base64")
        << Kinds{} << QStringList{{}, {}, {}, u"eyJz"_s} << Found{};
    QTest::addRow("text in kind") << Kinds{} << QStringList{{}, {}, {}, u"outcome"_s} << Found{4};
    QTest::addRow("percent is no wildcard") << Kinds{} << QStringList{{}, {}, {}, u"%"_s} << Found{};
    QTest::addRow("quote is data") << Kinds{} << QStringList{u"' OR 1=1 --"_s, {}, {}, {}} << Found{};
}

void TestJournalFile::filters()
{
    QFETCH(QList<int>, kinds);
    QFETCH(QStringList, texts);
    QFETCH(QList<qint64>, found);
    const auto file = opened();
    QVERIFY(file->append(note(u"two äpfel"_s)));
    QVERIFY(file->append(ofAct(EntryKind::Intent, u"a1"_s)));
    QVERIFY(file->append(ofAct(EntryKind::Outcome, u"a1"_s, u"blocked"_s)));
    Draft other = note(u"elsewhere"_s);
    other.engine = u"https://other.example"_s;
    other.subject = u"dec_2"_s;
    QVERIFY(file->append(other));
    Draft withBytes = note(u"bytes"_s);
    withBytes.details.set(u"answer"_s, evidence("{\"safety_overridden\":true}"));
    QVERIFY(file->append(withBytes));

    EntryFilter filter;
    for (const int kind : kinds)
        filter.kinds << EntryKind(kind);
    filter.engine = texts.at(0);
    filter.subject = texts.at(1);
    filter.actId = texts.at(2);
    filter.text = texts.at(3);
    QCOMPARE(numbers(*file->page(filter, 0, 100)), found);
    QCOMPARE(numbers(*file->page(filter, 0, 1)), found.mid(0, 1));
}

void TestJournalFile::findsAnAct()
{
    const auto file = opened();
    QVERIFY(file->append(ofAct(EntryKind::Intent, u"a1"_s)));
    QVERIFY(file->append(ofAct(EntryKind::Intent, u"a2"_s)));
    QVERIFY(file->append(ofAct(EntryKind::Outcome, u"a1"_s, u"unknown"_s)));
    QVERIFY(file->append(ofAct(EntryKind::Reconciled, u"a1"_s)));
    QCOMPARE(numbers(*file->act(u"a1"_s)), (QList<qint64>{2, 4, 5}));
    QCOMPARE(numbers(*file->act(u"a2"_s)), (QList<qint64>{3}));
    QCOMPARE(numbers(*file->act(u"a3"_s)), QList<qint64>());
    QCOMPARE(file->act({}).error().code, base::ErrorCode::InvalidInput);
}

void TestJournalFile::listsOpenIntents()
{
    const auto file = opened();
    const auto open = [&] {
        QStringList acts;
        const auto intents = file->openIntents().value();
        for (const Entry &entry : intents)
            acts << entry.draft.actId;
        return acts.join(u',');
    };
    QCOMPARE(open(), u""_s);
    for (const QString &act : {u"crashed"_s, u"receipt"_s, u"lost"_s, u"wordless"_s})
        QVERIFY(file->append(ofAct(EntryKind::Intent, act)));
    QCOMPARE(open(), u"crashed,receipt,lost,wordless"_s);
    QVERIFY(file->append(ofAct(EntryKind::Outcome, u"receipt"_s, u"receipt"_s)));
    QVERIFY(file->append(ofAct(EntryKind::Outcome, u"lost"_s, u"unknown"_s)));
    QVERIFY(file->append(ofAct(EntryKind::Outcome, u"wordless"_s)));
    QCOMPARE(open(), u"crashed,lost,wordless"_s);
    QVERIFY(file->append(ofAct(EntryKind::Reconciled, u"lost"_s)));
    QVERIFY(file->append(ofAct(EntryKind::Reconciled, u"crashed"_s)));
    QCOMPARE(open(), u"wordless"_s);
    QVERIFY(file->append(ofAct(EntryKind::Outcome, u"lost"_s, u"unknown"_s)));
    QCOMPARE(open(), u"lost,wordless"_s);
}

void TestJournalFile::refusesDrafts_data()
{
    QTest::addColumn<Draft>("draft");
    QTest::addRow("intent without act") << ofAct(EntryKind::Intent, {});
    QTest::addRow("outcome without act") << ofAct(EntryKind::Outcome, {});
    QTest::addRow("reconciliation without act") << ofAct(EntryKind::Reconciled, {});
    QTest::addRow("second intent of an act") << ofAct(EntryKind::Intent, u"a1"_s);
    QTest::addRow("second opening") << ofAct(EntryKind::JournalOpened, {});
    QTest::addRow("live key") << note(u"sent with de_live_0123456789abcdef0123456789abcdef"_s);
    QTest::addRow("bearer") << note(u"Authorization: Bearer abcdef0123456789abcdef"_s);
    QTest::addRow("password in a URL") << note(u"https://op:hunter2@hooks.example/x"_s);
    Draft draft = note(u"x"_s);
    draft.details.set(u"n"_s, base::Json::integer(1));
    QTest::addRow("number") << draft;
    draft = note(u"x"_s);
    draft.subject = u"dec"_s + QChar(0) + u"1"_s;
    QTest::addRow("NUL in subject") << draft;
    draft = note(u"x"_s);
    base::Json deep = base::Json::object();
    for (int level = 0; level < 200; ++level)
        deep = base::Json::array({deep});
    draft.details.set(u"deep"_s, deep);
    QTest::addRow("deeper than can be read back") << draft;
}

void TestJournalFile::refusesDrafts()
{
    QFETCH(Draft, draft);
    const auto file = opened();
    QVERIFY(file->append(ofAct(EntryKind::Intent, u"a1"_s)));
    const Head before = *file->head();
    const auto entry = file->append(draft);
    QVERIFY(!entry);
    QCOMPARE(entry.error().code, base::ErrorCode::InvalidInput);
    QVERIFY(!entry.error().message.contains(u"de_live"_s));
    QCOMPARE(file->head()->size, before.size);
    QVERIFY(file->append(note(u"goes on"_s)));
    QCOMPARE(verifyJournal(m_path).integrity, Integrity::Intact);
}

void TestJournalFile::redactedTextIsAccepted()
{
    const auto file = opened();
    for (const QString &text :
         {u"sent with de_live_0123456789abcdef0123456789abcdef"_s,
          u"Authorization: Bearer abcdef0123456789abcdef"_s, u"https://op:hunter2@hooks.example/x"_s,
          u"x-api-key: abcdef0123456789"_s, u"Cookie: session=abcdef0123456789; other=x"_s,
          u"{\"authorization\": \"Basic b3A6aHVudGVyMg==\"}"_s,
          u"Missing bearer token. Use Authorization: Bearer <key>"_s}) {
        const auto entry = file->append(note(base::redact(text)));
        QVERIFY2(entry, qPrintable(text));
    }
    // Bytes as they came are no text: an engine must not be able to keep its answer out of the journal.
    Draft answer = ofAct(EntryKind::Outcome, u"a1"_s, u"failed"_s);
    answer.details.set(u"answer"_s, evidence("{\"detail\":\"Bearer abcdef0123456789abcdef is not known\"}"));
    QVERIFY(file->append(answer));
}

void TestJournalFile::openForReadingCannotAppend()
{
    QCOMPARE(JournalFile::openReadOnly(m_path, m_clock).error().code, base::ErrorCode::NotFound);
    QVERIFY(!QFileInfo::exists(m_path));
    opened();
    const auto reader = JournalFile::openReadOnly(m_path, m_clock);
    QVERIFY(reader);
    QCOMPARE((*reader)->append(note(u"x"_s)).error().code, base::ErrorCode::StorageReadOnly);
    QCOMPARE((*reader)->head()->size, 1);
}

void TestJournalFile::aReaderSeesWhatAWriterAdds()
{
    const auto writer = opened();
    const auto reader = JournalFile::openReadOnly(m_path, m_clock);
    QVERIFY(reader);
    for (int i = 2; i < 20; ++i) {
        QVERIFY(writer->append(note(u"x"_s)));
        QCOMPARE((*reader)->head()->size, i);
        QCOMPARE((*reader)->head()->root, writer->head()->root);
    }
}

void TestJournalFile::twoFilesOfOneJournalTakeTurns()
{
    const auto one = opened();
    const auto other = opened();
    for (int i = 0; i < 60; ++i) {
        const auto entry = (i % 3 == 0 ? one : other)->append(note(u"x"_s));
        QVERIFY(entry);
        QCOMPARE(entry->seq, i + 2);
    }
    QCOMPARE(one->head()->root, other->head()->root);
    const Verdict verdict = verifyJournal(m_path);
    QVERIFY2(verdict.integrity == Integrity::Intact, findings(verdict));
    QCOMPARE(verdict.root, one->head()->root);
}

void TestJournalFile::sixteenWritersInFourProcessesMakeOneChain()
{
    // Not created before: the four also race for the creation.
    std::vector<std::unique_ptr<QProcess>> processes;
    for (int i = 0; i < 4; ++i) {
        processes.push_back(std::make_unique<QProcess>());
        processes.back()->start(QCoreApplication::applicationFilePath(),
                                {u"--writers"_s, m_path, u"4"_s, u"15"_s, QString::number(i)});
    }
    QSet<QByteArray> acknowledged;
    for (const auto &process : processes) {
        QVERIFY(process->waitForFinished(90000));
        QCOMPARE(process->readAllStandardError(), QByteArray());
        QCOMPARE(process->exitCode(), 0);
        const auto lines = process->readAllStandardOutput().split('\n');
        for (const QByteArray &line : lines) {
            if (!line.isEmpty())
                acknowledged.insert(line);
        }
    }
    QCOMPARE(acknowledged.size(), 240);
    const auto file = opened();
    QCOMPARE(file->head()->size, 241);
    QSet<QByteArray> recorded;
    const auto entries = file->page({}, 0, 1000).value();
    for (const Entry &entry : entries) {
        if (entry.draft.kind == EntryKind::Note)
            recorded.insert(entry.draft.details[u"text"].toString().toLatin1());
    }
    QCOMPARE(recorded, acknowledged);
    const Verdict verdict = verifyJournal(m_path);
    QVERIFY2(verdict.integrity == Integrity::Intact, findings(verdict));
}

void TestJournalFile::killedWritersLeaveAValidPrefix()
{
    QRandomGenerator random(20261130);
    QList<QByteArray> acknowledged;
    for (int round = 0; round < 25; ++round) {
        QProcess writer;
        writer.start(QCoreApplication::applicationFilePath(),
                     {u"--writers"_s, m_path, u"1"_s, u"1000000"_s, QString::number(round)});
        const int wanted = random.bounded(1, 40);
        int seen = 0;
        QByteArray rest;
        const auto take = [&] {
            rest += writer.readAllStandardOutput();
            for (qsizetype end; (end = rest.indexOf('\n')) >= 0; rest.remove(0, end + 1)) {
                acknowledged.append(rest.left(end));
                ++seen;
            }
        };
        while (seen < wanted) {
            QVERIFY(writer.waitForReadyRead(30000));
            take();
        }
        ::kill(pid_t(writer.processId()), SIGKILL);
        QVERIFY(writer.waitForFinished());
        take();
        QCOMPARE(writer.exitStatus(), QProcess::CrashExit);

        const auto file = opened();
        const Verdict verdict = verifyJournal(m_path);
        QVERIFY2(verdict.integrity == Integrity::Intact, findings(verdict));
        QCOMPARE(verdict.entries, file->head()->size);
        QStringList recorded;
        const auto entries = file->page({}, 0, 1000000).value();
        for (const Entry &entry : entries)
            recorded.prepend(entry.draft.details[u"text"].toString());
        recorded.removeFirst();
        // Each acknowledged entry in its order; besides them at most one a round that was not reported any
        // more.
        qsizetype at = 0;
        for (const QByteArray &text : std::as_const(acknowledged)) {
            at = recorded.indexOf(QString::fromLatin1(text), at);
            QVERIFY2(at >= 0, text);
        }
        QVERIFY(recorded.size() <= acknowledged.size() + round + 1);
    }
}

void TestJournalFile::aFullDiskRecordsNothing()
{
    const auto file = opened();
    QVERIFY(file->append(note(u"before"_s)));
    const Head before = *file->head();
    rlimit limit{};
    QVERIFY(::getrlimit(RLIMIT_FSIZE, &limit) == 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit small = limit;
    small.rlim_cur = rlim_t(QFileInfo(m_path + u"-wal"_s).size() + 20000);
    QVERIFY(::setrlimit(RLIMIT_FSIZE, &small) == 0);
    QList<base::Error> errors;
    qint64 recorded = before.size;
    for (int i = 0; i < 20; ++i) {
        const auto entry = file->append(note(u"x"_s.repeated(3000)));
        if (entry)
            ++recorded;
        else
            errors.append(entry.error());
    }
    QVERIFY(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
    std::signal(SIGXFSZ, handler);

    QVERIFY(!errors.isEmpty());
    for (const base::Error &error : std::as_const(errors)) {
        QVERIFY2(error.code == base::ErrorCode::StorageFull, qPrintable(error.message));
        QVERIFY(!error.remedy.isEmpty());
    }
    QCOMPARE(file->head()->size, recorded);
    QVERIFY(file->append(note(u"space again"_s)));
    QCOMPARE(file->head()->size, recorded + 1);
    const Verdict verdict = verifyJournal(m_path);
    QVERIFY2(verdict.integrity == Integrity::Intact, findings(verdict));
    QCOMPARE(verdict.entries, recorded + 1);
}

void TestJournalFile::aReadOnlyFolderIsNamed()
{
    if (::geteuid() == 0)
        QSKIP("Root may write everywhere; run the tests as an ordinary user.");
    opened();
    for (const QString &path :
         {m_path, m_folder->filePath(u"new.db"_s), m_folder->filePath(u"sub/new.db"_s)}) {
        QVERIFY(::chmod(QFile::encodeName(m_folder->path()).constData(), 0500) == 0);
        const auto file = JournalFile::open(path, m_clock);
        QVERIFY(::chmod(QFile::encodeName(m_folder->path()).constData(), 0700) == 0);
        QVERIFY(!file);
        QCOMPARE(file.error().code, base::ErrorCode::StorageReadOnly);
        QVERIFY(!file.error().remedy.isEmpty());
    }
    QVERIFY(::chmod(QFile::encodeName(m_path).constData(), 0400) == 0);
    QCOMPARE(JournalFile::open(m_path, m_clock).error().code, base::ErrorCode::StorageReadOnly);
}

void TestJournalFile::readsFromAReadOnlyFolder()
{
    if (::geteuid() == 0)
        QSKIP("Root may write everywhere; run the tests as an ordinary user.");
    QVERIFY(opened()->append(note(u"x"_s)));
    QVERIFY(::chmod(QFile::encodeName(m_folder->path()).constData(), 0500) == 0);
    const auto reader = JournalFile::openReadOnly(m_path, m_clock);
    const Verdict verdict = verifyJournal(m_path);
    QVERIFY(::chmod(QFile::encodeName(m_folder->path()).constData(), 0700) == 0);
    QVERIFY(reader);
    QVERIFY2(verdict.integrity == Integrity::Intact, findings(verdict));
    QCOMPARE((*reader)->head()->size, 2);
    // Somebody else starts to write: a reader that was promised a still file must say so.
    const auto writer = opened();
    QVERIFY(writer->append(note(u"y"_s)));
    QCOMPARE((*reader)->head().error().code, base::ErrorCode::StorageFailed);
}

void TestJournalFile::refusesWhatIsNotAJournal_data()
{
    QTest::addColumn<QString>("what");
    for (const char *what : {"folder", "empty", "text", "foreign", "short", "newer", "older"})
        QTest::newRow(what) << QString::fromLatin1(what);
}

void TestJournalFile::refusesWhatIsNotAJournal()
{
    QFETCH(QString, what);
    const auto write = [this](const QByteArray &bytes) {
        QFile file(m_path);
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
    };
    if (what == u"folder"_s) {
        QVERIFY(QDir().mkdir(m_path));
    } else if (what == u"empty"_s) {
        QVERIFY(write({}));
    } else if (what == u"text"_s) {
        QVERIFY(write("This is no database. "_ba.repeated(50)));
    } else if (what == u"foreign"_s) {
        QVERIFY(Intruder(m_path).run(u"CREATE TABLE entry(seq INTEGER PRIMARY KEY)"_s));
    } else {
        opened();
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray whole = file.readAll();
        file.close();
        if (what == u"short"_s)
            QVERIFY(write(whole.left(80)));
        else
            QVERIFY(Intruder(m_path).run(u"PRAGMA user_version=%1"_s.arg(what == u"newer"_s ? 3 : 0)));
    }
    const auto content = [this] {
        QFile file(m_path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray before = content();
    const auto file = JournalFile::open(m_path, m_clock);
    QVERIFY(!file);
    QCOMPARE(file.error().code, base::ErrorCode::StorageFailed);
    QVERIFY(!file.error().remedy.isEmpty());
    QVERIFY(!JournalFile::openReadOnly(m_path, m_clock));
    const Verdict verdict = verifyJournal(m_path);
    QCOMPARE(verdict.integrity, Integrity::CouldNotRun);
    QVERIFY(verdict.error);
    QCOMPARE(content(), before);
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
             QStringList{u"journal.db"_s});
}

void TestJournalFile::aMovedJournalIsNoticed()
{
    const auto file = opened();
    QVERIFY(file->append(note(u"x"_s)));
    QVERIFY(QFile::rename(m_path, m_path + u".away"_s));
    QCOMPARE(file->append(note(u"lost?"_s)).error().code, base::ErrorCode::StorageFailed);
    QCOMPARE(file->head().error().code, base::ErrorCode::StorageFailed);
    QVERIFY(QFile::copy(m_path + u".away"_s, m_path));
    QCOMPARE(file->append(note(u"lost?"_s)).error().code, base::ErrorCode::StorageFailed);
    QVERIFY(QFile::remove(m_path));
    QVERIFY(QFile::rename(m_path + u".away"_s, m_path));
    QVERIFY(file->append(note(u"back"_s)));
}

void TestJournalFile::aLogWithoutItsJournalIsRefused()
{
    QFile log(m_path + u"-wal"_s);
    QVERIFY(log.open(QIODevice::WriteOnly));
    log.close();
    const auto file = JournalFile::open(m_path, m_clock);
    QVERIFY(!file);
    QCOMPARE(file.error().code, base::ErrorCode::StorageFailed);
    QVERIFY(!QFileInfo::exists(m_path));
}

void TestJournalFile::updatesAndDeletesAreRefused()
{
    const auto file = opened();
    QVERIFY(file->append(note(u"x"_s)));
    Intruder intruder(m_path);
    for (
        const QString &sql :
        {u"UPDATE entry SET leaf = chain"_s, u"DELETE FROM entry"_s, u"UPDATE node SET position = 7"_s,
         u"DELETE FROM node"_s,
         u"INSERT OR REPLACE INTO entry(seq, body, leaf, chain) SELECT 1, body, leaf, chain"
         " FROM entry WHERE seq = 2"_s,
         u"INSERT INTO entry(seq, body, leaf, chain) SELECT 9, body, leaf, chain FROM entry WHERE seq = 2"_s}) {
        QVERIFY2(!intruder.run(sql), qPrintable(sql));
        QVERIFY2(intruder.error().contains(u"append-only"_s), qPrintable(intruder.error()));
    }
    QVERIFY(!intruder.run(
        u"INSERT INTO entry(seq, body, leaf, chain, kind) VALUES (3, x'00', x'00', x'00', 'note')"_s));
}

void TestJournalFile::damageIsMarkedOnAPageAndStopsActs()
{
    const auto file = opened();
    for (int i = 2; i <= 5; ++i)
        QVERIFY(file->append(ofAct(EntryKind::Intent, u"a%1"_s.arg(i))));
    Intruder intruder(m_path);
    intruder.tamper({u"UPDATE entry SET body = x'7b7d7d' WHERE seq = 3"_s});

    EntryFilter filter;
    filter.actId = u"a5"_s;
    const auto page = file->page(filter, 0, 10);
    QVERIFY(page);
    QCOMPARE(numbers(*page), (QList<qint64>{5, 3}));
    QVERIFY(page->at(0).fault.isEmpty());
    QVERIFY(!page->at(1).fault.isEmpty());
    QVERIFY(!file->entry(3)->fault.isEmpty());
    QCOMPARE(file->act(u"a5"_s).error().code, base::ErrorCode::Tampered);
    QCOMPARE(file->openIntents().error().code, base::ErrorCode::Tampered);

    intruder.tamper(
        {u"UPDATE entry SET body = CAST(replace((SELECT body FROM entry WHERE seq = 2), 'a2', 'a3') AS BLOB)"
         " WHERE seq = 3"_s});
    QVERIFY(!file->page({}, 0, 10)->at(2).fault.isEmpty());
    QCOMPARE(file->act(u"a3"_s).error().code, base::ErrorCode::Tampered);
    QCOMPARE(file->openIntents().error().code, base::ErrorCode::Tampered);
}

void TestJournalFile::aDamagedTailStopsAppending()
{
    opened();
    QVERIFY(opened()->append(note(u"x"_s)));
    Intruder(m_path).tamper({u"UPDATE entry SET leaf = chain WHERE seq = 2"_s});
    const auto file = opened();
    const auto entry = file->append(note(u"y"_s));
    QVERIFY(!entry);
    QCOMPARE(entry.error().code, base::ErrorCode::Tampered);
    QCOMPARE(numbers(*file->page({}, 0, 10)), (QList<qint64>{2, 1}));
}

namespace
{

/** Appends from several threads and reports each entry that is on the disk. */
int runWriters(const QStringList &arguments)
{
    const QString path = arguments.at(0);
    const int count = arguments.at(2).toInt();
    std::atomic_int failures = 0;
    std::vector<std::unique_ptr<QThread>> threads;
    for (int writer = 0; writer < arguments.at(1).toInt(); ++writer) {
        threads.emplace_back(QThread::create([&, writer] {
            const base::SystemClock clock;
            const auto file = JournalFile::open(path, clock);
            for (int i = 0; file && i < count; ++i) {
                const QString text = u"%1-%2-%3"_s.arg(arguments.at(3)).arg(writer).arg(i);
                if (const auto entry = (*file)->append(note(text)); entry) {
                    const QByteArray line = text.toLatin1() + '\n';
                    failures += ::write(STDOUT_FILENO, line.constData(), size_t(line.size())) != line.size();
                } else {
                    std::fprintf(stderr, "%s\n", qPrintable(entry.error().message));
                    ++failures;
                }
            }
            if (!file) {
                std::fprintf(stderr, "%s\n", qPrintable(file.error().message));
                ++failures;
            }
        }));
        threads.back()->start();
    }
    for (const auto &thread : threads)
        thread->wait();
    return failures == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    if (argc == 6 && qstrcmp(argv[1], "--writers") == 0)
        return runWriters(QCoreApplication::arguments().mid(2));
    TestJournalFile test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_journalfile.moc"
