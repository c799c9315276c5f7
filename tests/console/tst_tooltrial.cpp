// SPDX-License-Identifier: Apache-2.0
#include "app/console/tools/toolsviewmodel.h"
#include "app/console/tools/typedresult.h"
#include "app/demo_engine/demoengine.h"
#include "core/base/jsonreader.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using algenta::base::Secret;
using algenta::console::ConsoleSettings;
using algenta::console::JsonTreeModel;
using algenta::console::Session;
using algenta::console::ToolListModel;
using algenta::console::ToolsViewModel;
using algenta::console::ToolTrial;
using algenta::console::TrialResult;
using algenta::demo::DemoEngine;

namespace
{

/** A console's Tools page on an engine of its own. */
class Desk
{
public:
    Desk()
        : settings(folder.filePath(u"settings.json"_s))
        , session(settings)
        , tools(session)
        , trial(*tools.trial())
        , result(*tools.trial()->result())
    {
        if (!demo.start())
            qFatal("the demo engine does not start");
    }
    [[nodiscard]] bool open(const std::string &key = {})
    {
        const auto address = algenta::engine::parseEngineAddress(QString::fromStdString(demo.baseUrl()));
        const std::string &used = key.empty() ? demo.readingKey() : key;
        session.open(*address, Secret(QByteArray::fromStdString(used)));
        return QTest::qWaitFor([this] { return tools.tools()->status() == "ready"_L1; }, 30'000);
    }
    void choose(const QString &name)
    {
        for (const auto &record : tools.tools()->records()) {
            if (record.name == name) {
                tools.open(record.key);
                return;
            }
        }
        qFatal("no such tool");
    }
    [[nodiscard]] bool settled()
    {
        return QTest::qWaitFor([this] { return !trial.isBusy(); }, 30'000);
    }
    [[nodiscard]] bool readContract()
    {
        trial.readContract();
        return settled() && trial.contractState() == "read"_L1;
    }
    /** Bodies of the tools/call requests that reached the engine, in order. */
    [[nodiscard]] QList<QByteArray> calls() const
    {
        QList<QByteArray> bodies;
        for (const auto &request : demo.requestsTo("/mcp")) {
            const QByteArray body = QByteArray::fromStdString(request.body);
            if (body.contains("\"tools/call\""))
                bodies.append(body);
        }
        return bodies;
    }

    QTemporaryDir folder;
    DemoEngine demo;
    ConsoleSettings settings;
    Session session;
    ToolsViewModel tools;
    ToolTrial &trial;
    TrialResult &result;
};

constexpr auto twoOptions = R"({"options":[{"name":"A","mean":10,"std":2},{"name":"B","mean":12,"std":9}],)"
                            "\"iterations\":200,\"seed\":7}"_L1;

QString fieldOf(const TrialResult &result, const QString &label)
{
    for (const QVariant &row : result.rows()) {
        if (row.toMap().value(u"label"_s) == label)
            return row.toMap().value(u"value"_s).toString();
    }
    return {};
}

} // namespace

class TestToolTrial : public QObject
{
    Q_OBJECT

private:
    Q_SLOT void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    Q_SLOT void onlyReadingToolsOfObserveCanBeTried_data()
    {
        QTest::addColumn<QString>("tool");
        QTest::addColumn<QString>("why");
        for (const QString &tool : {u"get_contract"_s, u"query_data"_s, u"simulate"_s, u"recommend"_s})
            QTest::newRow(qPrintable(tool)) << tool << QString();
        QTest::newRow("plan_decision") << u"plan_decision"_s << u"Added by govern"_s;
        QTest::newRow("log_decision") << u"log_decision"_s << u"“records”"_s;
        QTest::newRow("execute_decision") << u"execute_decision"_s << u"“acts”"_s;
        QTest::newRow("update_execution_policy") << u"update_execution_policy"_s << u"“changes rules”"_s;
        QTest::newRow("query_batch") << u"query_batch"_s << u"alias"_s;
        QTest::newRow("list_decisions") << u"list_decisions"_s << u"full"_s;
    }
    Q_SLOT void onlyReadingToolsOfObserveCanBeTried()
    {
        QFETCH(QString, tool);
        QFETCH(QString, why);
        Desk desk;
        QVERIFY(desk.open());
        // The profile of the session opens nothing here.
        desk.session.setProfile(u"full"_s);
        desk.choose(tool);
        QCOMPARE(desk.trial.isPossible(), why.isEmpty());
        QVERIFY2(desk.trial.impossibleText().contains(why), qPrintable(desk.trial.impossibleText()));
        if (why.isEmpty())
            return;
        QVERIFY(desk.readContract());
        QVERIFY(!desk.trial.canSend());
        desk.trial.send();
        QVERIFY(!desk.trial.isBusy());
        QCOMPARE(desk.calls().size(), 1);
    }

    Q_SLOT void aRepeatedOrUnusableToolCannotBeTried()
    {
        Desk desk;
        desk.demo.setToolsListMutator([](const std::string &) {
            return std::string(R"({"tools":[{"name":"simulate","inputSchema":{}},{"name":"simulate",)"
                               "\"inputSchema\":{}},{\"name\":\"recommend\"}]}");
        });
        QVERIFY(desk.open());
        desk.choose(u"simulate"_s);
        QVERIFY(desk.trial.impossibleText().contains(u"more than once"_s));
        desk.choose(u"query_data"_s);
        QVERIFY(desk.trial.impossibleText().contains(u"advertises"_s));
        QVERIFY(!desk.trial.canSend());
    }

    Q_SLOT void theContractComesFirst()
    {
        Desk desk;
        QVERIFY(desk.open());
        desk.choose(u"simulate"_s);
        desk.trial.setRawText(twoOptions);
        QCOMPARE(desk.trial.contractState(), u"unread"_s);
        QVERIFY(!desk.trial.canSend());
        desk.trial.send();
        QVERIFY(!desk.trial.isBusy());
        QVERIFY(desk.calls().isEmpty());
        QVERIFY(desk.readContract());
        QVERIFY2(desk.trial.contractText().contains(u"contract version v1.6"_s),
                 qPrintable(desk.trial.contractText()));
        QCOMPARE(desk.calls().size(), 1);
        QVERIFY(desk.calls().constFirst().contains("\"name\":\"get_contract\""));
        QVERIFY(desk.trial.canSend());
        desk.trial.readContract(); // it was read: nothing happens
        QVERIFY(!desk.trial.isBusy());
        // Another connection asks again.
        QVERIFY(desk.open());
        desk.choose(u"simulate"_s);
        QCOMPARE(desk.trial.contractState(), u"unread"_s);
        QVERIFY(!desk.trial.canSend());
    }

    Q_SLOT void aContractThatIsNoneOpensNothing_data()
    {
        QTest::addColumn<std::string>("answer");
        QTest::addColumn<QString>("said");
        const auto textBlock = [](const std::string &text) {
            return R"({"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":)" + text +
                   R"(}],"isError":false}})";
        };
        QTest::newRow("no JSON") << textBlock("\"plain words\"") << u"is no contract"_s;
        QTest::newRow("an empty object") << textBlock("\"{}\"") << u"is no contract"_s;
        QTest::newRow("an error in the text")
            << textBlock("\"{\\\"error\\\":{\\\"code\\\":\\\"tool_error\\\",\\\"message\\\":\\\"broken\\\","
                         "\\\"status_code\\\":500}}\"")
            << u"broken"_s;
    }
    Q_SLOT void aContractThatIsNoneOpensNothing()
    {
        QFETCH(std::string, answer);
        QFETCH(QString, said);
        Desk desk;
        QVERIFY(desk.open());
        desk.choose(u"simulate"_s);
        desk.demo.setAnswerMutator("/mcp", [answer](const std::string &body) {
            if (body.find("\"content\"") == std::string::npos)
                return body;
            const auto id = algenta::base::readJson(QByteArray::fromStdString(body));
            std::string changed = answer;
            const std::string number = (*id)[u"id"].numberText().toStdString();
            return changed.replace(changed.find("ID"), 2, number);
        });
        desk.trial.readContract();
        QVERIFY(desk.settled());
        QCOMPARE(desk.trial.contractState(), u"failed"_s);
        QVERIFY2(desk.trial.contractText().contains(said), qPrintable(desk.trial.contractText()));
        QVERIFY(!desk.trial.canSend());
        QVERIFY(!desk.result.rawText().isEmpty());
        desk.demo.setAnswerMutator("/mcp", {});
        QVERIFY(desk.readContract());
    }

    Q_SLOT void theShortAnswerOfSmallEnginesIsTaken()
    {
        const auto version = [](const QByteArray &text) {
            return algenta::console::contractVersionText(*algenta::base::readJson(text));
        };
        QVERIFY(version(R"({"capabilities":["a"],"engine_version":"1.4.0"})").contains(u"1.4.0"_s));
        QVERIFY(version(R"({"contract_version":"v2\u202e"})").contains(u"v2<U+202E>"_s));
        QVERIFY(version(R"({"contract_version":7})").contains(u"no contract version"_s));
        QCOMPARE(version("[]"), QString());
        QCOMPARE(version("{}"), QString());
    }

    Q_SLOT void whatIsWrittenIsWhatTheEngineGets()
    {
        Desk desk;
        QVERIFY(desk.open());
        QVERIFY(desk.readContract());
        desk.choose(u"simulate"_s);
        auto &form = *desk.trial.form();
        const auto rowOf = [&form](const QString &pointer) {
            for (int row = 0; row < form.count(); ++row) {
                if (form.data(form.index(row), form.PointerRole).toString() == pointer)
                    return row;
            }
            return -1;
        };
        form.add(rowOf(u"/options"_s));
        form.setText(rowOf(u"/options/0/name"_s), u"A"_s);
        form.setText(rowOf(u"/options/0/mean"_s), u"10.00000000000000000001"_s);
        form.setText(rowOf(u"/options/0/std"_s), u"2"_s);
        form.setText(rowOf(u"/iterations"_s), u"2"_s);
        form.setText(rowOf(u"/iterations"_s), u"20"_s);
        form.setText(rowOf(u"/iterations"_s), u"200"_s);
        QVERIFY(desk.trial.rawText().contains(u"\"mean\": 10.00000000000000000001"_s));
        QVERIFY(desk.trial.canSend());
        desk.trial.send();
        QVERIFY(desk.settled());
        QCOMPARE(desk.result.outcome(), u"answered"_s);
        const QByteArray sent = desk.calls().constLast();
        QVERIFY2(
            sent.contains(
                "\"arguments\":{\"options\":[{\"name\":\"A\",\"mean\":10.00000000000000000001,\"std\":2}],"
                "\"iterations\":200}"),
            sent.constData());
        QCOMPARE(desk.calls().size(), 2);
        QCOMPARE(fieldOf(desk.result, u"recommended_action"_s), u"A"_s);
        QVERIFY(desk.result.rowsNote().contains(u"Not in it:"_s));
    }

    Q_SLOT void rawTextThatCannotBeSentSaysWhy_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("said");
        QTest::newRow("cut off") << u"{\n  \"options\": [1,\n"_s << u"line 3"_s;
        QTest::newRow("a repeated key")
            << u"{\"seed\":1,\"seed\":2}"_s << u"twice in one object (line 1, column"_s;
        QTest::newRow("a list") << u"[]"_s << u"object"_s;
        QTest::newRow("force") << u"{\"force\":false}"_s << u"/force"_s;
        QTest::newRow("deep in metadata")
            << u"{\"metadata\":{\"a\":[{\"override_safety\":null}]}}"_s << u"/metadata/a/0/override_safety"_s;
        QTest::newRow("escaped") << u"{\"\\u0066orce\":1}"_s << u"/force"_s;
    }
    Q_SLOT void rawTextThatCannotBeSentSaysWhy()
    {
        QFETCH(QString, text);
        QFETCH(QString, said);
        Desk desk;
        QVERIFY(desk.open());
        QVERIFY(desk.readContract());
        desk.choose(u"simulate"_s);
        desk.trial.setRawText(text);
        QVERIFY2(desk.trial.rawError().contains(said), qPrintable(desk.trial.rawError()));
        QVERIFY(!desk.trial.canSend());
        QVERIFY(desk.trial.sendHint().contains(desk.trial.rawError()));
        desk.trial.send();
        QVERIFY(!desk.trial.isBusy());
        QCOMPARE(desk.calls().size(), 1);
        QVERIFY(desk.demo.overrideRequests().empty());
        desk.trial.setRawText(twoOptions);
        QCOMPARE(desk.trial.rawError(), QString());
        QVERIFY(desk.trial.canSend());
    }

    Q_SLOT void rawAndFormStayInStep()
    {
        Desk desk;
        QVERIFY(desk.open());
        desk.choose(u"simulate"_s);
        QCOMPARE(desk.trial.rawText(), u"{}"_s);
        desk.trial.setRawText(u"{\"seed\": 7, \"beyond\": [1.0]}"_s);
        auto &form = *desk.trial.form();
        QCOMPARE(form.data(form.index(form.count() - 1), form.TextRole).toString(), u"7"_s);
        form.setText(form.count() - 1, u"8"_s);
        // What the schema does not name stays.
        QVERIFY(desk.trial.rawText().contains(u"\"beyond\""_s) && desk.trial.rawText().contains(u"1.0"_s));
        QVERIFY(desk.trial.rawText().contains(u"\"seed\": 8"_s));
        desk.trial.setRawText(u"{\"seed\": 8"_s);
        QCOMPARE(form.data(form.index(form.count() - 1), form.TextRole).toString(), u"8"_s);
        // What was written for a tool waits for it.
        desk.choose(u"query_data"_s);
        QCOMPARE(desk.trial.rawText(), u"{}"_s);
        desk.choose(u"simulate"_s);
        QCOMPARE(desk.trial.rawText(), u"{\"seed\": 8"_s);
        QVERIFY(!desk.trial.rawError().isEmpty());
        desk.trial.setRawText(u"{\"a\": \"\u202e\"}"_s);
        QVERIFY(desk.trial.rawNote().contains(u"<U+202E>"_s));
        // Nor does a change by the form make a refused field good.
        desk.trial.setRawText(u"{\"force\": true}"_s);
        form.setText(form.count() - 1, u"9"_s);
        QVERIFY(desk.trial.rawError().contains(u"/force"_s));
    }

    Q_SLOT void aPublishedSchemaDoesNotBind()
    {
        Desk desk;
        desk.demo.setToolsListMutator([](std::string text) {
            const std::string from = "\"name\":\"recommend\"";
            // An item of its own in place of the first tool: the same name, a schema that allows nothing.
            const auto name = text.find(from);
            return text.replace(name, from.size(), "\"name\":\"recommend_not\"")
                .replace(text.find("\"tools\":["), 9,
                         "\"tools\":[{\"name\":\"recommend\",\"inputSchema\":{\"type\":\"object\","
                         "\"properties\":{},"
                         "\"additionalProperties\":false}},");
        });
        QVERIFY(desk.open());
        QVERIFY(desk.readContract());
        desk.choose(u"recommend"_s);
        QCOMPARE(desk.trial.form()->count(), 0);
        QVERIFY(!desk.trial.form()->note().isEmpty());
        desk.trial.setRawText(twoOptions);
        desk.trial.send();
        QVERIFY(desk.settled());
        QCOMPARE(desk.result.outcome(), u"answered"_s);
        QCOMPARE(fieldOf(desk.result, u"recommended_action"_s), u"B"_s);
        QVERIFY(!fieldOf(desk.result, u"confidence"_s).isEmpty());
    }

    Q_SLOT void errorsAreStatesWithTheirBytes()
    {
        Desk desk;
        QVERIFY(desk.open());
        QVERIFY(desk.readContract());
        desk.choose(u"simulate"_s);
        desk.trial.setRawText(u"{\"options\":[]}"_s);
        desk.trial.send();
        QVERIFY(desk.settled());
        QCOMPARE(desk.result.outcome(), u"error of the tool"_s);
        QCOMPARE(desk.result.kind(), u"failed"_s);
        QVERIFY2(desk.result.failedWhat().contains(u"validation_error"_s),
                 qPrintable(desk.result.failedWhat()));
        QVERIFY(desk.result.rawText().contains(u"validation_error"_s));
        QVERIFY(desk.result.rows().isEmpty());
        QVERIFY(desk.result.tree()->count() > 0);

        desk.trial.setRawText(twoOptions);
        desk.demo.answerNextWith("/mcp", "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                                         "Content-Length: 9\r\n\r\n<html>no!");
        desk.trial.send();
        QVERIFY(desk.settled());
        QCOMPARE(desk.result.outcome(), u"failed"_s);
        QVERIFY(!desk.result.failedWhat().isEmpty());
        QVERIFY(desk.result.rawText().contains(u"<html>no!"_s));
        QVERIFY(desk.trial.canSend());
    }

    Q_SLOT void aLostAnswerIsNotAskedForAgain()
    {
        Desk desk;
        QVERIFY(desk.open());
        QVERIFY(desk.readContract());
        desk.choose(u"simulate"_s);
        desk.trial.setRawText(twoOptions);
        const auto before = desk.calls().size();
        // The first request of a try lists the tools, the second one calls.
        desk.demo.delayNext("/mcp", 0ms);
        desk.demo.loseAnswerNext("/mcp");
        desk.trial.send();
        QVERIFY(desk.settled());
        QCOMPARE(desk.result.outcome(), u"failed"_s);
        QCOMPARE(desk.calls().size(), before + 1);
    }

    Q_SLOT void waitingCanBeEndedAndTheAnswerIsDropped()
    {
        Desk desk;
        QVERIFY(desk.open());
        QVERIFY(desk.readContract());
        desk.choose(u"simulate"_s);
        desk.trial.setRawText(twoOptions);
        desk.demo.delayNext("/mcp", 30s);
        desk.trial.send();
        QVERIFY(desk.trial.isBusy());
        QVERIFY(!desk.trial.canSend());
        desk.trial.send(); // one at a time
        QSignalSpy ticks(&desk.trial, &ToolTrial::elapsedChanged);
        QTRY_VERIFY(ticks.count() > 0);
        QVERIFY(desk.trial.elapsedText().startsWith(u"simulate, "_s));
        desk.trial.stop();
        QVERIFY(!desk.trial.isBusy());
        QCOMPARE(desk.result.outcome(), u"stopped"_s);
        QVERIFY(desk.result.failedWhat().contains(u"stopped waiting"_s));
        QCOMPARE(desk.trial.history().size(), 2);
        desk.trial.stop();
        QCOMPARE(desk.trial.history().size(), 2);
        desk.trial.send();
        QVERIFY(desk.settled());
        QCOMPARE(desk.result.outcome(), u"answered"_s);
        QCOMPARE(desk.trial.history().size(), 3);
    }

    Q_SLOT void anotherEngineEndsTheCall()
    {
        Desk desk;
        QVERIFY(desk.open());
        desk.demo.delayNext("/mcp", 30s);
        const auto before = desk.demo.requestsTo("/mcp").size();
        desk.trial.readContract();
        QVERIFY(desk.trial.isBusy());
        // It must be the call that is delayed, not what the next connection sends.
        QTRY_VERIFY(desk.demo.requestsTo("/mcp").size() > before);
        QVERIFY(desk.open());
        QVERIFY(!desk.trial.isBusy());
        QCOMPARE(desk.trial.contractState(), u"unread"_s);
        QCOMPARE(desk.result.outcome(), u"stopped"_s);
    }

    Q_SLOT void earlierTriesAreShownAndCalledAgainByCommandOnly()
    {
        Desk desk;
        QVERIFY(desk.open());
        QVERIFY(desk.readContract());
        desk.choose(u"simulate"_s);
        desk.trial.setRawText(twoOptions);
        desk.trial.send();
        QVERIFY(desk.settled());
        desk.trial.setRawText(u"{\"options\":[]}"_s);
        desk.trial.send();
        QVERIFY(desk.settled());
        QCOMPARE(desk.calls().size(), 3);
        const QVariantList history = desk.trial.history();
        QCOMPARE(history.size(), 3);
        QCOMPARE(history.at(0).toMap().value(u"outcome"_s), QVariant(u"error of the tool"_s));
        QCOMPARE(history.at(1).toMap().value(u"outcome"_s), QVariant(u"answered"_s));
        QCOMPARE(history.at(2).toMap().value(u"tool"_s), QVariant(u"get_contract"_s));
        desk.trial.showAttempt(2);
        QCOMPARE(desk.result.number(), 2);
        QCOMPARE(fieldOf(desk.result, u"recommended_action"_s), u"B"_s);
        QCOMPARE(desk.calls().size(), 3);
        desk.trial.takeArguments(2);
        QCOMPARE(desk.trial.rawText(), QString(twoOptions));
        desk.trial.takeArguments(1); // of another tool
        QCOMPARE(desk.trial.rawText(), QString(twoOptions));
        QCOMPARE(desk.calls().size(), 3);
        desk.trial.repeat(2);
        QVERIFY(desk.settled());
        QCOMPARE(desk.calls().size(), 4);
        QCOMPARE(desk.result.number(), 4);
        QCOMPARE(desk.result.outcome(), u"answered"_s);
        desk.trial.repeat(99);
        QVERIFY(!desk.trial.isBusy());
    }

    Q_SLOT void anEarlierTryIsNotRepeatedOnAnotherEngine()
    {
        Desk desk;
        QVERIFY(desk.open());
        QVERIFY(desk.readContract());
        DemoEngine other;
        QVERIFY(other.start());
        const auto address = algenta::engine::parseEngineAddress(QString::fromStdString(other.baseUrl()));
        desk.session.open(*address, Secret(QByteArray::fromStdString(other.readingKey())));
        const QVariantMap entry = desk.trial.history().constFirst().toMap();
        QCOMPARE(entry.value(u"canRepeat"_s).toBool(), false);
        QVERIFY(entry.value(u"hint"_s).toString().contains(u"another engine"_s));
        desk.trial.repeat(entry.value(u"number"_s).toInt());
        QVERIFY(!desk.trial.isBusy());
    }

    Q_SLOT void onlyTheNewestTwentyAreKept()
    {
        Desk desk;
        QVERIFY(desk.open());
        QVERIFY(desk.readContract());
        for (int i = 0; i < 21; ++i) {
            desk.trial.repeat(i + 1);
            QVERIFY(desk.settled());
        }
        QCOMPARE(desk.trial.history().size(), 20);
        QCOMPARE(desk.trial.history().constFirst().toMap().value(u"number"_s).toInt(), 22);
        QCOMPARE(desk.calls().size(), 22);
    }

    Q_SLOT void anAnswerIsShownWithoutLoss()
    {
        Desk desk;
        QVERIFY(desk.open());
        QVERIFY(desk.readContract());
        desk.choose(u"query_data"_s);
        const std::string document =
            R"({\"z\":1.500,\"a\":12345678901234567890123,\"z\":\"\\u202e\",\"s\":\"\\ud800\"})";
        desk.demo.setAnswerMutator("/mcp", [document](std::string body) {
            const auto at = body.find("\"text\":\"");
            if (at == std::string::npos)
                return body;
            // Up to the quote that ends the text, which no backslash goes before.
            auto end = at + 8;
            while (body[end] != '"' || body[end - 1] == '\\')
                ++end;
            return body.replace(at + 8, end - at - 8, document);
        });
        desk.trial.send();
        QVERIFY(desk.settled());
        QCOMPARE(desk.result.outcome(), u"answered"_s);
        QCOMPARE(desk.result.exact(),
                 u"{\"z\":1.500,\"a\":12345678901234567890123,\"z\":\"\\u202e\",\"s\":\"\\ud800\"}"_s);
        QVERIFY(desk.result.rows().isEmpty());
        QVERIFY(desk.result.rowsNote().contains(u"shown as it came"_s));
        const JsonTreeModel &tree = *desk.result.tree();
        QCOMPARE(tree.count(), 4);
        const auto value = [&tree](int row) {
            return tree.data(tree.index(row), JsonTreeModel::ValueRole).toString();
        };
        QCOMPARE(value(0), u"1.500"_s);
        QCOMPARE(value(1), u"12345678901234567890123"_s);
        QCOMPARE(value(2), u"\"<U+202E>\""_s);
        QVERIFY(desk.result.rawText().contains(u"1.500"_s));
    }

    Q_SLOT void aHugeAnswerIsCutOnTheScreenOnly()
    {
        Desk desk;
        QVERIFY(desk.open());
        QVERIFY(desk.readContract());
        desk.choose(u"query_data"_s);
        desk.demo.setAnswerMutator("/mcp", [](std::string body) {
            const auto at = body.find("\"text\":\"");
            return at == std::string::npos ? body : body.insert(at + 8, std::string(3'000'000, 'x'));
        });
        desk.trial.send();
        QVERIFY(desk.settled());
        QVERIFY(desk.result.exact().size() > 3'000'000);
        QVERIFY(desk.result.text().size() < 1'100'000);
        QVERIFY(desk.result.text().contains(u"more characters"_s));
    }

    Q_SLOT void structuredContentAndOtherBlocksAreNamed()
    {
        Desk desk;
        QVERIFY(desk.open());
        QVERIFY(desk.readContract());
        desk.choose(u"query_data"_s);
        desk.demo.setAnswerMutator("/mcp", [](std::string body) {
            const std::string from = "\"content\":[";
            const auto at = body.find(from);
            return at == std::string::npos
                       ? body
                       : body.replace(at, from.size(),
                                      "\"structuredContent\":{\"rows\":[1]},\"content\":[{\"type\":\"image\","
                                      "\"data\":\"AA==\",\"mimeType\":\"image/png\"},");
        });
        desk.trial.send();
        QVERIFY(desk.settled());
        QVERIFY2(desk.result.note().contains(u"no text: 1"_s), qPrintable(desk.result.note()));
        QVERIFY(desk.result.note().contains(u"structured content"_s));
        QCOMPARE(desk.result.tree()->count(), 1);
    }

    Q_SLOT void withoutAKeyTheEngineRefuses()
    {
        Desk desk;
        QVERIFY(desk.open("de_test_nobody_knows_this_one"));
        desk.choose(u"simulate"_s);
        desk.trial.readContract();
        QVERIFY(desk.settled());
        QCOMPARE(desk.trial.contractState(), u"failed"_s);
        QVERIFY2(!desk.result.rawText().contains(u"nobody_knows"_s), qPrintable(desk.result.rawText()));
        QVERIFY(!desk.trial.canSend());
    }
};

QTEST_MAIN(TestToolTrial)
#include "tst_tooltrial.moc"
