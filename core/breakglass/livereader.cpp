// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/livereader.h"

#include "core/base/ondone.h"
#include "core/breakglass/enrolment.h"
#include "core/breakglass/journalreader.h"

#include <memory>
#include <optional>
#include <utility>

namespace algenta::breakglass
{

using journal::EntryKind;
using EntriesResult = base::Result<QList<journal::Entry>>;

struct LiveReader::Reading {
    int number = 0;
    Callback callback;
    std::optional<base::Result<engine::Decision>> decision;
    std::optional<base::Result<engine::Policy>> policy;
    std::optional<EntriesResult> rules;
    std::optional<EntriesResult> reviews;
};

LiveReader::LiveReader(engine::RestApi &rest, journal::JournalService &journal, const base::Clock &clock,
                       QByteArray pin, QObject *parent)
    : QObject(parent)
    , m_rest(rest)
    , m_journal(journal)
    , m_clock(clock)
    , m_pin(std::move(pin))
{
}

void LiveReader::read(const QString &decisionId, Reviews reviews, const Callback &callback)
{
    const auto reading = std::make_shared<Reading>();
    reading->number = ++m_number;
    reading->callback = callback;
    base::onDone(m_rest.decision(decisionId), this,
                 [this, reading](const base::Result<engine::Decision> &decision) {
                     reading->decision = decision;
                     finish(*reading);
                 });
    base::onDone(m_rest.policy(), this, [this, reading](const base::Result<engine::Policy> &policy) {
        reading->policy = policy;
        finish(*reading);
    });
    journal::EntryFilter rules;
    rules.kinds = enrolmentKinds + QList{EntryKind::HostAllowed, EntryKind::HostWithdrawn};
    rules.engine = m_rest.address().origin();
    base::onDone(readEntries(m_journal, rules), this, [this, reading](const EntriesResult &entries) {
        reading->rules = entries;
        finish(*reading);
    });
    if (reviews == Reviews::Skip) {
        reading->reviews = EntriesResult();
        return;
    }
    journal::EntryFilter acts;
    acts.kinds = {EntryKind::Intent, EntryKind::Outcome, EntryKind::Reviewed};
    base::onDone(readEntries(m_journal, acts), this, [this, reading](const EntriesResult &entries) {
        reading->reviews = entries;
        finish(*reading);
    });
}

void LiveReader::finish(const Reading &reading)
{
    if (!reading.decision || !reading.policy || !reading.rules || !reading.reviews ||
        reading.number != m_number)
        return;
    const QString origin = m_rest.address().origin();
    const base::Result<AllowedHosts> hosts =
        *reading.rules ? AllowedHosts::fold(**reading.rules, origin) : base::fail(reading.rules->error());
    const base::Error *problem = !*reading.decision  ? &reading.decision->error()
                                 : !*reading.policy  ? &reading.policy->error()
                                 : !hosts            ? &hosts.error()
                                 : !*reading.reviews ? &reading.reviews->error()
                                                     : nullptr;
    if (problem) {
        reading.callback(base::fail(*problem));
        return;
    }
    LiveReading live;
    live.decision = **reading.decision;
    live.policy = **reading.policy;
    live.hosts = *hosts;
    const auto enrolment = foldEnrolment(**reading.rules, origin);
    live.enrolled = enrolment && enrolment->covers(m_pin);
    live.overdue = overdueReviews(**reading.reviews, m_clock.now());
    reading.callback(live);
}

} // namespace algenta::breakglass
