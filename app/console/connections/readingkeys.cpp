// SPDX-License-Identifier: Apache-2.0
#include "app/console/connections/readingkeys.h"

#include "core/base/ondone.h"

#include <QPointer>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using engine::CredentialBinding;
using engine::CredentialFailure;
using engine::CredentialTrouble;
using engine::KeychainState;

namespace
{

CredentialFailure noKey(const QString &why)
{
    return {CredentialTrouble::NotFound, why, u"Enter the reading key of this engine."_s};
}

CredentialFailure notAsked(KeychainState state)
{
    if (state == KeychainState::Locked)
        return {CredentialTrouble::Locked, u"The keychain is locked, and was not asked for the key."_s,
                u"Unlock it to read the key."_s};
    return {CredentialTrouble::Locked,
            u"Whether the keychain is locked cannot be told, so it was not asked for the key."_s,
            u"Have the key read; the desktop may ask for a password."_s};
}

} // namespace

ReadingKeys::ReadingKeys(std::unique_ptr<KeyVault> vault, QObject *parent)
    : QObject(parent)
    , m_vault(std::move(vault))
{
}

ReadingKeys::~ReadingKeys() = default;

engine::SharedSecret ReadingKeys::known(const QString &id, const CredentialBinding &binding) const
{
    const auto held = m_held.constFind(id);
    return held != m_held.cend() && held->binding == binding ? held->key : nullptr;
}

std::optional<CredentialFailure> ReadingKeys::trouble(const QString &id) const
{
    const auto found = m_troubles.constFind(id);
    return found == m_troubles.cend() ? std::nullopt : std::optional(*found);
}

bool ReadingKeys::hasVault() const
{
    return m_state && *m_state != KeychainState::NoBus && *m_state != KeychainState::NoService;
}

void ReadingKeys::askVault()
{
    m_vault->askState(this, [this](KeychainState state) {
        if (m_state == state)
            return;
        m_state = state;
        Q_EMIT changed();
    });
}

void ReadingKeys::find(const ConnectionEntry &entry, const CredentialBinding &binding, Unlocking unlocking,
                       QObject *context, const Found &found)
{
    if (auto key = known(entry.id, binding)) {
        found(key);
        return;
    }
    if (!entry.isSaved() || entry.keyPlace == KeyPlace::Memory) {
        found(tl::unexpected(noKey(u"No key was entered for this connection in this run."_s)));
        return;
    }
    if (unlocking == Unlocking::Allowed) {
        readVault(entry, binding, context, found);
        return;
    }
    m_vault->askState(this, [this, entry, binding, guard = QPointer(context), found](KeychainState state) {
        m_state = state;
        if (!guard)
            return;
        // A keychain whose state cannot be found out might ask for a password as well.
        if (state == KeychainState::Locked || state == KeychainState::Unknown) {
            const KeyVault::Read locked = tl::unexpected(notAsked(state));
            note(entry.id, locked);
            found(locked);
            return;
        }
        readVault(entry, binding, guard, found);
    });
}

void ReadingKeys::readVault(const ConnectionEntry &entry, const CredentialBinding &binding, QObject *context,
                            const Found &found)
{
    base::onDone(
        m_vault->read(binding), this,
        [this, id = entry.id, binding, guard = QPointer(context), found](const KeyVault::Read &read) {
            if (read)
                m_held.insert(id, {binding, *read});
            note(id, read);
            askVault();
            if (guard)
                found(read);
        });
}

void ReadingKeys::note(const QString &id, const KeyVault::Read &read)
{
    if (read)
        m_troubles.remove(id);
    else
        m_troubles.insert(id, read.error());
    Q_EMIT changed();
}

void ReadingKeys::remember(const QString &id, const CredentialBinding &binding, engine::SharedSecret key)
{
    m_held.insert(id, {binding, std::move(key)});
    m_troubles.remove(id);
    Q_EMIT changed();
}

void ReadingKeys::store(const QString &id, const CredentialBinding &binding, const engine::SharedSecret &key,
                        QObject *context, const Done &done)
{
    base::onDone(m_vault->write(binding, *key), this,
                 [this, id, binding, key, guard = QPointer(context), done](const KeyVault::Changed &written) {
                     if (written)
                         remember(id, binding, key);
                     askVault();
                     if (guard)
                         done(written);
                 });
}

void ReadingKeys::drop(const QString &id)
{
    m_held.remove(id);
    m_troubles.remove(id);
    Q_EMIT changed();
}

void ReadingKeys::removeStored(const CredentialBinding &binding, QObject *context, const Done &done)
{
    base::onDone(m_vault->remove(binding), this,
                 [this, guard = QPointer(context), done](const KeyVault::Changed &removed) {
                     askVault();
                     if (guard)
                         done(removed);
                 });
}

} // namespace algenta::console
