// SPDX-License-Identifier: Apache-2.0
#include "app/console/journal/journalseal.h"

#include "app/console/journal/actreportfile.h"
#include "app/console/session/usertext.h"
#include "core/base/ondone.h"
#include "core/base/textsafety.h"
#include "core/journal/anchor.h"

#include <QLocale>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using Key = journal::CheckpointState::Key;

namespace
{

/** The eight digits by which notes and verification name a key: "name+digits+key". */
QString keyId(const QString &publicKey)
{
    return publicKey.section(u'+', 1, 1);
}

} // namespace

JournalSeal::JournalSeal(Session &session, journal::JournalService &journal, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_journal(journal)
{
    connect(&m_journal, &journal::JournalService::checkpointStateChanged, this, &JournalSeal::changed);
    connect(&m_session, &Session::timeZoneChanged, this, &JournalSeal::changed);
}

QString JournalSeal::key() const
{
    switch (m_journal.checkpointState().key) {
    case Key::Unknown:
        return u"unknown"_s;
    case Key::Absent:
        return u"absent"_s;
    case Key::Locked:
        return u"locked"_s;
    case Key::Unlocked:
        return u"unlocked"_s;
    case Key::Unattended:
        return u"unattended"_s;
    }
    return {};
}

QString JournalSeal::word() const
{
    if (m_journal.checkpointState().problem)
        return tr("not sealing");
    switch (m_journal.checkpointState().key) {
    case Key::Unknown:
        return tr("not known");
    case Key::Absent:
        return tr("not sealed");
    case Key::Locked:
        return tr("locked");
    case Key::Unlocked:
        return tr("sealing");
    case Key::Unattended:
        return tr("sealing, open key");
    }
    return {};
}

QString JournalSeal::kind() const
{
    if (m_journal.checkpointState().problem)
        return u"failed"_s;
    switch (m_journal.checkpointState().key) {
    case Key::Unknown:
        return u"unknown"_s;
    case Key::Absent:
    case Key::Locked:
        return u"blocked"_s;
    case Key::Unlocked:
        return u"ok"_s;
    case Key::Unattended:
        return u"override"_s;
    }
    return {};
}

QString JournalSeal::text() const
{
    const journal::CheckpointState &state = m_journal.checkpointState();
    const QLocale locale;
    QStringList parts;
    if (state.key == Key::Absent)
        parts.append(tr("No signing key was set: a cut or rewritten journal would not be noticed."));
    if (state.key == Key::Locked)
        parts.append(tr("The signing key is locked: what is recorded now is not sealed until it is opened."));
    if (state.key == Key::Unattended)
        parts.append(tr("The key of a demo: whoever reads its file can sign."));
    if (state.keySince.isValid()) {
        base::Timestamp since;
        since.instant = state.keySince;
        parts.append(tr("Key %1, set %2.").arg(keyId(state.publicKey), m_session.formatted(since)));
    }
    if (state.number > 0) {
        base::Timestamp time;
        time.instant = state.time;
        parts.append(tr("Checkpoint %1 covers %2 entries, made %3; %4 recorded since.")
                         .arg(locale.toString(state.number), locale.toString(state.size),
                              m_session.formatted(time), locale.toString(state.unsealed)));
    }
    if (state.problem)
        parts.append(errorSentence(*state.problem));
    return parts.join(u' ');
}

void JournalSeal::begin()
{
    m_busy = true;
    m_problem.clear();
    m_savedText.clear();
    Q_EMIT changed();
}

void JournalSeal::end(const base::Error *error)
{
    m_busy = false;
    m_problem = error ? errorSentence(*error) : QString();
    Q_EMIT changed();
}

void JournalSeal::setUp(const QString &passphrase)
{
    base::Secret words = secretFrom(passphrase);
    if (m_busy)
        return;
    begin();
    base::onDone(m_journal.setUpKeys(std::move(words), journal::systemActor()), this,
                 [this](const base::Result<journal::ShownKeys> &keys) {
                     if (keys && keys->verificationKey)
                         m_verificationKey = QString::fromLatin1(keys->verificationKey->view());
                     end(keys ? nullptr : &keys.error());
                 });
}

void JournalSeal::unlock(const QString &passphrase)
{
    base::Secret words = secretFrom(passphrase);
    if (m_busy)
        return;
    begin();
    base::onDone(m_journal.unlock(std::move(words)), this,
                 [this](const base::Result<journal::CheckpointState> &state) {
                     end(state ? nullptr : &state.error());
                 });
}

void JournalSeal::lock()
{
    if (m_busy)
        return;
    begin();
    base::onDone(m_journal.lock(), this, [this](const base::Result<journal::CheckpointState> &state) {
        end(state ? nullptr : &state.error());
    });
}

void JournalSeal::checkpoint()
{
    if (m_busy)
        return;
    begin();
    base::onDone(m_journal.head(), this, [this](const base::Result<journal::Head> &head) {
        if (!head) {
            end(&head.error());
            return;
        }
        base::onDone(m_journal.checkpoint(), this,
                     [this, id = head->journalId](const base::Result<journal::Checkpoint> &made) {
                         if (made)
                             m_anchor = journal::anchorLine(journal::anchorOf(*made, id));
                         end(made ? nullptr : &made.error());
                     });
    });
}

void JournalSeal::saveProof(qint64 seq, const QString &path)
{
    if (m_busy)
        return;
    begin();
    base::onDone(m_journal.prove(seq), this, [this, path](const base::Result<journal::EntryProof> &proof) {
        const base::Result<void> saved = proof ? saveNewFile(path, journal::proofBytes(*proof))
                                               : base::Result<void>(base::fail(proof.error()));
        if (saved)
            m_savedText = tr("Written: %1").arg(base::visibleText(path));
        end(saved ? nullptr : &saved.error());
    });
}

void JournalSeal::forgetVerificationKey()
{
    m_verificationKey.fill(u'\0');
    m_verificationKey.clear();
    Q_EMIT changed();
}

} // namespace algenta::console
