// SPDX-License-Identifier: Apache-2.0
// What the Drift page says in sentences.
#include "app/console/drift/driftviewmodel.h"
#include "app/console/session/usertext.h"
#include "core/base/textsafety.h"

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using contract::DriftClass;
using contract::DriftItem;

namespace
{

/** "2 permission hints, 1 schema, 3 wordings": the gravest first. */
QString countsText(const QList<DriftItem> &items)
{
    QStringList parts;
    for (const DriftClass one : {DriftClass::PermissionHint, DriftClass::Schema, DriftClass::Wording}) {
        qsizetype count = 0;
        for (const DriftItem &item : items)
            count += item.driftClass == one ? 1 : 0;
        if (count > 0)
            parts.append(u"%1 × %2"_s.arg(QString::number(count), driftClassWord(one)));
    }
    return parts.join(u", "_s);
}

} // namespace

QString DriftViewModel::when(const QDateTime &time) const
{
    base::Timestamp stamp;
    stamp.instant = time;
    return m_session.formatted(stamp);
}

QString DriftViewModel::noticeText() const
{
    if (openCount() > 0)
        //: %n is a number of changes
        return tr("%n change(s) of this engine's tools or contract that nobody has accepted", "",
                  openCount());
    if (!m_session.connection() || problem().isEmpty())
        return {};
    return tr("Whether this engine's tools or contract have changed is not known");
}

QString DriftViewModel::noticeDetail() const
{
    return openCount() > 0 ? countsText(m_watch.open()) : problem();
}

QString DriftViewModel::summary() const
{
    if (!m_keeper.readAt().isValid())
        return {};
    const qsizetype all = m_watch.drift().items.size();
    if (!m_watch.isJudged())
        return tr("comparing…");
    if (all == 0)
        return m_keeper.firstSight().isKnown()
                   ? tr("nothing has changed since the first sight · read %1").arg(when(m_keeper.readAt()))
                   : QString();
    return tr("%1 not accepted · %2 accepted · read %3")
        .arg(QString::number(openCount()), QString::number(all - openCount()), when(m_keeper.readAt()));
}

QString DriftViewModel::problem() const
{
    if (m_watch.problem())
        return tr("Acceptances cannot be read or recorded.");
    if (m_keeper.problem())
        return tr("Snapshots cannot be kept or read.");
    return m_sides.problem() ? tr("What was kept cannot be listed.") : QString();
}

QString DriftViewModel::problemDetail() const
{
    const std::optional<base::Error> &error = m_watch.problem()    ? m_watch.problem()
                                              : m_keeper.problem() ? m_keeper.problem()
                                                                   : m_sides.problem();
    return error ? errorSentence(*error) : QString();
}

QString DriftViewModel::openQuestions() const
{
    QStringList sentences = m_shown.notCompared;
    if (isWatched() && !m_keeper.notKept().isEmpty())
        sentences = QStringList{m_keeper.notKept()};
    for (QString &sentence : sentences)
        sentence = base::visibleText(sentence);
    return sentences.join(u' ');
}

bool DriftViewModel::isFirstSightConfirmed() const
{
    return m_watch.acceptances().firstSight(m_keeper.firstSight()) != nullptr;
}

bool DriftViewModel::canConfirmFirstSight() const
{
    return m_watch.isJudged() && m_keeper.firstSight().isKnown() && !isFirstSightConfirmed();
}

QString DriftViewModel::firstSightText() const
{
    const FirstSight &first = m_keeper.firstSight();
    if (!first.isKnown() || !m_watch.isJudged())
        return {};
    const QString seen = when(first.tools ? first.tools->firstSeen : first.contract->firstSeen);
    if (const Acceptance *confirmed = m_watch.acceptances().firstSight(first))
        return tr("What this engine showed first, %1, was confirmed by %2.")
            .arg(seen, base::visibleText(confirmed->actor));
    if (m_watch.acceptances().confirmedAnother(first))
        return tr("Another first sight of this engine was confirmed than the one of %1 that is kept here.")
            .arg(seen);
    return tr("What this engine showed first, %1, is trusted because it was first. Nobody has confirmed it.")
        .arg(seen);
}

QString DriftViewModel::firstSightDetail() const
{
    if (const Acceptance *confirmed = m_watch.acceptances().firstSight(m_keeper.firstSight()))
        return base::visibleText(confirmed->reason);
    return tr("Changes are told from there on. What contradicts the embedded contract is told from the first "
              "sight too.");
}

} // namespace algenta::console
