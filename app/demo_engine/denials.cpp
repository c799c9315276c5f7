// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/denials.h"

namespace algenta::demo
{

namespace
{

Json inner(const Denial &denial)
{
    return Json{{"code", denial.code},
                {"gate", denial.gate},
                {"message", denial.message},
                {"override_hint", nullable(denial.overrideHint)}};
}

Json envelope(const Denial &denial)
{
    return Json{{"error", inner(denial)}};
}

/** The shape of a plan-approval generation that the engine's execute call never had. */
Json fictionalEnvelope(const Denial &denial, const std::string &requestId)
{
    const bool duplicate = denial.gate == "idempotency";
    return Json{{"status", "denied"},
                {"code", duplicate ? "idempotency_key_conflict" : "plan_not_approved"},
                {"retryable", false},
                {"request_id", requestId},
                {"trace_id", nullptr},
                {"policy_snapshot_hash", nullptr},
                {"receipt_version", "1"},
                {"plan_hash", nullptr},
                {"approval_state", duplicate ? "approved" : "rejected"},
                {"execution_id", nullptr},
                {"idempotency_key", nullptr},
                {"result", {{"message", denial.message}}}};
}

Json withStructured(const Json &structured)
{
    Json result = textResult("The execution was blocked.");
    result["structuredContent"] = structured;
    return result;
}

} // namespace

std::optional<DenialShape> denialShapeFromText(const std::string &text)
{
    for (int number = 1; number <= 14; ++number) {
        if (text == 'D' + std::to_string(number))
            return static_cast<DenialShape>(number);
    }
    return std::nullopt;
}

bool isRestShape(DenialShape shape)
{
    return shape <= DenialShape::D5;
}

Json textResult(const std::string &text, bool isError)
{
    return Json{{"content", Json::array({Json{{"type", "text"}, {"text", text}}})}, {"isError", isError}};
}

Json toolErrorResult(const std::string &code, const std::string &message, int status, const Json &details)
{
    Json error{{"code", code}, {"message", message}, {"status_code", status}};
    if (details.is_array())
        error["details"] = details;
    return textResult(dumpSorted(Json{{"error", error}}));
}

Json upstreamErrorResult(int status, const Json &body)
{
    const auto named = [](const Json &candidate) {
        return candidate.is_object() && candidate.contains("code") && candidate.at("code").is_string();
    };
    Json error = body.is_object() ? body.value("error", Json()) : Json();
    if (!named(error) && body.is_object() && body.contains("detail")) {
        const Json &detail = body.at("detail");
        error = detail.is_object() ? detail.value("error", detail) : Json();
    }
    const std::string code = named(error) ? error.at("code").get<std::string>() : "api_error";
    Json details;
    if (named(error) && error.contains("details") && error.at("details").is_array()) {
        details = Json::array();
        for (const auto &item : error.at("details")) {
            if (item.is_object())
                details.push_back(item);
        }
    }
    return toolErrorResult(code, "API error " + std::to_string(status) + ": " + dumpSorted(body), status,
                           details);
}

Json restDenialBody(DenialShape shape, const Denial &denial, const std::string &requestId)
{
    switch (shape) {
    case DenialShape::D1:
        return envelope(denial);
    case DenialShape::D3:
        return Json{{"detail", envelope(denial)}};
    case DenialShape::D4:
        return Json{{"detail", inner(denial)}};
    case DenialShape::D5:
        return Json{{"error", {{"code", "http_error"}, {"message", denial.message}}},
                    {"request_id", requestId}};
    default:
        break;
    }
    Json body = envelope(denial);
    body["error"]["details"] = Json::object();
    body["request_id"] = requestId;
    return body;
}

Json mcpDenialResult(DenialShape shape, const Denial &denial, const std::string &requestId)
{
    switch (shape) {
    case DenialShape::D7:
        return textResult(dumpJson(envelope(denial)), true);
    case DenialShape::D8:
        return textResult("Error executing tool execute_decision: " + dumpJson(envelope(denial)), true);
    case DenialShape::D9:
        return withStructured(envelope(denial));
    case DenialShape::D10:
        return textResult(dumpJson(envelope(denial)));
    case DenialShape::D11:
        return textResult(dumpJson(inner(denial)));
    case DenialShape::D12: {
        Json whole = textResult(dumpJson(envelope(denial)));
        whole["structuredContent"] = nullptr;
        return textResult(dumpJson(whole));
    }
    case DenialShape::D13:
        return Json{{"toolResult", envelope(denial)}};
    case DenialShape::D14:
        return textResult(dumpJson(fictionalEnvelope(denial, requestId)));
    default:
        return upstreamErrorResult(409, restDenialBody(DenialShape::D2, denial, requestId));
    }
}

} // namespace algenta::demo
