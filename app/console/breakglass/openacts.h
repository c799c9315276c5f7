// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/session/session.h"
#include "core/base/clock.h"
#include "core/breakglass/settler.h"

#include <QObject>
#include <QSet>
#include <QtQmlIntegration/qqmlintegration.h>

#include <functional>

namespace algenta::console
{

/** Acts of this journal whose outcome is not known, and their settling by reading. */
class OpenActs : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Belongs to a view model")
    Q_PROPERTY(int count READ count NOTIFY changed FINAL)
    Q_PROPERTY(QString text READ text NOTIFY changed FINAL)
    /** Why it is not known which acts have no known outcome; empty if it is. */
    Q_PROPERTY(QString problem READ problem NOTIFY changed FINAL)

public:
    /** @p isUnderWay says of an act id whether this program still waits for its answer. */
    OpenActs(Session &session, journal::JournalService &journal, const base::Clock &clock,
             std::function<bool(const QString &)> isUnderWay, QObject *parent = nullptr);

    [[nodiscard]] int count() const { return int(m_acts.size()); }
    [[nodiscard]] QString text() const { return m_text; }
    [[nodiscard]] QString problem() const { return m_problem; }

    /** Reads which acts have no known outcome. */
    void read();
    /** Settles, by reading, those that were sent to the connected engine. */
    Q_INVOKABLE void settle();

Q_SIGNALS:
    void changed();

private:
    Session &m_session;
    breakglass::Settler m_settler;
    std::function<bool(const QString &)> m_isUnderWay;
    QList<breakglass::OpenAct> m_acts;
    QSet<qint64> m_settling;
    QString m_text;
    QString m_problem;
};

} // namespace algenta::console
