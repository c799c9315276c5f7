// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/connections/connectionroster.h"
#include "core/breakglass/enrolment.h"
#include "core/journal/journalservice.h"

#include <QObject>
#include <QtQmlIntegration/qqmlintegration.h>

#include <optional>

namespace algenta::console
{

/** Whether the selected connection is confirmed for acts: read from the journal, changed only there. */
class ConnectionActs : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Made by the program")
    /** Since when and by whom, or why not. */
    Q_PROPERTY(QString text READ text NOTIFY changed FINAL)
    /** "ok", "neutral", "blocked" or "unknown", as a badge has it. */
    Q_PROPERTY(QString kind READ kind NOTIFY changed FINAL)
    Q_PROPERTY(QString word READ word NOTIFY changed FINAL)
    /** What is confirmed: the origin and the public key. */
    Q_PROPERTY(QString origin READ origin NOTIFY changed FINAL)
    Q_PROPERTY(QString pinText READ pinText NOTIFY changed FINAL)
    Q_PROPERTY(bool canConfirm READ canConfirm NOTIFY changed FINAL)
    Q_PROPERTY(bool canWithdraw READ canWithdraw NOTIFY changed FINAL)
    Q_PROPERTY(QString problem READ problem NOTIFY changed FINAL)

public:
    ConnectionActs(ConnectionRoster &roster, Session &session, journal::JournalService &journal,
                   QObject *parent = nullptr);

    [[nodiscard]] QString text() const;
    [[nodiscard]] QString kind() const;
    [[nodiscard]] QString word() const;
    [[nodiscard]] QString origin() const;
    [[nodiscard]] QString pinText() const;
    [[nodiscard]] bool canConfirm() const;
    [[nodiscard]] bool canWithdraw() const;
    [[nodiscard]] QString problem() const { return m_problem; }

    void select(const QString &id);
    /** Reads the journal again. */
    void reload();
    Q_INVOKABLE void confirm();
    Q_INVOKABLE void withdraw(const QString &reason);

Q_SIGNALS:
    void changed();

private:
    void append(const base::Result<journal::Draft> &draft);
    [[nodiscard]] std::optional<ConnectionEntry> entry() const { return m_roster.find(m_id); }
    [[nodiscard]] breakglass::EnrolmentChange change() const;
    [[nodiscard]] std::optional<breakglass::Enrolment> enrolment() const;
    [[nodiscard]] bool isConfirmed() const;

    ConnectionRoster &m_roster;
    Session &m_session;
    journal::JournalService &m_journal;
    QString m_id;
    std::optional<QList<journal::Entry>> m_entries;
    QString m_readProblem;
    QString m_problem;
};

} // namespace algenta::console
