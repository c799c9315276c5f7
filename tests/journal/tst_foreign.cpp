// SPDX-License-Identifier: Apache-2.0
#include "core/journal/entryproof.h"
#include "core/journal/journalexport.h"
#include "tests/journal/sealedjournal.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

using namespace algenta;
using namespace algenta::journal;
using namespace algenta::journal::test;
using namespace Qt::Literals::StringLiterals;

/**
 * Notes, proofs and exports before judges that share no code with this project: the transparency log
 * verification of a public package (npm: @sigstore/verify), and a script on Node's own crypto.
 */
class TestForeign : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_journal.reset(); }
    void aPublicVerifierAcceptsEveryProof();
    void aPublicVerifierRefusesChangedProofs_data();
    void aPublicVerifierRefusesChangedProofs();
    void aScriptRecomputesTheExport();
    void theScriptFindsChanges_data();
    void theScriptFindsChanges();

private:
    QByteArray run(const QString &script, const QStringList &arguments, int expectedCode);
    QString written(const QString &name, const QByteArray &bytes);
    QByteArray exported();
    [[nodiscard]] QStringList forRecompute(const QString &file) const;
    QByteArray proofOf(qint64 seq) { return proofBytes(valueOf(proveEntry(*m_journal->file, seq))); }

    QString m_node;
    QString m_modules = QStringLiteral(ALGENTA_NPM_DIR) + u"/node_modules"_s;
    std::unique_ptr<SealedJournal> m_journal;
};

void TestForeign::initTestCase()
{
    m_node = QStandardPaths::findExecutable(u"node"_s);
    QVERIFY2(!m_node.isEmpty(), "node is not installed");
    QVERIFY2(QFileInfo::exists(m_modules + u"/@sigstore/verify/package.json"_s),
             "install the public verifier with packaging/run tests");
}

void TestForeign::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_journal = std::make_unique<SealedJournal>();
    m_journal->fill(11);
}

QByteArray TestForeign::run(const QString &script, const QStringList &arguments, int expectedCode)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(m_node,
                  QStringList{QStringLiteral(ALGENTA_SOURCE_DIR) + u"/tests/journal/foreign/"_s + script} +
                      arguments);
    const bool ended = process.waitForFinished(60000);
    const QByteArray out = process.readAll();
    if (!ended || process.exitCode() != expectedCode)
        qFatal("%s ended with %d: %s", qPrintable(script), process.exitCode(), out.constData());
    return out;
}

QString TestForeign::written(const QString &name, const QByteArray &bytes)
{
    const QString path = m_journal->folder.filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
    return path;
}

QByteArray TestForeign::exported()
{
    QByteArray all;
    const auto done = exportJournal(*m_journal->file, 1, 0, [&all](const QByteArray &line) {
        all += line;
        return true;
    });
    return done ? all : QByteArray();
}

QStringList TestForeign::forRecompute(const QString &file) const
{
    return {file, m_journal->keys->publicKey, QString::fromLatin1(m_journal->keys->verificationKey.view())};
}

void TestForeign::aPublicVerifierAcceptsEveryProof()
{
    QStringList arguments{m_modules, m_journal->keys->publicKey};
    const qint64 size = m_journal->file->head()->size;
    for (qint64 seq = 1; seq <= size; ++seq)
        arguments << written(u"%1.tlog-proof"_s.arg(seq), proofOf(seq));
    const QByteArray out = run(u"proofs.cjs"_s, arguments, 0);
    QCOMPARE(out.count("holds "), size);
}

void TestForeign::aPublicVerifierRefusesChangedProofs_data()
{
    QTest::addColumn<QString>("what");
    for (const char *what : {"entry", "index", "path", "root", "signature", "key"})
        QTest::newRow(what) << QString::fromLatin1(what);
}

void TestForeign::aPublicVerifierRefusesChangedProofs()
{
    QFETCH(QString, what);
    EntryProof proof = valueOf(proveEntry(*m_journal->file, 7));
    QString key = m_journal->keys->publicKey;
    if (what == u"entry"_s)
        proof.entry.replace("entry", "Entry");
    else if (what == u"index"_s)
        proof.index = 7;
    else if (what == u"path"_s)
        proof.path.first()[0] = char(proof.path.first().at(0) ^ 1);
    else if (what == u"root"_s)
        proof.note.replace("\n35\n", "\n34\n");
    else if (what == u"signature"_s)
        proof.note.replace("cause asked", "cause stop");
    else
        key = valueOf(SigningKey::generate(m_journal->keys->key.publicKey().name)).publicKey().text();
    QCOMPARE(
        run(u"proofs.cjs"_s, {m_modules, key, written(u"bad.tlog-proof"_s, proofBytes(proof))}, 1).first(6),
        "fails "_ba);
}

void TestForeign::aScriptRecomputesTheExport()
{
    const Head head = *m_journal->file->head();
    const QByteArray out = run(u"recompute.cjs"_s, forRecompute(written(u"export.jsonl"_s, exported())), 0);
    QVERIFY2(out.startsWith("fits: "), out);
    QVERIFY2(out.contains(QByteArray::number(head.size) + " entries, 12 checkpoints"), out);
    QVERIFY2(out.contains("root " + head.root.toHex()), out);
    QCOMPARE(verifyJournal(m_journal->path).root, head.root);
}

void TestForeign::theScriptFindsChanges_data()
{
    QTest::addColumn<QString>("what");
    for (const char *what :
         {"entry", "order", "missing entry", "missing checkpoint", "signature", "seal", "key"})
        QTest::newRow(what) << QString::fromLatin1(what);
}

void TestForeign::theScriptFindsChanges()
{
    QFETCH(QString, what);
    QList<QByteArray> lines = exported().chopped(1).split('\n');
    const qsizetype lastNote = lines.size() - 1;
    QStringList arguments = forRecompute({});
    if (what == u"entry"_s) {
        const Entry entry = *m_journal->file->entry(5);
        lines[5].replace(entry.bytes.toBase64(),
                         QByteArray(entry.bytes).replace("op@desk", "pp@desk").toBase64());
    } else if (what == u"order"_s) {
        lines.swapItemsAt(5, 6);
    } else if (what == u"missing entry"_s) {
        lines.removeAt(9);
    } else if (what == u"missing checkpoint"_s) {
        lines.removeAt(lastNote - 3);
    } else if (what == u"signature"_s) {
        lines[lastNote].replace("cause asked", "cause stop");
    } else if (what == u"seal"_s) {
        arguments[2] = QString::fromLatin1(SealKey::generate().verificationKey().view());
    } else {
        arguments[1] =
            valueOf(SigningKey::generate(m_journal->keys->key.publicKey().name)).publicKey().text();
    }
    arguments[0] = written(u"export.jsonl"_s, lines.join('\n') + '\n');
    const QByteArray out = run(u"recompute.cjs"_s, arguments, 1);
    QVERIFY2(out.startsWith("does not fit: "), out);
}

QTEST_GUILESS_MAIN(TestForeign)
#include "tst_foreign.moc"
