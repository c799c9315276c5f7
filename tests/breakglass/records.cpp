// SPDX-License-Identifier: Apache-2.0
#include "tests/breakglass/records.h"

#include "core/base/jsonreader.h"

namespace algenta::test
{

using namespace Qt::Literals::StringLiterals;

namespace
{

engine::Decision parsed(const QByteArray &json)
{
    const auto value = base::readJson(json);
    const auto decision = value ? engine::parseDecision(*value) : base::fail(value.error());
    return decision ? *decision : engine::Decision{};
}

QByteArray recordOf(const QByteArray &confidence, const QByteArray &riskP5, const QByteArray &execution)
{
    return R"({"id":"dec_1","org_id":"org","chosen_action":"Reorder SKU 8841","expected_value":4180.00,"confidence":)" +
           confidence + R"(,"risk_p5":)" + riskP5 +
           R"(,"policy_snapshot_id":"pol_1","schema_snapshot_id":"sch_1",)"
           R"("created_at":"2026-11-30T09:38:40Z","updated_at":"2026-11-30T09:38:40Z")" +
           execution + "}";
}

} // namespace

engine::Decision decision(const QByteArray &confidence, const QByteArray &riskP5)
{
    return parsed(recordOf(confidence, riskP5, {}));
}

engine::Decision deliveredDecision(const QByteArray &confidence)
{
    return parsed(
        recordOf(confidence, "-310",
                 R"(,"executed_at":"2026-11-30T09:40:00Z","execution_status":"delivered",)"
                 R"("execution_response_code":200,"execution_webhook_url":"https://hooks.example/orders")"));
}

engine::Policy policy()
{
    const auto json =
        base::readJson(R"({"org_id":"org","min_confidence":0.60,"risk_floor":800,"require_calibration":false,
        "allow_reexecution":false,"snapshot_id":"pol_1","revision":12,"updated_at":"2026-11-01T00:00:00Z"})");
    const auto value = json ? engine::parsePolicy(*json) : base::fail(json.error());
    return value ? *value : engine::Policy{};
}

breakglass::RadiusInput confidenceInput()
{
    breakglass::RadiusInput input;
    input.engineOrigin = u"http://127.0.0.1:8000"_s;
    input.decision = decision();
    input.policy = policy();
    input.gate = u"confidence"_s;
    input.gateKnown = true;
    input.webhookUrl = u"https://hooks.example/orders"_s;
    input.allowedHosts = {u"hooks.example"_s};
    input.readAt = QDateTime::fromString(u"2026-11-30T09:41:00Z"_s, Qt::ISODate);
    return input;
}

} // namespace algenta::test
