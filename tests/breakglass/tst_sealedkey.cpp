// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/sealedkey.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using namespace algenta::breakglass;
using base::ErrorCode;

namespace
{

const QString origin = u"https://engine.example:443"_s;
const base::SealCost cheap{1, 64};

base::Secret words(const char *text = "correct horse battery")
{
    return base::Secret(QByteArrayView(text));
}

} // namespace

class TestSealedKey : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString m_path;

    Q_SLOT void init()
    {
        QTest::failOnWarning(QRegularExpression(u".?"_s));
        m_path = m_folder.filePath(u"operator.key"_s);
        QFile::remove(m_path);
        QVERIFY(writeSealedKey(m_path, origin, base::Secret(QByteArrayView("de_test_key")), words(), cheap));
    }

    Q_SLOT void opensForItsEngineAlone()
    {
        const auto key = openSealedKey(m_path, origin, words());
        QVERIFY(key.has_value());
        QCOMPARE(key->view(), QByteArrayView("de_test_key"));
        QCOMPARE(sealedKeyOrigin(m_path).value_or(QString()), origin);
        QCOMPARE(openSealedKey(m_path, u"https://other.example:443"_s, words()).error().code,
                 ErrorCode::NotAllowed);
        QCOMPARE(openSealedKey(m_path, origin, words("wrong horse battery")).error().code,
                 ErrorCode::Unauthorized);
        QCOMPARE(openSealedKey(m_path + u".gone"_s, origin, words()).error().code, ErrorCode::NotFound);
    }

    Q_SLOT void fileIsOwnersAlone()
    {
        QCOMPARE(QFileInfo(m_path).permissions() &
                     (QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther |
                      QFileDevice::WriteOther | QFileDevice::ExeOwner),
                 QFileDevice::Permissions());
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(!file.readAll().contains("de_test_key"));
    }

    Q_SLOT void damageIsTold()
    {
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray bytes = file.readAll();
        const qsizetype at = bytes.indexOf("\"box\":\"") + 7;
        bytes[at] = bytes.at(at) == '0' ? '1' : '0';
        QVERIFY(file.seek(0) && file.write(bytes) == bytes.size());
        file.close();
        QCOMPARE(openSealedKey(m_path, origin, words()).error().code, ErrorCode::Tampered);
    }

    Q_SLOT void awayFromTheScreen()
    {
        auto written =
            writeSealedKeyLater(m_path, origin, base::Secret(QByteArrayView("de_test_new")), words(), cheap);
        QTRY_VERIFY_WITH_TIMEOUT(written.isFinished(), 30'000);
        QVERIFY(written.result().has_value());
        auto opened = openSealedKeyLater(m_path, origin, words());
        QTRY_VERIFY_WITH_TIMEOUT(opened.isFinished(), 30'000);
        QVERIFY(opened.result().has_value());
        QCOMPARE((*opened.result())->view(), QByteArrayView("de_test_new"));
        auto refused = openSealedKeyLater(m_path, origin, words("wrong horse battery"));
        QTRY_VERIFY_WITH_TIMEOUT(refused.isFinished(), 30'000);
        QCOMPARE(refused.result().error().code, ErrorCode::Unauthorized);
    }

    Q_SLOT void folderThatIsNotThere()
    {
        QCOMPARE(writeSealedKey(m_folder.filePath(u"no/such/key"_s), origin,
                                base::Secret(QByteArrayView("de_test_key")), words(), cheap)
                     .error()
                     .code,
                 ErrorCode::StorageFailed);
    }
};

QTEST_GUILESS_MAIN(TestSealedKey)
#include "tst_sealedkey.moc"
