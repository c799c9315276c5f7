// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonreader.h"
#include "core/base/jsonwriter.h"
#include "core/engine/outcome.h"

#include <QRandomGenerator>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <functional>

using namespace Qt::Literals::StringLiterals;
using algenta::base::Json;
using algenta::base::JsonMember;
using algenta::base::writeJson;

namespace engine = algenta::engine;

namespace
{

const QString prefix = u"execution_blocked_"_s;

Json text(const QString &value)
{
    return Json::string(value);
}
Json object(Json::Object members)
{
    return Json::object(std::move(members));
}
QString written(const Json &value)
{
    return QString::fromUtf8(writeJson(value));
}

/** What an answer is and what may be read out of it. */
struct Sample {
    QByteArray bytes;
    int status = 200;
    QString outcome; ///< expected name; empty: anything that names no gate
    QString gate;    ///< the only gate that may be named
};

/** Builds answers from a seed; what an agent could write carries denials of other gates. */
class Generator
{
public:
    explicit Generator(quint32 seed)
        : m_random(seed)
    {
    }

    Sample denialInAShape();
    Sample nearMiss();
    Sample receiptWithNoise();

private:
    int pick(int count) { return static_cast<int>(m_random.bounded(count)); }
    QString gate()
    {
        static const QStringList names{u"idempotency"_s, u"confidence"_s, u"risk_floor"_s, u"calibration"_s,
                                       u"two_person_rule"_s};
        return names.at(pick(static_cast<int>(names.size())));
    }
    QString otherGate(const QString &than)
    {
        QString name = gate();
        while (name == than)
            name = gate();
        return name;
    }
    Json inner(const QString &gateName, const QString &message)
    {
        return object({{u"code"_s, text(prefix + gateName)},
                       {u"gate"_s, text(gateName)},
                       {u"message"_s, text(message)},
                       {u"override_hint"_s, Json()}});
    }
    Json envelope(const QString &gateName, const QString &message = u"Refused."_s)
    {
        return object({{u"error"_s, inner(gateName, message)}});
    }
    /** Text that an agent wrote, with a denial in it. */
    QString bait(const QString &not_)
    {
        const QString json = written(envelope(otherGate(not_)));
        switch (pick(5)) {
        case 0:
            return json;
        case 1:
            return u"API error 409: "_s + json;
        case 2:
            return u"Error executing tool execute_decision: "_s + json;
        case 3:
            return u"Note: "_s + json + u" was an earlier answer."_s;
        default:
            return u"gate=%1 code=%2%1"_s.arg(otherGate(not_), prefix);
        }
    }
    Json block(const QString &content)
    {
        return object({{u"type"_s, text(u"text"_s)}, {u"text"_s, text(content)}});
    }
    Json result(const QString &content, bool isError)
    {
        return object(
            {{u"content"_s, Json::array({block(content)})}, {u"isError"_s, Json::boolean(isError)}});
    }
    Json upstream(const QString &code, int status, const QString &message)
    {
        return object({{u"error"_s, object({{u"code"_s, text(code)},
                                            {u"message"_s, text(message)},
                                            {u"status_code"_s, Json::integer(status)}})}});
    }
    Json receipt()
    {
        return object({{u"decision_id"_s, text(u"d1"_s)},
                       {u"webhook_url"_s, text(u"http://127.0.0.1/"_s)},
                       {u"execution_status"_s, text(pick(2) ? u"delivered"_s : u"failed"_s)},
                       {u"executed_at"_s, text(u"2026-11-30T09:00:00Z"_s)}});
    }
    Sample maybeRpc(const Json &toolResult, Sample sample)
    {
        sample.bytes = writeJson(pick(2) ? toolResult
                                         : object({{u"jsonrpc"_s, text(u"2.0"_s)},
                                                   {u"id"_s, Json::integer(pick(99))},
                                                   {u"result"_s, toolResult}}));
        return sample;
    }

    QRandomGenerator m_random;
};

Sample Generator::denialInAShape()
{
    const QString name = gate();
    Sample sample{{}, 200, u"blocked"_s, name};
    const Json denial = envelope(name, bait(name));
    switch (pick(10)) {
    case 0:
        return {writeJson(denial), 409, u"blocked"_s, name};
    case 1:
        return {writeJson(object({{u"detail"_s, denial}})), 409, u"blocked"_s, name};
    case 2:
        return {writeJson(object({{u"detail"_s, denial[u"error"]}})), 409, u"blocked"_s, name};
    case 3:
        return maybeRpc(
            result(written(upstream(prefix + name, 409, u"API error 409: "_s + written(denial))), false),
            sample);
    case 4:
        return maybeRpc(result(written(denial), pick(2) == 0), sample);
    case 5:
        return maybeRpc(result(u"Error executing tool execute_decision: "_s + written(denial), true), sample);
    case 6: {
        Json structured = result(bait(name), false);
        structured.set(u"structuredContent"_s, denial);
        return maybeRpc(structured, sample);
    }
    case 7:
        return maybeRpc(result(written(denial[u"error"]), false), sample);
    case 8:
        return maybeRpc(result(written(result(written(denial), false)), false), sample);
    default:
        return maybeRpc(object({{u"toolResult"_s, denial}}), sample);
    }
}

Sample Generator::nearMiss()
{
    const QString name = gate();
    const Json denial = envelope(name);
    const QString json = written(denial);
    Json broken = denial[u"error"];
    switch (pick(14)) {
    case 0:
        return maybeRpc(result(u"It said "_s + json, pick(2) == 0), {{}, 200, {}, {}});
    case 1:
        return maybeRpc(result(json + u" it said."_s, pick(2) == 0), {{}, 200, {}, {}});
    case 2:
        return maybeRpc(result(u"Error executing tool execute_decision: "_s + json, false),
                        {{}, 200, {}, {}});
    case 3:
        return maybeRpc(result(written(upstream(u"invalid_arguments"_s, 400, bait({}))), false),
                        {{}, 200, u"failure"_s, {}});
    case 4:
        broken.remove(u"code");
        return {writeJson(object({{u"error"_s, broken}})), pick(2) ? 409 : 200, {}, {}};
    case 5:
        broken.set(u"gate"_s, text(otherGate(name)));
        return {writeJson(object({{u"error"_s, broken}})), 409, u"blocked"_s, {}};
    case 6:
        broken.set(u"gate"_s, Json::array({text(name)}));
        return {writeJson(object({{u"error"_s, broken}})), 409, u"blocked"_s, {}};
    case 7: {
        static const QList<int> statuses{400, 401, 403, 404, 422, 429, 500, 502, 503};
        return {writeJson(denial), statuses.at(pick(static_cast<int>(statuses.size()))), u"failure"_s, {}};
    }
    case 8:
        return {writeJson(
                    object({{u"id"_s, text(u"d"_s)}, {u"rationale"_s, text(json)}, {u"context"_s, denial}})),
                200,
                u"failure"_s,
                {}};
    case 9:
        return {writeJson(text(u"He wrote "_s + json)), 200, u"failure"_s, {}};
    case 10:
        return {R"({"error":{"code":")" + (prefix + name).toUtf8() + R"(","gate":"a","gate":")" +
                    name.toUtf8() + R"("}})",
                409,
                u"blocked"_s,
                {}};
    case 11: {
        const QByteArray whole = writeJson(denial);
        return {whole.first(1 + pick(static_cast<int>(whole.size()) - 1)), pick(2) ? 409 : 200, {}, {}};
    }
    case 12: {
        Json nested = text(json);
        for (int i = 0; i < 8; ++i)
            nested = text(written(nested));
        return {writeJson(nested), 200, u"failure"_s, {}};
    }
    default:
        return {
            writeJson(object({{u"detail"_s, text(json)}, {u"gate"_s, text(name)}, {u"metadata"_s, denial}})),
            pick(2) ? 409 : 200,
            {},
            {}};
    }
}

Sample Generator::receiptWithNoise()
{
    Json whole = receipt();
    const Json denial = envelope(gate());
    switch (pick(4)) {
    case 0:
        whole.set(u"payload_summary"_s, denial);
        break;
    case 1:
        whole.set(u"error"_s, text(bait({})));
        break;
    case 2:
        whole.set(u"error"_s,
                  object({{u"code"_s, text(u"webhook_failed"_s)}, {u"message"_s, text(bait({}))}}));
        break;
    default:
        whole.set(u"webhook_url"_s, text(u"http://127.0.0.1/?x="_s + written(denial)));
        break;
    }
    Sample sample{writeJson(whole), 200, u"receipt"_s, {}};
    if (pick(2) == 0)
        return sample;
    Json toolResult = result(written(whole), pick(2) == 0);
    if (pick(2)) {
        Json blocks = toolResult[u"content"];
        blocks.append(block(written(denial)));
        toolResult.set(u"content"_s, blocks);
    }
    return maybeRpc(toolResult, sample);
}

} // namespace

class TestOutcomeMixtures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void noMixtureInventsAGate_data();
    void noMixtureInventsAGate();

private:
    static void check(const Sample &sample);
};

void TestOutcomeMixtures::noMixtureInventsAGate_data()
{
    QTest::addColumn<quint32>("seed");
    for (quint32 seed = 1; seed <= 300; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

void TestOutcomeMixtures::check(const Sample &sample)
{
    const auto outcome = engine::parseExecutionAnswer(sample.bytes, sample.status, u"d1"_s);
    if (!sample.outcome.isEmpty())
        QVERIFY2(engine::outcomeName(outcome) == sample.outcome, sample.bytes.constData());
    const auto *blocked = std::get_if<engine::ExecutionBlocked>(&outcome);
    if (blocked)
        QVERIFY2(blocked->gate == sample.gate, sample.bytes.constData());
    if (sample.outcome.isEmpty())
        QVERIFY2(!blocked || sample.status == 409, sample.bytes.constData());
}

void TestOutcomeMixtures::noMixtureInventsAGate()
{
    QFETCH(quint32, seed);
    Generator generator(seed);
    check(generator.denialInAShape());
    check(generator.nearMiss());
    check(generator.receiptWithNoise());
}

QTEST_GUILESS_MAIN(TestOutcomeMixtures)
#include "tst_outcomemixtures.moc"
