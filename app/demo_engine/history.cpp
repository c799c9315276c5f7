// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/history.h"

#include "app/demo_engine/gates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace algenta::demo
{

namespace
{

constexpr std::int64_t second = 1'000'000;
constexpr std::int64_t day = 86'400 * second;
constexpr std::int64_t span = 90 * day;

/** How the policy came to be what it is; the last one is in force. */
struct PolicyStep {
    int age; ///< days
    double minConfidence;
    double riskFloor;
    bool requireCalibration;
};
constexpr std::array<PolicyStep, 5> policySteps{{{90, 0.55, 5000, false},
                                                 {62, 0.55, 4000, false},
                                                 {45, 0.6, 4000, false},
                                                 {33, 0.6, 4000, true},
                                                 {20, 0.6, 5000, false}}};

enum class Fate { Delivered, Failed, NoAnswer, Logged, LowConfidence, LowRisk, Repeated, Chain };

/** The last slots are the newest decisions, where an operator looks first. */
constexpr std::array<Fate, 20> fates{
    Fate::Delivered, Fate::Logged,        Fate::Delivered, Fate::LowRisk,  Fate::Delivered,
    Fate::Delivered, Fate::LowConfidence, Fate::Delivered, Fate::NoAnswer, Fate::Delivered,
    Fate::Delivered, Fate::LowConfidence, Fate::Delivered, Fate::Logged,   Fate::Failed,
    Fate::Delivered, Fate::Repeated,      Fate::LowRisk,   Fate::Chain,    Fate::LowConfidence};

struct Template {
    const char *action; ///< % is the amount
    const char *context;
    const char *rationale;
    const char *alternative;
    const char *agent;
    const char *webhook;
    double value;
};

constexpr std::array<Template, 12> templates{{
    {"Reorder % units of BRG-6204 for Rotterdam", "Stock covers nine days, lead time is fourteen.",
     "Expected lost margin exceeds the cost of holding stock.", "Wait one cycle",
     "replenish-2@agents.example", "https://erp.plant.example/hooks/reorder", 8200},
    {"Reorder % units of SEA-40X62 for Gdansk", "Two large orders came in this week.",
     "Demand rose for three weeks in a row.", "Transfer from Lyon", "replenish-2@agents.example",
     "https://erp.plant.example/hooks/reorder", 3100},
    {"Raise price of FLT-H13 by % basis points", "The supplier's price went up in October.",
     "Margin is below target and demand reacts little.", "Keep the price", "pricing-1@agents.example",
     "https://pricing.plant.example/hooks/reprice", 12400},
    {"Lower price of BLT-B90 by % basis points", "Stock is older than two hundred days.",
     "Clearing the stock is worth more than waiting.", "Bundle with BLT-A68", "pricing-1@agents.example",
     "https://pricing.plant.example/hooks/reprice", 2700},
    {"Release quality hold on lot % of VLV-DN50", "The re-test of the seat leak passed.",
     "Two customers wait for this lot.", "Keep the hold", "quality-3@agents.example",
     "https://mes.plant.example/hooks/release", 15600},
    {"Expedite shipment % from Castellan", "The truck is late by two days.",
     "A line stop costs more than the surcharge.", "Accept the delay", "logistics-1@agents.example",
     "https://tms.plant.example/hooks/expedite", 6900},
    {"Move % units of PMP-C15 from Lyon to Rotterdam", "Lyon holds five weeks of stock, Rotterdam none.",
     "The transfer is cheaper than a new order.", "Order from Oriel", "replenish-4@agents.example",
     "https://erp.plant.example/hooks/transfer", 4300},
    {"Cancel purchase order % at Meridia", "The forecast fell by a third.",
     "The cancellation fee is below the holding cost.", "Postpone by four weeks",
     "purchasing-2@agents.example", "https://erp.plant.example/hooks/cancel", 9800},
    {"Switch carrier for lane % to road", "The ferry is cancelled until Thursday.",
     "Road arrives within the promised window.", "Wait for the ferry", "logistics-1@agents.example",
     "https://tms.plant.example/hooks/carrier", 1900},
    {"Raise safety stock of BRG-6310 by % units", "Lead time varied by nine days this quarter.",
     "The service level would fall below target.", "Leave it", "replenish-4@agents.example",
     "https://erp.plant.example/hooks/parameter", 5400},
    {"Approve credit note % for Halden seals", "Delivered parts were out of tolerance.",
     "The claim matches the inspection report.", "Ask for a second report", "claims-1@agents.example",
     "https://erp.plant.example/hooks/credit", -1200},
    {"Order % emergency units of PMP-C30", "One pump failed in the field.", "No unit is in stock anywhere.",
     "Repair the failed unit", "field-2@agents.example", "https://erp.plant.example/hooks/emergency", 22000},
}};

class Generator
{
public:
    Generator(History &history, std::uint64_t seed, std::int64_t now, const std::string &receiver)
        : m_history(history)
        , m_random(seed * 0x9e3779b97f4a7c15ULL + 0x5eed)
        , m_now(now)
        , m_receiver(receiver)
    {
    }

    void run(int count)
    {
        const std::int64_t step = span / (count + 1);
        for (int i = 0; i < count; ++i) {
            const std::int64_t jitter =
                step > 4 ? static_cast<std::int64_t>(m_random() % static_cast<std::uint64_t>(step / 2)) : 0;
            // Counted from the end, so that the newest decisions are the same mix for any count.
            const auto slot = static_cast<std::size_t>((count - 1 - i) % 20);
            one(m_now - span + step * (i + 1) - jitter, fates[19 - slot],
                std::min<std::int64_t>(step, 600 * second));
        }
    }

private:
    double share() { return static_cast<double>(m_random() >> 11) * 0x1.0p-53; }
    double between(double low, double high) { return low + (high - low) * share(); }
    static double rounded(double value, double unit) { return std::round(value / unit) * unit; }
    static double cents(double value) { return std::round(value * 100) / 100; }
    std::string hex(int digits)
    {
        std::string text;
        std::uint64_t bits = 0;
        for (int i = 0; i < digits; ++i, bits >>= 4) {
            if (i % 16 == 0)
                bits = m_random();
            text += "0123456789abcdef"[bits & 15];
        }
        return text;
    }
    static std::string filled(const char *pattern, const std::string &amount)
    {
        std::string text = pattern;
        return text.replace(text.find('%'), 1, amount);
    }

    void one(std::int64_t time, Fate fate, std::int64_t spare)
    {
        const Template &kind = templates[m_random() % templates.size()];
        Decision decision;
        decision.id = "dec_" + hex(16);
        decision.runId = "run_" + hex(12);
        decision.chosenAction = filled(kind.action, std::to_string(40 + m_random() % 900));
        decision.context = kind.context;
        decision.optionsConsidered = std::vector<std::string>{decision.chosenAction, kind.alternative};
        decision.rationale = kind.rationale;
        decision.expectedValue = cents(kind.value * between(0.6, 1.5));
        m_policy = policyAt(time);
        const bool lowConfidence = fate == Fate::LowConfidence || fate == Fate::Chain;
        // Blocked ones break the policy of their time and the one in force; the rest keeps that of its time.
        decision.confidence =
            cents(lowConfidence ? between(0.22, 0.54) : between(m_policy.minConfidence + 0.01, 0.98));
        decision.riskP5 = fate == Fate::LowRisk ? rounded(between(-19'000, -5'300), 50)
                                                : rounded(between(200 - *m_policy.riskFloor, 1'500), 50);
        decision.riskP95 = rounded(std::abs(*decision.expectedValue) * between(1.4, 2.2) + 2'000, 50);
        decision.riskPol = cents(fate == Fate::LowRisk ? between(0.3, 0.55) : between(0.01, 0.28));
        decision.requestHash = hex(64);
        decision.resultHash = hex(64);
        // Some agents log without a risk figure.
        if (fate == Fate::Logged && decision.requestHash->front() < '6')
            decision.riskP5.reset();
        decision.policySnapshotId = m_policy.snapshotId;
        decision.createdAt = time;
        decision.updatedAt = time;
        m_actor = kind.agent;
        m_step = spare / 8;
        m_time = time;
        logEntry(decision);
        execute(decision, fate, kind);
        m_history.decisions.push_back(decision);
    }

    PolicySnapshot policyAt(std::int64_t time) const
    {
        auto snapshot = m_history.snapshots.rbegin();
        while (snapshot->createdAt > time && std::next(snapshot) != m_history.snapshots.rend())
            ++snapshot;
        return *snapshot;
    }

    std::int64_t nextTime() { return m_time += std::max<std::int64_t>(1, m_step); }

    void logEntry(const Decision &decision)
    {
        m_history.audit.push_back({"aud_" + hex(16), m_time, m_actor, "decision.log", "decision", decision.id,
                                   "success",
                                   "{\"chosen_action\":" + dumpJson(Json(decision.chosenAction)) +
                                       ",\"request_id\":\"req_" + hex(16) + "\"}"});
    }

    ExecutionTrace traceFor(const Decision &decision, const std::string &webhook)
    {
        ExecutionTrace trace;
        trace.requestId = "req_" + hex(16);
        trace.webhookUrl = webhook;
        trace.policySnapshotId = *decision.policySnapshotId;
        trace.requestHash = decision.requestHash;
        return trace;
    }

    void executeEntry(const Decision &decision, const char *result, const ExecutionTrace &trace)
    {
        m_history.audit.push_back({"aud_" + hex(16), m_time, m_actor, "decision.execute", "decision",
                                   decision.id, result, traceText(trace)});
    }

    void attempt(Decision &decision, const std::string &webhook, std::optional<int> code, bool overridden)
    {
        nextTime();
        const bool delivered = code && *code < 300;
        decision.executedAt = m_time;
        decision.executionStatus = delivered ? "delivered" : "failed";
        decision.executionWebhookUrl = webhook;
        decision.executionResponseCode = code;
        decision.updatedAt = m_time;
        ExecutionTrace trace = traceFor(decision, webhook);
        trace.executionStatus = decision.executionStatus;
        trace.responseCode = code;
        trace.overrideSafety = overridden;
        trace.safetyOverridden = overridden;
        executeEntry(decision, delivered ? "success" : "failed", trace);
    }

    void block(const Decision &decision, Gate gate, const std::string &webhook)
    {
        nextTime();
        const auto denial = denialOf(gate, decision, m_policy);
        if (!denial)
            return;
        ExecutionTrace trace = traceFor(decision, webhook);
        trace.gate = denial->gate;
        trace.code = denial->code;
        trace.message = denial->message;
        trace.measured = denial->measured;
        trace.threshold = denial->threshold;
        executeEntry(decision, "blocked", trace);
    }

    void execute(Decision &decision, Fate fate, const Template &kind)
    {
        // What an operator may release goes to the receiver built into this program, never elsewhere.
        const std::string builtIn = m_receiver + "/webhook/" + (m_random() % 10 == 0 ? "reject" : "accept");
        switch (fate) {
        case Fate::Logged:
            return;
        case Fate::Delivered:
            attempt(decision, kind.webhook, 200 + static_cast<int>(m_random() % 2) * 2, false);
            return outcome(decision);
        case Fate::Failed:
            return attempt(decision, kind.webhook, m_random() % 2 ? 500 : 422, false);
        case Fate::NoAnswer:
            return attempt(decision, kind.webhook, std::nullopt, false);
        case Fate::LowConfidence:
            return block(decision, Gate::Confidence, builtIn);
        case Fate::LowRisk:
            return block(decision, Gate::RiskFloor, builtIn);
        case Fate::Repeated:
            attempt(decision, m_receiver + "/webhook/accept", 200, false);
            return block(decision, Gate::Idempotency, builtIn);
        case Fate::Chain:
            block(decision, Gate::Confidence, builtIn);
            attempt(decision, m_receiver + "/webhook/accept", 200, true);
            return block(decision, Gate::Idempotency, builtIn);
        }
    }

    void outcome(Decision &decision)
    {
        const std::int64_t later =
            m_time + static_cast<std::int64_t>(between(0.5, 6) * static_cast<double>(day));
        if (m_random() % 100 >= 45 || later >= m_now)
            return;
        decision.actualOutcome = cents(*decision.expectedValue * between(0.55, 1.3));
        decision.outcomeNotes =
            *decision.actualOutcome < *decision.expectedValue ? "Less than planned." : "As planned.";
        decision.outcomeRecordedAt = later;
        decision.updatedAt = later;
        m_history.audit.push_back({"aud_" + hex(16), later, "planner@plant.example",
                                   "decision.record_outcome", "decision", decision.id, "success",
                                   "{\"actual_outcome\":" + Json(*decision.actualOutcome).dump() +
                                       ",\"request_id\":\"req_" + hex(16) + "\"}"});
    }

    History &m_history;
    std::mt19937_64 m_random;
    PolicySnapshot m_policy;
    std::int64_t m_now;
    std::string m_receiver;
    std::string m_actor;
    std::int64_t m_time = 0;
    std::int64_t m_step = 0;
};

AuditEntry policyEntry(const PolicySnapshot &policy)
{
    const std::string number = std::to_string(policy.revision);
    return {"aud_policy_000" + number,
            policy.createdAt,
            "operator@plant.example",
            "policy.update",
            "execution_policy",
            orgId,
            "success",
            dumpJson(Json{{"policy_snapshot_id", policy.snapshotId},
                          {"previous_snapshot_id", policy.previousSnapshotId},
                          {"request_id", "req_policy_000" + number}})};
}

} // namespace

History generateHistory(int count, std::uint64_t seed, std::int64_t now, const std::string &receiver)
{
    History history;
    PolicySnapshot policy;
    for (const PolicyStep &step : policySteps) {
        policy.previousSnapshotId = policy.snapshotId;
        policy.revision = static_cast<int>(history.snapshots.size()) + 1;
        policy.snapshotId = "pol_demo_000" + std::to_string(policy.revision);
        policy.minConfidence = step.minConfidence;
        policy.riskFloor = step.riskFloor;
        policy.requireCalibration = step.requireCalibration;
        policy.createdAt = now - step.age * day;
        history.snapshots.push_back(policy);
        if (policy.revision > 1)
            history.audit.push_back(policyEntry(policy));
    }
    Generator(history, seed, now, receiver).run(count);
    const auto earlier = [](const AuditEntry &left, const AuditEntry &right) {
        return left.timestamp < right.timestamp;
    };
    std::stable_sort(history.audit.begin(), history.audit.end(), earlier);
    return history;
}

} // namespace algenta::demo
