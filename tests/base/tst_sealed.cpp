// SPDX-License-Identifier: Apache-2.0
#include "core/base/sealed.h"

#include "core/base/jsonreader.h"
#include "core/base/jsonwriter.h"

#include <QCryptographicHash>
#include <QRegularExpression>
#include <QTest>

using namespace algenta::base;
using namespace Qt::Literals::StringLiterals;

namespace
{

const SealCost cheap{1, 64};
const SealPurpose purpose{u"operator_key"_s, u"https://engine.example:443"_s};

Secret secretOf(const QByteArray &bytes)
{
    return Secret(QByteArrayView(bytes));
}

QByteArray sealedKey()
{
    return seal(secretOf("de_test_key"), secretOf("correct horse battery"), purpose, cheap).value_or("none");
}

/** The same seal with one member changed and the checksum made to fit again. */
QByteArray rewritten(const QString &member, const QString &value)
{
    Json json = readJson(sealedKey()).value_or(Json());
    json.set(member, Json::string(value));
    json.remove(u"sha256"_s);
    const QByteArray body = writeCanonicalJson(json).value_or(QByteArray());
    json.set(u"sha256"_s, Json::string(QString::fromLatin1(
                              QCryptographicHash::hash(body, QCryptographicHash::Sha256).toHex())));
    return writeCanonicalJson(json).value_or(QByteArray());
}

} // namespace

class TestSealed : public QObject
{
    Q_OBJECT

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void opensWithItsPassphrase()
    {
        const QByteArray sealed = sealedKey();
        QVERIFY(!sealed.contains("de_test_key") && !sealed.contains(QByteArray("de_test_key").toHex()));
        QVERIFY(sealed.contains(R"("operations":"1")") && sealed.contains(R"("memory_kib":"64")"));
        const auto opened = unseal(sealed + '\n', secretOf("correct horse battery"), purpose);
        QVERIFY(opened.has_value());
        QCOMPARE(opened->view(), QByteArrayView("de_test_key"));
        QCOMPARE(sealPurpose(sealed).value_or(SealPurpose()).boundTo, purpose.boundTo);
        QVERIFY2(sealed != sealedKey(), "salt and nonce are new each time");
    }

    Q_SLOT void usualCostIsRecorded()
    {
        const auto sealed = seal(secretOf("k"), secretOf("correct horse battery"), purpose);
        QVERIFY(sealed.has_value());
        QVERIFY(sealed->contains(R"("operations":"3")") && sealed->contains(R"("memory_kib":"262144")"));
        QVERIFY(unseal(*sealed, secretOf("correct horse battery"), purpose).has_value());
    }

    Q_SLOT void eachFailureIsItsOwn_data()
    {
        QTest::addColumn<QByteArray>("sealed");
        QTest::addColumn<QByteArray>("passphrase");
        QTest::addColumn<QString>("place");
        QTest::addColumn<ErrorCode>("code");
        const QByteArray good = sealedKey();
        const QByteArray words("correct horse battery");
        QTest::newRow("wrong passphrase")
            << good << QByteArray("Correct horse battery") << purpose.boundTo << ErrorCode::Unauthorized;
        QTest::newRow("no passphrase") << good << QByteArray() << purpose.boundTo << ErrorCode::Unauthorized;
        QTest::newRow("other place") << good << words << u"https://other.example:443"_s
                                     << ErrorCode::NotAllowed;
        QTest::newRow("moved to another place, checksum mended")
            << rewritten(u"bound_to"_s, u"https://other.example:443"_s) << words
            << u"https://other.example:443"_s << ErrorCode::Unauthorized;
        QTest::newRow("cost lowered, checksum mended")
            << rewritten(u"memory_kib"_s, u"32"_s) << words << purpose.boundTo << ErrorCode::Unauthorized;
        QTest::newRow("cost beyond all memory") << rewritten(u"memory_kib"_s, u"99999999999"_s) << words
                                                << purpose.boundTo << ErrorCode::Tampered;
        QTest::newRow("no seal") << QByteArray("de_test_key") << words << purpose.boundTo
                                 << ErrorCode::MalformedAnswer;
        QTest::newRow("empty") << QByteArray() << words << purpose.boundTo << ErrorCode::MalformedAnswer;
        QTest::newRow("later format") << QByteArray(good).replace("sealed/1", "sealed/2") << words
                                      << purpose.boundTo << ErrorCode::MalformedAnswer;
        QTest::newRow("cut short") << good.chopped(40) << words << purpose.boundTo
                                   << ErrorCode::MalformedAnswer;
    }
    Q_SLOT void eachFailureIsItsOwn()
    {
        QFETCH(QByteArray, sealed);
        QFETCH(QByteArray, passphrase);
        QFETCH(QString, place);
        QFETCH(ErrorCode, code);
        const auto opened = unseal(sealed, secretOf(passphrase), {purpose.use, place});
        QVERIFY(!opened.has_value());
        QCOMPARE(opened.error().code, code);
    }

    Q_SLOT void noChangedByteOpens()
    {
        const QByteArray good = sealedKey();
        const Secret words = secretOf("correct horse battery");
        for (qsizetype at = 0; at < good.size(); ++at) {
            QByteArray bad = good;
            bad[at] = static_cast<char>(bad.at(at) ^ 1);
            const auto opened = unseal(bad, words, purpose);
            QVERIFY2(!opened.has_value(), bad.constData());
            QVERIFY2(opened.error().code == ErrorCode::Tampered ||
                         opened.error().code == ErrorCode::MalformedAnswer,
                     bad.constData());
        }
    }

    Q_SLOT void shortPassphraseSealsNothing()
    {
        QCOMPARE(seal(secretOf("k"), secretOf("eleven char"), purpose, cheap).error().code,
                 ErrorCode::InvalidInput);
        QVERIFY(seal(secretOf("k"), secretOf("twelve chars"), purpose, cheap).has_value());
        QCOMPARE(seal(Secret(), secretOf("twelve chars"), purpose, cheap).error().code,
                 ErrorCode::InvalidInput);
    }
};

QTEST_GUILESS_MAIN(TestSealed)
#include "tst_sealed.moc"
