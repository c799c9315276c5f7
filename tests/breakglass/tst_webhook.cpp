// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/webhook.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using algenta::breakglass::parseWebhook;

class TestWebhook : public QObject
{
    Q_OBJECT

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void hostIsWhatTheMoneyGoesTo_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("host");
        QTest::addColumn<QString>("path");
        QTest::newRow("plain") << u"https://hooks.example/orders"_s << u"hooks.example"_s << u"/orders"_s;
        QTest::newRow("port is shown")
            << u"https://hooks.example:8443/a?b=1"_s << u"hooks.example:8443"_s << u"/a?b=1"_s;
        QTest::newRow("usual port is not") << u"http://hooks.example:80/"_s << u"hooks.example"_s << u"/"_s;
        QTest::newRow("lower case") << u"HTTPS://HOOKS.Example/x"_s << u"hooks.example"_s << u"/x"_s;
        QTest::newRow("punycode stays")
            << u"https://xn--hks-5cda.example/"_s << u"xn--hks-5cda.example"_s << u"/"_s;
        QTest::newRow("IPv6") << u"http://[::1]:9000/hook"_s << u"[::1]:9000"_s << u"/hook"_s;
        QTest::newRow("at sign in the path is no user info")
            << u"https://hooks.example/@evil"_s << u"hooks.example"_s << u"/@evil"_s;
    }
    Q_SLOT void hostIsWhatTheMoneyGoesTo()
    {
        QFETCH(QString, text);
        QFETCH(QString, host);
        QFETCH(QString, path);
        const auto webhook = parseWebhook(text);
        QVERIFY2(webhook.has_value(), webhook ? "" : qPrintable(webhook.error().message));
        QCOMPARE(webhook->host, host);
        QCOMPARE(webhook->path, path);
        QCOMPARE(webhook->text, text);
    }

    Q_SLOT void deceivingAddressesAreRefused_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("why");
        QTest::newRow("empty") << QString() << u"there is none"_s;
        QTest::newRow("user info") << u"https://hooks.example@evil.example/"_s << u"user info"_s;
        QTest::newRow("user and password") << u"https://a:b@evil.example/"_s << u"user info"_s;
        QTest::newRow("empty user") << u"https://@evil.example/"_s << u"user info"_s;
        QTest::newRow("look-alike host")
            << u"https://h\u043e\u043eks.example/"_s << u"not written in ASCII"_s;
        QTest::newRow("full-width host") << u"https://\uff48ooks.example/"_s << u"not written in ASCII"_s;
        QTest::newRow("fragment") << u"https://hooks.example/#frag"_s << u"fragment"_s;
        QTest::newRow("backslash") << u"https://hooks.example\\@evil.example/"_s << u"backslash"_s;
        QTest::newRow("blank") << u"https://hooks.example/ x"_s << u"blank"_s;
        QTest::newRow("line feed") << u"https://hooks.example/\nx"_s << u"control"_s;
        QTest::newRow("direction override") << u"https://hooks.example/\u202egpj"_s << u"control"_s;
        QTest::newRow("file") << u"file:///etc/passwd"_s << u"only http and https"_s;
        QTest::newRow("no scheme") << u"hooks.example/orders"_s << u"only http and https"_s;
        QTest::newRow("no host") << u"https:///orders"_s << u"host"_s;
    }
    Q_SLOT void deceivingAddressesAreRefused()
    {
        QFETCH(QString, text);
        QFETCH(QString, why);
        const auto webhook = parseWebhook(text);
        QVERIFY(!webhook.has_value());
        QCOMPARE(webhook.error().code, algenta::base::ErrorCode::InvalidInput);
        QVERIFY2(webhook.error().message.contains(why), qPrintable(webhook.error().message));
    }
};

QTEST_GUILESS_MAIN(TestWebhook)
#include "tst_webhook.moc"
