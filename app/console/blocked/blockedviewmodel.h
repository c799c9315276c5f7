// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/blocked/actledger.h"
#include "app/console/blocked/blockedlistmodel.h"
#include "app/console/session/recordcache.h"
#include "app/console/session/session.h"

#include <QObject>
#include <QVariantList>
#include <QtQmlIntegration/qqmlintegration.h>

#include <optional>

namespace algenta::console
{

/** The Blocked page: refused executions, and one of them explained. */
class BlockedViewModel : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Made by the program")
    Q_PROPERTY(algenta::console::PagedListModel *list READ list CONSTANT FINAL)
    /** The same refusals without the page's filter and order, for the overview. */
    Q_PROPERTY(algenta::console::PagedListModel *newest READ newest CONSTANT FINAL)
    /** Blocked in the last 24 hours and not acted on, among the loaded rows. */
    Q_PROPERTY(int openCount READ openCount NOTIFY countChanged FINAL)
    Q_PROPERTY(QString statusText READ statusText NOTIFY countChanged FINAL)
    /** Says that the rules for finding blocks were never confirmed on a real engine; empty if they were. */
    Q_PROPERTY(QString ruleNote READ ruleNote CONSTANT FINAL)

    Q_PROPERTY(bool hasSelection READ hasSelection NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QString decisionId READ decisionId NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QString exactDecisionId READ exactDecisionId NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QString title READ title NOTIFY detailChanged FINAL)
    Q_PROPERTY(QString gateText READ gateText NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QString gateKind READ gateKind NOTIFY selectionChanged FINAL)
    /** "blocked 2 min ago, for replenish-2". */
    Q_PROPERTY(QString headline READ headline NOTIFY detailChanged FINAL)
    /** What the gate means and what the live record says about it now. */
    Q_PROPERTY(QString explanation READ explanation NOTIFY detailChanged FINAL)
    /** For the threshold bar; NaN where not known. */
    Q_PROPERTY(double measured READ measured NOTIFY detailChanged FINAL)
    Q_PROPERTY(double threshold READ threshold NOTIFY detailChanged FINAL)
    Q_PROPERTY(double scaleFrom READ scaleFrom NOTIFY detailChanged FINAL)
    Q_PROPERTY(double scaleTo READ scaleTo NOTIFY detailChanged FINAL)
    Q_PROPERTY(QString measuredText READ measuredText NOTIFY detailChanged FINAL)
    Q_PROPERTY(QString thresholdText READ thresholdText NOTIFY detailChanged FINAL)
    Q_PROPERTY(bool hasBar READ hasBar NOTIFY detailChanged FINAL)
    /** { label, value, note?, mono? } */
    Q_PROPERTY(QVariantList rows READ rows NOTIFY detailChanged FINAL)
    /** { title, time, detail, kind } oldest first. */
    Q_PROPERTY(QVariantList events READ events NOTIFY detailChanged FINAL)
    Q_PROPERTY(QString rawText READ rawText NOTIFY selectionChanged FINAL)
    /** Why the live decision is not shown; empty if it is or is being read. */
    Q_PROPERTY(QString liveProblem READ liveProblem NOTIFY detailChanged FINAL)

public:
    BlockedViewModel(Session &session, journal::JournalService &journal, QObject *parent = nullptr);

    [[nodiscard]] BlockedListModel *list() { return &m_list; }
    [[nodiscard]] BlockedListModel *newest() { return &m_newest; }
    [[nodiscard]] int openCount() const { return m_newest.openLastDay(); }
    [[nodiscard]] QString statusText() const;
    [[nodiscard]] QString ruleNote() const;
    [[nodiscard]] bool hasSelection() const { return m_selected.has_value(); }
    [[nodiscard]] const std::optional<engine::BlockedExecution> &selected() const { return m_selected; }
    [[nodiscard]] QString decisionId() const;
    [[nodiscard]] QString exactDecisionId() const;
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString gateText() const;
    [[nodiscard]] QString gateKind() const;
    [[nodiscard]] QString headline() const;
    [[nodiscard]] QString explanation() const;
    [[nodiscard]] double measured() const;
    [[nodiscard]] double threshold() const;
    [[nodiscard]] double scaleFrom() const;
    [[nodiscard]] double scaleTo() const;
    [[nodiscard]] QString measuredText() const;
    [[nodiscard]] QString thresholdText() const;
    [[nodiscard]] bool hasBar() const;
    [[nodiscard]] QVariantList rows() const;
    [[nodiscard]] QVariantList events() const;
    [[nodiscard]] QString rawText() const;
    [[nodiscard]] QString liveProblem() const;

    /** Shows one row; -1 closes the details. Reads the decision and the policy again. */
    Q_INVOKABLE void select(int row);

Q_SIGNALS:
    void countChanged();
    void selectionChanged();
    void detailChanged();

private:
    [[nodiscard]] const engine::Decision *live() const;
    [[nodiscard]] std::optional<engine::GateCheck> check() const;
    void connectionReplaced();

    Session &m_session;
    ActLedger m_ledger;
    mutable RecordCache m_cache; ///< reading what is asked for changes nothing that is shown
    BlockedListModel m_list;
    BlockedListModel m_newest;
    std::optional<engine::BlockedExecution> m_selected;
};

} // namespace algenta::console
