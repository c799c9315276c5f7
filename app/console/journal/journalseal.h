// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/session/session.h"
#include "core/base/clock.h"
#include "core/journal/journalservice.h"

#include <QObject>
#include <QtQmlIntegration/qqmlintegration.h>

namespace algenta::console
{

/** How the journal is sealed: its signing key, its checkpoints, and proofs of entries as files. */
class JournalSeal : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Belongs to a view model")
    /** "unknown", "absent", "locked", "unlocked" or "unattended". */
    Q_PROPERTY(QString key READ key NOTIFY changed FINAL)
    /** "sealed", "locked" …: one word for a badge. */
    Q_PROPERTY(QString word READ word NOTIFY changed FINAL)
    /** Kind of the badge: "ok", "blocked", "failed" or "unknown". */
    Q_PROPERTY(QString kind READ kind NOTIFY changed FINAL)
    Q_PROPERTY(QString text READ text NOTIFY changed FINAL)
    Q_PROPERTY(QString publicKey READ publicKey NOTIFY changed FINAL)
    Q_PROPERTY(bool busy READ isBusy NOTIFY changed FINAL)
    /** Why something that was asked for here did not happen; empty if nothing is wrong. */
    Q_PROPERTY(QString problem READ problem NOTIFY changed FINAL)
    /** Shown once after a key was set, until forgotten: what to keep elsewhere. */
    Q_PROPERTY(QString verificationKey READ verificationKey NOTIFY changed FINAL)
    /** The line of the last checkpoint made here, to be kept elsewhere; empty if none was. */
    Q_PROPERTY(QString anchor READ anchor NOTIFY changed FINAL)
    /** Where the last proof was written; empty if none was. */
    Q_PROPERTY(QString savedText READ savedText NOTIFY changed FINAL)

public:
    JournalSeal(Session &session, journal::JournalService &journal, QObject *parent = nullptr);

    [[nodiscard]] QString key() const;
    [[nodiscard]] QString word() const;
    [[nodiscard]] QString kind() const;
    [[nodiscard]] QString text() const;
    [[nodiscard]] QString publicKey() const { return m_journal.checkpointState().publicKey; }
    [[nodiscard]] bool isBusy() const { return m_busy; }
    [[nodiscard]] QString problem() const { return m_problem; }
    [[nodiscard]] QString verificationKey() const { return m_verificationKey; }
    [[nodiscard]] QString anchor() const { return m_anchor; }
    [[nodiscard]] QString savedText() const { return m_savedText; }

    /** Sets the first signing key; @p passphrase is wiped in any case. */
    Q_INVOKABLE void setUp(const QString &passphrase);
    Q_INVOKABLE void unlock(const QString &passphrase);
    Q_INVOKABLE void lock();
    /** Makes a checkpoint now; see anchor(). */
    Q_INVOKABLE void checkpoint();
    /** Writes the proof of an entry into a new file; see savedText(). */
    Q_INVOKABLE void saveProof(qint64 seq, const QString &path);
    /** The verification key was put elsewhere. */
    Q_INVOKABLE void forgetVerificationKey();

Q_SIGNALS:
    void changed();

private:
    void begin();
    void end(const base::Error *error);

    Session &m_session;
    journal::JournalService &m_journal;
    bool m_busy = false;
    QString m_problem;
    QString m_verificationKey;
    QString m_anchor;
    QString m_savedText;
};

} // namespace algenta::console
