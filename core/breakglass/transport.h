// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/address.h"

#include <QByteArray>
#include <QList>

namespace algenta::breakglass
{

/** A listening TCP socket of this machine. */
struct Listener {
    quint16 port = 0;
    quint32 uid = 0;       ///< of the user who opened it
    bool loopback = false; ///< reachable over a loopback address
    bool operator==(const Listener &) const = default;
};

/** The listening sockets in a text of the form of /proc/net/tcp or /proc/net/tcp6; other lines are passed
 * over. */
[[nodiscard]] QList<Listener> parseListeners(const QByteArray &table);
/** Those of this machine; StorageFailed if the kernel's tables cannot be read. */
[[nodiscard]] base::Result<QList<Listener>> readListeners();

/** Why an operator key may travel to an engine. */
enum class KeyTransport {
    Tls,
    OwnEngine, ///< loopback, to the demo engine that this program started
    OtherUser, ///< loopback, to a listener that this user cannot have put there
};

[[nodiscard]] QString keyTransportName(KeyTransport transport);

/**
 * Pure. NotAllowed unless the key would go over TLS, or over loopback to the program's own engine or
 * to a port on which only other users than @p ownUid listen. Whoever runs programs as this user could
 * otherwise take the engine's port while it is down and be handed the key.
 */
[[nodiscard]] base::Result<KeyTransport> judgeTransport(const engine::EngineAddress &address, bool ownEngine,
                                                        const QList<Listener> &listeners, quint32 ownUid);
/** The same for this process, now. */
[[nodiscard]] base::Result<KeyTransport> checkTransport(const engine::EngineAddress &address, bool ownEngine);

} // namespace algenta::breakglass
