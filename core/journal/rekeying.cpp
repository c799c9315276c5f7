// SPDX-License-Identifier: Apache-2.0
#include "core/journal/rekeying.h"

#include "core/journal/journalrecords.h"
#include "core/journal/privatefile.h"

#include <QFile>

#include <utility>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

QString nextPath(const KeyPaths &paths)
{
    return paths.signingKey + u".next"_s;
}

base::Result<SigningKey> openPresent(const JournalFile &file, const KeyPaths &paths,
                                     const base::Secret &passphrase)
{
    bool unattended = false;
    auto key = openKey(paths, passphrase, unattended);
    if (!key)
        return key;
    if (unattended)
        return base::fail(
            base::ErrorCode::NotAllowed,
            u"The signing key of this journal needs no passphrase: it is that of an exercise."_s,
            u"Move its file aside and set a key of its own."_s);
    if (auto named = checkKeyIsNamed(file, *key); !named)
        return base::fail(named.error());
    return key;
}

} // namespace

Rekeying::Rekeying(JournalFile &file, KeyPaths paths, QString actor, QString reason)
    : m_file(file)
    , m_paths(std::move(paths))
    , m_actor(std::move(actor))
    , m_reason(std::move(reason))
{
}

base::Result<void> Rekeying::begin(const base::Secret &present, const base::Secret &next,
                                   const base::SealCost &cost)
{
    if (m_reason.trimmed().isEmpty())
        return invalidInput(u"Changing the signing key needs a reason; it is recorded."_s);
    if (auto good = KeyFile::checkPassphrase(next); !good)
        return good;
    auto opened = openPresent(m_file, m_paths, present);
    if (!opened)
        return base::fail(opened.error());
    auto made = SigningKey::generate(opened->publicKey().name);
    if (!made)
        return base::fail(made.error());
    // A file of an attempt that was cut short holds a key that never signed: it is overwritten.
    if (auto kept = KeyFile::replace(nextPath(m_paths), *made, next, cost); !kept)
        return kept;
    m_present.emplace(std::move(*opened));
    m_next.emplace(std::move(*made));
    return {};
}

base::Result<Entry> Rekeying::record()
{
    Draft draft;
    draft.kind = EntryKind::SigningKeySet;
    draft.actor = m_actor;
    draft.details = base::Json::object({{u"public_key"_s, base::Json::string(newKey())},
                                        {u"replaces"_s, base::Json::string(presentKey())},
                                        {u"unattended"_s, base::Json::boolean(false)},
                                        {u"new_seal"_s, base::Json::boolean(false)},
                                        {u"reason"_s, base::Json::string(m_reason)}});
    return m_file.append(draft);
}

base::Result<Checkpoint> Rekeying::introduce()
{
    return m_file.addCheckpoint(*m_present, m_paths.sealKey, CheckpointCause::KeySet);
}

base::Result<void> Rekeying::install()
{
    const auto bytes = readPrivateFile(nextPath(m_paths));
    if (!bytes)
        return base::fail(bytes.error());
    if (auto written = writePrivateFile(m_paths.signingKey, *bytes); !written)
        return written;
    QFile::remove(nextPath(m_paths)); // what stays of it is sealed, and overwritten the next time
    return {};
}

base::Result<Checkpoint> Rekeying::takeOver()
{
    return m_file.addCheckpoint(*m_next, m_paths.sealKey, CheckpointCause::KeySet);
}

base::Result<Entry> changePassphrase(JournalFile &file, const KeyPaths &paths, const base::Secret &present,
                                     const base::Secret &next, const QString &actor,
                                     const base::SealCost &cost)
{
    const auto key = openPresent(file, paths, present);
    if (!key)
        return base::fail(key.error());
    if (auto replaced = KeyFile::replace(paths.signingKey, *key, next, cost); !replaced)
        return base::fail(replaced.error());
    Draft draft;
    draft.actor = actor;
    draft.details = base::Json::object(
        {{u"text"_s, base::Json::string(u"The passphrase of the signing key was changed."_s)},
         {u"public_key"_s, base::Json::string(key->publicKey().text())}});
    return file.append(draft);
}

} // namespace algenta::journal
