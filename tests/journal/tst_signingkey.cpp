// SPDX-License-Identifier: Apache-2.0
#include "core/journal/privatefile.h"
#include "core/journal/signingkey.h"
#include "tests/journal/sealedjournal.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSet>

#include <sys/stat.h>

using namespace algenta;
using namespace algenta::journal;
using namespace algenta::journal::test;
using namespace Qt::Literals::StringLiterals;

/** The key file, the seal and its file. */
class TestSigningKey : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_folder.reset(); }
    void aSealedKeyOpensWithItsPassphrase();
    void aWrongPassphraseIsSaidAndNothingElse();
    void theFileHoldsNoSecretInTheClear();
    void filesAreOwnerOnlyAndCheckedForIt();
    void aKeyIsNeverReplaced();
    void anotherPassphraseSealsTheSameKey();
    void shortPassphrasesAreRefused();
    void costsOutOfBoundsAreRefused();
    void everyChangedByteOfTheKeyFileIsFound();
    void anUnattendedKeySaysSo();
    void theSealStepsOneWay();
    void theSealIsWhatItsDescriptionSays();
    void mistypedVerificationKeysAreRefused();
    void theSealFileKeepsItsPlace();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
};

void TestSigningKey::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath(u"journal.db.key"_s);
}

void TestSigningKey::aSealedKeyOpensWithItsPassphrase()
{
    const SigningKey key = valueOf(SigningKey::generate(u"log"_s));
    QVERIFY(KeyFile::create(m_path, key, passphrase("pässword — with spaces"), cheap));
    const KeyFile file = valueOf(KeyFile::read(m_path));
    QCOMPARE(file.publicKey(), key.publicKey());
    QVERIFY(!file.isUnattended());
    const SigningKey opened = valueOf(file.open(passphrase("pässword — with spaces")));
    QCOMPARE(opened.publicKey(), key.publicKey());
    QCOMPARE(opened.sign("text"), key.sign("text"));
    QVERIFY(isEd25519Signature(key.publicKey().publicKey, "text", opened.sign("text")));
}

void TestSigningKey::aWrongPassphraseIsSaidAndNothingElse()
{
    QVERIFY(KeyFile::create(m_path, valueOf(SigningKey::generate(u"log"_s)), passphrase(), cheap));
    const KeyFile file = valueOf(KeyFile::read(m_path));
    for (const char *wrong :
         {"correct horse batterx", "correct horse battery ", "", "CORRECT HORSE BATTERY"}) {
        const auto key = file.open(passphrase(wrong));
        QVERIFY(!key);
        QCOMPARE(key.error().code, base::ErrorCode::InvalidInput);
        QVERIFY(key.error().message.contains(u"passphrase"_s));
    }
    QVERIFY(file.open(passphrase()));
}

void TestSigningKey::theFileHoldsNoSecretInTheClear()
{
    const SigningKey key = valueOf(SigningKey::generate(u"log"_s));
    QVERIFY(KeyFile::create(m_path, key, passphrase(), cheap));
    const QString open = m_folder->filePath(u"open.key"_s);
    QVERIFY(KeyFile::createUnattended(open, key));
    const QByteArray sealedText = valueOf(readPrivateFile(m_path));
    const QByteArray openText = valueOf(readPrivateFile(open));
    // The seed as the unattended file has it must not stand in the sealed one.
    const qsizetype at = openText.indexOf("\"seed\": \"") + 9;
    const QByteArray seed = openText.mid(at, openText.indexOf('"', at) - at);
    QCOMPARE(QByteArray::fromBase64(seed).size(), 32);
    QVERIFY(!sealedText.contains(seed) && !sealedText.contains(seed.left(16)));
    QVERIFY(!sealedText.contains("correct horse"));
    QVERIFY(!sealedText.contains(QByteArray::fromBase64(seed).toHex()));
    QVERIFY(sealedText.contains("argon2id") && sealedText.contains(R"(\"memory_kib\":\"8\")"));
}

void TestSigningKey::filesAreOwnerOnlyAndCheckedForIt()
{
    const auto mode = [](const QString &path) {
        struct stat status {
        };
        return ::stat(QFile::encodeName(path).constData(), &status) == 0 ? int(status.st_mode & 0777) : -1;
    };
    const mode_t before = ::umask(0);
    QVERIFY(KeyFile::create(m_path, valueOf(SigningKey::generate(u"log"_s)), passphrase(), cheap));
    const QString seal = m_folder->filePath(u"seal"_s);
    QVERIFY(SealFile::create(seal, u"id"_s, SealKey::generate()));
    ::umask(before);
    QCOMPARE(mode(m_path), 0600);
    QCOMPARE(mode(seal), 0600);
    for (const mode_t open : {0640, 0604, 0660, 0644}) {
        QVERIFY(::chmod(QFile::encodeName(m_path).constData(), open) == 0);
        QVERIFY(::chmod(QFile::encodeName(seal).constData(), open) == 0);
        QCOMPARE(KeyFile::read(m_path).error().code, base::ErrorCode::NotAllowed);
        QCOMPARE(SealFile::read(seal, u"id"_s).error().code, base::ErrorCode::NotAllowed);
    }
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files).size(), 2);
}

void TestSigningKey::aKeyIsNeverReplaced()
{
    const SigningKey key = valueOf(SigningKey::generate(u"log"_s));
    QVERIFY(KeyFile::create(m_path, key, passphrase(), cheap));
    const QByteArray before = valueOf(readPrivateFile(m_path));
    QVERIFY(!KeyFile::create(m_path, valueOf(SigningKey::generate(u"log"_s)), passphrase(), cheap));
    QVERIFY(!KeyFile::createUnattended(m_path, key));
    QCOMPARE(valueOf(readPrivateFile(m_path)), before);
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files).size(), 1);
}

void TestSigningKey::anotherPassphraseSealsTheSameKey()
{
    const SigningKey key = valueOf(SigningKey::generate(u"log"_s));
    QVERIFY(KeyFile::create(m_path, key, passphrase(), cheap));
    QVERIFY(!KeyFile::replace(m_path, key, passphrase("short"), cheap));
    QVERIFY(valueOf(KeyFile::read(m_path)).open(passphrase()));
    QVERIFY(KeyFile::replace(m_path, key, passphrase("quite other words"), cheap));
    const KeyFile file = valueOf(KeyFile::read(m_path));
    QVERIFY(!file.open(passphrase()));
    QCOMPARE(valueOf(file.open(passphrase("quite other words"))).sign("x"), key.sign("x"));
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files).size(), 1);
}

void TestSigningKey::shortPassphrasesAreRefused()
{
    const auto created =
        KeyFile::create(m_path, valueOf(SigningKey::generate(u"log"_s)), passphrase("12345678901"), cheap);
    QCOMPARE(created.error().code, base::ErrorCode::InvalidInput);
    QVERIFY(!QFileInfo::exists(m_path));
}

void TestSigningKey::costsOutOfBoundsAreRefused()
{
    QVERIFY(KeyFile::create(m_path, valueOf(SigningKey::generate(u"log"_s)), passphrase(), cheap));
    const QByteArray good = valueOf(readPrivateFile(m_path));
    for (const auto &[from, to] :
         {std::pair(R"(\"8\")", R"(\"99999999999\")"), std::pair(R"(\"8\")", R"(\"1\")"),
          std::pair(R"(\"8\")", R"(\"-1\")"), std::pair(R"(\"1\")", R"(\"100000\")"),
          std::pair(R"(\"1\")", R"(\"0\")")}) {
        const QByteArray bad = QByteArray(good).replace(from, to);
        QVERIFY(bad != good);
        QVERIFY(writePrivateFile(m_path, bad));
        QCOMPARE(KeyFile::read(m_path).error().code, base::ErrorCode::MalformedAnswer);
    }
}

void TestSigningKey::everyChangedByteOfTheKeyFileIsFound()
{
    const SigningKey key = valueOf(SigningKey::generate(u"log"_s));
    QVERIFY(KeyFile::create(m_path, key, passphrase(), cheap));
    const QByteArray good = valueOf(readPrivateFile(m_path));
    int harmless = 0;
    for (qsizetype at = 0; at < good.size(); ++at) {
        QByteArray bad = good;
        bad[at] = char(bad.at(at) ^ 1);
        QVERIFY(writePrivateFile(m_path, bad));
        const auto file = KeyFile::read(m_path);
        const auto opened = file ? file->open(passphrase()) : base::fail(file.error());
        if (!opened)
            continue;
        // Where it opens it is the same key: white space, or bits that base64 does not use.
        QCOMPARE(opened->publicKey(), key.publicKey());
        QCOMPARE(opened->sign("x"), key.sign("x"));
        ++harmless;
    }
    // A key that is sealed for one public key does not open under another.
    const SigningKey other = valueOf(SigningKey::generate(u"log"_s));
    const QByteArray exchanged =
        QByteArray(good).replace(key.publicKey().text().toUtf8(), other.publicKey().text().toUtf8());
    QVERIFY(exchanged != good);
    QVERIFY(writePrivateFile(m_path, exchanged));
    const auto file = KeyFile::read(m_path);
    QVERIFY(!file || !file->open(passphrase()));
    QVERIFY2(harmless < good.size() / 4, qPrintable(QString::number(harmless)));
}

void TestSigningKey::anUnattendedKeySaysSo()
{
    const SigningKey key = valueOf(SigningKey::generate(u"log"_s));
    QVERIFY(KeyFile::createUnattended(m_path, key));
    const KeyFile file = valueOf(KeyFile::read(m_path));
    QVERIFY(file.isUnattended());
    QCOMPARE(valueOf(file.open({})).sign("x"), key.sign("x"));
}

void TestSigningKey::theSealStepsOneWay()
{
    SealKey key = SealKey::generate();
    const SealKey first = key.clone();
    QSet<QByteArray> seals;
    for (int i = 1; i <= 100; ++i) {
        QCOMPARE(key.number(), i);
        seals.insert(key.seal("text"));
        key.step();
    }
    QCOMPARE(seals.size(), 100);
    SealKey again =
        valueOf(SealKey::fromVerificationKey(QString::fromLatin1(first.verificationKey().view())));
    QCOMPARE(again.number(), 1);
    QCOMPARE(again.seal("text"), first.seal("text"));
    for (int i = 1; i <= 100; ++i)
        again.step();
    QCOMPARE(again.seal("text"), key.seal("text"));
    QVERIFY(first.seal("text") != first.seal("texu"));
    // A seal that begins later says so in its key.
    const SealKey later = SealKey::generate(42);
    QCOMPARE(
        valueOf(SealKey::fromVerificationKey(QString::fromLatin1(later.verificationKey().view()))).number(),
        42);
}

void TestSigningKey::theSealIsWhatItsDescriptionSays()
{
    // Computed with Python's hmac and hashlib from 32 bytes 0x07.
    QByteArray bytes(32, '\7');
    const QByteArray check = QCryptographicHash::hash("1:" + bytes, QCryptographicHash::Sha256).first(4);
    SealKey key = valueOf(SealKey::fromVerificationKey(u"algenta-seal-1:1:"_s +
                                                       QString::fromLatin1((bytes + check).toBase64())));
    QCOMPARE(key.seal("hello\n").toHex(),
             "2e417b29eab352dac6f35e8655f6d9b5b5ac0f57cffc900930d7cb2c98fce941"_ba);
    key.step();
    QCOMPARE(key.seal("hello\n").toHex(),
             "700d47750195dde9c9755c6b451a062fa6d7ab87a7d2af81e4f8099d96829578"_ba);
}

void TestSigningKey::mistypedVerificationKeysAreRefused()
{
    const QString good = QString::fromLatin1(SealKey::generate().verificationKey().view());
    QVERIFY(SealKey::fromVerificationKey(u"  "_s + good + u"\n"_s));
    for (qsizetype at = 0; at < good.size(); ++at) {
        QString bad = good;
        bad[at] = bad.at(at) == u'A' ? u'B' : u'A';
        QVERIFY2(!SealKey::fromVerificationKey(bad), qPrintable(bad));
        QVERIFY(!SealKey::fromVerificationKey(good.left(at)));
    }
}

void TestSigningKey::theSealFileKeepsItsPlace()
{
    const QString path = m_folder->filePath(u"seal"_s);
    QCOMPARE(SealFile::read(path, u"id"_s).error().code, base::ErrorCode::NotFound);
    SealKey key = SealKey::generate();
    QVERIFY(SealFile::create(path, u"id"_s, key));
    QVERIFY(!SealFile::create(path, u"id"_s, key));
    key.step();
    QVERIFY(SealFile::write(path, u"id"_s, key));
    const SealKey read = valueOf(SealFile::read(path, u"id"_s));
    QCOMPARE(read.number(), 2);
    QCOMPARE(read.seal("x"), key.seal("x"));
    QCOMPARE(SealFile::read(path, u"other"_s).error().code, base::ErrorCode::NotAllowed);
    QCOMPARE(SealFile::state(path)->number, 2);
    QVERIFY(writePrivateFile(path, "nonsense"));
    QCOMPARE(SealFile::read(path, u"id"_s).error().code, base::ErrorCode::MalformedAnswer);
    QVERIFY(!SealFile::state(path));
}

QTEST_GUILESS_MAIN(TestSigningKey)
#include "tst_signingkey.moc"
