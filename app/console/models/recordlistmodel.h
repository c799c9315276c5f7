// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/recordfilter.h"
#include "core/base/result.h"

#include <QAbstractListModel>
#include <QtQmlIntegration/qqmlintegration.h>

#include <optional>

namespace algenta::console
{

/**
 * Records as rows of a table: filtered and sorted among those that are loaded, in one of the states
 * loading, empty, filtered, failed, ready.
 *
 * A filter or a sort order that does not see everything says so in `coverage`. Subclasses hold the
 * records in order of arrival and answer for them by index; every text they give out has been made
 * visible already.
 */
class RecordListModel : public QAbstractListModel
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Belongs to a view model")
    Q_PROPERTY(QString status READ status NOTIFY stateChanged FINAL)
    Q_PROPERTY(bool busy READ isBusy NOTIFY stateChanged FINAL)
    Q_PROPERTY(QString failedWhy READ failedWhy NOTIFY stateChanged FINAL)
    Q_PROPERTY(QString failedAdvice READ failedAdvice NOTIFY stateChanged FINAL)
    /** What is missing from the rows that are shown; empty if nothing is. */
    Q_PROPERTY(QString incompleteText READ incompleteText NOTIFY stateChanged FINAL)
    Q_PROPERTY(QString incompleteDetail READ incompleteDetail NOTIFY stateChanged FINAL)
    /** Bytes of the answer behind a failure or a gap, as text. */
    Q_PROPERTY(QString rawAnswer READ rawAnswer NOTIFY stateChanged FINAL)
    /** "14", "200 of 100,000 loaded": what the rows are a part of. */
    Q_PROPERTY(QString countText READ countText NOTIFY stateChanged FINAL)
    Q_PROPERTY(QString coverage READ coverage NOTIFY stateChanged FINAL)
    Q_PROPERTY(QString filterText READ filterText WRITE setFilterText NOTIFY filterChanged FINAL)
    Q_PROPERTY(QString filterError READ filterError NOTIFY filterChanged FINAL)
    /** "gate, decision, who …": what can stand before a colon. */
    Q_PROPERTY(QString filterHelp READ filterHelp CONSTANT FINAL)
    Q_PROPERTY(QString sortRole READ sortRole NOTIFY sortChanged FINAL)
    Q_PROPERTY(bool sortDescending READ sortDescending NOTIFY sortChanged FINAL)

public:
    explicit RecordListModel(QObject *parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

    [[nodiscard]] QString status() const;
    [[nodiscard]] bool isBusy() const { return m_busy; }
    [[nodiscard]] QString failedWhy() const;
    [[nodiscard]] QString failedAdvice() const;
    [[nodiscard]] QString incompleteText() const { return m_incompleteText; }
    [[nodiscard]] QString incompleteDetail() const { return m_incompleteDetail; }
    [[nodiscard]] QString rawAnswer() const;
    [[nodiscard]] virtual QString countText() const;
    [[nodiscard]] virtual QString coverage() const;
    [[nodiscard]] QString filterText() const { return m_filterText; }
    void setFilterText(const QString &text);
    [[nodiscard]] QString filterError() const { return m_filterError; }
    [[nodiscard]] QString filterHelp() const;
    [[nodiscard]] QString sortRole() const { return m_sortRole; }
    [[nodiscard]] bool sortDescending() const { return m_sortDescending; }

    /** Sorts the loaded rows; an empty role is the order of the source. */
    Q_INVOKABLE void sortBy(const QString &role, bool descending);
    Q_INVOKABLE void clearFilter();
    /** Reads the source again. */
    Q_INVOKABLE virtual void reload() = 0;
    /** Index of the record behind a row, or -1. */
    [[nodiscard]] int recordOf(int row) const;
    /** Row of a record, or -1 if the filter hides it. */
    [[nodiscard]] int rowOf(int record) const;

Q_SIGNALS:
    void stateChanged();
    void filterChanged();
    void sortChanged();

protected:
    [[nodiscard]] virtual int recordCount() const = 0;
    /** Value of a record for a role of roleNames(). */
    [[nodiscard]] virtual QVariant recordData(int record, int role) const = 0;
    [[nodiscard]] virtual QList<base::FilterField> filterFields() const = 0;
    /** Plain value of a filter field; null where the record has none. */
    [[nodiscard]] virtual QString filterValue(int record, const QString &field) const = 0;
    /** What sorting by a role compares: a number, a time or a text. */
    [[nodiscard]] virtual QVariant sortValue(int record, int role) const { return recordData(record, role); }
    /** Are there records that are not loaded? Then filter and sort say that they did not see them. */
    [[nodiscard]] virtual bool hasMore() const { return false; }

    /** Call after records were added at the end (in order of arrival). */
    void recordsAppended(int first, int count);
    /** Call after anything else changed in the set of records. */
    void recordsReset();
    /** Call after values of one record changed. */
    void recordChanged(int record);
    /** Call when the way values are shown changed (time zone). */
    void presentationChanged(const QList<int> &roles);
    void setBusy(bool busy);
    /** Nothing could be read: the list shows why. */
    void setFailure(std::optional<base::Error> error);
    /** Something is missing: what is there stays. */
    void setIncomplete(const QString &text, const QString &detail = {}, const QByteArray &raw = {});
    [[nodiscard]] bool isFiltered() const { return !m_filter.isEmpty(); }
    /** Record indexes in the order shown; a list with rows of its own among them adds numbers of its own. */
    [[nodiscard]] virtual QList<int> arrange();

private:
    [[nodiscard]] bool accepts(int record) const;
    [[nodiscard]] bool sortsBefore(int left, int right) const;

    QList<int> m_rows; ///< record indexes in the order shown
    base::RecordFilter m_filter;
    QString m_filterText;
    QString m_filterError;
    QString m_sortRole;
    int m_sortRoleId = -1;
    bool m_sortDescending = false;
    bool m_busy = false;
    std::optional<base::Error> m_failure;
    QString m_incompleteText;
    QString m_incompleteDetail;
    QByteArray m_incompleteRaw;
};

} // namespace algenta::console
