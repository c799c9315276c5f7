// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/decisions/decisiondetail.h"
#include "app/console/decisions/decisionlistmodel.h"

#include <QObject>
#include <QtQmlIntegration/qqmlintegration.h>

namespace algenta::console
{

/** The Decisions page: the list, the decision in the drawer, and finding one by its id. */
class DecisionsViewModel : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Made by the program")
    Q_PROPERTY(algenta::console::PagedListModel *list READ list CONSTANT FINAL)
    Q_PROPERTY(algenta::console::DecisionDetail *detail READ detail CONSTANT FINAL)
    /** Id of the decision in the drawer, exact; empty if it is closed. */
    Q_PROPERTY(QString selectedId READ selectedId NOTIFY selectionChanged FINAL)
    /** The decision that is being looked for by its id; empty if none is. */
    Q_PROPERTY(QString openingText READ openingText NOTIFY openingChanged FINAL)
    /** Why the decision that was asked for is not shown; empty if there is no such trouble. */
    Q_PROPERTY(QString openProblem READ openProblem NOTIFY openingChanged FINAL)
    Q_PROPERTY(QString openAdvice READ openAdvice NOTIFY openingChanged FINAL)
    /** "1,200 loaded of 100,000". */
    Q_PROPERTY(QString countText READ countText NOTIFY countChanged FINAL)

public:
    explicit DecisionsViewModel(Session &session, QObject *parent = nullptr);

    [[nodiscard]] DecisionListModel *list() { return &m_list; }
    [[nodiscard]] DecisionDetail *detail() { return &m_detail; }
    [[nodiscard]] QString selectedId() const { return m_detail.exactId(); }
    [[nodiscard]] QString openingText() const;
    [[nodiscard]] QString openProblem() const;
    [[nodiscard]] QString openAdvice() const;
    [[nodiscard]] QString countText() const { return m_list.countText(); }

    /** Shows a loaded decision. */
    Q_INVOKABLE void select(const QString &id);
    /** Shows a decision wherever it is: among the loaded ones, or read from the engine alone. */
    Q_INVOKABLE void open(const QString &id);
    Q_INVOKABLE void close();
    Q_INVOKABLE void dismissProblem();

Q_SIGNALS:
    void selectionChanged();
    void openingChanged();
    void countChanged();

private:
    void restart();

    Session &m_session;
    DecisionListModel m_list;
    DecisionDetail m_detail;
    int m_ticket = 0;
    QString m_opening;
    QString m_failedId;
    std::optional<base::Error> m_openError;
};

} // namespace algenta::console
