// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/session/session.h"
#include "core/engine/executecheck.h"

#include <QObject>
#include <QVariantList>
#include <QtQmlIntegration/qqmlintegration.h>

#include <memory>

namespace algenta::console
{

/** The requirements of the execute profile for the connected engine and key, as far as reading shows. */
class ExecuteState : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Belongs to a view model")
    /** "loading", "failed" (no engine) or "ready". */
    Q_PROPERTY(QString status READ status NOTIFY changed FINAL)
    Q_PROPERTY(bool busy READ isBusy NOTIFY changed FINAL)
    Q_PROPERTY(QString failedWhy READ failedWhy NOTIFY changed FINAL)
    Q_PROPERTY(QString failedAdvice READ failedAdvice NOTIFY changed FINAL)
    /** { requirement, state, kind, finding, open, evidence: rows of a KeyValueGrid }. */
    Q_PROPERTY(QVariantList findings READ findings NOTIFY changed FINAL)
    /** For which engine and key. */
    Q_PROPERTY(QString basis READ basis NOTIFY changed FINAL)

public:
    explicit ExecuteState(Session &session, QObject *parent = nullptr);

    [[nodiscard]] QString status() const;
    [[nodiscard]] bool isBusy() const { return m_busy; }
    [[nodiscard]] QString failedWhy() const { return m_session.failedWhy(); }
    [[nodiscard]] QString failedAdvice() const { return m_session.failedAdvice(); }
    [[nodiscard]] QVariantList findings() const;
    [[nodiscard]] QString basis() const;

    /** The page is looked at: asks the engine, if that was not done yet. */
    Q_INVOKABLE void begin();
    /** Asks again. */
    Q_INVOKABLE void reload();

Q_SIGNALS:
    void changed();

private:
    void restart();

    Session &m_session;
    std::unique_ptr<engine::ExecuteCheck> m_check;
    std::optional<engine::ExecuteObservations> m_seen;
    int m_ticket = 0;
    bool m_begun = false;
    bool m_busy = false;
};

} // namespace algenta::console
