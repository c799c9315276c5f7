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

/** One look under way; it is over when all of its parts are. */
struct EngineConnection::Look {
    ConnectionState state;
    mcp::PendingValue<ConnectionState> promise{ConnectionState{}};
    int openParts = 1;

    void closePart()
    {
        if (--openParts > 0)
            return;
        state.checkedAt = base::SystemClock().now();
        promise.finish(std::move(state));
    }
};

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

void EngineConnection::lookAtKey(const std::shared_ptr<Look> &look)
{
    if (!hasKey()) {
        look->closePart();
        return;
    }
    base::onDone(m_rest->policy(), this, [look](const Result<Policy> &policy) {
        noteKey(look->state, policy);
        look->closePart();
    });
}

QFuture<ConnectionState> EngineConnection::probe()
{
    const auto look = std::make_shared<Look>();
    look->openParts = 2; // MCP and REST
    const auto future = look->promise.future();
    base::onDone(m_mcp->initialize(), this, [this, look](const Result<mcp::ServerInfo> &server) {
        if (!server) {
            look->state.mcpError = server.error();
            look->state.toolsError = server.error();
            look->closePart();
            return;
        }
        look->state.server = *server;
        base::onDone(m_mcp->listTools(), this, [look](const Result<mcp::ToolList> &tools) {
            if (tools)
                look->state.tools = *tools;
            else
                look->state.toolsError = tools.error();
            look->closePart();
        });
    });
    base::onDone(m_rest->health(), this, [this, look](const Result<QByteArray> &health) {
        look->state.restAnswers = health.has_value();
        if (!health)
            look->state.restError = health.error();
        lookAtKey(look);
    });
    return future;
}

QFuture<ConnectionState> EngineConnection::glance()
{
    const auto look = std::make_shared<Look>();
    const auto future = look->promise.future();
    base::onDone(m_rest->health(), this, [this, look](const Result<QByteArray> &health) {
        if (health) {
            look->state.restAnswers = true;
            lookAtKey(look);
            return;
        }
        look->state.restError = health.error();
        base::onDone(m_mcp->initialize(), this, [this, look](const Result<mcp::ServerInfo> &server) {
            if (server) {
                look->state.server = *server;
                lookAtKey(look);
                return;
            }
            look->state.mcpError = server.error();
            look->closePart();
        });
    });
    return future;
}

void EngineConnection::cancelAll()
{
    m_reader.cancelAll();
}

} // namespace algenta::engine
