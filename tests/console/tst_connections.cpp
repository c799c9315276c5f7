// SPDX-License-Identifier: Apache-2.0
#include "app/console/connections/connectionbook.h"
#include "core/base/jsonreader.h"
#include "tests/console/connectionsfixture.h"
#include "tests/support/rawserver.h"
#include "tests/support/testcertificate.h"

#include <QRegularExpression>
#include <QSslKey>
#include <QTcpServer>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using namespace algenta::console;
using test::ConnectionsFixture;
using test::RawScript;
using test::RawServer;

namespace
{

constexpr int patience = 30'000;

QString addressOf(const demo::DemoEngine &engine)
{
    return QString::fromStdString(engine.baseUrl());
}

/** With single quotes: moc stumbles over raw strings. */
QByteArray json(QByteArray text)
{
    return text.replace('\'', '"');
}

void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(file.write(bytes) == bytes.size());
    file.close();
    file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
}

} // namespace

class TestConnections : public QObject
{
    Q_OBJECT

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    Q_SLOT void cleanup()
    {
        for (const char *name : {"ALGENTA_BASE_URL", "ALGENTA_API_KEY"})
            qunsetenv(name);
    }

    Q_SLOT void olderSettingsBecomeTheFirstConnection()
    {
        ConnectionsFixture f(json(
            "{'version':1,'address':'http://engine.example:8000/x','mcp_address':"
            "'https://mcp.example/mcp','plain_http_origin':'http://engine.example:8000','profile':'govern',"
            "'scheme':'dark','columns':{'blocked':{'when':120}}}"));
        const QList<ConnectionEntry> entries = f.view->roster().book().entries();
        QCOMPARE(entries.size(), 1);
        ConnectionEntry entry = entries.constFirst();
        QCOMPARE(entry.address, u"http://engine.example:8000/x"_s);
        QCOMPARE(entry.mcpAddress, u"https://mcp.example/mcp"_s);
        QCOMPARE(entry.plainHttpOrigin, u"http://engine.example:8000"_s);
        QCOMPARE(entry.profile, u"govern"_s);
        QVERIFY(!needsAgreement(entry));
        QCOMPARE(f.view->roster().book().lastOpened(), entry.id);
        entry.name = u"Production"_s;
        f.view->roster().put(entry);
        f.restart();
        QCOMPARE(f.view->roster().book().entries(), QList<ConnectionEntry>{entry});
        QCOMPARE(f.settings->scheme(), u"dark"_s);
        QCOMPARE(f.settings->columnWidths(u"blocked"_s).value(u"when"_s).toInt(), 120);
        const auto file = base::readJson(f.settingsFile());
        QVERIFY(file && !file->contains(u"address") && !file->contains(u"plain_http_origin"));
    }

    Q_SLOT void connectionIsKeptAsItWasEntered()
    {
        ConnectionEntry entry;
        entry.id = ConnectionBook::newId();
        entry.name = u"Plant “North”"_s;
        entry.address = u"https://engine.example/a"_s;
        entry.mcpAddress = u"https://engine.example/b"_s;
        entry.tls = {false, u"/ca.pem"_s, u"/c.pem"_s, u"/k.pem"_s, QByteArray(32, 'p')};
        entry.profile = u"execute"_s;
        entry.keyPlace = KeyPlace::Memory;
        const auto read = connectionFromJson(connectionJson(entry));
        QVERIFY(read.has_value());
        QVERIFY(*read == entry);
    }

    Q_SLOT void whatCannotBeReadIsKept()
    {
        ConnectionsFixture f(
            json("{'version':2,'connection':'a','connections':["
                 "{'id':'b','name':'Bad','address':'https://b.example','pin':'sha256/short'},"
                 "{'id':'a','name':'Good','address':'https://a.example'}]}"));
        QCOMPARE(f.view->roster().book().entries().size(), 1);
        QVERIFY2(f.view->problem().contains(u"Bad"_s), qPrintable(f.view->problem()));
        f.view->select(u"a"_s);
        QVERIFY(f.change({{u"name"_s, u"Better"_s}}));
        QVERIFY(f.settingsFile().contains("sha256/short"));
        f.restart();
        QCOMPARE(f.view->roster().book().entries().constFirst().name, u"Better"_s);
    }

    Q_SLOT void problemNamesItsField_data()
    {
        QTest::addColumn<QVariantMap>("fields");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, const QVariantMap &fields, const QString &field,
                            const QString &says) { QTest::newRow(name) << fields << field << says; };
        row("no name", {{u"name"_s, u" "_s}}, u"name"_s, u"name"_s);
        row("name that is taken", {{u"name"_s, u"Taken"_s}}, u"name"_s, u"Another connection"_s);
        row("no address", {{u"address"_s, QString()}}, u"address"_s, u"empty"_s);
        row("scheme", {{u"address"_s, u"ftp://engine.example"_s}}, u"address"_s, u"http://"_s);
        row("key in address", {{u"address"_s, u"https://u:p@engine.example"_s}}, u"address"_s, u"password"_s);
        row("hosted", {{u"address"_s, u"https://api.algenta.ai"_s}}, u"address"_s, u"Algenta's own cloud"_s);
        row("hosted MCP", {{u"mcpAddress"_s, u"https://mcp.algenta.io/mcp"_s}}, u"mcpAddress"_s,
            u"Algenta's own cloud"_s);
        row("no such CA file", {{u"caFile"_s, u"DIR/none.pem"_s}}, u"caFile"_s, u"cannot be read"_s);
        row("CA file without a certificate", {{u"caFile"_s, u"DIR/text.pem"_s}}, u"caFile"_s,
            u"no certificate"_s);
        row("nobody is trusted", {{u"onlyCaFile"_s, true}}, u"caFile"_s, u"no file names others"_s);
        row("certificate without its key", {{u"certificateFile"_s, u"DIR/c.pem"_s}}, u"keyFile"_s, u"both"_s);
        row("key without its certificate", {{u"keyFile"_s, u"DIR/k.pem"_s}}, u"certificateFile"_s, u"both"_s);
        row("no such certificate",
            {{u"certificateFile"_s, u"DIR/none.pem"_s}, {u"keyFile"_s, u"DIR/k.pem"_s}}, u"certificateFile"_s,
            u"cannot be read"_s);
        row("no such key", {{u"certificateFile"_s, u"DIR/c.pem"_s}, {u"keyFile"_s, u"DIR/none.pem"_s}},
            u"keyFile"_s, u"cannot be read"_s);
        row("key that others can read",
            {{u"certificateFile"_s, u"DIR/c.pem"_s}, {u"keyFile"_s, u"DIR/open.pem"_s}}, u"keyFile"_s,
            u"every user"_s);
        row("key of another certificate",
            {{u"certificateFile"_s, u"DIR/c.pem"_s}, {u"keyFile"_s, u"DIR/other.pem"_s}}, u"keyFile"_s,
            u"does not belong"_s);
        row("key behind a passphrase",
            {{u"certificateFile"_s, u"DIR/c.pem"_s}, {u"keyFile"_s, u"DIR/sealed.pem"_s}}, u"keyFile"_s,
            u"passphrase"_s);
        row("pin", {{u"pin"_s, u"sha256/short"_s}}, u"pin"_s, u"32 bytes"_s);
        row("plain HTTP", {{u"address"_s, u"http://engine.example:8000"_s}}, u"agreed"_s, u"plain HTTP"_s);
        row("good",
            {{u"certificateFile"_s, u"DIR/c.pem"_s},
             {u"keyFile"_s, u"DIR/k.pem"_s},
             {u"caFile"_s, u"DIR/c.pem"_s},
             {u"onlyCaFile"_s, true},
             {u"pin"_s, QString(64, u'a')}},
            {}, {});
    }
    Q_SLOT void problemNamesItsField()
    {
        QFETCH(QVariantMap, fields);
        QFETCH(QString, field);
        QFETCH(QString, says);
        ConnectionsFixture f;
        f.add(u"Taken"_s, u"https://taken.example"_s);
        test::TestAuthority authority;
        const auto own = authority.issue({"engine.example"});
        const auto other = authority.issue({"engine.example"});
        write(f.folder.filePath(u"c.pem"_s), own.certificate.toPem());
        write(f.folder.filePath(u"k.pem"_s), own.key.toPem());
        write(f.folder.filePath(u"other.pem"_s), other.key.toPem());
        write(f.folder.filePath(u"sealed.pem"_s), own.key.toPem("sesame"));
        write(f.folder.filePath(u"text.pem"_s), "no PEM at all");
        write(f.folder.filePath(u"open.pem"_s), own.key.toPem());
        QFile::setPermissions(f.folder.filePath(u"open.pem"_s),
                              QFileDevice::ReadOwner | QFileDevice::ReadOther);
        f.view->form()->create();
        QVariantMap all = f.view->form()->fields();
        all[u"name"_s] = u"New"_s;
        all[u"address"_s] = u"https://engine.example"_s;
        for (auto given = fields.cbegin(); given != fields.cend(); ++given) {
            all[given.key()] = given->typeId() == QMetaType::QString
                                   ? QVariant(given->toString().replace(u"DIR"_s, f.folder.path()))
                                   : *given;
        }
        QCOMPARE(f.view->form()->save(all), field.isEmpty());
        const QVariantMap errors = f.view->form()->errors();
        QCOMPARE(errors.keys(), field.isEmpty() ? QStringList() : QStringList{field});
        QVERIFY2(errors.value(field).toString().contains(says), qPrintable(errors.value(field).toString()));
        QCOMPARE(f.view->roster().book().entries().size(), field.isEmpty() ? 2 : 1);
    }

    Q_SLOT void plainHttpIsAgreedToForOneOrigin()
    {
        ConnectionsFixture f;
        f.view->form()->create();
        QVariantMap fields = f.view->form()->fields();
        fields[u"name"_s] = u"Plant"_s;
        fields[u"address"_s] = u"http://engine.invalid:8000"_s;
        fields[u"agreed"_s] = true;
        QVERIFY(f.view->form()->save(fields));
        f.view->open(f.view->selected());
        QTRY_VERIFY(f.session->isPlainHttp());
        QVERIFY(f.session->connection()->link().options().allowPlainHttp);
        QVERIFY(f.change({{u"name"_s, u"Plant 2"_s}}));
        QVERIFY(!f.change({{u"address"_s, u"http://other.invalid:8000"_s}}));
    }

    Q_SLOT void renamingDoesNotConnectAgain()
    {
        demo::DemoEngine demo;
        QVERIFY(demo.start());
        ConnectionsFixture f;
        f.view->open(f.add(u"One"_s, addressOf(demo)));
        QTRY_VERIFY(f.session->connection());
        const engine::EngineConnection *before = f.session->connection();
        QVERIFY(f.change({{u"name"_s, u"Uno"_s}}));
        QCOMPARE(f.session->connection(), before);
        QVERIFY(f.change({{u"address"_s, addressOf(demo) + u"/mcp"_s}}));
        QTRY_VERIFY(f.session->connection() != before);
    }

    Q_SLOT void profileBelongsToItsConnection()
    {
        ConnectionsFixture f;
        const QString one = f.add(u"One"_s, u"https://one.invalid"_s);
        const QString two = f.add(u"Two"_s, u"https://two.invalid"_s);
        f.view->open(one);
        QTRY_COMPARE(f.session->origin(), u"https://one.invalid:443"_s);
        f.session->setProfile(u"execute"_s);
        f.view->open(two);
        QTRY_COMPARE(f.session->origin(), u"https://two.invalid:443"_s);
        f.session->setProfile(u"govern"_s);
        f.view->open(one);
        QTRY_COMPARE(f.session->origin(), u"https://one.invalid:443"_s);
        QCOMPARE(f.session->profile(), u"execute"_s);
        f.restart();
        QCOMPARE(f.view->roster().book().find(two)->profile, u"govern"_s);
    }

    Q_SLOT void oneBadEngineDoesNotDisturbTheOthers()
    {
        demo::DemoEngine good;
        QVERIFY(good.start());
        RawServer stalling;
        stalling.setScript(RawScript::answer({}, RawScript::End::Stall));
        quint16 closed = 0;
        {
            QTcpServer port;
            QVERIFY(port.listen(QHostAddress::LocalHost));
            closed = port.serverPort();
        }
        ConnectionsFixture f;
        const QString open = f.add(u"Open"_s, addressOf(good));
        const QString stalls = f.add(u"Stalls"_s, stalling.url().toString());
        const QString refuses = f.add(u"Refuses"_s, u"http://127.0.0.1:%1"_s.arg(closed));
        const QString answers = f.add(u"Answers"_s, addressOf(good));
        f.view->open(open);
        f.view->look();
        QTRY_COMPARE_WITH_TIMEOUT(f.word(answers), u"answers"_s, patience);
        QTRY_COMPARE_WITH_TIMEOUT(f.word(refuses), u"no answer"_s, patience);
        QTRY_COMPARE_WITH_TIMEOUT(f.session->state(), u"connected"_s, patience);
        QCOMPARE(f.word(stalls), u"looking"_s);
        QVERIFY(f.row(answers).value(u"age"_s).toString().contains(u"answered"_s));
        f.view->select(refuses);
        QVERIFY(f.view->why().contains(u"cannot be reached"_s));
        f.view->open(stalls);
        QTRY_COMPARE(f.view->current(), stalls);
        f.view->look();
        QTRY_COMPARE_WITH_TIMEOUT(f.word(open), u"answers"_s, patience);
        QCOMPARE(f.word(answers), u"answers"_s);
    }

    Q_SLOT void switchingTakesNoKeyAlong()
    {
        demo::DemoEngine demo;
        QVERIFY(demo.start());
        RawServer other;
        other.setScript(RawScript::answer(RawServer::response(200, "{}")));
        ConnectionsFixture f;
        const QString first = f.add(u"First"_s, addressOf(demo));
        const QString second = f.add(u"Second"_s, other.url().toString());
        f.view->select(first);
        f.view->key()->enter(QString::fromStdString(demo.readingKey()), false);
        QTRY_VERIFY_WITH_TIMEOUT(f.view->key()->hasKey(), patience);
        f.view->open(first);
        QTRY_COMPARE_WITH_TIMEOUT(f.session->state(), u"connected"_s, patience);
        QVERIFY(f.session->hasKey());
        f.view->open(second);
        QTRY_VERIFY_WITH_TIMEOUT(other.requestCount("GET") > 0, patience);
        QVERIFY(!f.session->hasKey());
        QVERIFY(!other.receivedBytes().toLower().contains("authorization"));
        f.restart();
        QCOMPARE(f.view->roster().book().lastOpened(), second);
    }

    Q_SLOT void unusableConnectionLeavesTheOpenOne()
    {
        demo::DemoEngine demo;
        QVERIFY(demo.start());
        ConnectionsFixture f;
        const QString good = f.add(u"Good"_s, addressOf(demo));
        f.add(u"Bad"_s, u"https://engine.invalid"_s);
        const QString ca = f.folder.filePath(u"ca.pem"_s);
        write(ca, test::TestAuthority().certificate().toPem());
        QVERIFY(f.change({{u"caFile"_s, ca}}));
        const QString bad = f.view->selected();
        f.view->open(good);
        QTRY_COMPARE_WITH_TIMEOUT(f.session->state(), u"connected"_s, patience);
        QVERIFY(QFile::remove(ca));
        f.view->open(bad);
        QVERIFY2(f.view->problem().contains(ca), qPrintable(f.view->problem()));
        QCOMPARE(f.view->current(), good);
        QCOMPARE(f.session->state(), u"connected"_s);
    }

    Q_SLOT void openConnectionIsNotRemoved()
    {
        ConnectionsFixture f;
        const QString one = f.add(u"One"_s, u"https://one.invalid"_s);
        const QString two = f.add(u"Two"_s, u"https://two.invalid"_s);
        f.view->open(one);
        QTRY_COMPARE(f.view->current(), one);
        f.view->select(one);
        QVERIFY(!f.view->canRemove());
        f.view->remove(true);
        QCOMPARE(f.view->list().size(), 2);
        f.view->select(two);
        f.vault->keys[u"reading key for https://two.invalid:443"_s] = "kept";
        f.view->remove(true);
        QCOMPARE(f.view->list().size(), 1);
        QTRY_VERIFY(f.vault->keys.empty());
        QCOMPARE(f.view->selected(), one);
    }

    Q_SLOT void environmentIsAConnectionOfThisRun()
    {
        demo::DemoEngine demo;
        QVERIFY(demo.start());
        qputenv("ALGENTA_BASE_URL", QByteArray::fromStdString(demo.baseUrl()));
        ConnectionsFixture f;
        const QString saved = f.add(u"Saved, same engine"_s, addressOf(demo));
        f.vault->state = engine::KeychainState::NoService;
        f.view->start({}, base::Secret(QByteArrayView(demo.readingKey())));
        QTRY_COMPARE(f.view->current(), saved);
        QTRY_COMPARE_WITH_TIMEOUT(f.session->state(), u"connected"_s, patience);
        // The key beside the variable serves no saved connection, though it is the same engine.
        QVERIFY(!f.session->hasKey());
        f.view->select(u"environment"_s);
        QVERIFY(f.view->selectedName().contains(u"127.0.0.1"_s) && !f.view->selectedIsSaved());
        f.view->form()->edit(u"environment"_s);
        QVERIFY(!f.view->form()->isOpen());
        QVERIFY(!f.view->canRemove());
        f.view->open(u"environment"_s);
        QTRY_COMPARE_WITH_TIMEOUT(f.session->keyKind(), u"ok"_s, patience);
        QTRY_VERIFY(f.view->acts()->canConfirm());
        QCOMPARE(f.view->acts()->kind(), u"neutral"_s);
        QVERIFY(!f.settingsFile().contains("environment"));
        QVERIFY(!f.settingsFile().contains(QByteArray::fromStdString(demo.readingKey())));
        f.restart();
        QCOMPARE(f.view->roster().book().lastOpened(), saved);
    }

    Q_SLOT void withoutAnythingTheDefaultAddressIsOpened()
    {
        ConnectionsFixture f;
        f.view->start({}, {});
        QTRY_COMPARE(f.view->current(), u"default"_s);
        QCOMPARE(f.session->origin(), u"http://localhost:8000"_s);
    }

    Q_SLOT void argumentComesFirst()
    {
        qputenv("ALGENTA_BASE_URL", "https://environment.invalid");
        ConnectionsFixture f;
        f.add(u"Saved"_s, u"https://saved.invalid"_s);
        f.view->start(u"https://argument.invalid"_s, {});
        QTRY_COMPARE(f.view->current(), u"argument"_s);
        QCOMPARE(f.session->origin(), u"https://argument.invalid:443"_s);
        QCOMPARE(f.view->list().size(), 3);
    }
};

QTEST_GUILESS_MAIN(TestConnections)
#include "tst_connections.moc"
