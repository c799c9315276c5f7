// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include <functional>

namespace algenta::engine
{

/** What the session bus tells about the keychain of this session. */
enum class KeychainState {
    NoBus,     ///< there is no session bus
    NoService, ///< nothing on it keeps secrets
    Locked,    ///< the default collection is locked
    Unlocked,
    Unknown ///< there is a keychain, and its state cannot be found out
};

/** Asks without waiting; calls back once, if @p context still lives. Unlocks nothing. */
void askKeychainState(QObject *context, std::function<void(KeychainState)> done);

} // namespace algenta::engine
