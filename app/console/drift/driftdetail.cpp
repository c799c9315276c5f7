// SPDX-License-Identifier: Apache-2.0
#include "app/console/drift/driftdetail.h"

#include "core/base/jsonwriter.h"
#include "core/base/textsafety.h"
#include "core/contract/tokendiff.h"

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using contract::DiffGrain;
using contract::DriftKind;
using contract::RunKind;

namespace
{

/** What a screen can wait for; the worker threads of the comparison itself are not bound by it. */
constexpr contract::DiffLimits limits{20'000, 400};

QVariantMap row(const QString &label, const QString &value, bool mono = false, const QString &exact = {})
{
    return {{u"label"_s, label},
            {u"value"_s, value},
            {u"mono"_s, mono},
            {u"exact"_s, exact.isEmpty() ? value : exact}};
}

QString textOf(const base::Json &value)
{
    return value.isString() ? value.toString() : QString::fromUtf8(base::writeJson(value));
}

} // namespace

DriftDetail::DriftDetail(Session &session, QObject *parent)
    : QObject(parent)
    , m_session(session)
{
    connect(&session, &Session::timeZoneChanged, this, &DriftDetail::changed);
}

void DriftDetail::show(const std::optional<contract::DriftItem> &item, const Acceptance *acceptance)
{
    const bool same = m_item.has_value() == item.has_value() && (!item || m_item->hash == item->hash);
    if (same && (acceptance != nullptr) == m_acceptance.has_value())
        return;
    m_item = item;
    m_acceptance = acceptance ? std::optional(*acceptance) : std::nullopt;
    if (!same)
        layOver();
    Q_EMIT changed();
}

void DriftDetail::Marked::add(const QString &run, bool marked, bool added)
{
    if (marked)
        marks.append(QVariantMap{{u"start"_s, text.size()}, {u"length"_s, run.size()}, {u"added"_s, added}});
    text += run;
}

void DriftDetail::layOver()
{
    m_before = {};
    m_after = {};
    m_inline = {};
    m_note.clear();
    if (!m_item)
        return;
    const QString before = m_item->beforeText.left(mostShown);
    const QString after = m_item->afterText.left(mostShown);
    const contract::TextDiff diff = contract::diffText(before, after, limits);
    for (const contract::TextRun &run : diff.runs) {
        const QString shown = base::visibleText(run.text, base::LineBreaks::Keep);
        const bool marked = run.kind != RunKind::Kept;
        const bool added = run.kind == RunKind::Added;
        if (!added)
            m_before.add(shown, marked, false);
        if (run.kind != RunKind::Removed)
            m_after.add(shown, marked, true);
        m_inline.add(shown, marked, added);
    }
    QStringList notes;
    if (before.size() < m_item->beforeText.size() || after.size() < m_item->afterText.size())
        notes.append(tr("Only the first %1 characters of each side are shown; copying copies all of it.")
                         .arg(QString::number(mostShown)));
    if (diff.grain == DiffGrain::Lines)
        notes.append(tr("The texts differ in so much that whole lines are marked."));
    if (diff.grain == DiffGrain::Whole)
        notes.append(
            tr("The texts differ in so much that only their common beginning and end are unmarked."));
    if (diff.same())
        notes.append(tr("Both read the same; they differ in their form as data."));
    m_note = notes.join(u' ');
}

QString DriftDetail::key() const
{
    return m_item ? QString::fromLatin1(m_item->hash) : QString();
}

QString DriftDetail::title() const
{
    return m_item ? base::elidedText(m_item->subject, 200) : QString();
}

QString DriftDetail::sentence() const
{
    return m_item ? base::visibleText(m_item->sentence) : QString();
}

QString DriftDetail::classWord() const
{
    return m_item ? driftClassWord(m_item->driftClass) : QString();
}

QString DriftDetail::classKind() const
{
    return m_item ? driftClassKind(m_item->driftClass) : u"neutral"_s;
}

QString DriftDetail::classSign() const
{
    return m_item ? driftClassSign(m_item->driftClass) : QString();
}

bool DriftDetail::isWording() const
{
    return m_item && m_item->driftClass == contract::DriftClass::Wording;
}

QVariantList DriftDetail::rows() const
{
    if (!m_item)
        return {};
    QVariantList rows{row(tr("Change"), driftChangeWord(m_item->kind)),
                      row(tr("Place"), base::elidedText(m_item->place, 300), true, m_item->place),
                      row(tr("Hash"), QString::fromLatin1(m_item->hash), true)};
    if (!m_acceptance)
        return rows;
    base::Timestamp time;
    time.instant = m_acceptance->time;
    //: who accepted a change, when, and the number of the journal entry
    rows.append(
        row(tr("Accepted by"), tr("%1, %2, journal entry %3")
                                   .arg(base::visibleText(m_acceptance->actor), m_session.formatted(time),
                                        QString::number(m_acceptance->seq))));
    if (!m_acceptance->reason.isEmpty())
        rows.append(row(tr("Reason"), base::visibleText(m_acceptance->reason)));
    return rows;
}

QString DriftDetail::exactBefore() const
{
    return m_item && m_item->kind != DriftKind::Added ? textOf(m_item->before) : QString();
}

QString DriftDetail::exactAfter() const
{
    return m_item && m_item->kind != DriftKind::Removed ? textOf(m_item->after) : QString();
}

} // namespace algenta::console
