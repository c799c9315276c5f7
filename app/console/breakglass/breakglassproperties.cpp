// SPDX-License-Identifier: Apache-2.0
// What the break-glass window shows; what it does stands in breakglassviewmodel.cpp.
#include "app/console/breakglass/acttext.h"
#include "app/console/breakglass/breakglassviewmodel.h"
#include "app/console/breakglass/operatorkeys.h"
#include "core/base/textsafety.h"

#include <chrono>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using breakglass::ActState;

QString BreakGlassViewModel::drillKey() const
{
    return m_act && m_drill ? m_drill->operatorKey() : QString();
}

QString BreakGlassViewModel::state() const
{
    return m_act ? breakglass::actStateName(m_act->state()) : QString();
}

QString BreakGlassViewModel::stateWord() const
{
    return m_act ? console::stateWord(m_act->state()) : QString();
}

QString BreakGlassViewModel::engineName() const
{
    return m_drill ? tr("a demo engine of its own") : m_session.engineName();
}

QString BreakGlassViewModel::gate() const
{
    return m_act ? gateText(*m_act) : QString();
}

QString BreakGlassViewModel::action() const
{
    return m_act && m_act->radius() ? base::elidedText(m_act->radius()->input.decision.chosenAction)
                                    : QString();
}

QVariantList BreakGlassViewModel::lines() const
{
    return m_act ? factRows(*m_act) : QVariantList();
}

QString BreakGlassViewModel::silences() const
{
    return m_act ? silencesText(*m_act) : QString();
}

QString BreakGlassViewModel::host() const
{
    return m_act && m_act->radius() ? m_act->radius()->webhook.host : QString();
}

QString BreakGlassViewModel::hostWarning() const
{
    return m_act && m_act->radius() ? base::visibleText(m_act->radius()->hostWarning) : QString();
}

QString BreakGlassViewModel::readText() const
{
    if (!m_act || !m_act->radius())
        return tr("reading the live decision and policy…");
    base::Timestamp time;
    time.instant = m_act->radius()->input.readAt;
    return tr("Read %1; read again before arming and before sending. If a line changes, nothing is sent and "
              "this window shows which.")
        .arg(base::formatAge(time, m_clock.now()));
}

QString BreakGlassViewModel::stateText() const
{
    if (m_openingKey)
        return tr("Opening the sealed key…");
    if (!m_act)
        return tr("Reading the live facts…");
    return console::stateText(*m_act);
}

QString BreakGlassViewModel::problem() const
{
    if (!m_act)
        return {};
    if (m_keyError)
        return base::visibleText(m_keyError->message);
    if (m_act->error())
        return base::visibleText(m_act->error()->message);
    if (m_act->outcomeRecordError())
        return tr("The outcome could not be recorded: %1")
            .arg(base::visibleText(m_act->outcomeRecordError()->message));
    if (m_act->verdict() && actState() == ActState::Unknown)
        return base::visibleText(m_act->verdict()->sentence);
    return {};
}

QString BreakGlassViewModel::advice() const
{
    if (m_keyError)
        return base::visibleText(m_keyError->remedy);
    return m_act && m_act->error() ? base::visibleText(m_act->error()->remedy) : QString();
}

QString BreakGlassViewModel::remark() const
{
    return m_act && m_act->remark() ? breakglass::armingEndSentence(*m_act->remark()) : QString();
}

QVariantList BreakGlassViewModel::outcomeRows() const
{
    return m_act ? console::outcomeRows(*m_act) : QVariantList();
}

QString BreakGlassViewModel::rawAnswer() const
{
    return m_act ? base::visibleText(QString::fromUtf8(m_act->answerBytes()), base::LineBreaks::Keep)
                 : QString();
}

bool BreakGlassViewModel::needsWebhook() const
{
    return m_act && m_act->radius() &&
           (m_act->radius()->input.webhookUrl.isEmpty() ||
            m_act->subject().webhookOrigin == breakglass::Origin::Typed) &&
           (actState() == ActState::Ready || actState() == ActState::Refused ||
            actState() == ActState::HostNotAllowed || actState() == ActState::Changed);
}

bool BreakGlassViewModel::canArm() const
{
    return actState() == ActState::Ready && m_act && m_act->radius() && m_act->radius()->offered() &&
           !m_openingKey;
}

bool BreakGlassViewModel::isArmed() const
{
    return actState() == ActState::Armed;
}

QString BreakGlassViewModel::timeLeft() const
{
    if (!isArmed())
        return {};
    // Rounded up, so that it shows 0:00 only when it is over.
    const auto seconds =
        std::chrono::ceil<std::chrono::seconds>(m_act->remaining() - std::chrono::milliseconds(1)).count();
    return u"%1:%2"_s.arg(qint64(seconds / 60)).arg(qint64(seconds % 60), 2, 10, QChar(u'0'));
}

QString BreakGlassViewModel::armedText() const
{
    return m_act ? tr("%1 past %2 on %3")
                       .arg(base::elidedText(m_act->subject().decisionId, 60), gate(), engineName())
                 : QString();
}

bool BreakGlassViewModel::canReadAgain() const
{
    const ActState now = actState();
    return m_act &&
           (now == ActState::ReadFailed || now == ActState::Refused || now == ActState::Ready ||
            now == ActState::Changed || now == ActState::NotRecorded || now == ActState::HostNotAllowed);
}

bool BreakGlassViewModel::canChain() const
{
    return m_act && m_act->chained().has_value();
}

bool BreakGlassViewModel::isBusy() const
{
    const ActState now = actState();
    return m_openingKey || (m_act && (now == ActState::Reading || now == ActState::Arming ||
                                      now == ActState::ArmRecording || runs(now)));
}

bool BreakGlassViewModel::isSending() const
{
    return m_act && actState() == ActState::Sending;
}

bool BreakGlassViewModel::isUnderWay() const
{
    return !m_leaving.empty() || (m_act && runs(actState()) && actState() != ActState::Checking);
}

QString BreakGlassViewModel::intentText() const
{
    if (!m_act || m_act->intentSeq() == 0)
        return {};
    return m_act->outcomeSeq() == 0
               ? tr("journal entry %1").arg(m_act->intentSeq())
               : tr("journal entries %1 and %2").arg(m_act->intentSeq()).arg(m_act->outcomeSeq());
}

QStringList BreakGlassViewModel::categories() const
{
    return categoryTitles();
}

bool BreakGlassViewModel::hasSealedKey() const
{
    return m_act && !m_drill && m_act->radius() &&
           hasOperatorKey(m_keyFolder, m_act->radius()->input.engineOrigin);
}

QString BreakGlassViewModel::watchProblem() const
{
    QStringList problems;
    if (!m_deskProblem.isEmpty())
        problems.append(m_deskProblem);
    if (m_notifier && !m_notifier->problem().isEmpty())
        problems.append(m_notifier->problem());
    return problems.join(u' ');
}

} // namespace algenta::console
