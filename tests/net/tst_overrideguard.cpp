// SPDX-License-Identifier: Apache-2.0
#include "core/net/overrideguard.h"
#include "tests/net/testpermit.h"

#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTest>

#include <type_traits>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;
using base::ErrorCode;
using breakglass::PermitIssuer;

// Nobody but the issuer makes a permit, and nobody makes two out of one.
static_assert(!std::is_default_constructible_v<net::OverridePermit>);
static_assert(!std::is_constructible_v<net::OverridePermit, QString, bool, bool>);
static_assert(!std::is_aggregate_v<net::OverridePermit>);
static_assert(!std::is_copy_constructible_v<net::OverridePermit>);
static_assert(!std::is_copy_assignable_v<net::OverridePermit>);
static_assert(!std::is_move_assignable_v<net::OverridePermit>);
static_assert(std::is_move_constructible_v<net::OverridePermit>);

namespace
{

net::HttpRequest post(const QByteArray &body, const QByteArray &contentType = "application/json")
{
    net::HttpRequest request;
    request.method = "POST";
    request.url = QUrl(u"http://localhost:8000/v1/decisions/dec_1/execute"_s);
    if (!contentType.isEmpty()) {
        request.headers = {{"Content-Type", contentType}};
    }
    request.body = body;
    return request;
}

/** Random requests that hide one override field, and the same requests without it. */
class HidingPlace
{
public:
    explicit HidingPlace(quint32 seed)
        : m_random(seed)
    {
    }

    /** A key of the request: the hidden field in some spelling, or a harmless name. */
    QByteArray fieldName(bool hidden)
    {
        static const QByteArrayList fields{"force", "override_safety"};
        static const QByteArrayList harmless{"forces", "enforce", "override", "safety", "metadata", "reason"};
        return pick(hidden ? fields : harmless);
    }

    QByteArray jsonKey(bool hidden)
    {
        QByteArray key;
        for (const char c : fieldName(hidden)) {
            switch (m_random.bounded(6)) {
            case 0:
                key += escape(static_cast<char16_t>(c));
                break;
            case 1:
                key += QByteArray(1, c).toUpper();
                break;
            case 2:
                key += fullWidth(c).toUtf8();
                break;
            case 3:
                key += escape(fullWidth(c)[0].unicode());
                break;
            default:
                key += c;
            }
            if (m_random.bounded(12) == 0) {
                key += pick({"\xE2\x80\x8B", "\\u200d", "\xC2\xAD", "\\ufeff"}); // invisible
            }
        }
        return '"' + key + '"';
    }

    QByteArray jsonBody(bool hidden)
    {
        QByteArray value = '{' + space() + jsonKey(hidden) + space() + ':' + scalar() + '}';
        const bool isRpc = m_random.bounded(2) == 0;
        const int depth = static_cast<int>(m_random.bounded(12));
        for (int i = 0; i < depth; ++i) {
            value = wrap(value);
        }
        if (isRpc) {
            return R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":)" +
                   value + "}}";
        }
        return value;
    }

    QByteArray encoded(bool hidden)
    {
        QByteArray text = fieldName(hidden);
        const int layers = 1 + static_cast<int>(m_random.bounded(4));
        for (int i = 0; i < layers; ++i) {
            QByteArray next;
            for (const char c : std::as_const(text)) {
                next +=
                    c == '%' || m_random.bounded(3) == 0 ? '%' + QByteArray(1, c).toHex() : QByteArray(1, c);
            }
            text = next;
        }
        return text;
    }

    QByteArray pick(const QByteArrayList &from) { return from[m_random.bounded(from.size())]; }

private:
    static QByteArray escape(char16_t c) { return "\\u" + QByteArray::number(c, 16).rightJustified(4, '0'); }
    static QString fullWidth(char c)
    {
        return QString(QChar(static_cast<char16_t>(static_cast<unsigned char>(c) + 0xFEE0)));
    }
    QByteArray space() { return pick({"", " ", "\n", "\t\r\n"}); }
    QByteArray scalar() { return pick({"true", "false", "null", "1", "\"force\"", "{}", "[]", "1e9"}); }
    QByteArray wrap(const QByteArray &value)
    {
        switch (m_random.bounded(4)) {
        case 0:
            return '[' + scalar() + ',' + value + ']';
        case 1:
            return "{\"reason\":\"{\\\"force\\\":true}\",\"inner\":" + value + '}';
        case 2:
            return "{\"metadata\":" + value + '}';
        default:
            return "{\"b\":" + value + ",\"c\":" + scalar() + '}';
        }
    }

    QRandomGenerator m_random;
};

} // namespace

class TestOverrideGuard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void pointersOfEveryField_data();
    void pointersOfEveryField();
    void bodies_data();
    void bodies();
    void codedBodiesAreRefused_data();
    void codedBodiesAreRefused();
    void addresses_data();
    void addresses();
    void headerNames_data();
    void headerNames();
    void aRefusalNamesFieldAndPlaceAndNoContent();
    void hiddenFieldsNeverPass();
    void permits_data();
    void permits();
    void aPermitIsSpentByMoving();
    void aPermitCoversNoOtherPlace();
};

void TestOverrideGuard::pointersOfEveryField_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QStringList>("pointers");
    QTest::newRow("empty") << QByteArray() << QStringList();
    QTest::newRow("clean") << QByteArray(R"({"a":1})") << QStringList();
    QTest::newRow("both, in order") << QByteArray(R"({"override_safety":null,"x":[{"force":false}]})")
                                    << QStringList{u"/override_safety"_s, u"/x/0/force"_s};
    QTest::newRow("escaped") << QByteArray(R"({"a/b":{"\u0066orce":1}})") << QStringList{u"/a~1b/force"_s};
    QTest::newRow("a field inside a field")
        << QByteArray(R"({"force":{"force":1}})") << QStringList{u"/force"_s, u"/force/force"_s};
    QTest::newRow("REST metadata") << QByteArray(R"({"metadata":{"force":true}})")
                                   << QStringList{u"/metadata/force"_s};
    QTest::newRow("metadata deeper") << QByteArray(R"({"a":{"metadata":{"force":true}}})")
                                     << QStringList{u"/a/metadata/force"_s};
    QTest::newRow("RPC metadata")
        << QByteArray(R"({"jsonrpc":"2.0","params":{"arguments":{"metadata":{"force":true}}}})")
        << QStringList{u"/params/arguments/metadata/force"_s};
    QTest::newRow("RPC, other metadata")
        << QByteArray(R"({"jsonrpc":"2.0","metadata":{"force":1},"params":{"metadata":{"force":1}}})")
        << QStringList{u"/metadata/force"_s, u"/params/metadata/force"_s};
    QTest::newRow("RPC metadata without jsonrpc")
        << QByteArray(R"({"params":{"arguments":{"metadata":{"force":true}}}})")
        << QStringList{u"/params/arguments/metadata/force"_s};
    QTest::newRow("batch") << QByteArray(
                                  R"([{"jsonrpc":"2.0","params":{"arguments":{"metadata":{"force":1}}}}])")
                           << QStringList{u"/0/params/arguments/metadata/force"_s};
    QTest::newRow("not JSON") << QByteArray("a=1&FORCE=1") << QStringList{u"force"_s};
}

void TestOverrideGuard::pointersOfEveryField()
{
    QFETCH(QByteArray, body);
    QFETCH(QStringList, pointers);
    QCOMPARE(net::findOverrideFields(body), pointers);
}

void TestOverrideGuard::bodies_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("contentType");
    QTest::addColumn<bool>("passes");
    const QByteArray json("application/json");
    const QByteArray form("application/x-www-form-urlencoded");
    const auto row = [](const char *name, const QByteArray &body, const QByteArray &type, bool passes) {
        QTest::newRow(name) << body << type << passes;
    };
    row("empty", "", json, true);
    row("clean", R"({"webhook_url":"http://h/","reason":"enforce the override of safety"})", json, true);
    row("text inside a string is data", R"({"reason":"{\"force\":true}","q":"override_safety=1"})", json,
        true);
    row("similar names", R"({"enforce":1,"forced":2,"override":3,"safety":4,"override_safety_note":5})", json,
        true);
    row("metadata without the names", R"({"metadata":{"order":"enforce"}})", json, true);
    row("metadata", R"({"metadata":{"force":true,"override_safety":true}})", json, false);
    row("metadata of a call", R"({"jsonrpc":"2.0","params":{"arguments":{"metadata":{"force":true}}}})", json,
        false);
    row("true", R"({"force":true})", json, false);
    row("false", R"({"force":false})", json, false);
    row("null", R"({"override_safety":null})", json, false);
    row("nested", R"({"a":[[{"b":{"override_safety":true}}]]})", json, false);
    row("argument of a call", R"({"jsonrpc":"2.0","params":{"arguments":{"force":true}}})", json, false);
    row("escaped", R"({"\u0066\u006f\u0072\u0063\u0065":true})", json, false);
    row("upper case", R"({"FORCE":true})", json, false);
    row("mixed case", R"({"Override_Safety":true})", json, false);
    row("camel case", R"({"overrideSafety":true})", json, false);
    row("hyphen", R"({"override-safety":true})", json, false);
    row("full width", "{\"\xEF\xBD\x86\xEF\xBD\x8F\xEF\xBD\x92\xEF\xBD\x83\xEF\xBD\x85\":true}", json, false);
    row("mathematical letters", R"({"\ud835\udc1f\ud835\udc28\ud835\udc2b\ud835\udc1c\ud835\udc1e":1})", json,
        false);
    row("long s",
        "{\"override_\xC5\xBF"
        "afety\":true}",
        json, false);
    row("zero width", R"({"for\u200bce":true})", json, false);
    row("lone surrogate inside", R"({"for\ud800ce":true})", json, false);
    row("NUL inside", R"({"force\u0000":true})", json, false);
    row("spaces around", R"({" force ":true})", json, false);
    row("duplicate key", R"({"a":1,"a":2})", json, false);
    row("duplicate metadata", R"({"metadata":1,"metadata":{"force":true}})", json, false);
    row("cut short", R"({"a":1)", json, false);
    row("byte order mark", "\xEF\xBB\xBF{\"a\":1}", json, false);
    row("UTF-16", QByteArray("{\0\"\0a\0\"\0:\0001\0}\0", 14), json, false);
    row("invalid UTF-8", "{\"a\":\"\xFF\"}", json, false);
    row("two documents", "{\"a\":1}{\"force\":true}", json, false);
    row("comment", "{/*x*/\"a\":1}", json, false);
    row("too deep to check", QByteArray(5000, '[') + QByteArray(5000, ']'), json, false);
    row("stated JSON, is a form", "a=1", json, false);
    row("no type, clean JSON", R"({"a":1})", "", true);
    row("no type, JSON", R"({"force":true})", "", false);
    row("no type, cut JSON", R"({"a":1)", "", false);
    row("no type, text", "hello", "", true);
    row("JSON sent as text", R"({"\u0066orce":true})", "text/plain", false);
    row("JSON sent as a form", R"({"force":true})", form, false);
    row("clean form", "grant_type=refresh_token&client_id=a%20b", form, true);
    row("form", "a=1&force=true", form, false);
    row("form, upper case", "a=1&FORCE=true", form, false);
    row("form, percent", "a=1&%66orce=true", form, false);
    row("form, percent twice", "a=1&%2566orce=true", form, false);
    row("form, nested name", "a[override_safety]=true", form, false);
    row("form, full width", "%EF%BD%86%EF%BD%8F%EF%BD%92%EF%BD%83%EF%BD%85=1", form, false);
    row("form, JSON escape", "a={\"\\u0066orce\":true}", form, false);
    row("text with the word", "do not enforce", "text/plain", false);
}

void TestOverrideGuard::bodies()
{
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, contentType);
    QFETCH(bool, passes);
    const base::Result<void> result = net::checkOverrideGuard(post(body, contentType));
    QCOMPARE(result.has_value(), passes);
    if (!result) {
        QCOMPARE(result.error().code, ErrorCode::RefusedField);
        QVERIFY(!result.error().remedy.isEmpty());
    }
}

void TestOverrideGuard::codedBodiesAreRefused_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<bool>("passes");
    QTest::newRow("charset") << QByteArray("content-type") << QByteArray("application/json; charset=UTF-8")
                             << true;
    QTest::newRow("UTF-7") << QByteArray("content-type") << QByteArray("application/json; charset=utf-7")
                           << false;
    QTest::newRow("gzip") << QByteArray("Content-Encoding") << QByteArray("gzip") << false;
    QTest::newRow("identity") << QByteArray("Content-Encoding") << QByteArray("identity") << true;
    QTest::newRow("chunked") << QByteArray("Transfer-Encoding") << QByteArray("chunked") << false;
}

void TestOverrideGuard::codedBodiesAreRefused()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, value);
    QFETCH(bool, passes);
    net::HttpRequest request = post("{\"a\":1}", "");
    request.headers.append(net::Header{name, value});
    QCOMPARE(net::checkOverrideGuard(request).has_value(), passes);
    request.headers.append(net::Header{"Content-Type", "application/json"});
    QCOMPARE(net::checkOverrideGuard(request).has_value(), passes && name != "content-type");
}

void TestOverrideGuard::addresses_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<bool>("passes");
    const auto row = [](const char *name, const QString &address, bool passes) {
        QTest::newRow(name) << u"http://localhost:8000"_s + address << passes;
    };
    row("plain", u"/v1/decisions?page=1&status=blocked"_s, true);
    row("word as a value", u"/v1/decisions?q=force"_s, true);
    row("part of a name", u"/v1/workforce/enforce?enforce=1&override=2"_s, true);
    row("bad percent", u"/v1/decisions/a%2Fb%25zz%231"_s, true);
    row("parameter", u"/x?force=true"_s, false);
    row("parameter without value", u"/x?a=1&force"_s, false);
    row("upper case", u"/x?Force=true"_s, false);
    row("semicolon", u"/x?a=1;override_safety=1"_s, false);
    row("percent", u"/x?%66orce=1"_s, false);
    row("percent twice", u"/x?%2566orce=1"_s, false);
    row("percent five times", u"/x?%2525252566orce=1"_s, false);
    row("hidden separator", u"/x?a=1%26force=true"_s, false);
    row("brackets", u"/x?a%5Bforce%5D=1"_s, false);
    row("dotted", u"/x?params.force=1"_s, false);
    row("JSON in a value", u"/x?args=%7B%22force%22%3Atrue%7D"_s, false);
    row("escaped JSON in a value", u"/x?args=%7B%22%5Cu0066orce%22%3Atrue%7D"_s, false);
    row("full width", u"/x?%EF%BD%86%EF%BD%8F%EF%BD%92%EF%BD%83%EF%BD%85=1"_s, false);
    row("path", u"/v1/decisions/1/execute/force"_s, false);
    row("path, percent", u"/v1/decisions/1/execute%2F%66orce"_s, false);
    row("path, question mark inside", u"/v1/decisions/1/execute%3Fforce=true"_s, false);
    row("path, matrix parameter", u"/v1/decisions/1/execute;override_safety=true"_s, false);
}

void TestOverrideGuard::addresses()
{
    QFETCH(QString, address);
    QFETCH(bool, passes);
    net::HttpRequest request = post("{}");
    request.url = QUrl(address);
    QVERIFY(request.url.isValid());
    QCOMPARE(net::checkOverrideGuard(request).has_value(), passes);
    request.method = "GET";
    request.body.clear();
    QCOMPARE(net::checkOverrideGuard(request).has_value(), passes);
}

void TestOverrideGuard::headerNames_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("passes");
    for (const char *name : {"Mcp-Session-Id", "Mcp-Name", "X-Enforce", "Idempotency-Key", "X-Override"}) {
        QTest::newRow(name) << QByteArray(name) << true;
    }
    for (const char *name :
         {"force", "Force", "override_safety", "Override-Safety", "X-Force", "X-Algenta-Override-Safety",
          "Mcp-Param-Force", "Mcp-Param-override_safety", "X-Force-Now", "OverrideSafety"}) {
        QTest::newRow(name) << QByteArray(name) << false;
    }
}

void TestOverrideGuard::headerNames()
{
    QFETCH(QByteArray, name);
    QFETCH(bool, passes);
    net::HttpRequest request = post("{}");
    request.headers.append(net::Header{name, "true"});
    QCOMPARE(net::checkOverrideGuard(request).has_value(), passes);
}

void TestOverrideGuard::aRefusalNamesFieldAndPlaceAndNoContent()
{
    const base::Result<void> result = net::checkOverrideGuard(post(R"({"a":{"Force":"de_live_secret"}})"));
    QVERIFY(!result);
    QVERIFY2(result.error().message.contains(u"/a/Force"_s), qPrintable(result.error().message));
    QVERIFY(!result.error().message.contains(u"secret"_s));
    const base::Result<void> hostile = net::checkOverrideGuard(post("{\"\xE2\x80\xAE\":{\"force\":1}}"));
    QVERIFY(!hostile.error().message.contains(QChar(0x202E)));
}

void TestOverrideGuard::hiddenFieldsNeverPass()
{
    constexpr quint32 rounds = 20'000;
    for (quint32 seed = 0; seed < rounds; ++seed) {
        for (const bool hidden : {true, false}) {
            if (!hidden && seed % 8 != 0) {
                continue; // the clean twin shows that not simply everything is refused
            }
            const QString what = u"seed %1, %2"_s.arg(seed).arg(hidden ? u"hidden"_s : u"clean"_s);
            HidingPlace place(seed);
            const net::HttpRequest json = post(place.jsonBody(hidden));
            QVERIFY2(net::checkOverrideGuard(json).has_value() != hidden,
                     qPrintable(what + QString::fromUtf8(json.body)));

            if (seed % 8 != 0) {
                continue; // the other places cost more and vary less
            }
            net::HttpRequest query = post("{}");
            query.url = QUrl(u"http://h/p?a=1&%1=true"_s.arg(QString::fromLatin1(place.encoded(hidden))));
            QVERIFY2(net::checkOverrideGuard(query).has_value() != hidden,
                     qPrintable(what + query.url.toString()));

            net::HttpRequest path = post("{}");
            path.url = QUrl(u"http://h/p/%1/x"_s.arg(QString::fromLatin1(place.encoded(hidden))));
            QVERIFY2(net::checkOverrideGuard(path).has_value() != hidden,
                     qPrintable(what + path.url.toString()));

            if (hidden) {
                const net::HttpRequest form =
                    post("a=1&" + place.encoded(true) + "=1", "application/x-www-form-urlencoded");
                QVERIFY2(!net::checkOverrideGuard(form), qPrintable(what + QString::fromUtf8(form.body)));
            }
        }
    }
}

void TestOverrideGuard::permits_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("force");
    QTest::addColumn<bool>("safety");
    QTest::addColumn<bool>("passes");
    const auto row = [](const char *name, const QByteArray &body, bool force, bool safety, bool passes) {
        QTest::newRow(name) << body << force << safety << passes;
    };
    const auto call = [](const QByteArray &arguments) {
        return R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"execute_decision","arguments":)" +
               arguments + "}}";
    };
    row("force", R"({"force":true})", true, false, true);
    row("override_safety", R"({"a":1,"override_safety":true})", false, true, true);
    row("both", R"({"force":true,"override_safety":true})", true, true, true);
    row("call", call(R"({"force":true})"), true, false, true);
    row("call, both", call(R"({"force":true,"override_safety":true,"metadata":{"a":1}})"), true, true, true);
    row("call, metadata too", call(R"({"force":true,"metadata":{"force":true}})"), true, false, false);
    row("permit for nothing", R"({})", false, false, false);
    row("field missing", R"({})", true, false, false);
    row("one of two missing", R"({"force":true})", true, true, false);
    row("one too many", R"({"force":true,"override_safety":true})", true, false, false);
    row("the other one", R"({"override_safety":true})", true, false, false);
    row("false", R"({"force":false})", true, false, false);
    row("one", R"({"force":1})", true, false, false);
    row("text", R"({"force":"true"})", true, false, false);
    row("null", R"({"force":null})", true, false, false);
    row("another spelling", R"({"Force":true})", true, false, false);
    row("another spelling beside it", R"({"force":true,"FORCE":true})", true, false, false);
    row("twice", R"({"force":true,"force":true})", true, false, false);
    row("nested", R"({"a":{"force":true}})", true, false, false);
    row("also nested", R"({"force":true,"a":{"force":true}})", true, false, false);
    row("in metadata alone", R"({"metadata":{"force":true}})", true, false, false);
    row("call, at the root", R"({"jsonrpc":"2.0","force":true,"params":{"arguments":{}}})", true, false,
        false);
    row("call, in params", R"({"jsonrpc":"2.0","params":{"force":true,"arguments":{}}})", true, false, false);
    row("arguments without a call", R"({"params":{"arguments":{"force":true}}})", true, false, false);
    row("list", R"([{"force":true}])", true, false, false);
    row("empty", "", true, false, false);
    row("cut", R"({"force":true)", true, false, false);
}

void TestOverrideGuard::permits()
{
    QFETCH(QByteArray, body);
    QFETCH(bool, force);
    QFETCH(bool, safety);
    QFETCH(bool, passes);
    const net::OverridePermit permit = PermitIssuer::issue(u"intent"_s, force, safety);
    const base::Result<void> result = net::checkOverrideGuard(post(body), permit);
    QCOMPARE(result.has_value(), passes);
    if (!result) {
        QCOMPARE(result.error().code, ErrorCode::RefusedField);
    }
    QVERIFY2(body == "{}" || body.isEmpty() || !net::checkOverrideGuard(post(body)),
             "without the permit the same body is refused");
}

void TestOverrideGuard::aPermitIsSpentByMoving()
{
    net::OverridePermit permit = PermitIssuer::issue(u"intent"_s, true, false);
    const net::OverridePermit taken(std::move(permit));
    const net::HttpRequest request = post(R"({"force":true})");
    QVERIFY(net::checkOverrideGuard(request, taken));
    QVERIFY(!net::checkOverrideGuard(request, permit));
}

void TestOverrideGuard::aPermitCoversNoOtherPlace()
{
    const net::OverridePermit permit = PermitIssuer::issue(u"intent"_s, true, false);
    const net::HttpRequest good = post(R"({"force":true})");
    net::HttpRequest other = good;
    other.method = "PUT";
    QVERIFY(!net::checkOverrideGuard(other, permit));
    other = good;
    other.url = QUrl(u"http://h/execute?force=true"_s);
    QVERIFY(!net::checkOverrideGuard(other, permit));
    other = good;
    other.headers.append(net::Header{"X-Override-Safety", "1"});
    QVERIFY(!net::checkOverrideGuard(other, permit));
    other = good;
    other.headers = {{"Content-Type", "text/plain"}};
    QVERIFY(!net::checkOverrideGuard(other, permit));
    QVERIFY(!net::checkOverrideGuard(good, PermitIssuer::issue(QString(), true, false)));
}

QTEST_GUILESS_MAIN(TestOverrideGuard)
#include "tst_overrideguard.moc"
