// SPDX-License-Identifier: Apache-2.0
#include "app/console/breakglass/openacts.h"

#include "app/console/session/usertext.h"
#include "core/base/ondone.h"
#include "core/base/textsafety.h"

#include <utility>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;

OpenActs::OpenActs(Session &session, journal::JournalService &journal, const base::Clock &clock,
                   std::function<bool(const QString &)> isUnderWay, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_settler(journal, clock, journal::systemActor())
    , m_isUnderWay(std::move(isUnderWay))
{
}

void OpenActs::read()
{
    base::onDone(m_settler.openActs(), this, [this](const base::Result<QList<breakglass::OpenAct>> &acts) {
        m_acts = acts.value_or(QList<breakglass::OpenAct>());
        m_problem = acts ? QString() : errorSentence(acts.error());
        // An act that is being sent right now is not in doubt yet.
        m_acts.removeIf(
            [this](const breakglass::OpenAct &open) { return m_isUnderWay(open.entry.draft.actId); });
        QStringList names;
        for (const breakglass::OpenAct &open : std::as_const(m_acts)) {
            names.append(tr("entry %1: decision %2 on %3")
                             .arg(QString::number(open.entry.seq),
                                  base::elidedText(open.entry.draft.subject, 60),
                                  base::elidedText(open.entry.draft.engine, 80)));
        }
        m_text = names.mid(0, 3).join(u"; "_s);
        Q_EMIT changed();
    });
}

void OpenActs::settle()
{
    if (!m_session.connection())
        return;
    for (const breakglass::OpenAct &open : std::as_const(m_acts)) {
        // One settling at a time for each act, or it would be recorded twice.
        if (!open.facts || m_settling.contains(open.entry.seq))
            continue;
        m_settling.insert(open.entry.seq);
        base::onDone(m_settler.settle(*open.facts, m_session.connection()->rest()), this,
                     [this, seq = open.entry.seq](const base::Result<breakglass::Verdict> &verdict) {
                         m_settling.remove(seq);
                         const QString said = verdict
                                                  ? verdict->sentence
                                                  : verdict.error().message + u' ' + verdict.error().remedy;
                         m_text = tr("Entry %1: %2").arg(QString::number(seq), base::visibleText(said));
                         Q_EMIT changed();
                         if (verdict && verdict->settlement != breakglass::Settlement::TooEarly)
                             read();
                     });
    }
}

} // namespace algenta::console
