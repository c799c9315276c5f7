// SPDX-License-Identifier: Apache-2.0
#include "app/console/drift/snapshotkeeper.h"

#include "core/base/jsonreader.h"
#include "core/base/ondone.h"
#include "core/base/textsafety.h"
#include "core/store/sighting.h"

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::Result;
using store::KeptSnapshot;
using store::SnapshotKind;

namespace
{

/** The tools as they are kept, so that both sides of a comparison stand in the same order. */
contract::AdvertisedTools advertised(const mcp::ToolList &list, const QByteArray &content)
{
    contract::AdvertisedTools tools;
    if (const auto read = contract::readSnapshot(content); read && read->tools)
        tools = *read->tools;
    if (!list.complete) {
        tools.complete = false;
        tools.incompleteReason = list.incompleteReason;
    }
    return tools;
}

} // namespace

SnapshotKeeper::SnapshotKeeper(Session &session, LiveContract &contract, store::SnapshotService &service,
                               QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_contract(contract)
    , m_service(service)
{
    connect(&session, &Session::connectionReplaced, this, &SnapshotKeeper::forget);
    connect(&session, &Session::changed, this, &SnapshotKeeper::takeTools);
    connect(&contract, &LiveContract::documentRead, this, &SnapshotKeeper::takeContract);
}

bool SnapshotKeeper::isSettled() const
{
    const bool toolsKnown = !m_live.tools || m_first.tools;
    const bool contractKnown = (!m_live.contract && !m_live.discovery) || m_first.contract;
    return !m_live.isEmpty() && toolsKnown && contractKnown;
}

void SnapshotKeeper::forget()
{
    ++m_ticket;
    m_readAt = {};
    m_toolsContent.clear();
    m_contractBytes.clear();
    m_live = {};
    m_first = {};
    m_problems = {};
    m_problem.reset();
    m_notKept.clear();
    Q_EMIT changed();
}

void SnapshotKeeper::takeTools()
{
    const auto &state = m_session.lastState();
    if (!state || !state->tools || state->checkedAt == m_readAt)
        return;
    m_readAt = state->checkedAt;
    const QByteArray content = store::toolListContent(*state->tools);
    const QString notKept =
        state->tools->complete
            ? QString()
            : tr("The tool list is incomplete, so it is not kept, and no tool counts as missing. %1")
                  .arg(base::visibleText(state->tools->incompleteReason));
    const bool differs = content != m_toolsContent || notKept != m_notKept || !m_live.tools;
    m_toolsContent = content;
    m_notKept = notKept;
    m_live.tools = advertised(*state->tools, content);
    if (state->tools->complete)
        record(store::toolListSighting(m_session.origin(), *state->tools, m_readAt), SnapshotKind::ToolList);
    else if (!m_first.tools)
        readFirst(SnapshotKind::ToolList);
    if (differs)
        Q_EMIT changed();
}

void SnapshotKeeper::takeContract()
{
    const QByteArray bytes = m_contract.bytes();
    const auto sighting = store::contractSighting(m_session.origin(), bytes, m_contract.readAt());
    record(sighting, SnapshotKind::Contract);
    if (bytes == m_contractBytes)
        return;
    m_contractBytes = bytes;
    m_live.contract.reset();
    m_live.discovery.reset();
    if (const auto root = base::readJson(bytes)) {
        // A document that cannot be taken for a contract is still kept; the Contract page shows it.
        if (auto added = contract::addDocument(&m_live, *root, bytes); !added)
            m_live.discovery = *root;
    }
    Q_EMIT changed();
}

void SnapshotKeeper::record(const Result<store::Sighting> &sighting, SnapshotKind kind)
{
    if (!sighting) {
        setProblem(kind, sighting.error());
        return;
    }
    const int ticket = m_ticket;
    base::onDone(m_service.record(*sighting), this,
                 [this, ticket, kind](const Result<store::Recorded> &recorded) {
                     if (ticket != m_ticket)
                         return;
                     setProblem(kind, recorded ? std::nullopt : std::optional(recorded.error()));
                     const auto &known = kind == SnapshotKind::ToolList ? m_first.tools : m_first.contract;
                     if (!known)
                         readFirst(kind);
                     if (recorded && recorded->isNew)
                         Q_EMIT keptAnother();
                 });
}

void SnapshotKeeper::readFirst(SnapshotKind kind)
{
    const int ticket = m_ticket;
    base::onDone(m_service.first(m_session.origin(), kind), this,
                 [this, ticket, kind](const Result<std::optional<KeptSnapshot>> &first) {
                     if (ticket != m_ticket)
                         return;
                     if (!first)
                         setProblem(kind, first.error());
                     else if (*first)
                         takeFirst(kind, **first);
                 });
}

void SnapshotKeeper::takeFirst(SnapshotKind kind, const KeptSnapshot &kept)
{
    const auto part = store::comparable(kept);
    if (!part) {
        setProblem(kind, part.error());
        return;
    }
    if (kind == SnapshotKind::ToolList) {
        m_first.snapshot.tools = part->tools;
        m_first.tools = kept.info;
    } else {
        m_first.snapshot.contract = part->contract;
        m_first.snapshot.discovery = part->discovery;
        m_first.contract = kept.info;
    }
    Q_EMIT changed();
}

void SnapshotKeeper::setProblem(SnapshotKind kind, std::optional<base::Error> problem)
{
    m_problems[std::size_t(kind)] = std::move(problem);
    const std::optional<base::Error> &worst = m_problems[0] ? m_problems[0] : m_problems[1];
    if (worst == m_problem)
        return;
    m_problem = worst;
    Q_EMIT changed();
}

} // namespace algenta::console
