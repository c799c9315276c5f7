// SPDX-License-Identifier: Apache-2.0
#include "app/console/contract/paritystate.h"

#include "core/base/textsafety.h"
#include "core/engine/toolset.h"

#include <QLocale>

#include <algorithm>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using contract::ParityFinding;
using contract::ParityKind;
using contract::ParityVerdict;
using contract::ProfileName;

namespace
{

constexpr qsizetype mostFindings = 200;

QString kindText(ParityKind kind)
{
    switch (kind) {
    case ParityKind::Addition:
        return ParityState::tr("too much");
    case ParityKind::Omission:
        return ParityState::tr("missing");
    case ParityKind::LeakedField:
        return ParityState::tr("leaked field");
    case ParityKind::WrongDefault:
        return ParityState::tr("wrong default");
    case ParityKind::NameViolation:
        return ParityState::tr("name");
    case ParityKind::ContractDiffers:
        return ParityState::tr("contract differs");
    }
    Q_UNREACHABLE();
}

QString findingsText(qsizetype count)
{
    return count == 1 ? ParityState::tr("1 finding")
                      : ParityState::tr("%1 findings").arg(QLocale().toString(count));
}

} // namespace

ParityState::ParityState(Session &session, QObject *parent)
    : QObject(parent)
    , m_session(session)
{
    connect(&session, &Session::connectionReplaced, this, [this] {
        m_verdicts.clear();
        m_error.reset();
        m_readAt = {};
        refresh();
    });
    connect(&session, &Session::changed, this, &ParityState::update);
    connect(&session, &Session::profileChanged, this, &ParityState::refresh);
    connect(&session, &Session::timeZoneChanged, this, &ParityState::changed);
    update();
}

void ParityState::update()
{
    if (const auto &state = m_session.lastState()) {
        if (state->tools) {
            m_error.reset();
            m_readAt = state->checkedAt;
            judge(*state->tools);
        } else {
            m_error = state->toolsError ? state->toolsError : state->mcpError;
        }
    }
    refresh();
}

void ParityState::refresh()
{
    const QVariantList rows = makeRows();
    const QVariantList findings = makeFindings();
    const bool differs = rows != m_rows || findings != m_findings;
    m_rows = rows;
    m_findings = findings;
    if (differs)
        Q_EMIT verdictsChanged();
    Q_EMIT changed();
}

void ParityState::judge(const mcp::ToolList &list)
{
    m_advertised = list.tools.size();
    m_broken = list.broken.size();
    m_incomplete = list.complete ? QString() : list.incompleteReason;
    m_verdicts.clear();
    for (const ProfileName profile : contract::allProfiles())
        m_verdicts.append(engine::modelView(contract::embeddedContract(), profile, list).parity);
}

qsizetype ParityState::findingCount() const
{
    qsizetype count = 0;
    for (const ParityVerdict &verdict : m_verdicts)
        count += verdict.findings.size();
    return count;
}

QString ParityState::status() const
{
    if (!m_verdicts.isEmpty())
        return u"ready"_s;
    const QString state = m_session.state();
    return m_error || state == "failed"_L1 || state == "none"_L1 ? u"failed"_s : u"loading"_s;
}

QString ParityState::failedWhy() const
{
    if (m_error)
        return base::visibleText(m_error->message);
    return m_session.failedWhy().isEmpty() ? tr("No engine is connected.") : m_session.failedWhy();
}

QString ParityState::failedAdvice() const
{
    if (m_error)
        return base::visibleText(m_error->remedy);
    return m_session.failedAdvice().isEmpty() ? tr("Enter the address of one under Settings.")
                                              : m_session.failedAdvice();
}

QString ParityState::doubt() const
{
    if (m_verdicts.isEmpty())
        return {};
    QStringList doubts;
    if (m_error)
        doubts.append(tr("The tool list could not be read again: %1").arg(failedWhy()));
    if (!m_incomplete.isEmpty())
        doubts.append(tr("The tool list is incomplete: %1").arg(base::visibleText(m_incomplete)));
    if (m_broken > 0)
        doubts.append(m_broken == 1
                          ? tr("One item of the tool list cannot be used and is not judged.")
                          : tr("%1 items of the tool list cannot be used and are not judged.").arg(m_broken));
    return doubts.join(u'\n');
}

QVariantList ParityState::makeRows() const
{
    QVariantList rows;
    const bool sure = doubt().isEmpty();
    for (const ParityVerdict &verdict : m_verdicts) {
        const QString profile = contract::profileText(verdict.profile);
        const qsizetype tools = verdict.exposed.size();
        rows.append(QVariantMap{
            {u"label"_s,
             verdict.profile == m_session.profileName() ? tr("%1 (this session)").arg(profile) : profile},
            {u"value"_s, !verdict.holds() ? findingsText(verdict.findings.size())
                         : sure           ? tr("holds")
                                          : tr("not known")},
            {u"kind"_s, !verdict.holds() ? u"blocked"_s
                        : sure           ? u"ok"_s
                                         : u"unknown"_s},
            {u"note"_s, tools == 1 ? tr("A model gets 1 tool.")
                                   : tr("A model gets %1 tools.").arg(QLocale().toString(tools))}});
    }
    return rows;
}

QVariantList ParityState::makeFindings() const
{
    QVariantList rows;
    for (const ParityVerdict &verdict : m_verdicts) {
        for (const ParityFinding &finding : verdict.findings.mid(0, mostFindings))
            rows.append(QVariantMap{{u"profile"_s, finding.profile},
                                    {u"kind"_s, kindText(finding.kind)},
                                    {u"subject"_s, base::elidedText(finding.subject, 120)},
                                    {u"detail"_s, base::visibleText(finding.detail)}});
        if (verdict.findings.size() > mostFindings)
            rows.append(QVariantMap{
                {u"profile"_s, contract::profileText(verdict.profile)},
                {u"kind"_s, QString()},
                {u"subject"_s, QString()},
                {u"detail"_s,
                 tr("and %1 more").arg(QLocale().toString(verdict.findings.size() - mostFindings))}});
    }
    return rows;
}

QString ParityState::basis() const
{
    if (m_verdicts.isEmpty())
        return {};
    base::Timestamp time;
    time.instant = m_readAt;
    return tr("What a model would get through the profile filter, from the tool list read %1: %2 advertised. "
              "What "
              "other programs show to a model is not seen from here.")
        .arg(m_session.formatted(time), QLocale().toString(m_advertised));
}

QString ParityState::statusText() const
{
    const QString version = tr("contract %1").arg(contract::embeddedContract().version);
    const qsizetype count = findingCount();
    if (count > 0)
        return tr("%1 · parity: %2").arg(version, findingsText(count));
    if (m_verdicts.isEmpty() || !doubt().isEmpty())
        return tr("%1 · parity not known").arg(version);
    return tr("%1 · parity holds").arg(version);
}

QString ParityState::statusKind() const
{
    if (findingCount() > 0)
        return u"blocked"_s;
    return m_verdicts.isEmpty() || !doubt().isEmpty() ? QString() : u"ok"_s;
}

} // namespace algenta::console
