// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/journal/journalservice.h"

#include <QObject>
#include <QStringList>
#include <QVariantList>
#include <QtQmlIntegration/qqmlintegration.h>

#include <optional>

namespace algenta::console
{

/**
 * Verification of the journal and its two verdicts in plain words: integrity (do the entries fit
 * their hashes?) and completeness (what that cannot show). "Could not run" is neither good nor bad.
 */
class JournalVerdict : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Belongs to a view model")
    Q_PROPERTY(bool busy READ isBusy NOTIFY changed FINAL)
    /** There is a verdict to show. */
    Q_PROPERTY(bool shown READ isShown NOTIFY changed FINAL)
    /** "ok", "failed" or "unknown". */
    Q_PROPERTY(QString kind READ kind NOTIFY changed FINAL)
    Q_PROPERTY(QString integrityWord READ integrityWord NOTIFY changed FINAL)
    Q_PROPERTY(QString integrityText READ integrityText NOTIFY changed FINAL)
    Q_PROPERTY(QString completenessWord READ completenessWord NOTIFY changed FINAL)
    /** "ok", "blocked", "failed" or "unknown". */
    Q_PROPERTY(QString completenessKind READ completenessKind NOTIFY changed FINAL)
    Q_PROPERTY(QString completenessText READ completenessText NOTIFY changed FINAL)
    Q_PROPERTY(QString checkedText READ checkedText NOTIFY changed FINAL)
    /** What was found and what else to know, as events of a Timeline; the first 200. */
    Q_PROPERTY(QVariantList findings READ findings NOTIFY changed FINAL)
    Q_PROPERTY(QVariantList rows READ rows NOTIFY changed FINAL)

public:
    explicit JournalVerdict(journal::JournalService &journal, QObject *parent = nullptr);

    Q_INVOKABLE void run();
    Q_INVOKABLE void dismiss();
    [[nodiscard]] bool isBusy() const { return m_busy; }
    [[nodiscard]] bool isShown() const { return m_verdict.has_value(); }
    [[nodiscard]] QString kind() const;
    [[nodiscard]] QString integrityWord() const;
    [[nodiscard]] QString integrityText() const;
    [[nodiscard]] QString completenessWord() const;
    [[nodiscard]] QString completenessKind() const;
    [[nodiscard]] QString completenessText() const;
    [[nodiscard]] QString checkedText() const;
    [[nodiscard]] QVariantList findings() const;
    [[nodiscard]] QVariantList rows() const;
    [[nodiscard]] const std::optional<journal::Verdict> &verdict() const { return m_verdict; }

Q_SIGNALS:
    void changed();

private:
    journal::JournalService &m_journal;
    bool m_busy = false;
    std::optional<journal::Verdict> m_verdict;
    QDateTime m_checkedAt;
};

} // namespace algenta::console
