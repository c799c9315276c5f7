// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/tools/jsontreemodel.h"
#include "core/engine/toolset.h"

#include <QDateTime>
#include <QObject>
#include <QVariantList>
#include <QtQmlIntegration/qqmlintegration.h>

#include <optional>

namespace algenta::console
{

/** One call that was tried: what went out, and what came of it. */
struct TrialAttempt {
    int number = 0;
    QString tool;
    QByteArray arguments; ///< JSON text, as written
    QString origin;       ///< of the engine
    QDateTime startedAt;
    qint64 elapsed = 0; ///< milliseconds
    QString stopped;    ///< why nobody waits for the answer any more; empty if it came or is awaited
    std::optional<base::Result<engine::ToolAnswer>> outcome;

    /** "under way", "answered", "error of the tool", "refused here", "failed" or "stopped". */
    [[nodiscard]] QString outcomeText() const;
    [[nodiscard]] QString outcomeKind() const; ///< of a Badge
    /** The call was refused by this program: nothing of it left. */
    [[nodiscard]] bool isRefusedHere() const;
    [[nodiscard]] const base::Error *error() const;
    [[nodiscard]] const engine::ToolAnswer *answer() const;
};

/** The outcome of one attempt as the page shows it: by documented members, as a tree, as text, raw. */
class TrialResult : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Belongs to a view model")
    /** 0 if there is none. */
    Q_PROPERTY(int number READ number NOTIFY changed FINAL)
    Q_PROPERTY(QString heading READ heading NOTIFY changed FINAL)
    Q_PROPERTY(QString outcome READ outcome NOTIFY changed FINAL)
    Q_PROPERTY(QString kind READ kind NOTIFY changed FINAL)
    Q_PROPERTY(QString failedWhat READ failedWhat NOTIFY changed FINAL)
    Q_PROPERTY(QString failedAdvice READ failedAdvice NOTIFY changed FINAL)
    /** What of the answer is not in the views: other blocks, a text that says another thing, cut texts. */
    Q_PROPERTY(QString note READ note NOTIFY changed FINAL)
    Q_PROPERTY(QVariantList rows READ rows NOTIFY changed FINAL)
    Q_PROPERTY(QString rowsNote READ rowsNote NOTIFY changed FINAL)
    Q_PROPERTY(algenta::console::JsonTreeModel *tree READ tree CONSTANT FINAL)
    Q_PROPERTY(QString text READ text NOTIFY changed FINAL)
    Q_PROPERTY(QString exact READ exact NOTIFY changed FINAL)
    Q_PROPERTY(QString rawText READ rawText NOTIFY changed FINAL)
    Q_PROPERTY(QString argumentsText READ argumentsText NOTIFY changed FINAL)

public:
    explicit TrialResult(QObject *parent = nullptr);

    /** @p when is the time of the attempt in words. */
    void show(const TrialAttempt &attempt, const QString &when);

    [[nodiscard]] int number() const { return m_attempt.number; }
    [[nodiscard]] QString heading() const;
    [[nodiscard]] QString outcome() const { return m_attempt.outcomeText(); }
    [[nodiscard]] QString kind() const { return m_attempt.outcomeKind(); }
    [[nodiscard]] QString failedWhat() const;
    [[nodiscard]] QString failedAdvice() const;
    [[nodiscard]] QString note() const;
    [[nodiscard]] QVariantList rows() const { return m_rows; }
    [[nodiscard]] QString rowsNote() const { return m_rowsNote; }
    [[nodiscard]] JsonTreeModel *tree() { return &m_tree; }
    [[nodiscard]] QString text() const;
    [[nodiscard]] QString exact() const;
    [[nodiscard]] QString rawText() const;
    [[nodiscard]] QString argumentsText() const;

Q_SIGNALS:
    void changed();

private:
    void readPayload();

    TrialAttempt m_attempt;
    QString m_when;
    QVariantList m_rows;
    QString m_rowsNote;
    JsonTreeModel m_tree;
};

} // namespace algenta::console
