// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/state.h"

#include "app/demo_engine/demoengine.h"

#include <algorithm>
#include <chrono>

namespace algenta::demo
{

namespace
{

std::int64_t systemNow()
{
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::microseconds>(since).count();
}

bool matches(const AuditEntry &entry, const std::pair<std::string, std::string> &filter)
{
    const auto &[key, value] = filter;
    if (key == "actor_email")
        return entry.actorEmail == value;
    if (key == "action")
        return entry.action == value;
    if (key == "resource_type")
        return entry.resourceType == value;
    if (key == "result")
        return entry.result == value;
    // Metadata is text that this program wrote compactly, so the member can be found as text.
    return entry.metadata.find('"' + key + "\":" + dumpJson(Json(value))) != std::string::npos;
}

template<typename T, typename Accept>
Page<T> newestFirst(const std::vector<T> &all, int page, int limit, const Accept &accept)
{
    Page<T> result;
    const std::int64_t first = std::int64_t{page - 1} * limit;
    for (auto item = all.rbegin(); item != all.rend(); ++item) {
        if (!accept(*item))
            continue;
        if (result.total >= first && result.total < first + limit)
            result.items.push_back(*item);
        ++result.total;
    }
    return result;
}

} // namespace

DemoState::DemoState(std::uint64_t seed, std::optional<std::int64_t> fixedNow, std::string dataFile)
    : m_random(seed)
    , m_seed(seed)
    , m_fixedNow(fixedNow)
    , m_dataFile(std::move(dataFile))
{
    PolicySnapshot first;
    first.snapshotId = "pol_demo_0001";
    first.minConfidence = 0.6;
    first.riskFloor = 5000;
    first.createdAt = now();
    m_snapshots.push_back(first);
}

std::int64_t DemoState::now()
{
    const std::lock_guard lock(m_mutex);
    return m_fixedNow ? *m_fixedNow + m_ticks++ : systemNow();
}

std::string DemoState::newId(const std::string &prefix)
{
    const std::lock_guard lock(m_mutex);
    return newIdLocked(prefix);
}

std::string DemoState::newIdLocked(const std::string &prefix)
{
    std::string id = prefix;
    std::uint64_t bits = m_random();
    for (int i = 0; i < 16; ++i, bits >>= 4)
        id += "0123456789abcdef"[bits & 15];
    return id;
}

void DemoState::addDecision(const Decision &decision)
{
    const std::lock_guard lock(m_mutex);
    m_index[decision.id] = m_decisions.size();
    m_decisions.push_back(decision);
}

std::optional<Decision> DemoState::decision(const std::string &id) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_index.find(id);
    return found == m_index.end() ? std::nullopt : std::optional(m_decisions[found->second]);
}

bool DemoState::updateDecision(const std::string &id, const std::function<void(Decision &)> &change)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_index.find(id);
    if (found == m_index.end())
        return false;
    change(m_decisions[found->second]);
    return true;
}

bool DemoState::removeDecision(const std::string &id)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_index.find(id);
    if (found == m_index.end())
        return false;
    const std::size_t row = found->second;
    m_index.erase(found);
    m_decisions.erase(m_decisions.begin() + static_cast<std::ptrdiff_t>(row));
    for (std::size_t i = row; i < m_decisions.size(); ++i)
        m_index[m_decisions[i].id] = i;
    return true;
}

Page<Decision> DemoState::decisions(int page, int limit, bool withOutcomeOnly) const
{
    const std::lock_guard lock(m_mutex);
    return newestFirst(m_decisions, page, limit, [withOutcomeOnly](const Decision &decision) {
        return !withOutcomeOnly || decision.actualOutcome.has_value();
    });
}

void DemoState::addAudit(AuditEntry entry)
{
    const std::lock_guard lock(m_mutex);
    if (entry.id.empty())
        entry.id = newIdLocked("aud_");
    m_audit.push_back(std::move(entry));
}

Page<AuditEntry> DemoState::audit(const AuditFilter &filter, int page, int limit) const
{
    const std::lock_guard lock(m_mutex);
    return newestFirst(m_audit, page, limit, [&filter](const AuditEntry &entry) {
        return std::all_of(filter.begin(), filter.end(),
                           [&entry](const auto &condition) { return matches(entry, condition); });
    });
}

std::string DemoState::auditExport(std::size_t *rows) const
{
    const std::lock_guard lock(m_mutex);
    std::string text = "[";
    for (const auto &entry : m_audit) {
        if (text.size() > 1)
            text += ',';
        text += auditText(entry);
    }
    if (rows)
        *rows = m_audit.size();
    return text + ']';
}

PolicySnapshot DemoState::policy() const
{
    const std::lock_guard lock(m_mutex);
    return m_snapshots.back();
}

std::vector<PolicySnapshot> DemoState::snapshots() const
{
    const std::lock_guard lock(m_mutex);
    return m_snapshots;
}

PolicySnapshot DemoState::changePolicy(const PolicyChange &change)
{
    const auto time = now();
    const std::lock_guard lock(m_mutex);
    PolicySnapshot next = m_snapshots.back();
    next.previousSnapshotId = next.snapshotId;
    next.snapshotId = newIdLocked("pol_");
    ++next.revision;
    next.createdAt = time;
    if (change.minConfidence)
        next.minConfidence = *change.minConfidence;
    if (change.riskFloor)
        next.riskFloor = change.riskFloor;
    if (change.requireCalibration)
        next.requireCalibration = *change.requireCalibration;
    if (change.allowReexecution)
        next.allowReexecution = *change.allowReexecution;
    m_snapshots.push_back(next);
    return next;
}

void DemoState::adopt(History history)
{
    const std::lock_guard lock(m_mutex);
    m_decisions = std::move(history.decisions);
    m_audit = std::move(history.audit);
    m_snapshots = std::move(history.snapshots);
    m_index.clear();
    for (std::size_t i = 0; i < m_decisions.size(); ++i)
        m_index[m_decisions[i].id] = i;
    // A fresh stream of ids, so that a second run does not repeat those of the first.
    m_random.seed(m_seed ^ (m_audit.size() * 0x9e3779b97f4a7c15ULL + 1));
}

std::shared_ptr<std::mutex> DemoState::executionLock(const std::string &id)
{
    const std::lock_guard lock(m_mutex);
    auto &entry = m_executionLocks[id];
    if (!entry)
        entry = std::make_shared<std::mutex>();
    return entry;
}

} // namespace algenta::demo
