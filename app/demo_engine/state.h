// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demo_engine/history.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <unordered_map>

namespace algenta::demo
{

struct PolicyChange;

/** String filters of the audit log; keys that are not fields of an entry are looked up in its metadata. */
using AuditFilter = std::vector<std::pair<std::string, std::string>>;

template<typename T>
struct Page {
    std::vector<T> items;
    std::int64_t total = 0;
};

/** Everything the engine remembers. Each function is one transaction under one lock. */
class DemoState
{
public:
    DemoState(std::uint64_t seed, std::optional<std::int64_t> fixedNow, std::string dataFile);

    /** False when there is no file yet; an error text when it cannot be used. */
    struct Loaded {
        bool found = false;
        std::string error;
    };
    /** `receiver` replaces the built-in receiver's address of the run that wrote the file. */
    [[nodiscard]] Loaded load(const std::string &receiver);
    /** Writes a temporary file and renames it; an error goes to standard error. */
    void persist();
    /** Replaces everything, before the engine serves. */
    void adopt(History history);

    std::int64_t now();
    std::string newId(const std::string &prefix);

    void addDecision(const Decision &decision);
    std::optional<Decision> decision(const std::string &id) const;
    bool updateDecision(const std::string &id, const std::function<void(Decision &)> &change);
    bool removeDecision(const std::string &id);
    Page<Decision> decisions(int page, int limit, bool withOutcomeOnly) const;

    void addAudit(AuditEntry entry);
    Page<AuditEntry> audit(const AuditFilter &filter, int page, int limit) const;
    std::string auditExport(std::size_t *rows = nullptr) const;

    PolicySnapshot policy() const;
    std::vector<PolicySnapshot> snapshots() const;
    PolicySnapshot changePolicy(const PolicyChange &change);

    /** Held over a whole execution, so that two of one decision never overlap. */
    std::shared_ptr<std::mutex> executionLock(const std::string &id);

private:
    std::string newIdLocked(const std::string &prefix);
    std::string fileText() const;

    mutable std::mutex m_mutex;
    std::mutex m_fileMutex;
    std::mt19937_64 m_random;
    std::uint64_t m_seed;
    std::optional<std::int64_t> m_fixedNow;
    std::int64_t m_ticks = 0;
    std::string m_dataFile;
    std::string m_receiver;
    std::vector<Decision> m_decisions; ///< oldest first
    std::unordered_map<std::string, std::size_t> m_index;
    std::vector<AuditEntry> m_audit;         ///< oldest first
    std::vector<PolicySnapshot> m_snapshots; ///< oldest first, never empty
    std::map<std::string, std::shared_ptr<std::mutex>> m_executionLocks;
};

} // namespace algenta::demo
