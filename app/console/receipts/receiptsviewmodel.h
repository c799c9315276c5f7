// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/receipts/receiptlistmodel.h"

#include <QObject>
#include <QVariantList>
#include <QtQmlIntegration/qqmlintegration.h>

namespace algenta::console
{

/** The Receipts page: own receipts and derived executions, quick filters, and one of them in full. */
class ReceiptsViewModel : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Made by the program")
    Q_PROPERTY(algenta::console::PagedListModel *list READ list CONSTANT FINAL)
    Q_PROPERTY(QString countText READ countText NOTIFY listChanged FINAL)
    /** Why receipts may be missing; empty if none are. */
    Q_PROPERTY(QString journalProblem READ journalProblem NOTIFY listChanged FINAL)
    Q_PROPERTY(bool seenOnly READ isSeenOnly NOTIFY filterChanged FINAL)
    Q_PROPERTY(bool derivedOnly READ isDerivedOnly NOTIFY filterChanged FINAL)
    Q_PROPERTY(bool overridesOnly READ isOverridesOnly NOTIFY filterChanged FINAL)
    Q_PROPERTY(bool failedOnly READ isFailedOnly NOTIFY filterChanged FINAL)

    /** Key of the row in the drawer; empty if it is closed. */
    Q_PROPERTY(QString selectedKey READ selectedKey NOTIFY selectionChanged FINAL)
    Q_PROPERTY(bool receipt READ isReceipt NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QString exactDecision READ exactDecision NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QString title READ title NOTIFY selectionChanged FINAL)
    /** What this row is evidence of, and what it is not. */
    Q_PROPERTY(QString evidenceText READ evidenceText NOTIFY selectionChanged FINAL)
    /** Documented members that the receipt did not have; empty if all were there. */
    Q_PROPERTY(QString missingText READ missingText NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QVariantList rows READ rows NOTIFY selectionChanged FINAL)
    /** The act that the receipt belongs to, entry by entry. */
    Q_PROPERTY(QVariantList story READ story NOTIFY storyChanged FINAL)
    Q_PROPERTY(QString storyProblem READ storyProblem NOTIFY storyChanged FINAL)
    /** Bytes of the answer (or the decision record) as text. */
    Q_PROPERTY(QString rawText READ rawText NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QString exactRaw READ exactRaw NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QString rawProblem READ rawProblem NOTIFY selectionChanged FINAL)

public:
    ReceiptsViewModel(Session &session, journal::JournalService &journal, QObject *parent = nullptr);

    [[nodiscard]] ReceiptListModel *list() { return &m_list; }
    [[nodiscard]] QString countText() const { return m_list.countText(); }
    [[nodiscard]] QString journalProblem() const { return m_list.journalProblem(); }
    [[nodiscard]] bool isSeenOnly() const;
    [[nodiscard]] bool isDerivedOnly() const;
    [[nodiscard]] bool isOverridesOnly() const;
    [[nodiscard]] bool isFailedOnly() const;
    [[nodiscard]] QString selectedKey() const { return m_shown ? m_shown->key : QString(); }
    [[nodiscard]] bool isReceipt() const { return m_shown && m_shown->isReceipt(); }
    [[nodiscard]] QString exactDecision() const { return m_shown ? m_shown->decisionId : QString(); }
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString evidenceText() const;
    [[nodiscard]] QString missingText() const;
    [[nodiscard]] QVariantList rows() const;
    [[nodiscard]] QVariantList story() const;
    [[nodiscard]] QString storyProblem() const { return m_storyProblem; }
    [[nodiscard]] QString rawText() const;
    [[nodiscard]] QString exactRaw() const;
    [[nodiscard]] QString rawProblem() const;

    Q_INVOKABLE void select(const QString &key);
    Q_INVOKABLE void close();
    Q_INVOKABLE void toggleSeen();
    Q_INVOKABLE void toggleDerived();
    Q_INVOKABLE void toggleOverrides();
    Q_INVOKABLE void toggleFailed();

Q_SIGNALS:
    void listChanged();
    void filterChanged();
    void selectionChanged();
    void storyChanged();

private:
    void restart();
    void toggle(const QString &term, const QString &opposite = {});
    void readStory();
    [[nodiscard]] base::Result<QByteArray> answerBytes() const;
    [[nodiscard]] QVariantList receiptRows() const;

    Session &m_session;
    journal::JournalService &m_journal;
    ReceiptListModel m_list;
    std::optional<ReceiptRecord> m_shown;
    int m_storyTicket = 0;
    QList<journal::Entry> m_story;
    QString m_storyProblem;
};

} // namespace algenta::console
