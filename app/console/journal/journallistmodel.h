// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/models/recordlistmodel.h"
#include "app/console/session/session.h"
#include "core/journal/journalservice.h"

#include <QtQmlIntegration/qqmlintegration.h>

namespace algenta::console
{

/**
 * The journal's entries, newest first, read from the file as the view asks for them. A filter reads
 * on by itself until it has rows to show or has seen everything.
 */
class JournalListModel : public algenta::console::RecordListModel
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Belongs to a view model")
    /** Entries that were recorded since and are not shown yet. */
    Q_PROPERTY(int waiting READ waiting NOTIFY stateChanged FINAL)
    Q_PROPERTY(bool more READ hasMore NOTIFY stateChanged FINAL)

public:
    enum Role {
        KeyRole = Qt::UserRole + 1,
        SeqRole,
        TimeRole,
        TitleRole,
        BadgeRole,
        ActorRole,
        EngineRole,
        SubjectRole,
        SummaryRole,
        ExactSubjectRole,
        ExactActorRole,
        JsonRole,
        CsvRole,
        CommandRole,
    };

    JournalListModel(Session &session, journal::JournalService &journal, QObject *parent = nullptr);

    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;
    [[nodiscard]] bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;
    [[nodiscard]] QString countText() const override;
    void reload() override;
    Q_INVOKABLE void showWaiting() { reload(); }
    [[nodiscard]] int waiting() const { return m_waiting; }
    /** The journal holds entries up to this number. */
    void setNewest(qint64 seq);
    [[nodiscard]] const journal::Entry *bySeq(qint64 seq) const;

protected:
    [[nodiscard]] int recordCount() const override { return int(m_entries.size()); }
    [[nodiscard]] QVariant recordData(int record, int role) const override;
    [[nodiscard]] QVariant sortValue(int record, int role) const override;
    [[nodiscard]] QList<base::FilterField> filterFields() const override;
    [[nodiscard]] QString filterValue(int record, const QString &field) const override;
    [[nodiscard]] bool hasMore() const override { return m_more; }

private:
    void readNext();
    void take(const base::Result<QList<journal::Entry>> &entries);
    void readOnForFilter();

    static constexpr int pageSize = 200;
    /** Most entries kept in memory. */
    static constexpr int memoryLimit = 20'000;
    Session &m_session;
    journal::JournalService &m_journal;
    QList<journal::Entry> m_entries; ///< newest first
    int m_ticket = 0;
    bool m_more = false;
    int m_waiting = 0;
};

} // namespace algenta::console
