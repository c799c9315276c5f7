// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace algenta::demo
{

/** The ways a blocked execution is told to the caller: D1–D5 over REST, D6–D14 over MCP. */
enum class DenialShape { D1 = 1, D2, D3, D4, D5, D6, D7, D8, D9, D10, D11, D12, D13, D14 };

enum class Gate { Idempotency, Confidence, RiskFloor };

/** Parses "D6"; nothing for any other text. */
std::optional<DenialShape> denialShapeFromText(const std::string &text);
/** Parses "idempotency,confidence,risk_floor" in any order; each gate exactly once. */
std::optional<std::array<Gate, 3>> gateOrderFromText(const std::string &text);
/** Parses an ISO 8601 UTC time such as 2026-11-30T12:00:00Z to microseconds since the epoch. */
std::optional<std::int64_t> timeFromText(const std::string &text);

/** Everything that can be set before the engine starts. */
struct DemoOptions {
    int port = 0;           ///< 0 takes any free port; the address is always 127.0.0.1.
    int history = 0;        ///< Number of past decisions over 90 days; ignored when dataFile already exists.
    std::uint64_t seed = 1; ///< The same seed, port and clock give the same history.
    std::optional<std::int64_t> now; ///< Fixed start of the clock in µs; each reading advances it by 1 µs.
    std::optional<DenialShape> denialShape; ///< Unset: D2 over REST and D6 over MCP.
    std::optional<int> driftAfter;          ///< From the next tools/list on after so many, the tools differ.
    std::array<Gate, 3> gateOrder{Gate::Idempotency, Gate::Confidence, Gate::RiskFloor};
    std::string dataFile;   ///< Empty: state lives in memory only.
    std::string recordFile; ///< Empty: requests are kept in memory only (the newest 10,000).
    /** Well-known values of a demonstration, not secrets. */
    std::string operatorKey = "de_test_demo_operator_key_0001";
    std::string agentKey = "de_test_demo_agent_key_0002";
    std::string readingKey = "de_test_demo_reading_key_0003";
    std::string viewerKey = "de_test_demo_viewer_key_0004";
};

/** One request as it came in; headers keep their order of arrival by name and their full values. */
struct RecordedRequest {
    std::string method;
    std::string path;  ///< percent-decoded
    std::string query; ///< raw, without the question mark
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
    std::string timestamp;
    /**
     * Where force or override_safety occurs, whatever its value: "body.params.arguments.force",
     * "query.force", "header.override_safety". Duplicate keys and broken JSON are read up to the break.
     */
    std::vector<std::string> overrideFields;
};

/** One delivery that arrived at the built-in webhook receiver. */
struct WebhookDelivery {
    std::string endpoint; ///< accept, reject, stall or drop
    std::string method;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
    std::string timestamp;
};

/** Fields of a decision to log; unset ones are null in the record. */
struct DecisionDraft {
    std::string chosenAction;
    std::optional<double> expectedValue;
    std::optional<double> confidence;
    std::optional<double> riskP5;
    std::optional<double> riskP95;
    std::optional<double> riskPol;
    std::optional<std::string> context;
    std::optional<std::string> rationale;
    std::vector<std::string> optionsConsidered;
};

struct PolicyChange {
    std::optional<double> minConfidence;
    std::optional<double> riskFloor;
    std::optional<bool> requireCalibration;
    std::optional<bool> allowReexecution;
};

/**
 * A small Algenta engine with real state behind a real loopback socket: MCP at /mcp, REST at /v1,
 * and a webhook receiver at /webhook. All functions may be called from any thread.
 *
 * Four keys: operator (admin: everything), agent (member with execute rights), reading (member:
 * reads, logs and records outcomes, never executes), viewer (reads only). A key without the right
 * gets 403 permission_denied.
 */
class DemoEngine
{
public:
    explicit DemoEngine(DemoOptions options = {});
    ~DemoEngine();
    DemoEngine(const DemoEngine &) = delete;
    DemoEngine &operator=(const DemoEngine &) = delete;

    /** Loads or creates the state, binds and serves; the port, or nothing and errorText() says why. */
    [[nodiscard]] std::optional<int> start();
    /** True when start() failed because of the data file, which is then left untouched. */
    [[nodiscard]] bool dataFileFailed() const;
    [[nodiscard]] std::string errorText() const;
    /** Closes the socket and every connection; waits for running requests. Safe to call twice. */
    void stop();

    [[nodiscard]] int port() const;
    [[nodiscard]] std::string baseUrl() const; ///< http://127.0.0.1:PORT
    [[nodiscard]] std::string operatorKey() const;
    [[nodiscard]] std::string agentKey() const;
    [[nodiscard]] std::string readingKey() const;
    [[nodiscard]] std::string viewerKey() const;
    /** Address of a built-in endpoint: "accept", "reject", "stall" or "drop". */
    [[nodiscard]] std::string webhookUrl(const std::string &endpoint) const;

    /** Logs a decision as the agent would and returns its id. */
    std::string logDecision(const DecisionDraft &draft);
    void setPolicy(const PolicyChange &change);
    void setDenialShape(std::optional<DenialShape> shape);
    void setGateOrder(const std::array<Gate, 3> &order);
    /** The record as the REST route shows it, JSON text; empty if there is none. */
    [[nodiscard]] std::string decisionJson(const std::string &id) const;
    /** All audit entries, oldest first, the bytes of the export. */
    [[nodiscard]] std::string auditExport() const;

    [[nodiscard]] std::vector<RecordedRequest> requests() const;
    [[nodiscard]] std::vector<RecordedRequest> requestsTo(const std::string &path) const;
    /** Requests that carry force or override_safety anywhere, also inside metadata. */
    [[nodiscard]] std::vector<RecordedRequest> overrideRequests() const;
    [[nodiscard]] std::vector<WebhookDelivery> webhookDeliveries() const;
    void clearRequests();

    /** The faults below each hit one request whose path is exactly `path`, oldest fault first. */
    void failNext(const std::string &path, int status, const std::string &body,
                  const std::string &contentType = "application/json");
    /** Writes exactly these bytes instead of any HTTP answer and closes. */
    void answerNextWith(const std::string &path, const std::string &rawBytes);
    /** Serves normally after the delay, which ends early when the engine stops. */
    void delayNext(const std::string &path, std::chrono::milliseconds delay);
    /** Closes without doing or answering anything. */
    void dropNext(const std::string &path);
    /** Does the work, then closes without an answer. */
    void loseAnswerNext(const std::string &path);
    /** The next execution is blocked under this gate and code, known or not. */
    void blockNextExecution(const std::string &gate, const std::string &code, const std::string &message);
    /** Rewrites each successful body of this path; an empty function takes it away. */
    void setAnswerMutator(const std::string &path, std::function<std::string(std::string)> mutator);
    /** Rewrites the JSON text of the "result" of tools/list; the text must stay JSON. */
    void setToolsListMutator(std::function<std::string(std::string)> mutator);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace algenta::demo
