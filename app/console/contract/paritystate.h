// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/session/session.h"
#include "core/contract/parity.h"

#include <QDateTime>
#include <QObject>
#include <QVariantList>
#include <QtQmlIntegration/qqmlintegration.h>

namespace algenta::console
{

/** Whether each profile, as a model would get it from the connected engine, equals the contract. */
class ParityState : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Belongs to a view model")
    /** "loading", "failed" or "ready". */
    Q_PROPERTY(QString status READ status NOTIFY changed FINAL)
    Q_PROPERTY(QString failedWhy READ failedWhy NOTIFY changed FINAL)
    Q_PROPERTY(QString failedAdvice READ failedAdvice NOTIFY changed FINAL)
    /** { label, value, note, kind } for each profile. */
    Q_PROPERTY(QVariantList rows READ rows NOTIFY verdictsChanged FINAL)
    /** { profile, kind, subject, detail } of what differs, at most 200 a profile. */
    Q_PROPERTY(QVariantList findings READ findings NOTIFY verdictsChanged FINAL)
    /** What the verdict rests on, and what it leaves open. */
    Q_PROPERTY(QString basis READ basis NOTIFY changed FINAL)
    /** Why nothing can be said for sure; empty if it can. */
    Q_PROPERTY(QString doubt READ doubt NOTIFY changed FINAL)
    /** "contract 0.1.0 · parity holds". */
    Q_PROPERTY(QString statusText READ statusText NOTIFY changed FINAL)
    /** "ok", "blocked" or "". */
    Q_PROPERTY(QString statusKind READ statusKind NOTIFY changed FINAL)

public:
    explicit ParityState(Session &session, QObject *parent = nullptr);

    [[nodiscard]] QString status() const;
    [[nodiscard]] QString failedWhy() const;
    [[nodiscard]] QString failedAdvice() const;
    [[nodiscard]] QVariantList rows() const { return m_rows; }
    [[nodiscard]] QVariantList findings() const { return m_findings; }
    [[nodiscard]] QString basis() const;
    [[nodiscard]] QString doubt() const;
    [[nodiscard]] QString statusText() const;
    [[nodiscard]] QString statusKind() const;
    [[nodiscard]] const QList<contract::ParityVerdict> &verdicts() const { return m_verdicts; }

Q_SIGNALS:
    void changed();
    /** Another look at the engine that found the same is none, so that the focus stays in the rows. */
    void verdictsChanged();

private:
    void update();
    void refresh();
    void judge(const mcp::ToolList &list);
    [[nodiscard]] qsizetype findingCount() const;
    [[nodiscard]] QVariantList makeRows() const;
    [[nodiscard]] QVariantList makeFindings() const;

    Session &m_session;
    QList<contract::ParityVerdict> m_verdicts; ///< one a profile, or none
    QVariantList m_rows;
    QVariantList m_findings;
    qsizetype m_advertised = 0;
    qsizetype m_broken = 0;
    QString m_incomplete;
    QDateTime m_readAt;
    std::optional<base::Error> m_error;
};

} // namespace algenta::console
