// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/session/session.h"
#include "core/base/clock.h"
#include "core/engine/doctor.h"

#include <QObject>
#include <QVariantList>
#include <QtQmlIntegration/qqmlintegration.h>

#include <memory>

namespace algenta::console
{

/**
 * The Doctor page: looks at the current connection step by step, with its key and its TLS settings,
 * or at another address without any key. Only reads.
 */
class DoctorViewModel : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Made by the program")
    /** What will be looked at: the connection's address until another one is typed. */
    Q_PROPERTY(QString address READ address WRITE setAddress NOTIFY addressChanged FINAL)
    /** Why the address cannot be looked at; empty if it can. */
    Q_PROPERTY(QString addressError READ addressError NOTIFY addressChanged FINAL)
    /** Which key the look uses, in a sentence. */
    Q_PROPERTY(QString basis READ basis NOTIFY addressChanged FINAL)
    /** "none" (nothing was looked at), "running", "good", "failed" or "ended" (before its end). */
    Q_PROPERTY(QString state READ state NOTIFY changed FINAL)
    /** What came out, or which step is under way. */
    Q_PROPERTY(QString summary READ summary NOTIFY changed FINAL)
    /** Which address was looked at, and when. */
    Q_PROPERTY(QString subject READ subject NOTIFY changed FINAL)
    /** { title, state, kind, sign, finding, remedy, details } for each step; empty before the first look. */
    Q_PROPERTY(QVariantList steps READ steps NOTIFY changed FINAL)

public:
    DoctorViewModel(Session &session, const base::Clock &clock, QObject *parent = nullptr);
    ~DoctorViewModel() override;

    [[nodiscard]] QString address() const;
    void setAddress(const QString &address);
    [[nodiscard]] QString addressError() const;
    [[nodiscard]] QString basis() const;
    [[nodiscard]] QString state() const;
    [[nodiscard]] QString summary() const;
    [[nodiscard]] QString subject() const;
    [[nodiscard]] QVariantList steps() const;
    [[nodiscard]] bool isRunning() const { return m_doctor != nullptr; }

    /** Looks at the address; does nothing while a look is under way or the address cannot be used. */
    Q_INVOKABLE void start();
    /** As start(), for the address of the connection. */
    Q_INVOKABLE void checkConnection();
    /** Ends at once; what was not looked at is skipped. */
    Q_INVOKABLE void cancel();
    /** The lines that `algentactl doctor` prints. */
    Q_INVOKABLE [[nodiscard]] QString asText() const;
    /** The document that `algentactl doctor --json` prints. */
    Q_INVOKABLE [[nodiscard]] QString asJson() const;

Q_SIGNALS:
    void addressChanged();
    void changed();

private:
    [[nodiscard]] bool isConnectionsOwn(const engine::EngineAddress &address) const;
    [[nodiscard]] int count(engine::StepState state) const;
    void takeSteps();
    void finish();

    Session &m_session;
    const base::Clock &m_clock;
    QString m_typed; ///< empty: the connection's address
    QList<engine::DoctorStep> m_steps;
    QString m_origin;
    QDateTime m_startedAt;
    bool m_good = false;
    bool m_cancelled = false;
    std::unique_ptr<engine::Doctor> m_doctor; ///< while a look is under way
};

} // namespace algenta::console
