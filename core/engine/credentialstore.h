// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/secret.h"
#include "core/engine/address.h"

#include <QByteArray>
#include <QFuture>
#include <QObject>
#include <QString>

#include <tl/expected.hpp>

#include <chrono>
#include <memory>

namespace algenta::engine
{

/** What a stored key is good for: this origin, and this pinned public key, and nothing else. */
struct CredentialBinding {
    QString origin; ///< scheme://host:port, as EngineAddress::origin() writes it; two of them with a blank
                    ///< between
    QByteArray pin; ///< 32 bytes, or empty where the connection has no pin

    bool operator==(const CredentialBinding &) const = default;
};

/**
 * The binding of a connection's reading key. Where the MCP endpoint has an origin of its own, the key
 * goes there too, so that origin is part of it.
 */
[[nodiscard]] CredentialBinding credentialBinding(const EngineAddress &address, const QByteArray &pin);

/** Why the keychain of the system did not do it. */
enum class CredentialTrouble {
    NotFound,  ///< the keychain works and holds no key for this binding
    NoService, ///< no session bus, or nothing on it that keeps secrets
    Locked,    ///< the keychain is locked and was not unlocked
    Refused,   ///< the user or the keychain said no
    Foreign,   ///< what lies there is bound to another origin or pin, or was not written by this program
    Failed     ///< anything else; the message has what the keychain said
};

struct CredentialFailure {
    CredentialTrouble trouble = CredentialTrouble::Failed;
    QString message;
    QString remedy;

    /** True if the key can still be used from memory until the program ends. It is never kept in plain text.
     */
    [[nodiscard]] bool offersMemoryOnly() const { return trouble != CredentialTrouble::NotFound; }
};

template<typename T>
using CredentialResult = tl::expected<T, CredentialFailure>;

/** Shared because a future hands out copies; wiped with the last one. */
using SharedSecret = std::shared_ptr<const base::Secret>;

/**
 * Reading keys in the keychain of the system (Secret Service or KWallet, through QtKeychain).
 *
 * Each entry repeats its binding inside, so that an entry that was moved or renamed is not used.
 * What QtKeychain says is not enough to tell an absent or a locked keychain from an empty one, so
 * the session bus is asked as well. Needs a running event loop of GLib's kind, as Qt has on Linux.
 */
class CredentialStore : public QObject
{
    Q_OBJECT

public:
    /** @p patience: longest wait, an unlock dialog of the desktop included. */
    explicit CredentialStore(std::chrono::milliseconds patience = std::chrono::seconds(120),
                             QObject *parent = nullptr);
    ~CredentialStore() override;

    [[nodiscard]] QFuture<CredentialResult<SharedSecret>> read(const CredentialBinding &binding);
    /** Replaces what is there for the binding. */
    [[nodiscard]] QFuture<CredentialResult<bool>> write(const CredentialBinding &binding,
                                                        const base::Secret &key);
    /** Good also if there was none. */
    [[nodiscard]] QFuture<CredentialResult<bool>> remove(const CredentialBinding &binding);

private:
    struct Task;
    std::shared_ptr<Task> begin(const CredentialBinding &binding);
    void put(const std::shared_ptr<Task> &task, const SharedSecret &value);
    void finishRead(const std::shared_ptr<Task> &task, int error, const QString &said, QByteArray data);
    void finishChange(const std::shared_ptr<Task> &task, int error, const QString &said);

    std::chrono::milliseconds m_patience;
};

/** Name of the entry in the keychain, as the user sees it there. */
[[nodiscard]] QString credentialEntryName(const CredentialBinding &binding);

} // namespace algenta::engine
