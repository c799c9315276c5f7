// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/session/session.h"
#include "core/base/clock.h"
#include "core/breakglass/hosts.h"
#include "core/breakglass/review.h"
#include "core/journal/journalservice.h"

#include <QObject>
#include <QVariantList>
#include <QtQmlIntegration/qqmlintegration.h>

#include <optional>

namespace algenta::console
{

/**
 * What stands around the break-glass window: hosts that acts may go to, reviews that are due, the last
 * exercise, and the operator key that is sealed on this machine. All but the key is read from the journal.
 */
class GlassDesk : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Made by the program")
    /** { host, reason, actor, since } of the connected engine, in the order in which they were allowed. */
    Q_PROPERTY(QVariantList hosts READ hosts NOTIFY changed FINAL)
    /** Why the list of hosts could not be read; empty if nothing is wrong. */
    Q_PROPERTY(QString hostsProblem READ hostsProblem NOTIFY changed FINAL)
    /** { actId, title, detail, overdue } of acts that nobody has reviewed, oldest first. */
    Q_PROPERTY(QVariantList reviews READ reviews NOTIFY changed FINAL)
    /** Why it is not known which acts wait for a review; empty if it is. */
    Q_PROPERTY(QString reviewsProblem READ reviewsProblem NOTIFY changed FINAL)
    Q_PROPERTY(int overdue READ overdue NOTIFY changed FINAL)
    /** The act that has waited longest for its review; empty if none does. */
    Q_PROPERTY(QString firstOverdue READ firstOverdue NOTIFY changed FINAL)
    Q_PROPERTY(QString drillText READ drillText NOTIFY changed FINAL)
    Q_PROPERTY(bool drillDue READ isDrillDue NOTIFY changed FINAL)
    Q_PROPERTY(bool hasKey READ hasKey NOTIFY changed FINAL)
    Q_PROPERTY(bool busy READ isBusy NOTIFY changed FINAL)
    /** Why something that was asked for here did not happen; empty if nothing is wrong. */
    Q_PROPERTY(QString problem READ problem NOTIFY changed FINAL)

public:
    GlassDesk(Session &session, journal::JournalService &journal, const base::Clock &clock, QString keyFolder,
              QObject *parent = nullptr);

    [[nodiscard]] QVariantList hosts() const;
    [[nodiscard]] QString hostsProblem() const { return m_hostsProblem; }
    [[nodiscard]] QVariantList reviews() const;
    [[nodiscard]] QString reviewsProblem() const { return m_reviewsProblem; }
    [[nodiscard]] int overdue() const;
    [[nodiscard]] QString firstOverdue() const;
    [[nodiscard]] QString drillText() const;
    [[nodiscard]] bool isDrillDue() const;
    [[nodiscard]] bool hasKey() const;
    [[nodiscard]] bool isBusy() const { return m_busy; }
    [[nodiscard]] QString problem() const { return m_problem; }

    /** Reads all of it again. */
    Q_INVOKABLE void reload();
    Q_INVOKABLE void withdrawHost(const QString &host, const QString &reason);
    [[nodiscard]] Q_INVOKABLE bool isDue(const QString &actId) const;
    Q_INVOKABLE void review(const QString &actId, const QString &text);
    /** Seals an operator key for the connected engine; both secrets are wiped in any case. */
    Q_INVOKABLE void sealKey(const QString &key, const QString &passphrase);
    Q_INVOKABLE void removeKey();

Q_SIGNALS:
    void changed();

private:
    void readHosts();
    void readReviews();
    void readDrills();
    void ended(const base::Error *error);

    Session &m_session;
    journal::JournalService &m_journal;
    const base::Clock &m_clock;
    QString m_keyFolder;
    QString m_actor;
    breakglass::AllowedHosts m_hosts;
    QString m_hostsProblem;
    QList<breakglass::DueReview> m_reviews;
    QString m_reviewsProblem;
    std::optional<QDateTime> m_lastDrill;
    bool m_drillsRead = false;
    bool m_busy = false;
    QString m_problem;
};

} // namespace algenta::console
