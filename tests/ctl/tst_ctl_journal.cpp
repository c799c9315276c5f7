// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journalfile.h"
#include "tests/ctl/ctlrun.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTemporaryDir>

#include <cstring>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using namespace algenta::ctl::test;

namespace
{

const QByteArray secretWords("some unrelated words\n");

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

} // namespace

/** `algentactl journal …` as a terminal or a script uses it, beside an open journal. */
class TestCtlJournal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void setsAKeyOnce();
    void makesAndPrintsCheckpoints();
    void refusesWrongPassphrases();
    void verifiesWithKeysAndAnchors();
    void exitCodesTellTheVerdicts();
    void provesAndVerifiesProofs();
    void reportsAnAct();
    void exportsLines();
    void anchorsInAFile();
    void anchorsOnPaper();
    void anchorsNeedOnePlace();
    void anchorsInTheSystemLog();
    void changesTheKey();
    void changesThePassphrase();
    void cutsAndVerifies();
    void recovers();
    void worksWhileTheConsoleRuns();
    void madeUpJournalsAreNeverMade();

private:
    CtlRun run(QStringList words, const QByteArray &input = {});
    void setKey();
    void add(int entries);
    QString path(const QString &name) const { return m_folder->filePath(name); }

    std::unique_ptr<QTemporaryDir> m_folder;
    base::SystemClock m_clock;
    std::unique_ptr<journal::JournalFile> m_file; ///< stays open, as the console's does
    QString m_publicKey;
    QString m_sealKey;
};

void TestCtlJournal::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_folder = std::make_unique<QTemporaryDir>();
    auto file = journal::JournalFile::open(path(u"journal.db"_s), m_clock);
    QVERIFY(file);
    m_file = std::move(*file);
    add(3);
}

void TestCtlJournal::cleanup()
{
    m_file.reset();
    m_folder.reset();
}

void TestCtlJournal::add(int entries)
{
    for (int i = 0; i < entries; ++i) {
        journal::Draft draft;
        draft.actor = u"op@desk"_s;
        draft.details.set(u"text"_s, base::Json::string(u"note %1"_s.arg(i)));
        QVERIFY(m_file->append(draft));
    }
}

CtlRun TestCtlJournal::run(QStringList words, const QByteArray &input)
{
    words.prepend(u"journal"_s);
    if (words.at(1) != u"verify-proof"_s)
        words << u"--journal"_s << path(u"journal.db"_s);
    return runCtl(words, {}, input);
}

void TestCtlJournal::setKey()
{
    const CtlRun set =
        run({u"checkpoint"_s, u"--set-key"_s, u"--passphrase-stdin"_s, u"--json"_s}, secretWords);
    COMPARE_CODE(set, 0);
    m_publicKey = set.json()[u"public_key"_s].toString();
    m_sealKey = path(u"seal-verification-key"_s);
    write(m_sealKey, set.json()[u"seal_verification_key"_s].toString().toUtf8() + '\n');
}

void TestCtlJournal::setsAKeyOnce()
{
    COMPARE_CODE(run({u"checkpoint"_s}), 2); // there is none yet
    COMPARE_CODE(run({u"checkpoint"_s, u"--set-key"_s}), 2);
    COMPARE_CODE(run({u"checkpoint"_s, u"--set-key"_s, u"--passphrase-stdin"_s}, "short\n"), 2);
    QVERIFY(!QFileInfo::exists(path(u"journal.db.key"_s)));
    const CtlRun set = run({u"checkpoint"_s, u"--set-key"_s, u"--passphrase-stdin"_s}, secretWords);
    COMPARE_CODE(set, 0);
    QVERIFY(set.out.contains("algenta-seal-1:1:"));
    QVERIFY(QRegularExpression(u"public key +algenta-journal/[0-9a-f]{32}\\+[0-9a-f]{8}\\+"_s)
                .match(QString::fromUtf8(set.out))
                .hasMatch());
    QVERIFY(!set.all().contains(secretWords.trimmed()));
    COMPARE_CODE(run({u"checkpoint"_s, u"--set-key"_s, u"--passphrase-stdin"_s}, secretWords), 2);
    for (const QString &name : {u"journal.db.key"_s, u"journal.db.seal"_s}) {
        struct stat status {
        };
        QVERIFY(::stat(QFile::encodeName(path(name)).constData(), &status) == 0);
        QCOMPARE(int(status.st_mode & 0777), 0600);
        QVERIFY(!bytesOf(path(name)).contains("unrelated"));
    }
}

void TestCtlJournal::makesAndPrintsCheckpoints()
{
    setKey();
    const CtlRun first = run({u"checkpoint"_s});
    COMPARE_CODE(first, 0);
    QVERIFY(first.out.contains("\nnumber 1\n"));
    const CtlRun made = run({u"checkpoint"_s, u"--passphrase-stdin"_s}, secretWords);
    COMPARE_CODE(made, 0);
    QVERIFY(made.out.contains("\nnumber 2\n"));
    QVERIFY(made.out.contains("\n\n\xe2\x80\x94 algenta-journal/"));
    // What was printed is the note, byte for byte.
    const auto parsed = journal::parseCheckpoint(made.out);
    QVERIFY(parsed);
    QCOMPARE(parsed->number, 2);
    const CtlRun again = run({u"checkpoint"_s, u"--json"_s});
    COMPARE_CODE(again, 0);
    QCOMPARE(again.json()[u"note"_s].toString().toUtf8(), made.out);
}

void TestCtlJournal::refusesWrongPassphrases()
{
    setKey();
    for (const QByteArray &wrong : {"some unrelated wordz\n"_ba, "\n"_ba, ""_ba}) {
        const CtlRun made = run({u"checkpoint"_s, u"--passphrase-stdin"_s}, wrong);
        COMPARE_CODE(made, 2);
        QVERIFY(made.err.contains("passphrase"));
    }
    QVERIFY(run({u"checkpoint"_s}).out.contains("\nnumber 1\n"));
}

void TestCtlJournal::verifiesWithKeysAndAnchors()
{
    setKey();
    const CtlRun plain = run({u"verify"_s});
    COMPARE_CODE(plain, 0);
    QVERIFY(plain.out.contains("completeness  up_to_checkpoint: "));
    COMPARE_CODE(run({u"verify"_s, u"--public-key"_s, m_publicKey, u"--seal-key-file"_s, m_sealKey}), 0);
    write(path(u"keys"_s), "\n" + m_publicKey.toUtf8() + "\n");
    COMPARE_CODE(run({u"verify"_s, u"--public-key"_s, path(u"keys"_s)}), 0);
    COMPARE_CODE(run({u"verify"_s, u"--public-key"_s, m_publicKey.chopped(1)}), 2);
    COMPARE_CODE(run({u"verify"_s, u"--seal-key-file"_s, path(u"keys"_s)}), 2);
    COMPARE_CODE(run({u"verify"_s, u"--anchor"_s, path(u"nowhere"_s)}), 2);
    write(path(u"anchors"_s), "nothing\n");
    COMPARE_CODE(run({u"verify"_s, u"--anchor"_s, path(u"anchors"_s)}), 3);
    const CtlRun anchor = run({u"anchor"_s, u"--print"_s});
    COMPARE_CODE(anchor, 0);
    write(path(u"anchors"_s), anchor.out);
    const CtlRun anchored = run({u"verify"_s, u"--anchor"_s, path(u"anchors"_s), u"--json"_s});
    COMPARE_CODE(anchored, 0);
    QCOMPARE(anchored.json()[u"coverage"_s].toString(), u"up_to_anchor"_s);
    QCOMPARE(anchored.json()[u"anchored"_s].toInt(), 1);
}

void TestCtlJournal::exitCodesTellTheVerdicts()
{
    COMPARE_CODE(run({u"verify"_s}), 3); // not sealed
    setKey();
    COMPARE_CODE(run({u"verify"_s}), 0);
    add(257);
    const CtlRun tail = run({u"verify"_s, u"--json"_s});
    COMPARE_CODE(tail, 3);
    QCOMPARE(tail.json()[u"unsealed_entries"_s].toInt(), 257);
    m_file.reset();
    QByteArray bytes = bytesOf(path(u"journal.db"_s));
    bytes.replace("note 2", "note 9");
    write(path(u"journal.db"_s), bytes);
    const CtlRun tampered = run({u"verify"_s, u"--json"_s});
    COMPARE_CODE(tampered, 1);
    QCOMPARE(tampered.json()[u"coverage"_s].toString(), u"broken"_s);
    write(path(u"journal.db"_s), "no database");
    COMPARE_CODE(run({u"verify"_s}), 2);
}

void TestCtlJournal::provesAndVerifiesProofs()
{
    COMPARE_CODE(run({u"prove"_s, u"2"_s}), 2); // no checkpoint
    setKey();
    COMPARE_CODE(run({u"prove"_s, u"99"_s}), 2);
    COMPARE_CODE(run({u"prove"_s, u"0"_s}), 2);
    COMPARE_CODE(run({u"prove"_s, u"x"_s}), 2);
    const CtlRun proof = run({u"prove"_s, u"3"_s});
    COMPARE_CODE(proof, 0);
    QVERIFY(proof.out.startsWith("c2sp.org/tlog-proof@v1\nextra "));
    const QString file = path(u"3.tlog-proof"_s);
    write(file, proof.out);
    const CtlRun holds = run({u"verify-proof"_s, file, u"--public-key"_s, m_publicKey, u"--json"_s});
    COMPARE_CODE(holds, 0);
    QCOMPARE(holds.json()[u"result"_s].toString(), u"holds"_s);
    QCOMPARE(holds.json()[u"seq"_s].toInt(), 3);
    QVERIFY(holds.json()[u"entry"_s].toString().contains(u"note 1"_s));
    COMPARE_CODE(run({u"verify-proof"_s, file}), 3);
    write(file, QByteArray(proof.out).replace("index 2", "index 3"));
    COMPARE_CODE(run({u"verify-proof"_s, file, u"--public-key"_s, m_publicKey}), 1);
    write(file, "something else");
    COMPARE_CODE(run({u"verify-proof"_s, file, u"--public-key"_s, m_publicKey}), 1);
    COMPARE_CODE(run({u"verify-proof"_s, path(u"nowhere"_s)}), 2);
    COMPARE_CODE(run({u"verify-proof"_s}), 2);
}

void TestCtlJournal::reportsAnAct()
{
    COMPARE_CODE(run({u"report"_s, u"act-1"_s}), 2); // no such act
    journal::Draft intent;
    intent.kind = journal::EntryKind::Intent;
    intent.actor = u"op@desk"_s;
    intent.engine = u"http://127.0.0.1:8000"_s;
    intent.subject = u"dec_1"_s;
    intent.actId = u"act-1"_s;
    intent.details = base::Json::object();
    intent.details.set(u"reason"_s, base::Json::string(u"supplier confirmed by phone"_s));
    QVERIFY(m_file->append(intent));
    const CtlRun bare = run({u"report"_s, u"act-1"_s});
    COMPARE_CODE(bare, 3); // no checkpoint covers it
    QCOMPARE(bare.json()[u"reason"_s].toString(), u"supplier confirmed by phone"_s);
    setKey();
    const CtlRun proved = run({u"report"_s, u"act-1"_s, u"--json"_s});
    COMPARE_CODE(proved, 0);
    const QJsonArray entries = proved.json()[u"entries"_s].toArray();
    QCOMPARE(entries.size(), 1);
    const QString file = path(u"act.tlog-proof"_s);
    write(file, entries.at(0)[u"inclusion_proof"_s].toString().toUtf8());
    COMPARE_CODE(run({u"verify-proof"_s, file, u"--public-key"_s, m_publicKey}), 0);
    QVERIFY(proved.json()[u"verdict"_s].toString().contains(u"not known"_s));
}

void TestCtlJournal::exportsLines()
{
    setKey();
    const CtlRun all = run({u"export"_s});
    COMPARE_CODE(all, 0);
    const QList<QByteArray> lines = all.out.chopped(1).split('\n');
    QCOMPARE(lines.size(), 1 + 5 + 1);
    const QJsonObject second = QJsonDocument::fromJson(lines.at(2)).object();
    QCOMPARE(QByteArray::fromBase64(second[u"entry"_s].toString().toLatin1()), m_file->entry(2)->bytes);
    QVERIFY(QJsonDocument::fromJson(lines.at(6)).object()[u"note"_s].toString().contains(u"number 1"_s));
    QCOMPARE(run({u"export"_s, u"--from"_s, u"2"_s, u"--to"_s, u"3"_s}).out.count('\n'), 3);
    COMPARE_CODE(run({u"export"_s, u"--from"_s, u"x"_s}), 2);
}

void TestCtlJournal::anchorsInAFile()
{
    COMPARE_CODE(run({u"anchor"_s, u"--print"_s}), 2); // nothing to anchor yet
    setKey();
    const QString file = path(u"anchors"_s);
    COMPARE_CODE(run({u"anchor"_s, u"--file"_s, file}), 2); // never made here
    write(file, "kept\n");
    for (int i = 0; i < 2; ++i) {
        const CtlRun anchored = run({u"anchor"_s, u"--file"_s, file});
        COMPARE_CODE(anchored, 0);
        QVERIFY(anchored.err.contains("belongs to this user"));
        COMPARE_CODE(run({u"checkpoint"_s, u"--passphrase-stdin"_s}, secretWords), 0);
    }
    QVERIFY(bytesOf(file).startsWith("kept\n"));
    QCOMPARE(bytesOf(file).count("algenta-anchor/1 "), 2);
    const auto last = m_file->page({{journal::EntryKind::Anchored}, {}, {}, {}, {}}, 0, 1);
    QVERIFY(last);
    QCOMPARE(last->first().draft.details[u"checkpoint"_s].toString(), u"2"_s);
    COMPARE_CODE(run({u"verify"_s, u"--anchor"_s, file, u"--public-key"_s, m_publicKey}), 0);
    // Everything is put back to before the second anchor, keys and all.
    m_file.reset();
    m_folder->remove();
    init();
    setKey();
    write(path(u"anchors"_s), bytesOf(file));
    COMPARE_CODE(run({u"verify"_s, u"--anchor"_s, path(u"anchors"_s)}), 3); // another journal's
}

void TestCtlJournal::anchorsOnPaper()
{
    setKey();
    const CtlRun anchored = run({u"anchor"_s, u"--print"_s, u"--json"_s});
    COMPARE_CODE(anchored, 0);
    QCOMPARE(anchored.json()[u"place"_s].toString(), u"print"_s);
    QVERIFY(anchored.json()[u"recorded_as"_s].toInt() > 5);
    QVERIFY(anchored.json()[u"anchor"_s].toString().size() < 300); // can be copied by hand
}

void TestCtlJournal::anchorsNeedOnePlace()
{
    setKey();
    COMPARE_CODE(run({u"anchor"_s}), 2);
    COMPARE_CODE(run({u"anchor"_s, u"--print"_s, u"--syslog"_s}), 2);
}

/** The program itself, in a mount namespace in which the system's log is a socket of this test. */
void TestCtlJournal::anchorsInTheSystemLog()
{
    setKey();
    const QByteArray name = QFile::encodeName(path(u"log"_s));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    QVERIFY(name.size() < qsizetype(sizeof address.sun_path));
    std::memcpy(address.sun_path, name.constData(), std::size_t(name.size()));
    const int log = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    const auto closed = qScopeGuard([log] { ::close(log); });
    QVERIFY(::bind(log, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0);
    const auto runAside = [this](const QString &script) {
        QProcess process;
        process.start(u"unshare"_s, {u"--map-root-user"_s, u"--mount"_s, u"sh"_s, u"-c"_s,
                                     u"mount -t tmpfs none /dev && "_s + script, u"sh"_s, path(u"log"_s),
                                     QStringLiteral(ALGENTACTL_PROGRAM), u"journal"_s, u"anchor"_s,
                                     u"--syslog"_s, u"--journal"_s, path(u"journal.db"_s)});
        process.waitForFinished(60'000);
        CtlRun ended;
        ended.code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
        ended.out = process.readAllStandardOutput();
        ended.err = process.readAllStandardError();
        return ended;
    };
    if (const CtlRun possible = runAside(u"exit 42"_s); possible.code != 42)
        QSKIP("This user may not make a mount namespace.");

    const QString linked = u"ln -s \"$1\" /dev/log && shift && exec \"$@\""_s;
    COMPARE_CODE(runAside(linked), 0);
    QByteArray line(4096, '\0');
    const ssize_t size = ::recv(log, line.data(), std::size_t(line.size()), 0);
    QVERIFY(size > 0);
    line.resize(size);
    QVERIFY2(line.startsWith("<13>algenta-journal: algenta-anchor/1 "), line);
    const auto last = m_file->page({{journal::EntryKind::Anchored}, {}, {}, {}, {}}, 0, 1);
    QVERIFY(last);
    QCOMPARE(last->first().draft.details[u"place"_s].toString(), u"system_log"_s);
    // As the log would give it back, with its own words before it, it is an anchor to verify against.
    write(path(u"syslog"_s), "Nov 30 09:00:00 desk " + line.mid(4) + "\n");
    COMPARE_CODE(run({u"verify"_s, u"--anchor"_s, path(u"syslog"_s)}), 0);

    // A log that is not there, or that nobody reads, takes no anchor, and none is recorded.
    const qint64 before = m_file->head()->size;
    const CtlRun missing = runAside(u"shift && exec \"$@\""_s);
    COMPARE_CODE(missing, 2);
    QVERIFY2(missing.err.contains("The system log took no anchor"), missing.all());
    ::shutdown(log, SHUT_RD);
    COMPARE_CODE(runAside(linked), 2);
    QCOMPARE(m_file->head()->size, before);
}

void TestCtlJournal::changesTheKey()
{
    const QByteArray otherWords("quite another passphrase\n");
    const QStringList words{u"rekey"_s, u"--passphrase-stdin"_s, u"--reason"_s, u"a year is over"_s,
                            u"--json"_s};
    COMPARE_CODE(run(words, secretWords + otherWords), 2); // there is none yet
    setKey();
    COMPARE_CODE(run(words.mid(0, 2), secretWords + otherWords), 2); // no reason
    COMPARE_CODE(run(words.mid(0, 1) + words.mid(2), secretWords + otherWords), 2);
    COMPARE_CODE(run(words, secretWords), 2); // only one
    COMPARE_CODE(run(words, otherWords + secretWords), 2);
    COMPARE_CODE(run(words, secretWords + "short\n"), 2);
    const CtlRun changed = run(words, secretWords + otherWords);
    COMPARE_CODE(changed, 0);
    QVERIFY(!changed.all().contains(otherWords.trimmed()));
    const QString next = changed.json()[u"public_key"_s].toString();
    QVERIFY(next != m_publicKey && !next.isEmpty());
    QCOMPARE(changed.json()[u"replaces"_s].toString(), m_publicKey);
    QCOMPARE(changed.json()[u"sealed_by"_s].toInt(), 3);
    COMPARE_CODE(run({u"checkpoint"_s, u"--passphrase-stdin"_s}, secretWords), 2);
    COMPARE_CODE(run({u"checkpoint"_s, u"--passphrase-stdin"_s}, otherWords), 0);
    // The key before leads to the new one, and the seal goes on.
    for (const QString &key : {m_publicKey, next})
        COMPARE_CODE(run({u"verify"_s, u"--public-key"_s, key, u"--seal-key-file"_s, m_sealKey}), 0);
}

void TestCtlJournal::changesThePassphrase()
{
    const QByteArray otherWords("quite another passphrase\n");
    const QStringList words{u"rekey"_s, u"--passphrase-stdin"_s, u"--passphrase-only"_s, u"--json"_s};
    setKey();
    COMPARE_CODE(run(words + QStringList{u"--reason"_s, u"x"_s}, secretWords + otherWords), 2);
    COMPARE_CODE(run(words, otherWords + otherWords), 2);
    const CtlRun changed = run(words, secretWords + otherWords);
    COMPARE_CODE(changed, 0);
    QCOMPARE(changed.json()[u"public_key"_s].toString(), m_publicKey);
    COMPARE_CODE(run({u"checkpoint"_s, u"--passphrase-stdin"_s}, secretWords), 2);
    COMPARE_CODE(run({u"checkpoint"_s, u"--passphrase-stdin"_s}, otherWords), 0);
    COMPARE_CODE(run({u"verify"_s, u"--public-key"_s, m_publicKey}), 0);
}

void TestCtlJournal::cutsAndVerifies()
{
    setKey();
    journal::Draft host;
    host.kind = journal::EntryKind::HostAllowed;
    host.actor = u"op@desk"_s;
    host.engine = u"https://engine.example:443"_s;
    host.subject = u"hooks.example"_s;
    host.details.set(u"reason"_s, base::Json::string(u"agreed by phone"_s));
    QVERIFY(m_file->append(host));
    COMPARE_CODE(run({u"checkpoint"_s, u"--passphrase-stdin"_s}, secretWords), 0);
    add(5);
    COMPARE_CODE(run({u"checkpoint"_s, u"--passphrase-stdin"_s}, secretWords), 0);
    const QString segment = path(u"segment.jsonl"_s);
    const QStringList words{u"cut"_s,   u"--checkpoint"_s, u"2"_s,      u"--to"_s,
                            segment,    u"--reason"_s,     u"a year"_s, u"--passphrase-stdin"_s,
                            u"--json"_s};
    COMPARE_CODE(run(words.mid(0, 5), secretWords), 2); // no reason
    COMPARE_CODE(run(words, "wrong words here\n"), 2);
    QVERIFY(!QFileInfo::exists(segment));
    const CtlRun cut = run(words, secretWords);
    COMPARE_CODE(cut, 0);
    QCOMPARE(cut.json()[u"last"_s].toInt(), 6);
    QCOMPARE(cut.json()[u"sealed_by"_s].toInt(), 4);
    QCOMPARE(cut.json()[u"carried_over"_s].toInt(), 1);
    QCOMPARE(bytesOf(segment).count('\n'), 1 + 6 + 2);
    const auto hosts =
        m_file->page({{journal::EntryKind::HostAllowed}, host.engine, host.subject, {}, {}}, 0, 9);
    QVERIFY(hosts);
    QCOMPARE(hosts->size(), 1);
    const CtlRun verdict = run({u"verify"_s, u"--seal-key-file"_s, m_sealKey, u"--json"_s});
    COMPARE_CODE(verdict, 0);
    QCOMPARE(verdict.json()[u"first_entry"_s].toInt(), 7);
    QVERIFY(names(verdict.json()[u"notices"_s].toArray(), u"kind"_s).contains(u"pruned_by_policy"_s));
    COMPARE_CODE(run(words, secretWords), 2); // left before
}

void TestCtlJournal::recovers()
{
    setKey();
    add(3);
    const QByteArray last = m_file->entry(8)->bytes;
    const QStringList words{u"recover"_s, u"--reason"_s, u"bad disk"_s, u"--json"_s};
    COMPARE_CODE(run(words), 2); // in use
    m_file.reset();
    COMPARE_CODE(run(words), 2); // nothing to recover from
    QByteArray bytes = bytesOf(path(u"journal.db"_s));
    const qsizetype at = bytes.indexOf(last);
    QVERIFY(at > 0);
    bytes[at + last.indexOf("note")] = 'N';
    write(path(u"journal.db"_s), bytes);
    COMPARE_CODE(run({u"verify"_s}), 1);
    COMPARE_CODE(run({u"recover"_s}), 2); // no reason
    const CtlRun recovered = run(words);
    COMPARE_CODE(recovered, 0);
    QCOMPARE(recovered.json()[u"kept"_s].toInt(), 7);
    QVERIFY(QFileInfo::exists(recovered.json()[u"archive"_s].toString()));
    QCOMPARE(bytesOf(recovered.json()[u"archive"_s].toString()), bytes);
    COMPARE_CODE(run({u"checkpoint"_s, u"--passphrase-stdin"_s}, secretWords), 0);
    const CtlRun verdict = run({u"verify"_s, u"--json"_s});
    COMPARE_CODE(verdict, 0);
    QVERIFY(names(verdict.json()[u"notices"_s].toArray(), u"kind"_s).contains(u"reanchored"_s));
}

void TestCtlJournal::worksWhileTheConsoleRuns()
{
    setKey();
    for (int i = 0; i < 2; ++i) {
        add(20);
        COMPARE_CODE(run({u"checkpoint"_s, u"--passphrase-stdin"_s}, secretWords), 0);
        add(1);
        COMPARE_CODE(run({u"verify"_s, u"--public-key"_s, m_publicKey}), 0);
        COMPARE_CODE(run({u"prove"_s, u"7"_s}), 0);
        COMPARE_CODE(run({u"export"_s}), 0);
        COMPARE_CODE(run({u"anchor"_s, u"--print"_s}), 0);
    }
    // Nothing that the open journal recorded meanwhile was lost by what came and went beside it.
    QCOMPARE(m_file->head()->size, 4 + 1 + 2 * 21 + 2);
    m_file.reset();
    COMPARE_CODE(run({u"verify"_s}), 0);
}

void TestCtlJournal::madeUpJournalsAreNeverMade()
{
    const QString nowhere = path(u"other/journal.db"_s);
    for (const QStringList &words :
         {QStringList{u"checkpoint"_s, u"--set-key"_s, u"--passphrase-stdin"_s}, QStringList{u"checkpoint"_s},
          QStringList{u"anchor"_s, u"--print"_s}, QStringList{u"prove"_s, u"1"_s}, QStringList{u"export"_s},
          QStringList{u"recover"_s, u"--reason"_s, u"x"_s}, QStringList{u"verify"_s}}) {
        QStringList all{u"journal"_s};
        all << words << u"--journal"_s << nowhere;
        COMPARE_CODE(runCtl(all, {}, secretWords), 2);
        QVERIFY(!QFileInfo::exists(nowhere));
    }
}

QTEST_GUILESS_MAIN(TestCtlJournal)
#include "tst_ctl_journal.moc"
