// SPDX-License-Identifier: Apache-2.0
#include "app/console/breakglass/breakglassviewmodel.h"

#include "app/console/breakglass/acttext.h"
#include "app/console/breakglass/operatorkeys.h"
#include "app/console/session/usertext.h"
#include "core/base/jsonwriter.h"
#include "core/base/textsafety.h"

#include <algorithm>
#include <chrono>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using breakglass::Act;
using breakglass::ActState;
using breakglass::ArmingCause;

namespace
{

breakglass::ActSubject subjectOf(const Drill &drill)
{
    breakglass::ActSubject subject;
    subject.decisionId = drill.decisionId();
    subject.gate = drill.refusal().gate;
    subject.gateKnown = drill.refusal().gateKnown;
    subject.webhookUrl = drill.webhook();
    subject.blocked.description = u"call of an exercise"_s;
    subject.blocked.message = drill.refusal().message;
    subject.blocked.bytes = base::writeJson(drill.refusal().raw);
    return subject;
}

} // namespace

BreakGlassViewModel::BreakGlassViewModel(Session &session, journal::JournalService &journal,
                                         const base::Clock &clock, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_journal(journal)
    , m_clock(clock)
    , m_actor(journal::systemActor())
    , m_openActs(
          session, journal, clock,
          [this](const QString &id) {
              const auto is = [&id](const std::unique_ptr<Act> &act) {
                  return act && act->actId() == id && runs(act->state());
              };
              return is(m_act) || std::any_of(m_leaving.cbegin(), m_leaving.cend(), is);
          },
          this)
{
    connect(&m_session, &Session::connectionReplaced, this, [this] {
        if (!m_drill) {
            disarmBecause(ArmingCause::EngineChanged);
            letGo();
        }
        m_openActs.read();
    });
    connect(&m_session, &Session::changed, this, [this] {
        if (!m_drill && m_session.state() == "failed"_L1)
            disarmBecause(ArmingCause::ConnectionLost);
    });
    connect(&m_session, &Session::ageChanged, this, &BreakGlassViewModel::ageChanged);
    connect(this, &BreakGlassViewModel::changed, this, &BreakGlassViewModel::ageChanged);
    connect(this, &BreakGlassViewModel::changed, this, &BreakGlassViewModel::timeLeftChanged);
}

BreakGlassViewModel::~BreakGlassViewModel() = default;

ActState BreakGlassViewModel::actState() const
{
    return m_act ? m_act->state() : ActState::Reading;
}

engine::EngineConnection *BreakGlassViewModel::connection()
{
    return m_drill ? &m_drill->connection() : m_session.connection();
}

void BreakGlassViewModel::setNotifier(DesktopNotifier *notifier)
{
    m_notifier = notifier;
    connect(notifier, &DesktopNotifier::problemChanged, this, &BreakGlassViewModel::changed);
}

void BreakGlassViewModel::setDeskProblem(const QString &problem)
{
    m_deskProblem = problem;
    Q_EMIT changed();
}

void BreakGlassViewModel::openFor(BlockedViewModel *blocked)
{
    if (m_act || m_drill || !blocked || !blocked->selected() || !m_session.connection())
        return;
    start(breakglass::subjectOf(*blocked->selected()));
}

void BreakGlassViewModel::startDrill()
{
    if (m_act || m_drill)
        return;
    m_drillProblem.clear();
    m_drill = std::make_unique<Drill>();
    connect(m_drill.get(), &Drill::ready, this, [this] { start(subjectOf(*m_drill)); });
    connect(m_drill.get(), &Drill::failed, this, [this](const base::Error &error) {
        m_drillProblem = errorSentence(error);
        if (m_act)
            disarmBecause(ArmingCause::ConnectionLost);
        else
            m_drill.release()->deleteLater();
        Q_EMIT changed();
    });
    m_drill->start();
    Q_EMIT changed();
}

void BreakGlassViewModel::start(const breakglass::ActSubject &subject)
{
    const bool drill = m_drill != nullptr;
    if (m_act) {
        m_act->disconnect(this);
        m_act->abandon();
    }
    m_keyError.reset();
    m_alerted = ActState::Reading;
    m_act =
        std::make_unique<Act>(breakglass::ActPorts{connection()->rest(), m_journal, m_clock, m_actor,
                                                   drill || m_session.isDemo(), drill, connection()->link()},
                              subject);
    connect(m_act.get(), &Act::changed, this, &BreakGlassViewModel::actChanged);
    connect(m_act.get(), &Act::ticked, this, &BreakGlassViewModel::timeLeftChanged);
    Q_EMIT actReplaced();
    m_act->read();
}

void BreakGlassViewModel::actChanged()
{
    if (actState() == ActState::Unknown || actState() == ActState::Reconciled)
        m_openActs.read();
    alert();
    Q_EMIT changed();
}

void BreakGlassViewModel::alert()
{
    const ActState now = actState();
    if (!m_notifier || now == m_alerted)
        return;
    m_alerted = now;
    const QString what = m_drill ? tr("Exercise: %1").arg(armedText()) : armedText();
    switch (now) {
    case ActState::Armed:
        m_notifier->notify(tr("Override armed"), what);
        return;
    case ActState::Receipt:
        m_notifier->notify(tr("Override executed"), what);
        return;
    case ActState::StillBlocked:
        m_notifier->notify(tr("Override refused by the engine"), what);
        return;
    case ActState::Failed:
        m_notifier->notify(tr("Override failed"), what);
        return;
    case ActState::Unknown:
        m_notifier->notify(tr("Override sent, outcome unknown"), what);
        return;
    default:
        return;
    }
}

void BreakGlassViewModel::letGo()
{
    if (m_act) {
        m_act->disconnect(this);
        m_act->abandon();
        if (runs(actState())) {
            // What is recorded or sent runs on to its outcome without a window; what is not sent stays so.
            Act *leaving = m_act.get();
            connect(leaving, &Act::changed, this, [this, leaving] {
                if (runs(leaving->state()))
                    return;
                leaving->disconnect(this);
                leaving->deleteLater();
                std::erase_if(m_leaving, [leaving](std::unique_ptr<Act> &act) {
                    return act.get() == leaving && (act.release(), true);
                });
                m_openActs.read();
                Q_EMIT changed();
            });
            m_leaving.push_back(std::move(m_act));
        }
        m_act.reset();
    }
    Q_EMIT changed();
}

void BreakGlassViewModel::close()
{
    if (isSending())
        return;
    letGo();
    // The engine of an exercise goes with its window, once nothing needs it any more.
    if (m_drill && m_leaving.empty())
        m_drill.reset();
    Q_EMIT changed();
}

void BreakGlassViewModel::readAgain()
{
    if (m_act)
        m_act->read();
}

void BreakGlassViewModel::enrol()
{
    if (m_act)
        m_act->enrol();
}

void BreakGlassViewModel::allowHost(const QString &reason)
{
    if (m_act)
        m_act->allowHost(reason);
}

void BreakGlassViewModel::setWebhookUrl(const QString &url)
{
    if (m_act)
        m_act->setWebhookUrl(url);
}

breakglass::ArmRequest BreakGlassViewModel::request(const QString &reason, int category,
                                                    const QString &ticket, int minutes) const
{
    breakglass::ArmRequest request;
    request.reason = reason;
    request.category = m_drill
                           ? breakglass::ActCategory::Drill
                           : breakglass::offeredCategories().value(category, breakglass::ActCategory::Other);
    request.ticket = ticket;
    request.duration = std::chrono::minutes(minutes);
    return request;
}

void BreakGlassViewModel::armWith(const breakglass::ArmRequest &request, base::Secret key)
{
    m_keyError.reset();
    if (m_act)
        m_act->arm(request, std::move(key));
}

void BreakGlassViewModel::arm(const QString &reason, int category, const QString &ticket, int minutes,
                              const QString &secret)
{
    armWith(request(reason, category, ticket, minutes), secretFrom(secret));
}

void BreakGlassViewModel::armWithSealedKey(const QString &reason, int category, const QString &ticket,
                                           int minutes, const QString &passphrase)
{
    if (!m_act || m_openingKey)
        return;
    m_openingKey = true;
    m_keyError.reset();
    Q_EMIT changed();
    const auto wanted = request(reason, category, ticket, minutes);
    const QString act = m_act->actId();
    openOperatorKey(m_keyFolder, m_act->radius()->input.engineOrigin, secretFrom(passphrase), this,
                    [this, wanted, act](base::Result<base::Secret> key) {
                        m_openingKey = false;
                        if (!key)
                            m_keyError = key.error();
                        else if (m_act && m_act->actId() == act)
                            armWith(wanted, std::move(*key));
                        Q_EMIT changed();
                    });
}

void BreakGlassViewModel::disarm()
{
    disarmBecause(ArmingCause::Button);
}

void BreakGlassViewModel::disarmBecause(ArmingCause cause)
{
    if (m_act)
        m_act->disarm(cause);
}

void BreakGlassViewModel::confirm(const QString &typedHost)
{
    if (m_act)
        m_act->confirm(typedHost);
}

void BreakGlassViewModel::chain()
{
    const auto subject = m_act ? m_act->chained() : std::nullopt;
    if (subject)
        start(*subject);
}

void BreakGlassViewModel::settle()
{
    if (m_act)
        m_act->settle();
}

} // namespace algenta::console
