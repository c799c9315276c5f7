// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/breakglass/reconcile.h"
#include "core/engine/restapi.h"
#include "core/journal/journalservice.h"

#include <QFuture>
#include <QObject>

namespace algenta::breakglass
{

/** An act whose outcome is not known, from an earlier run or this one. */
struct OpenAct {
    journal::Entry entry;
    base::Result<IntentFacts> facts;
};

/** Settles acts of earlier runs by reading. It has no sender. */
class Settler : public QObject
{
    Q_OBJECT

public:
    /** All of it must outlive the settler. */
    Settler(journal::JournalService &journal, const base::Clock &clock, QString actor,
            QObject *parent = nullptr);

    /** Intents without a known outcome, oldest first. */
    [[nodiscard]] QFuture<base::Result<QList<OpenAct>>> openActs();
    /**
     * Re-reads the decision of one open act and records what that proves. NotAllowed if @p rest is
     * another engine than the act's; TooEarly comes back unrecorded.
     */
    [[nodiscard]] QFuture<base::Result<Verdict>> settle(const IntentFacts &intent, engine::RestApi &rest);

private:
    journal::JournalService &m_journal;
    const base::Clock &m_clock;
    QString m_actor;
};

} // namespace algenta::breakglass
