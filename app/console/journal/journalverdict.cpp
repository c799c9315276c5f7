// SPDX-License-Identifier: Apache-2.0
#include "app/console/journal/journalverdict.h"

#include "app/console/decisions/recordtext.h"
#include "core/base/ondone.h"
#include "core/base/textsafety.h"

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using journal::Completeness;
using journal::Integrity;

namespace
{

constexpr qsizetype shownFindings = 200;

} // namespace

JournalVerdict::JournalVerdict(journal::JournalService &journal, QObject *parent)
    : QObject(parent)
    , m_journal(journal)
{
}

void JournalVerdict::run()
{
    if (m_busy)
        return;
    m_busy = true;
    Q_EMIT changed();
    base::onDone(m_journal.verify(), this, [this](const journal::Verdict &verdict) {
        m_busy = false;
        m_verdict = verdict;
        m_checkedAt = QDateTime::currentDateTimeUtc();
        Q_EMIT changed();
    });
}

void JournalVerdict::dismiss()
{
    m_verdict.reset();
    Q_EMIT changed();
}

QString JournalVerdict::kind() const
{
    if (!m_verdict || m_verdict->integrity == Integrity::CouldNotRun)
        return u"unknown"_s;
    return m_verdict->integrity == Integrity::Intact ? u"ok"_s : u"failed"_s;
}

QString JournalVerdict::integrityWord() const
{
    if (!m_verdict)
        return {};
    if (m_verdict->integrity == Integrity::CouldNotRun)
        return tr("could not run");
    return m_verdict->integrity == Integrity::Intact ? tr("intact") : tr("tampered");
}

QString JournalVerdict::integrityText() const
{
    if (!m_verdict)
        return {};
    if (m_verdict->integrity != Integrity::CouldNotRun)
        return base::visibleText(m_verdict->integrityText);
    QString text = tr("Nothing is known about the entries: verification did not come to an end.");
    if (m_verdict->error)
        text += u' ' + base::visibleText(m_verdict->error->message + u' ' + m_verdict->error->remedy);
    return text;
}

QString JournalVerdict::completenessWord() const
{
    if (!m_verdict)
        return {};
    switch (m_verdict->coverage) {
    case Completeness::Unknown:
        return tr("could not run");
    case Completeness::NotSealed:
        return tr("not sealed");
    case Completeness::KeyUnknown:
        return tr("key unknown");
    case Completeness::UpToCheckpoint:
        return tr("up to a checkpoint");
    case Completeness::UpToAnchor:
        return tr("up to an anchor");
    case Completeness::Broken:
        return tr("broken");
    }
    return {};
}

QString JournalVerdict::completenessKind() const
{
    if (!m_verdict)
        return u"unknown"_s;
    switch (m_verdict->coverage) {
    case Completeness::Unknown:
        return u"unknown"_s;
    case Completeness::NotSealed:
    case Completeness::KeyUnknown:
        return u"blocked"_s;
    case Completeness::UpToCheckpoint:
    case Completeness::UpToAnchor:
        return m_verdict->complete ? u"ok"_s : u"blocked"_s;
    case Completeness::Broken:
        return u"failed"_s;
    }
    return {};
}

QString JournalVerdict::completenessText() const
{
    return m_verdict ? base::visibleText(m_verdict->completeness) : QString();
}

QString JournalVerdict::checkedText() const
{
    return m_verdict ? tr("verified at %1").arg(base::toRfc3339(m_checkedAt)) : QString();
}

QVariantList JournalVerdict::findings() const
{
    QVariantList all;
    if (!m_verdict)
        return all;
    const auto add = [&all](const QList<journal::Finding> &list, const QString &kind) {
        for (const journal::Finding &finding : list) {
            if (all.size() >= shownFindings)
                return;
            all.append(
                QVariantMap{{u"title"_s, finding.seq > 0 ? tr("Entry %1").arg(finding.seq) : tr("The file")},
                            {u"detail"_s, base::visibleText(finding.what)},
                            {u"kind"_s, kind}});
        }
    };
    add(m_verdict->findings, u"failed"_s);
    add(m_verdict->notices, u"unknown"_s);
    const qsizetype more = m_verdict->findings.size() + m_verdict->notices.size() - all.size();
    if (more > 0)
        all.append(QVariantMap{{u"title"_s, tr("%n more finding(s)", nullptr, int(more))},
                               {u"detail"_s, tr("algentactl journal verify lists all of them.")},
                               {u"kind"_s, u"unknown"_s}});
    return all;
}

QVariantList JournalVerdict::rows() const
{
    if (!m_verdict || m_verdict->root.isEmpty())
        return {};
    return {monoRow(tr("Entries"), QString::number(m_verdict->entries), {}),
            monoRow(tr("Root"), QString::fromLatin1(m_verdict->root.toHex()), {}),
            monoRow(tr("Chain"), QString::fromLatin1(m_verdict->chain.toHex()), {})};
}

} // namespace algenta::console
