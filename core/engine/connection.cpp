// SPDX-License-Identifier: Apache-2.0
#include "core/engine/connection.h"

#include "core/base/clock.h"
#include "core/base/ondone.h"
#include "core/engine/doctor.h"
#include "core/mcp/pendinganswer.h"

namespace algenta::engine
{

using base::ErrorCode;
using base::Result;

namespace
{

/** One look under way; it is over when all of its parts are. */
struct Probe {
    ConnectionState state;
    mcp::PendingValue<ConnectionState> promise{ConnectionState{}};
    int openParts = 2; ///< MCP and REST

    void closePart()
    {
        if (--openParts > 0)
            return;
        state.checkedAt = base::SystemClock().now();
        promise.finish(std::move(state));
    }
};

void noteKey(ConnectionState &state, const Result<Policy> &policy)
{
    if (policy) {
        state.key = KeyState::Accepted;
        return;
    }
    switch (policy.error().code) {
    case ErrorCode::Unauthorized:
        state.key = KeyState::Refused;
        break;
    case ErrorCode::Forbidden:
        state.key = KeyState::NoRight;
        break;
    default:
        state.key = KeyState::NotKnown;
        break;
    }
    if (!state.restError)
        state.restError = policy.error();
}

} // namespace

EngineConnection::EngineConnection(EngineAddress address, base::Secret readingKey, QObject *parent)
    : EngineConnection(std::move(address), std::move(readingKey), net::Link(), parent)
{
}

EngineConnection::EngineConnection(EngineAddress address, base::Secret readingKey, net::Link link,
                                   QObject *parent)
    : QObject(parent)
    , m_address(std::move(address))
    , m_key(std::move(readingKey))
    , m_reader(net::HttpLimits(), std::move(link))
{
    const auto key = [this]() -> const base::Secret * { return m_key.isEmpty() ? nullptr : &m_key; };
    m_mcp = std::make_unique<mcp::McpClient>(m_address.mcp, m_reader, key);
    m_rest = std::make_unique<RestApi>(m_address, m_reader, key);
}

std::unique_ptr<Doctor> EngineConnection::doctor(const base::Clock &clock) const
{
    return std::make_unique<Doctor>(m_address, m_key.clone(), m_reader.link(), &clock);
}

EngineConnection::~EngineConnection()
{
    // While the clients still exist, so that each future finishes with its own answer.
    m_reader.cancelAll();
}

QFuture<ConnectionState> EngineConnection::probe()
{
    const auto probe = std::make_shared<Probe>();
    const auto future = probe->promise.future();
    base::onDone(m_mcp->initialize(), this, [this, probe](const Result<mcp::ServerInfo> &server) {
        if (!server) {
            probe->state.mcpError = server.error();
            probe->state.toolsError = server.error();
            probe->closePart();
            return;
        }
        probe->state.server = *server;
        base::onDone(m_mcp->listTools(), this, [probe](const Result<mcp::ToolList> &tools) {
            if (tools)
                probe->state.tools = *tools;
            else
                probe->state.toolsError = tools.error();
            probe->closePart();
        });
    });
    base::onDone(m_rest->health(), this, [this, probe](const Result<QByteArray> &health) {
        probe->state.restAnswers = health.has_value();
        if (!health)
            probe->state.restError = health.error();
        if (!hasKey()) {
            probe->closePart();
            return;
        }
        base::onDone(m_rest->policy(), this, [probe](const Result<Policy> &policy) {
            noteKey(probe->state, policy);
            probe->closePart();
        });
    });
    return future;
}

void EngineConnection::cancelAll()
{
    m_reader.cancelAll();
}

} // namespace algenta::engine
