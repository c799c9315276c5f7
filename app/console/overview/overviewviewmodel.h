// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/overview/activityreader.h"
#include "app/console/session/session.h"
#include "core/journal/journalservice.h"

#include <QObject>
#include <QVariantList>
#include <QtQmlIntegration/qqmlintegration.h>

namespace algenta::console
{

/** The Overview page: what is wrong now, how it was in the last days, what this engine is. */
class OverviewViewModel : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Made by the program")
    /** { title, figure, detail, kind } for each tile. */
    Q_PROPERTY(QVariantList tiles READ tiles NOTIFY changed FINAL)
    /** { name, kind } and { label, values } as BarChart takes them. */
    Q_PROPERTY(QVariantList gateSeries READ gateSeries NOTIFY changed FINAL)
    Q_PROPERTY(QVariantList gateBars READ gateBars NOTIFY changed FINAL)
    Q_PROPERTY(QString gateNote READ gateNote NOTIFY changed FINAL)
    Q_PROPERTY(QVariantList deliverySeries READ deliverySeries CONSTANT FINAL)
    Q_PROPERTY(QVariantList deliveryBars READ deliveryBars NOTIFY changed FINAL)
    Q_PROPERTY(QString deliveryNote READ deliveryNote NOTIFY changed FINAL)
    /** { label, value, kind? } rows about the connected engine. */
    Q_PROPERTY(QVariantList engineRows READ engineRows NOTIFY changed FINAL)
    /** "… counted 20 s ago": how fresh the figures are. */
    Q_PROPERTY(QString readText READ readText NOTIFY ageChanged FINAL)

public:
    OverviewViewModel(Session &session, journal::JournalService &journal, QObject *parent = nullptr);

    [[nodiscard]] QVariantList tiles() const;
    [[nodiscard]] QVariantList gateSeries() const;
    [[nodiscard]] QVariantList gateBars() const;
    [[nodiscard]] QString gateNote() const;
    [[nodiscard]] QVariantList deliverySeries() const;
    [[nodiscard]] QVariantList deliveryBars() const;
    [[nodiscard]] QString deliveryNote() const;
    [[nodiscard]] QVariantList engineRows() const;
    [[nodiscard]] QString readText() const;

Q_SIGNALS:
    void changed();
    void ageChanged();

private:
    void readJournal();
    [[nodiscard]] QString since(const QDateTime &time, const std::optional<base::Error> &error) const;
    [[nodiscard]] QDate dayOf(const QDateTime &time) const;
    [[nodiscard]] QList<QDate> days(const QDateTime &since) const;

    Session &m_session;
    journal::JournalService &m_journal;
    ActivityReader m_reader;
    std::optional<int> m_overrides; ///< acts of the last 24 hours; nothing if the journal cannot be read
    std::optional<int> m_unknown;
};

} // namespace algenta::console
