// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/settler.h"

#include "core/base/jsonwriter.h"
#include "core/base/ondone.h"

#include <QPromise>

#include <memory>

namespace algenta::breakglass
{

using namespace Qt::Literals::StringLiterals;
using base::Result;

namespace
{

template<typename T>
void finish(const std::shared_ptr<QPromise<T>> &promise, T value)
{
    promise->addResult(std::move(value));
    promise->finish();
}

} // namespace

Settler::Settler(journal::JournalService &journal, const base::Clock &clock, QString actor, QObject *parent)
    : QObject(parent)
    , m_journal(journal)
    , m_clock(clock)
    , m_actor(std::move(actor))
{
}

QFuture<Result<QList<OpenAct>>> Settler::openActs()
{
    return m_journal.openIntents().then(
        [](const Result<QList<journal::Entry>> &entries) -> Result<QList<OpenAct>> {
            if (!entries)
                return base::fail(entries.error());
            QList<OpenAct> acts;
            for (const journal::Entry &entry : *entries)
                acts.append(OpenAct{entry, intentFacts(entry)});
            return acts;
        });
}

QFuture<Result<Verdict>> Settler::settle(const IntentFacts &intent, engine::RestApi &rest)
{
    auto promise = std::make_shared<QPromise<Result<Verdict>>>();
    promise->start();
    if (rest.address().origin() != intent.engineOrigin) {
        finish<Result<Verdict>>(
            promise,
            base::fail(base::ErrorCode::NotAllowed,
                       u"This act was sent to %1, not to the connected engine."_s.arg(intent.engineOrigin),
                       u"Connect to that engine to settle it."_s));
        return promise->future();
    }
    base::onDone(rest.decision(intent.decisionId), this,
                 [this, promise, intent](const Result<engine::Decision> &decision) {
                     if (!decision && decision.error().code != base::ErrorCode::NotFound) {
                         finish<Result<Verdict>>(promise, base::fail(decision.error()));
                         return;
                     }
                     const QDateTime readAt = m_clock.now();
                     const Verdict verdict = decision ? breakglass::settle(intent, *decision, readAt)
                                                      : settleMissing(intent, readAt);
                     if (verdict.settlement == Settlement::TooEarly) {
                         finish<Result<Verdict>>(promise, verdict);
                         return;
                     }
                     const QByteArray bytes =
                         decision ? base::writeJson(decision->raw) : decision.error().raw;
                     base::onDone(m_journal.append(reconciledDraft(intent, m_actor, verdict, bytes)), this,
                                  [promise, verdict](const Result<journal::Entry> &entry) {
                                      if (entry)
                                          finish<Result<Verdict>>(promise, verdict);
                                      else
                                          finish<Result<Verdict>>(promise, base::fail(entry.error()));
                                  });
                 });
    return promise->future();
}

} // namespace algenta::breakglass
