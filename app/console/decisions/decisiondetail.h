// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/session/session.h"
#include "core/engine/records.h"

#include <QObject>
#include <QVariantList>
#include <QtQmlIntegration/qqmlintegration.h>

#include <limits>
#include <optional>

namespace algenta::console
{

/**
 * One decision in full, read from the engine when it is shown, with its gates checked against the
 * policy of that moment.
 */
class DecisionDetail : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Belongs to a view model")
    /** A record is shown. */
    Q_PROPERTY(bool shown READ isShown NOTIFY changed FINAL)
    Q_PROPERTY(bool busy READ isBusy NOTIFY changed FINAL)
    Q_PROPERTY(QString exactId READ exactId NOTIFY changed FINAL)
    Q_PROPERTY(QString title READ title NOTIFY changed FINAL)
    Q_PROPERTY(QString subtitle READ subtitle NOTIFY changed FINAL)
    /** Why what is shown is older than it should be; empty if it is not. */
    Q_PROPERTY(QString problem READ problem NOTIFY changed FINAL)
    Q_PROPERTY(QString problemAdvice READ problemAdvice NOTIFY changed FINAL)
    Q_PROPERTY(QVariantList rows READ rows NOTIFY changed FINAL)
    Q_PROPERTY(QVariantList gates READ gates NOTIFY changed FINAL)
    /** What the gates were checked against, or why they could not be. */
    Q_PROPERTY(QString gatesText READ gatesText NOTIFY changed FINAL)
    Q_PROPERTY(double confidence READ confidence NOTIFY changed FINAL)
    Q_PROPERTY(double minConfidence READ minConfidence NOTIFY changed FINAL)
    Q_PROPERTY(QString confidenceText READ confidenceText NOTIFY changed FINAL)
    Q_PROPERTY(QString minConfidenceText READ minConfidenceText NOTIFY changed FINAL)
    Q_PROPERTY(QString confidenceKind READ confidenceKind NOTIFY changed FINAL)
    Q_PROPERTY(QVariantList events READ events NOTIFY changed FINAL)
    Q_PROPERTY(QString json READ json NOTIFY changed FINAL)
    Q_PROPERTY(QString exactJson READ exactJson NOTIFY changed FINAL)

public:
    explicit DecisionDetail(Session &session, QObject *parent = nullptr);

    /** Shows a record that is known, and reads it and the policy again. */
    void show(const engine::Decision &known);
    void clear();
    /** Reads the shown record and the policy again. */
    Q_INVOKABLE void reread();

    [[nodiscard]] bool isShown() const { return m_decision.has_value(); }
    [[nodiscard]] bool isBusy() const { return m_waiting > 0; }
    [[nodiscard]] QString exactId() const { return m_decision ? m_decision->id : QString(); }
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString subtitle() const;
    [[nodiscard]] QString problem() const;
    [[nodiscard]] QString problemAdvice() const;
    [[nodiscard]] QVariantList rows() const;
    [[nodiscard]] QVariantList gates() const;
    [[nodiscard]] QString gatesText() const;
    [[nodiscard]] double confidence() const;
    [[nodiscard]] double minConfidence() const;
    [[nodiscard]] QString confidenceText() const;
    [[nodiscard]] QString minConfidenceText() const;
    [[nodiscard]] QString confidenceKind() const;
    [[nodiscard]] QVariantList events() const;
    [[nodiscard]] QString json() const;
    [[nodiscard]] QString exactJson() const;

Q_SIGNALS:
    void changed();
    /** The engine's present record of the shown decision. */
    void recordRead(const algenta::engine::Decision &decision);

private:
    [[nodiscard]] QVariantMap timeRow(const QString &label, const base::Timestamp &time,
                                      const QString &absent) const;
    [[nodiscard]] QVariantList executionRows() const;

    Session &m_session;
    int m_ticket = 0;
    int m_waiting = 0;
    std::optional<engine::Decision> m_decision;
    std::optional<base::Error> m_decisionError;
    std::optional<engine::Policy> m_policy;
    std::optional<base::Error> m_policyError;
};

} // namespace algenta::console
