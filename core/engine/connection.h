// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/base/secret.h"
#include "core/engine/address.h"
#include "core/engine/restapi.h"
#include "core/mcp/mcpclient.h"
#include "core/net/httpreader.h"

#include <QDateTime>
#include <QFuture>
#include <QObject>

#include <memory>
#include <optional>

namespace algenta::engine
{

class Doctor;

enum class KeyState {
    NotGiven, ///< there is none
    Accepted, ///< a read that asks for a key succeeded with it
    Refused,  ///< 401 or invalid_api_key
    NoRight,  ///< the engine knows it, but it may not read policy
    NotKnown, ///< could not be found out, see restError
};

/** What one look at an engine showed; each part stands for itself. */
struct ConnectionState {
    QDateTime checkedAt;
    std::optional<mcp::ServerInfo> server;
    std::optional<base::Error> mcpError; ///< why there is no server info
    std::optional<mcp::ToolList> tools;
    std::optional<base::Error> toolsError; ///< why there is no tool list
    bool restAnswers = false;              ///< GET /health came back
    std::optional<base::Error> restError;  ///< why REST does not answer, or why the key state is not known
    KeyState key = KeyState::NotGiven;

    /** Something that speaks MCP or the engine's REST answered. */
    [[nodiscard]] bool reachable() const { return server.has_value() || restAnswers; }
};

/** One engine: its address, the reading key (in memory only), and the clients that use both. */
class EngineConnection : public QObject
{
    Q_OBJECT

public:
    EngineConnection(EngineAddress address, base::Secret readingKey, QObject *parent = nullptr);
    EngineConnection(EngineAddress address, base::Secret readingKey, net::Link link,
                     QObject *parent = nullptr);
    ~EngineConnection() override;

    [[nodiscard]] const EngineAddress &address() const { return m_address; }
    [[nodiscard]] bool hasKey() const { return !m_key.isEmpty(); }
    [[nodiscard]] QByteArray keyFingerprint() const { return m_key.fingerprint(); }
    [[nodiscard]] const net::Link &link() const { return m_reader.link(); }
    [[nodiscard]] RestApi &rest() { return *m_rest; }
    [[nodiscard]] mcp::McpClient &mcp() { return *m_mcp; }
    /** A doctor for this connection, with its key and link; it lives on its own. @p clock outlives it. */
    [[nodiscard]] std::unique_ptr<Doctor> doctor(const base::Clock &clock) const;

    /** Handshake, tool list, health and a keyed read, side by side; finishes when all did. */
    [[nodiscard]] QFuture<ConnectionState> probe();
    /**
     * A cheap look: health, the key where there is one, and the handshake only where REST does not
     * answer. Leaves the tool list out.
     */
    [[nodiscard]] QFuture<ConnectionState> glance();
    /** Ends everything under way; each future finishes with Cancelled. */
    void cancelAll();

private:
    struct Look;
    void lookAtKey(const std::shared_ptr<Look> &look);

    EngineAddress m_address;
    base::Secret m_key;
    net::HttpReader m_reader;
    std::unique_ptr<mcp::McpClient> m_mcp;
    std::unique_ptr<RestApi> m_rest;
};

} // namespace algenta::engine
