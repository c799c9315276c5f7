// SPDX-License-Identifier: Apache-2.0
#include "app/console/connections/connectionkey.h"

#include "app/console/session/usertext.h"
#include "core/base/ondone.h"
#include "core/base/textsafety.h"

#include <algorithm>
#include <utility>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using engine::CredentialBinding;
using engine::CredentialFailure;
using engine::CredentialTrouble;
using engine::KeychainState;
using engine::KeyState;

namespace
{

constexpr qsizetype maxKey = 4096;

QString sentence(const CredentialFailure &failure)
{
    return base::visibleText((failure.message + u' ' + failure.remedy).trimmed());
}

bool isUsableKey(const base::Secret &key)
{
    const QByteArrayView bytes = key.view();
    return !bytes.isEmpty() && bytes.size() <= maxKey &&
           std::all_of(bytes.cbegin(), bytes.cend(), [](char c) { return c > ' ' && c <= '~'; });
}

} // namespace

/** A key between the field and the place where it is kept. */
struct ConnectionKey::Trial {
    ConnectionEntry entry;
    CredentialBinding binding;
    engine::SharedSecret key;
    bool inKeychain = false;
    QString verdict; ///< what the engine said of it
    std::unique_ptr<engine::EngineConnection> connection;
};

ConnectionKey::ConnectionKey(ConnectionRoster &roster, ReadingKeys &keys, QObject *parent)
    : QObject(parent)
    , m_roster(roster)
    , m_keys(keys)
{
    connect(&m_keys, &ReadingKeys::changed, this, &ConnectionKey::changed);
    connect(&m_roster, &ConnectionRoster::changed, this, &ConnectionKey::changed);
}

ConnectionKey::~ConnectionKey() = default;

std::optional<CredentialBinding> ConnectionKey::binding() const
{
    const auto entry = m_roster.find(m_id);
    if (!entry)
        return std::nullopt;
    const auto address = engine::parseEngineAddress(entry->address, entry->mcpAddress);
    return address ? std::optional(engine::credentialBinding(*address, entry->tls.pin)) : std::nullopt;
}

bool ConnectionKey::hasKey() const
{
    const auto at = binding();
    return m_roster.isDemo() || (at && m_keys.known(m_id, *at));
}

bool ConnectionKey::canRead() const
{
    const auto entry = m_roster.find(m_id);
    return entry && entry->isSaved() && entry->keyPlace == KeyPlace::Keychain && !hasKey() && hasVault() &&
           !m_busy;
}

bool ConnectionKey::canForget() const
{
    const auto entry = m_roster.find(m_id);
    return entry && !m_roster.isDemo() && !m_busy &&
           (hasKey() || (entry->isSaved() && entry->keyPlace == KeyPlace::Keychain && hasVault()));
}

QString ConnectionKey::text() const
{
    const auto entry = m_roster.find(m_id);
    if (!entry)
        return {};
    if (m_roster.isDemo())
        return tr("The demo engine's own reading key, given by the program.");
    const auto at = binding();
    const engine::SharedSecret key = at ? m_keys.known(m_id, *at) : nullptr;
    const QString name = key ? QString::fromLatin1(key->fingerprint()) : QString();
    if (key && entry->source == ConnectionSource::Environment)
        return tr("Key %1, from the environment. It is kept in memory until this program ends.").arg(name);
    if (key && entry->keyPlace == KeyPlace::Memory)
        return tr("Key %1, in memory until this program ends.").arg(name);
    if (key)
        return tr("Key %1, kept in the keychain.").arg(name);
    if (const auto trouble = m_keys.trouble(m_id); trouble &&
                                                   trouble->trouble != CredentialTrouble::NotFound &&
                                                   trouble->trouble != CredentialTrouble::NoService)
        return tr("Not read. %1").arg(sentence(*trouble));
    return entry->keyPlace == KeyPlace::Memory || m_keys.trouble(m_id)
               ? tr("None. Without a key only what the engine shows to everybody can be read.")
               : tr("Not read from the keychain yet.");
}

QString ConnectionKey::vaultText() const
{
    if (!m_keys.vaultState())
        return tr("Looking for a keychain…");
    switch (*m_keys.vaultState()) {
    case KeychainState::NoBus:
        return tr(
            "This session has no message bus (D-Bus), so there is no keychain. A key can be kept in memory "
            "only.");
    case KeychainState::NoService:
        return tr("No keychain runs in this session. A key can be kept in memory only.");
    case KeychainState::Locked:
        return tr("The keychain is locked; the desktop asks for its password when it is needed.");
    case KeychainState::Unlocked:
        return tr("The keychain is there and unlocked.");
    case KeychainState::Unknown:
        return tr("There is a keychain; whether it is locked cannot be told.");
    }
    Q_UNREACHABLE();
}

QString ConnectionKey::leftBehind() const
{
    return m_leftBehind ? base::visibleText(engine::credentialEntryName(*m_leftBehind)) : QString();
}

void ConnectionKey::select(const QString &id)
{
    if (id == m_id)
        return;
    m_id = id;
    m_trial.reset();
    m_offered.reset();
    m_leftBehind.reset();
    m_busy = false;
    m_message.clear();
    Q_EMIT changed();
}

void ConnectionKey::noteLeftBehind(const std::optional<CredentialBinding> &binding)
{
    m_leftBehind = binding && hasVault() && !m_roster.isShared(*binding, {}) ? binding : std::nullopt;
    if (binding)
        say(u"attention"_s, tr("The key of the earlier address or public key was not taken along. Enter the "
                               "key of this engine."));
    Q_EMIT changed();
}

void ConnectionKey::say(const QString &kind, const QString &message)
{
    m_busy = false;
    m_messageKind = kind;
    m_message = message;
    Q_EMIT changed();
}

void ConnectionKey::enter(const QString &key, bool inKeychain)
{
    base::Secret secret = secretFrom(key);
    const auto entry = m_roster.find(m_id);
    if (!entry || m_roster.isDemo() || m_busy)
        return;
    m_offered.reset();
    const auto target = openable(*entry);
    if (!target) {
        say(u"failed"_s, errorSentence(target.error()));
        return;
    }
    if (!isUsableKey(secret)) {
        say(u"failed"_s, tr("A key is one word of visible ASCII characters. Copy it again, without blanks."));
        return;
    }
    m_trial = std::make_unique<Trial>();
    m_trial->entry = *entry;
    m_trial->binding = target->binding;
    m_trial->inKeychain = inKeychain && entry->isSaved();
    m_trial->connection =
        std::make_unique<engine::EngineConnection>(target->address, secret.clone(), target->link);
    m_trial->key = std::make_shared<const base::Secret>(std::move(secret));
    m_busy = true;
    m_message.clear();
    Q_EMIT changed();
    base::onDone(m_trial->connection->glance(), m_trial->connection.get(),
                 [this](const engine::ConnectionState &state) { judge(state); });
}

bool ConnectionKey::mayHoldAnother(const ConnectionEntry &entry, const CredentialBinding &at) const
{
    if (m_keys.known(entry.id, at))
        return true;
    const auto trouble = m_keys.trouble(entry.id);
    return trouble && trouble->trouble != CredentialTrouble::NotFound &&
           trouble->trouble != CredentialTrouble::NoService;
}

/** A key that the engine refuses replaces nothing; one that cannot be tried only takes an empty place. */
void ConnectionKey::judge(const engine::ConnectionState &state)
{
    // The context of this very call.
    m_trial->connection.release()->deleteLater();
    const bool another = mayHoldAnother(m_trial->entry, m_trial->binding);
    switch (state.key) {
    case KeyState::Accepted:
        m_trial->verdict = tr("The engine accepts the key.");
        break;
    case KeyState::NoRight:
        m_trial->verdict = tr("The engine knows the key, but it has no right to read the execution policy.");
        break;
    case KeyState::Refused:
        m_trial.reset();
        say(u"failed"_s, another ? tr("The engine refuses the new key. The one before stays.")
                                 : tr("The engine refuses the key. It was not kept."));
        return;
    case KeyState::NotGiven:
    case KeyState::NotKnown: {
        const base::Error *why = state.restError  ? &*state.restError
                                 : state.mcpError ? &*state.mcpError
                                                  : nullptr;
        const QString reason = why ? errorSentence(*why) : QString();
        if (another) {
            m_trial.reset();
            say(u"failed"_s, tr("The new key could not be tried, so the one before stays. %1").arg(reason));
            return;
        }
        m_trial->verdict = tr("Whether the engine accepts the key could not be tried. %1").arg(reason);
        break;
    }
    }
    keep();
}

void ConnectionKey::keep()
{
    if (!m_trial->inKeychain) {
        keepHere();
        return;
    }
    m_busy = true;
    Q_EMIT changed();
    m_keys.store(m_trial->entry.id, m_trial->binding, m_trial->key, this,
                 [this, id = m_trial->entry.id](const KeyVault::Changed &written) {
                     if (m_trial && m_trial->entry.id == id)
                         stored(written);
                 });
}

void ConnectionKey::stored(const KeyVault::Changed &written)
{
    const auto trial = std::exchange(m_trial, nullptr);
    if (written) {
        placed(trial->entry, KeyPlace::Keychain);
        say(u"info"_s, tr("%1 It is kept in the keychain.").arg(trial->verdict));
        return;
    }
    const QString why = sentence(written.error());
    m_offered = std::make_unique<Trial>();
    m_offered->entry = trial->entry;
    m_offered->binding = trial->binding;
    m_offered->key = trial->key;
    m_offered->verdict = trial->verdict;
    say(u"failed"_s, tr("%1 It was not stored: %2").arg(trial->verdict, why));
}

/** In memory alone; what the keychain held for the connection goes with it. */
void ConnectionKey::keepHere()
{
    const auto trial = std::exchange(m_trial, nullptr);
    m_keys.remember(trial->entry.id, trial->binding, trial->key);
    const bool wasStored = trial->entry.isSaved() && trial->entry.keyPlace == KeyPlace::Keychain;
    placed(trial->entry, KeyPlace::Memory);
    say(u"info"_s, tr("%1 It is kept in memory until this program ends.").arg(trial->verdict));
    if (wasStored && hasVault() && !m_roster.isShared(trial->binding, trial->entry.id)) {
        m_keys.removeStored(trial->binding, this, [this](const KeyVault::Changed &removed) {
            if (!removed)
                say(u"attention"_s,
                    tr("The key is kept in memory, but what the keychain held before is still "
                       "there: %1")
                        .arg(sentence(removed.error())));
        });
    }
}

void ConnectionKey::keepInMemory()
{
    if (!m_offered)
        return;
    const auto offered = std::exchange(m_offered, nullptr);
    m_keys.remember(offered->entry.id, offered->binding, offered->key);
    placed(offered->entry, KeyPlace::Memory);
    say(u"info"_s, tr("%1 It is kept in memory until this program ends.").arg(offered->verdict));
}

void ConnectionKey::tryKeychainAgain()
{
    if (!m_offered)
        return;
    m_trial = std::exchange(m_offered, nullptr);
    m_trial->inKeychain = true;
    keep();
}

void ConnectionKey::dropOffer()
{
    m_offered.reset();
    say({}, {});
}

void ConnectionKey::placed(const ConnectionEntry &entry, KeyPlace place)
{
    if (auto kept = m_roster.find(entry.id); kept && kept->isSaved() && kept->keyPlace != place) {
        kept->keyPlace = place;
        m_roster.put(*kept);
    }
    if (entry.id == m_roster.current())
        m_roster.reopen();
}

void ConnectionKey::read()
{
    const auto entry = m_roster.find(m_id);
    const auto at = binding();
    if (!entry || !at || m_busy)
        return;
    m_busy = true;
    m_message.clear();
    Q_EMIT changed();
    m_keys.find(*entry, *at, ReadingKeys::Unlocking::Allowed, this,
                [this, id = m_id](const KeyVault::Read &key) {
                    if (id != m_id)
                        return;
                    if (!key) {
                        say(u"failed"_s, sentence(key.error()));
                        return;
                    }
                    say(u"info"_s, tr("The key was read from the keychain."));
                    if (id == m_roster.current())
                        m_roster.reopen();
                });
}

void ConnectionKey::forget()
{
    const auto entry = m_roster.find(m_id);
    const auto at = binding();
    if (!entry || !at || m_busy || m_roster.isDemo())
        return;
    const auto forgotten = [this, id = m_id] {
        m_keys.drop(id);
        if (id == m_roster.current())
            m_roster.reopen();
    };
    if (!entry->isSaved() || entry->keyPlace == KeyPlace::Memory || !hasVault()) {
        forgotten();
        say(u"info"_s, tr("The key is gone from memory."));
        return;
    }
    m_busy = true;
    Q_EMIT changed();
    m_keys.removeStored(*at, this, [this, forgotten, id = m_id](const KeyVault::Changed &removed) {
        if (removed)
            forgotten();
        if (id != m_id)
            return;
        if (removed)
            say(u"info"_s, tr("The key is gone from the keychain and from memory."));
        else
            say(u"failed"_s, tr("The key was not forgotten. %1").arg(sentence(removed.error())));
    });
}

void ConnectionKey::removeLeftBehind()
{
    if (!m_leftBehind || m_busy)
        return;
    m_busy = true;
    m_keys.removeStored(*m_leftBehind, this, [this](const KeyVault::Changed &removed) {
        if (removed)
            m_leftBehind.reset();
        say(removed ? u"info"_s : u"failed"_s,
            removed ? tr("The earlier key is gone from the keychain.") : sentence(removed.error()));
    });
    Q_EMIT changed();
}

void ConnectionKey::removeStored(const ConnectionEntry &entry)
{
    const auto address = engine::parseEngineAddress(entry.address, entry.mcpAddress);
    if (!address)
        return;
    const CredentialBinding at = engine::credentialBinding(*address, entry.tls.pin);
    if (m_roster.isShared(at, entry.id)) {
        say(u"attention"_s, tr("Another connection uses the same key; it stays in the keychain."));
        return;
    }
    m_keys.removeStored(at, this, [this](const KeyVault::Changed &removed) {
        say(removed ? u"info"_s : u"failed"_s,
            removed ? tr("The key of the removed connection is gone from the keychain.")
                    : tr("The connection was removed, its key was not. %1").arg(sentence(removed.error())));
    });
}

} // namespace algenta::console
