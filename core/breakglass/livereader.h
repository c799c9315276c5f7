// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/breakglass/hosts.h"
#include "core/breakglass/review.h"
#include "core/engine/restapi.h"
#include "core/journal/journalservice.h"

#include <QObject>

#include <functional>

namespace algenta::breakglass
{

/** What an act judges, from the engine and from the journal, read at one time. */
struct LiveReading {
    engine::Decision decision;
    engine::Policy policy;
    bool enrolled = false;
    AllowedHosts hosts;
    QList<DueReview> overdue; ///< empty where they were not asked for
};

/** Reads what an act judges. A reading that is overtaken by a newer one is never delivered. */
class LiveReader : public QObject
{
    Q_OBJECT

public:
    enum class Reviews { Skip, Read };
    using Callback = std::function<void(const base::Result<LiveReading> &)>;

    /** All of it must outlive the reader. @p pin: that the connection demands, or empty. */
    LiveReader(engine::RestApi &rest, journal::JournalService &journal, const base::Clock &clock,
               QByteArray pin, QObject *parent = nullptr);

    void read(const QString &decisionId, Reviews reviews, const Callback &callback);
    /** The reading under way is not delivered. */
    void forget() { ++m_number; }

private:
    struct Reading;
    void finish(const Reading &reading);

    engine::RestApi &m_rest;
    journal::JournalService &m_journal;
    const base::Clock &m_clock;
    QByteArray m_pin;
    int m_number = 0;
};

} // namespace algenta::breakglass
