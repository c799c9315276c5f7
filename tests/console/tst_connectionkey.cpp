// SPDX-License-Identifier: Apache-2.0
#include "core/journal/entry.h"
#include "tests/console/connectionsfixture.h"
#include "tests/support/rawserver.h"
#include "tests/support/testcertificate.h"

#include <QRegularExpression>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using namespace algenta::console;
using engine::CredentialTrouble;
using engine::KeychainState;
using test::ConnectionsFixture;
using test::RawScript;
using test::RawServer;

namespace
{

constexpr int patience = 30'000;

/** One saved connection to a demo engine. */
class KeyFixture : public ConnectionsFixture
{
public:
    KeyFixture()
    {
        if (!demo.start())
            qFatal("demo engine");
        id = add(u"Engine"_s, QString::fromStdString(demo.baseUrl()));
        view->keys().askVault();
    }
    [[nodiscard]] QString goodKey() const { return QString::fromStdString(demo.readingKey()); }
    [[nodiscard]] QString otherGoodKey() const { return QString::fromStdString(demo.viewerKey()); }
    void enter(const QString &key, bool inKeychain = true)
    {
        view->key()->enter(key, inKeychain);
        QTRY_VERIFY_WITH_TIMEOUT(!view->key()->isBusy(), patience);
    }
    [[nodiscard]] QByteArray stored() const
    {
        return vault->keys.empty() ? QByteArray() : vault->keys.begin()->second;
    }
    [[nodiscard]] QString message() const { return view->key()->message(); }

    demo::DemoEngine demo;
    QString id;
};

} // namespace

class TestConnectionKey : public QObject
{
    Q_OBJECT

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void keyIsTriedThenKept()
    {
        KeyFixture f;
        f.enter(f.goodKey());
        QVERIFY2(f.message().contains(u"accepts"_s), qPrintable(f.message()));
        QCOMPARE(f.stored(), f.goodKey().toLatin1());
        QVERIFY(!f.settingsFile().contains(f.goodKey().toLatin1()));
        f.restart();
        f.view->start({}, {});
        QTRY_COMPARE_WITH_TIMEOUT(f.session->keyKind(), u"ok"_s, patience);
    }

    Q_SLOT void refusedKeyReplacesNothing()
    {
        KeyFixture f;
        f.enter(u"de_test_wrong"_s);
        QVERIFY2(f.message().contains(u"refuses"_s) && f.message().contains(u"not kept"_s),
                 qPrintable(f.message()));
        QVERIFY(f.stored().isEmpty() && !f.view->key()->hasKey());
        f.enter(f.goodKey());
        f.enter(u"de_test_wrong"_s);
        QVERIFY2(f.message().contains(u"one before stays"_s), qPrintable(f.message()));
        QCOMPARE(f.stored(), f.goodKey().toLatin1());
        f.enter(f.otherGoodKey());
        QCOMPARE(f.stored(), f.otherGoodKey().toLatin1());
    }

    Q_SLOT void keyThatCannotBeTriedTakesOnlyAnEmptyPlace()
    {
        KeyFixture f;
        f.demo.stop();
        f.enter(u"de_test_first"_s);
        QVERIFY2(f.message().contains(u"could not be tried"_s), qPrintable(f.message()));
        QCOMPARE(f.stored(), QByteArray("de_test_first"));
        f.enter(u"de_test_second"_s);
        QVERIFY2(f.message().contains(u"one before stays"_s), qPrintable(f.message()));
        QCOMPARE(f.stored(), QByteArray("de_test_first"));
    }

    Q_SLOT void unusableTextIsNotAKey_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("blank inside") << u"de test"_s;
        QTest::newRow("line break") << u"de_test\n"_s;
        QTest::newRow("not ASCII") << u"dé_test"_s;
        QTest::newRow("too long") << QString(5000, u'a');
    }
    Q_SLOT void unusableTextIsNotAKey()
    {
        QFETCH(QString, text);
        KeyFixture f;
        const std::size_t before = f.demo.requests().size();
        f.enter(text);
        QVERIFY2(f.message().contains(u"visible ASCII"_s), qPrintable(f.message()));
        QCOMPARE(f.demo.requests().size(), before);
    }

    Q_SLOT void keychainThatDoesNotTakeItOffersMemory_data()
    {
        QTest::addColumn<int>("trouble");
        QTest::newRow("absent") << int(CredentialTrouble::NoService);
        QTest::newRow("locked") << int(CredentialTrouble::Locked);
        QTest::newRow("refusing") << int(CredentialTrouble::Refused);
    }
    Q_SLOT void keychainThatDoesNotTakeItOffersMemory()
    {
        QFETCH(int, trouble);
        KeyFixture f;
        f.vault->trouble = static_cast<CredentialTrouble>(trouble);
        f.enter(f.goodKey());
        QVERIFY2(f.message().contains(u"fake trouble %1."_s.arg(trouble)), qPrintable(f.message()));
        QVERIFY(f.view->key()->offersMemory());
        QVERIFY(!f.view->key()->hasKey());
        f.view->key()->keepInMemory();
        QVERIFY(f.view->key()->hasKey() && !f.view->key()->offersMemory());
        QCOMPARE(f.view->roster().find(f.id)->keyPlace, KeyPlace::Memory);
        f.view->open(f.id);
        QTRY_COMPARE_WITH_TIMEOUT(f.session->keyKind(), u"ok"_s, patience);
        QVERIFY(!f.settingsFile().contains(f.goodKey().toLatin1()));
        f.restart();
        f.view->open(f.id);
        QTRY_COMPARE_WITH_TIMEOUT(f.session->state(), u"connected"_s, patience);
        QVERIFY(!f.session->hasKey());
    }

    Q_SLOT void keychainMayTakeItAtTheSecondTry()
    {
        KeyFixture f;
        f.vault->trouble = CredentialTrouble::Locked;
        f.enter(f.goodKey());
        f.vault->trouble.reset();
        f.view->key()->tryKeychainAgain();
        QTRY_COMPARE(f.stored(), f.goodKey().toLatin1());
        QTRY_VERIFY(f.view->key()->hasKey());
        QVERIFY(!f.view->key()->offersMemory());
    }

    Q_SLOT void memoryOnlyTakesItOutOfTheKeychain()
    {
        KeyFixture f;
        f.enter(f.goodKey());
        f.enter(f.goodKey(), false);
        QTRY_VERIFY(f.stored().isEmpty());
        QVERIFY(f.view->key()->hasKey());
        QVERIFY2(f.view->key()->text().contains(u"memory"_s), qPrintable(f.view->key()->text()));
    }

    Q_SLOT void forgettingTakesItFromEverywhere()
    {
        KeyFixture f;
        f.enter(f.goodKey());
        f.view->open(f.id);
        QTRY_COMPARE_WITH_TIMEOUT(f.session->keyKind(), u"ok"_s, patience);
        f.vault->trouble = CredentialTrouble::Refused;
        f.view->key()->forget();
        QTRY_VERIFY(f.message().contains(u"not forgotten"_s));
        QVERIFY(f.view->key()->hasKey());
        f.vault->trouble.reset();
        f.view->key()->forget();
        QTRY_VERIFY(f.stored().isEmpty());
        QTRY_VERIFY(!f.session->hasKey());
        QVERIFY(!f.view->key()->hasKey());
    }

    Q_SLOT void lockedKeychainIsNotOpenedByItself()
    {
        KeyFixture f;
        f.enter(f.goodKey());
        const QString other = f.add(u"Other"_s, u"https://other.invalid"_s);
        f.restart();
        f.vault->state = KeychainState::Locked;
        f.view->start({}, {});
        f.view->look();
        QTRY_COMPARE_WITH_TIMEOUT(f.session->state(), u"connected"_s, patience);
        QVERIFY(!f.session->hasKey());
        QCOMPARE(f.vault->reads, 0);
        f.view->select(f.id);
        QVERIFY2(f.view->key()->text().contains(u"locked"_s), qPrintable(f.view->key()->text()));
        QVERIFY(f.view->key()->canRead());
        f.view->key()->read();
        QTRY_COMPARE_WITH_TIMEOUT(f.session->keyKind(), u"ok"_s, patience);
        QCOMPARE(f.vault->reads, 1);
    }

    Q_SLOT void keychainThatHangsKeepsNothingAway()
    {
        KeyFixture f;
        f.enter(f.goodKey());
        f.restart();
        f.vault->hangs = true;
        f.view->start({}, {});
        QCOMPARE(f.session->state(), u"connecting"_s);
        QCOMPARE(f.view->waitingFor(), u"Engine"_s);
        QVERIFY(!f.session->connection());
        f.view->openWithoutKey();
        QTRY_COMPARE_WITH_TIMEOUT(f.session->state(), u"connected"_s, patience);
        QVERIFY(!f.session->hasKey());
        f.vault->wake();
        QTRY_COMPARE_WITH_TIMEOUT(f.session->keyKind(), u"ok"_s, patience);
    }

    Q_SLOT void keyDoesNotGoToAnotherAddressOrPin_data()
    {
        QTest::addColumn<QString>("field");
        QTest::newRow("address") << u"address"_s;
        QTest::newRow("MCP address") << u"mcpAddress"_s;
        QTest::newRow("pin") << u"pin"_s;
    }
    Q_SLOT void keyDoesNotGoToAnotherAddressOrPin()
    {
        QFETCH(QString, field);
        KeyFixture f;
        f.enter(f.goodKey());
        f.view->open(f.id);
        QTRY_COMPARE_WITH_TIMEOUT(f.session->keyKind(), u"ok"_s, patience);
        RawServer other;
        other.setScript(RawScript::answer(RawServer::response(200, "{}")));
        f.view->form()->edit(f.id);
        QVariantMap fields = f.view->form()->fields();
        fields[field] = field == "pin"_L1 ? QString(64, u'a') : other.url(u"/mcp"_s).toString();
        f.view->form()->check(fields);
        QVERIFY2(f.view->form()->note().contains(u"does not go along"_s), qPrintable(f.view->form()->note()));
        QVERIFY(f.view->form()->save(fields));
        QTRY_VERIFY(!f.session->hasKey());
        QVERIFY(!f.view->key()->hasKey());
        if (field != "pin"_L1)
            QTRY_VERIFY_WITH_TIMEOUT(other.requestCount("POST") + other.requestCount("GET") > 0, patience);
        QVERIFY(!other.receivedBytes().contains(f.goodKey().toLatin1()));
        QVERIFY2(f.message().contains(u"not taken along"_s), qPrintable(f.message()));
        QCOMPARE(f.vault->keys.size(), 1u);
        QVERIFY(!f.view->key()->leftBehind().isEmpty());
        f.view->key()->removeLeftBehind();
        QTRY_VERIFY(f.vault->keys.empty());
        QTRY_VERIFY(f.view->key()->leftBehind().isEmpty());
    }

    Q_SLOT void refusedKeyShowsInTheList()
    {
        KeyFixture f;
        f.vault->keys[u"reading key for "_s + f.view->acts()->origin()] = "de_test_wrong";
        f.view->look();
        f.view->roster().open(f.add(u"Other"_s, u"https://other.invalid"_s));
        f.view->look();
        QTRY_COMPARE_WITH_TIMEOUT(f.word(f.id), u"key refused"_s, patience);
    }

    Q_SLOT void actsAreConfirmedWithOriginAndPin()
    {
        KeyFixture f;
        QTRY_VERIFY(f.view->acts()->canConfirm());
        QVERIFY(!f.view->acts()->canWithdraw());
        f.view->acts()->confirm();
        QTRY_COMPARE_WITH_TIMEOUT(f.view->acts()->kind(), u"ok"_s, patience);
        QVERIFY2(f.view->acts()->text().contains(u"journal entry 2"_s), qPrintable(f.view->acts()->text()));
        // Another pin is another engine.
        QVERIFY(f.change({{u"pin"_s, QString(64, u'a')}}));
        QTRY_COMPARE(f.view->acts()->kind(), u"blocked"_s);
        QVERIFY2(f.view->acts()->text().contains(u"new confirmation"_s), qPrintable(f.view->acts()->text()));
        f.view->acts()->confirm();
        QTRY_COMPARE_WITH_TIMEOUT(f.view->acts()->kind(), u"ok"_s, patience);
        auto entries = f.journal.page({{journal::EntryKind::ConnectionEnrolled}, {}, {}, {}, {}}, 0, 10);
        QTRY_VERIFY_WITH_TIMEOUT(entries.isFinished(), patience);
        const auto page = entries.result();
        QCOMPARE(page->size(), 2);
        QCOMPARE(page->constFirst().draft.details[u"pin"].toString(), net::pinText(QByteArray(32, '\xaa')));
        f.view->acts()->withdraw(u"short"_s);
        QTRY_VERIFY(!f.view->acts()->problem().isEmpty());
        QCOMPARE(f.view->acts()->kind(), u"ok"_s);
        f.view->acts()->withdraw(u"moves to another place"_s);
        QTRY_COMPARE_WITH_TIMEOUT(f.view->acts()->kind(), u"neutral"_s, patience);
        QVERIFY2(f.view->acts()->text().contains(u"moves to another place"_s),
                 qPrintable(f.view->acts()->text()));
    }

    Q_SLOT void certificatesAreShownAndPinnedAsAStep()
    {
        KeyFixture f;
        test::TestAuthority authority;
        const auto first = authority.issue({"IP:127.0.0.1"});
        const auto second = authority.issue({"IP:127.0.0.1"});
        RawServer server;
        server.setTls(first.certificate, first.key);
        server.setScript(RawScript::answer(RawServer::response(200, "{}")));
        f.add(u"TLS"_s, server.url().toString());
        ConnectionCertificates &shown = *f.view->certificates();
        QVERIFY(shown.canLook());
        shown.look();
        QTRY_VERIFY_WITH_TIMEOUT(!shown.isLooking(), patience);
        // Nobody vouches for it: shown, and no click makes it good.
        QCOMPARE(shown.verdictKind(), u"failed"_s);
        QCOMPARE(shown.chain().size(), 1);
        const QVariantMap certificate = shown.chain().constFirst().toMap();
        QVERIFY(!certificate.value(u"problem"_s).toString().isEmpty());
        QVERIFY(!shown.canPin());
        shown.pin();
        QVERIFY(shown.pinNow().isEmpty());

        const QString ca = f.folder.filePath(u"ca.pem"_s);
        QFile file(ca);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(authority.certificate().toPem()) > 0);
        file.close();
        QVERIFY(f.change({{u"caFile"_s, ca}}));
        shown.look();
        QTRY_VERIFY_WITH_TIMEOUT(!shown.isLooking(), patience);
        QVERIFY2(shown.verdictKind() == "ok"_L1, qPrintable(shown.verdict()));
        QVERIFY(shown.canPin());
        const QString pin = shown.presentedPin();
        QVERIFY(pin.startsWith(u"sha256/"_s));
        shown.pin();
        QCOMPARE(shown.pinNow(), pin);
        shown.look();
        QTRY_VERIFY_WITH_TIMEOUT(!shown.isLooking(), patience);
        QCOMPARE(shown.verdictKind(), u"ok"_s);
        QVERIFY(!shown.canPin());

        server.setTls(second.certificate, second.key);
        shown.look();
        QTRY_VERIFY_WITH_TIMEOUT(!shown.isLooking(), patience);
        QCOMPARE(shown.verdictKind(), u"failed"_s);
        QVERIFY2(shown.verdict().contains(pin), qPrintable(shown.verdict()));
        QCOMPARE(shown.pinNow(), pin);
        QVERIFY(shown.canPin());
        QCOMPARE(server.requestCount("GET"), 0);
    }
};

QTEST_GUILESS_MAIN(TestConnectionKey)
#include "tst_connectionkey.moc"
