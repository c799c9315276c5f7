// SPDX-License-Identifier: Apache-2.0
#include "app/console/contract/executestate.h"

#include "core/base/ondone.h"
#include "core/base/textsafety.h"

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using State = engine::RequirementFinding::State;

namespace
{

QString kindOf(State state)
{
    return state == State::SeenNotMet ? u"failed"_s : u"unknown"_s;
}

} // namespace

ExecuteState::ExecuteState(Session &session, QObject *parent)
    : QObject(parent)
    , m_session(session)
{
    connect(&m_session, &Session::connectionReplaced, this, &ExecuteState::restart);
    connect(&m_session, &Session::refreshRequested, this, [this] {
        if (m_begun)
            reload();
    });
    connect(&m_session, &Session::changed, this, &ExecuteState::changed);
    connect(&m_session, &Session::timeZoneChanged, this, &ExecuteState::changed);
}

void ExecuteState::restart()
{
    ++m_ticket;
    m_check.reset();
    m_seen.reset();
    m_busy = false;
    if (m_begun)
        reload();
    Q_EMIT changed();
}

void ExecuteState::begin()
{
    if (std::exchange(m_begun, true))
        return;
    reload();
}

void ExecuteState::reload()
{
    if (!m_session.connection())
        return;
    const int ticket = ++m_ticket;
    m_busy = true;
    m_check = std::make_unique<engine::ExecuteCheck>(*m_session.connection());
    base::onDone(m_check->run(), this, [this, ticket](const engine::ExecuteObservations &seen) {
        if (ticket != m_ticket)
            return;
        m_busy = false;
        m_seen = seen;
        Q_EMIT changed();
    });
    Q_EMIT changed();
}

QString ExecuteState::status() const
{
    if (m_seen)
        return u"ready"_s;
    return m_session.connection() ? u"loading"_s : u"failed"_s;
}

QVariantList ExecuteState::findings() const
{
    if (!m_seen)
        return {};
    QVariantList all;
    for (const engine::RequirementFinding &finding :
         engine::judgeRequirements(contract::embeddedContract(), *m_seen)) {
        QVariantList evidence;
        for (const engine::Observation &seen : finding.evidence) {
            base::Timestamp time;
            time.instant = seen.at;
            evidence.append(QVariantMap{{u"label"_s, seen.request},
                                        {u"value"_s, base::elidedText(seen.answer, 300)},
                                        {u"note"_s, m_session.formatted(time)},
                                        {u"exact"_s, seen.answer}});
        }
        all.append(QVariantMap{{u"requirement"_s, finding.requirement},
                               {u"state"_s, engine::requirementStateText(finding.state)},
                               {u"kind"_s, kindOf(finding.state)},
                               {u"finding"_s, base::visibleText(finding.finding)},
                               {u"open"_s, finding.open},
                               {u"evidence"_s, evidence}});
    }
    return all;
}

QString ExecuteState::basis() const
{
    if (!m_session.connection())
        return {};
    return m_session.hasKey()
               ? tr("For %1 and the reading key of this console. An agent's key may stand differently: "
                    "algentactl contract requirements asks with it.")
                     .arg(m_session.engineName())
               : tr("For %1 and a caller without a key.").arg(m_session.engineName());
}

} // namespace algenta::console
