// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/connections/connectionroster.h"
#include "core/engine/connection.h"

#include <QObject>
#include <QtQmlIntegration/qqmlintegration.h>

#include <memory>
#include <optional>

namespace algenta::console
{

/**
 * The reading key of the selected connection. A key that is entered is tried against the engine before
 * it replaces another; where the keychain does not take it, memory alone is offered, never a file.
 */
class ConnectionKey : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Made by the program")
    /** Where the key is, in a sentence. */
    Q_PROPERTY(QString text READ text NOTIFY changed FINAL)
    Q_PROPERTY(bool hasKey READ hasKey NOTIFY changed FINAL)
    /** About the keychain of this session, in a sentence. */
    Q_PROPERTY(QString vaultText READ vaultText NOTIFY changed FINAL)
    /** There is a keychain, locked or not: a key is kept there unless the operator wants otherwise. */
    Q_PROPERTY(bool hasVault READ hasVault NOTIFY changed FINAL)
    /** The keychain may hold a key for it that was not read. */
    Q_PROPERTY(bool canRead READ canRead NOTIFY changed FINAL)
    Q_PROPERTY(bool canForget READ canForget NOTIFY changed FINAL)
    Q_PROPERTY(bool busy READ isBusy NOTIFY changed FINAL)
    /** What came of the last step; empty before one. */
    Q_PROPERTY(QString message READ message NOTIFY changed FINAL)
    /** "info", "attention" or "failed". */
    Q_PROPERTY(QString messageKind READ messageKind NOTIFY changed FINAL)
    /** The keychain did not take the key that was entered: it can be kept in memory. */
    Q_PROPERTY(bool offersMemory READ offersMemory NOTIFY changed FINAL)
    /** The key of an earlier address or pin that still lies in the keychain; empty: none. */
    Q_PROPERTY(QString leftBehind READ leftBehind NOTIFY changed FINAL)

public:
    ConnectionKey(ConnectionRoster &roster, ReadingKeys &keys, QObject *parent = nullptr);
    ~ConnectionKey() override;

    [[nodiscard]] QString text() const;
    [[nodiscard]] bool hasKey() const;
    [[nodiscard]] QString vaultText() const;
    [[nodiscard]] bool hasVault() const { return m_keys.hasVault(); }
    [[nodiscard]] bool canRead() const;
    [[nodiscard]] bool canForget() const;
    [[nodiscard]] bool isBusy() const { return m_busy; }
    [[nodiscard]] QString message() const { return m_message; }
    [[nodiscard]] QString messageKind() const { return m_messageKind; }
    [[nodiscard]] bool offersMemory() const { return m_offered != nullptr; }
    [[nodiscard]] QString leftBehind() const;

    /** Of which connection this is about. */
    void select(const QString &id);
    void noteLeftBehind(const std::optional<engine::CredentialBinding> &binding);
    /** The binding of the selected connection, if its address can be used. */
    [[nodiscard]] std::optional<engine::CredentialBinding> binding() const;

    /** Tries the key against the engine, then keeps it: in the keychain or in memory alone. */
    Q_INVOKABLE void enter(const QString &key, bool inKeychain);
    Q_INVOKABLE void keepInMemory();
    Q_INVOKABLE void tryKeychainAgain();
    Q_INVOKABLE void dropOffer();
    /** From the keychain; the desktop may ask for its password. */
    Q_INVOKABLE void read();
    /** Out of the keychain and out of memory. */
    Q_INVOKABLE void forget();
    Q_INVOKABLE void removeLeftBehind();
    /** Removes what the keychain holds for a connection that is about to go. */
    void removeStored(const ConnectionEntry &entry);

Q_SIGNALS:
    void changed();

private:
    struct Trial;
    [[nodiscard]] bool mayHoldAnother(const ConnectionEntry &entry,
                                      const engine::CredentialBinding &at) const;
    void judge(const engine::ConnectionState &state);
    void keep();
    void keepHere();
    void stored(const KeyVault::Changed &written);
    void placed(const ConnectionEntry &entry, KeyPlace place);
    void say(const QString &kind, const QString &message);

    ConnectionRoster &m_roster;
    ReadingKeys &m_keys;
    QString m_id;
    std::unique_ptr<Trial> m_trial;
    std::unique_ptr<Trial> m_offered;
    std::optional<engine::CredentialBinding> m_leftBehind;
    QString m_message;
    QString m_messageKind;
    bool m_busy = false;
};

} // namespace algenta::console
