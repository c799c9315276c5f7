// SPDX-License-Identifier: Apache-2.0
#include "core/liaison/liaisoncontract.h"
#include "tests/liaison/liaisonfixture.h"

#include <QRegularExpression>
#include <QTest>

using namespace algenta;
using namespace algenta::liaison;
using namespace algenta::liaison::test;
using namespace Qt::Literals::StringLiterals;

/** The contract file is read whole, and one that offers more than reading is refused with its place. */
class TestLiaisonContract : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void embeddedCopyIsTheFile();
    void holdsTheSixTools();
    void toolsAreAsPublished_data();
    void toolsAreAsPublished();
    void skillsAllowTheirTools_data();
    void skillsAllowTheirTools();
    void onlyOneCodeIsRetryable();
    void badContractIsRefusedWithItsPlace_data();
    void badContractIsRefusedWithItsPlace();
    void brokenJsonIsRefused();
};

namespace
{

constexpr QStringView contractFile = u"liaison-tool-contract.json";

} // namespace

void TestLiaisonContract::embeddedCopyIsTheFile()
{
    const QByteArray file = fileBytes(contractFile.toString());
    QVERIFY(!file.isEmpty());
    QCOMPARE(embeddedLiaisonContractBytes(), file);
    QCOMPARE(parseLiaisonContract(file).value(), embeddedLiaisonContract());
}

void TestLiaisonContract::holdsTheSixTools()
{
    QStringList names;
    for (const LiaisonTool &tool : embeddedLiaisonContract().tools)
        names.append(tool.name);
    QCOMPARE(names,
             QStringList({u"fetch_trend_signals"_s, u"search_trend_signals"_s, u"get_engagement_insights"_s,
                          u"get_operator_feed"_s, u"get_job_status"_s, u"suggest_posting_windows"_s}));
}

void TestLiaisonContract::toolsAreAsPublished_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isPublic");
    QTest::addColumn<int>("timeout");
    QTest::addColumn<QStringList>("errors");
    const QString unavailable = u"dependency_unavailable"_s;
    const QString authorization = u"authorization_failed"_s;
    QTest::newRow("fetch") << u"fetch_trend_signals"_s << true << 20 << QStringList{unavailable};
    QTest::newRow("search") << u"search_trend_signals"_s << true << 20
                            << QStringList{u"invalid_query"_s, unavailable};
    QTest::newRow("insights") << u"get_engagement_insights"_s << false << 30
                              << QStringList{authorization, unavailable};
    QTest::newRow("feed") << u"get_operator_feed"_s << false << 30 << QStringList{authorization, unavailable};
    QTest::newRow("job") << u"get_job_status"_s << false << 30
                         << QStringList{u"invalid_job_id"_s, u"job_not_found"_s, authorization, unavailable};
    QTest::newRow("windows") << u"suggest_posting_windows"_s << false << 30
                             << QStringList{u"insufficient_measured_history"_s, authorization, unavailable};
}

void TestLiaisonContract::toolsAreAsPublished()
{
    QFETCH(const QString, name);
    QFETCH(const bool, isPublic);
    QFETCH(const int, timeout);
    QFETCH(QStringList, errors);
    const LiaisonTool *tool = embeddedLiaisonContract().tool(name);
    QVERIFY(tool);
    QCOMPARE(tool->scope == DataScope::Public, isPublic);
    QCOMPARE(tool->timeoutSeconds, timeout);
    QCOMPARE(tool->maxTransientRetries, 1);
    errors += {u"provider_request_rejected"_s, u"tool_execution_failed"_s};
    QCOMPARE(tool->errors, errors);
    QVERIFY(!tool->recordFields.isEmpty());
}

void TestLiaisonContract::skillsAllowTheirTools_data()
{
    QTest::addColumn<QString>("skill");
    QTest::addColumn<QStringList>("tools");
    QTest::newRow("trend scan") << u"trend-scan"_s
                                << QStringList{u"fetch_trend_signals"_s, u"search_trend_signals"_s};
    QTest::newRow("signal watch") << u"signal-watch"_s
                                  << QStringList{u"fetch_trend_signals"_s, u"search_trend_signals"_s,
                                                 u"get_operator_feed"_s};
    QTest::newRow("engagement") << u"engagement-insights"_s << QStringList{u"get_engagement_insights"_s};
    QTest::newRow("schedule") << u"posting-schedule"_s
                              << QStringList{u"get_engagement_insights"_s, u"get_operator_feed"_s,
                                             u"suggest_posting_windows"_s};
    QTest::newRow("job") << u"job-status"_s << QStringList{u"get_job_status"_s};
}

void TestLiaisonContract::skillsAllowTheirTools()
{
    QFETCH(const QString, skill);
    QFETCH(const QStringList, tools);
    QStringList allowed;
    for (const LiaisonTool &tool : embeddedLiaisonContract().tools) {
        if (tool.skills.contains(skill))
            allowed.append(tool.name);
    }
    QCOMPARE(allowed, tools);
    QVERIFY(embeddedLiaisonContract().knowsSkill(skill));
    QCOMPARE(embeddedLiaisonContract().skills().size(), 5);
}

void TestLiaisonContract::onlyOneCodeIsRetryable()
{
    QStringList retryable;
    const auto &codes = embeddedLiaisonContract().errorCodes;
    for (auto code = codes.cbegin(); code != codes.cend(); ++code) {
        if (code->retryable)
            retryable.append(code.key());
    }
    QCOMPARE(retryable, QStringList{u"dependency_unavailable"_s});
}

void TestLiaisonContract::badContractIsRefusedWithItsPlace_data()
{
    QTest::addColumn<QByteArray>("find");
    QTest::addColumn<QByteArray>("replace");
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("what");
    const auto row = [](const char *name, const char *find, const char *replace, const char *place,
                        const char *what) {
        QTest::newRow(name) << QByteArray(find) << QByteArray(replace) << QString::fromUtf8(place)
                            << QString::fromUtf8(what);
    };
    row("mutation", R"("permission": "read")", R"("permission": "write")", "/tools/0/permission",
        "more than reading");
    row("no permission", R"("permission": "read",)", "", "/tools/0/permission", "missing");
    row("mutation by name", R"("name": "get_operator_feed")", R"("name": "publish_operator_feed")",
        "/tools/3/name", "mutation");
    row("effect", R"("effect": "none")", R"("effect": "external")", "/tools/0/effect", "effect");
    row("no effect", R"("effect": "none",)", "", "/tools/0/effect", "missing");
    row("five retries", R"("max_transient_retries": 1)", R"("max_transient_retries": 5)",
        "/tools/0/max_transient_retries", "unknown retry policy");
    row("retry in words", R"("max_transient_retries": 1)", R"("max_transient_retries": "exponential")",
        "/tools/0/max_transient_retries", "unknown retry policy");
    row("transport of a tool", R"("scope": "public")", R"("scope": "public", "transport": "mcp")",
        "/tools/0/transport", "MCP");
    row("transport of all", R"("contract_version": 1)",
        R"("contract_version": 1, "mcp_servers": {"a": "https://example.com"})", "/mcp_servers", "MCP");
    row("no skill", R"("skills": ["job-status"])", R"("skills": [])", "/tools/4/skills", "no skill");
    row("skills missing", R"(,
      "skills": ["job-status"])",
        "", "/tools/4/skills", "missing");
    row("unknown member", R"("scope": "public")", R"("scope": "public", "callback": "x")",
        "/tools/0/callback", "does not know");
    row("unknown member of an input", R"("min": 1, "max": 10, "required": false)",
        R"("min": 1, "max": 10, "required": false, "default": 6)", "/tools/0/input/limit/default",
        "does not know");
    row("vague name", R"("name": "get_job_status")", R"("name": "job")", "/tools/4/name", "two or more");
    row("tool twice", R"("name": "search_trend_signals")", R"("name": "fetch_trend_signals")",
        "/tools/1/name", "repeats");
    row("scope", R"("scope": "public")", R"("scope": "all")", "/tools/0/scope", "neither public nor");
    row("no timeout", R"("timeout_seconds": 20)", R"("timeout_seconds": 0)", "/tools/0/timeout_seconds",
        "between 1 and 120");
    row("unknown error", R"("errors": ["dependency_unavailable"])", R"("errors": ["oops"])",
        "/tools/0/errors/0", "not among the error codes");
    row("no errors", R"("errors": ["dependency_unavailable"])", R"("errors": [])", "/tools/0/errors",
        "empty");
    row("unknown category", R"("category": "authorization")", R"("category": "policy")",
        "/error_codes/authorization_failed/category", "category");
    row("retryable in words", R"("retryable": true)", R"("retryable": "yes")",
        "/error_codes/dependency_unavailable/retryable", "neither true nor false");
    row("unknown run-time error", R"(["provider_request_rejected",)", R"(["provider_rejected",)",
        "/runtime_errors/0", "not among the error codes");
    row("record field that is no output", R"("record_fields": ["windows"])", R"("record_fields": ["rows"])",
        "/tools/5/record_fields/0", "not among the output");
    row("range turned round", R"("min": 1, "max": 10)", R"("min": 10, "max": 1)", "/tools/0/input/limit/max",
        "between 10");
    row("no words", R"("actors": ["i", "we", "nova", "harmonia"])", R"("actors": [])",
        "/mutation_claims/actors", "empty");
    row("word in capitals", R"("actors": ["i",)", R"("actors": ["I",)", "/mutation_claims/actors/0", "form");
    row("other version", R"("contract_version": 1)", R"("contract_version": 2)", "/contract_version",
        "between");
}

void TestLiaisonContract::badContractIsRefusedWithItsPlace()
{
    QFETCH(const QByteArray, find);
    QFETCH(const QByteArray, replace);
    QFETCH(const QString, place);
    QFETCH(const QString, what);
    QByteArray document = fileBytes(contractFile.toString());
    const qsizetype at = document.indexOf(find);
    QVERIFY2(at >= 0, "the row does not fit the file");
    document.replace(at, find.size(), replace);
    QVERIFY(base::readJson(document));
    const auto contract = parseLiaisonContract(document);
    QVERIFY(!contract);
    const QString message = contract.error().message;
    QVERIFY2(message.contains(u' ' + place + u' ') && message.contains(what), qPrintable(message));
}

void TestLiaisonContract::brokenJsonIsRefused()
{
    QByteArray document = fileBytes(contractFile.toString());
    document.chop(3);
    QCOMPARE(parseLiaisonContract(document).error().code, base::ErrorCode::MalformedJson);
    QCOMPARE(parseLiaisonContract(R"({"tools": [], "tools": []})").error().code,
             base::ErrorCode::DuplicateKey);
    QVERIFY(!parseLiaisonContract("[]"));
}

QTEST_GUILESS_MAIN(TestLiaisonContract)
#include "tst_liaisoncontract.moc"
