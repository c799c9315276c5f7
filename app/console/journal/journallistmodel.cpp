// SPDX-License-Identifier: Apache-2.0
#include "app/console/journal/journallistmodel.h"

#include "app/console/decisions/recordtext.h"
#include "app/console/journal/entrytext.h"
#include "core/base/ondone.h"
#include "core/base/textsafety.h"

#include <QLocale>

#include <algorithm>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::FieldKind;
using journal::Entry;

JournalListModel::JournalListModel(Session &session, journal::JournalService &journal, QObject *parent)
    : RecordListModel(parent)
    , m_session(session)
    , m_journal(journal)
{
    connect(&m_session, &Session::timeZoneChanged, this, [this] { presentationChanged({TimeRole}); });
    connect(this, &RecordListModel::filterChanged, this, &JournalListModel::readOnForFilter);
}

QHash<int, QByteArray> JournalListModel::roleNames() const
{
    return {{KeyRole, "key"},
            {SeqRole, "seq"},
            {TimeRole, "time"},
            {TitleRole, "title"},
            {BadgeRole, "badge"},
            {ActorRole, "actor"},
            {EngineRole, "engine"},
            {SubjectRole, "subject"},
            {SummaryRole, "summary"},
            {ExactSubjectRole, "exactSubject"},
            {ExactActorRole, "exactActor"},
            {JsonRole, "json"},
            {CsvRole, "csv"},
            {CommandRole, "command"}};
}

bool JournalListModel::canFetchMore(const QModelIndex &parent) const
{
    return !parent.isValid() && m_more && !isBusy() && recordCount() < memoryLimit;
}

void JournalListModel::fetchMore(const QModelIndex &parent)
{
    if (canFetchMore(parent))
        readNext();
}

QString JournalListModel::countText() const
{
    const QLocale locale;
    const QString loaded = m_more               ? tr("newest %1 read").arg(locale.toString(recordCount()))
                           : recordCount() == 1 ? tr("1 entry")
                                                : tr("%1 entries").arg(locale.toString(recordCount()));
    return isFiltered() ? tr("%1 match · %2").arg(locale.toString(rowCount()), loaded) : loaded;
}

void JournalListModel::reload()
{
    ++m_ticket;
    m_waiting = 0;
    m_more = false;
    m_entries.clear();
    setFailure(std::nullopt);
    setIncomplete({});
    setBusy(true);
    recordsReset();
    readNext();
}

void JournalListModel::readNext()
{
    setBusy(true);
    const qint64 before = m_entries.isEmpty() ? 0 : m_entries.constLast().seq;
    base::onDone(m_journal.page({}, before, pageSize), this,
                 [this, ticket = m_ticket](const base::Result<QList<Entry>> &entries) {
                     if (ticket == m_ticket)
                         take(entries);
                 });
}

void JournalListModel::take(const base::Result<QList<Entry>> &entries)
{
    if (!entries) {
        m_more = false;
        if (m_entries.isEmpty())
            setFailure(entries.error());
        else
            setIncomplete(tr("Older entries could not be read and are not shown."),
                          entries.error().message + u' ' + entries.error().remedy);
        setBusy(false);
        return;
    }
    m_more = entries->size() == pageSize && entries->constLast().seq > 1;
    const int first = recordCount();
    m_entries += *entries;
    setBusy(false);
    recordsAppended(first, int(entries->size()));
    if (m_more && recordCount() >= memoryLimit)
        setIncomplete(tr("The newest %1 entries are loaded; older ones are not.")
                          .arg(QLocale().toString(recordCount())),
                      tr("algentactl journal verify reads all of them."));
    readOnForFilter();
}

void JournalListModel::readOnForFilter()
{
    if (isFiltered() && rowCount() < pageSize && canFetchMore({}))
        readNext();
}

void JournalListModel::setNewest(qint64 seq)
{
    if (isBusy())
        return;
    if (m_entries.isEmpty()) {
        if (seq > 0)
            reload();
        return;
    }
    const int waiting = int(std::max<qint64>(0, seq - m_entries.constFirst().seq));
    if (waiting == m_waiting)
        return;
    m_waiting = waiting;
    Q_EMIT stateChanged();
}

const Entry *JournalListModel::bySeq(qint64 seq) const
{
    const auto found = std::find_if(m_entries.cbegin(), m_entries.cend(),
                                    [seq](const Entry &entry) { return entry.seq == seq; });
    return found == m_entries.cend() ? nullptr : &*found;
}

QVariant JournalListModel::recordData(int record, int role) const
{
    const Entry &entry = m_entries.at(record);
    switch (role) {
    case KeyRole:
    case Qt::DisplayRole:
    case SeqRole:
        return QString::number(entry.seq);
    case TimeRole:
        return entryTime(entry, m_session);
    case TitleRole:
        return entryTitle(entry);
    case BadgeRole:
        return entryBadge(entry);
    case ActorRole:
        return base::elidedText(entry.draft.actor);
    case EngineRole:
        return base::elidedText(entry.draft.engine);
    case SubjectRole:
        return base::elidedText(entry.draft.subject);
    case SummaryRole:
        return entrySummary(entry);
    case ExactSubjectRole:
        return entry.draft.subject;
    case ExactActorRole:
        return entry.draft.actor;
    case JsonRole:
        return QString::fromUtf8(entry.bytes);
    case CsvRole:
        return csvLine({QString::number(entry.seq), base::toRfc3339(entry.time),
                        journal::entryKindName(entry.draft.kind), entry.draft.actor, entry.draft.engine,
                        entry.draft.subject, entry.draft.actId, QString::fromLatin1(entry.leaf.toHex())});
    case CommandRole: {
        const QString path = base::shellQuoted(m_journal.path());
        return path.isEmpty() ? QString() : u"algentactl journal verify --journal "_s + path;
    }
    default:
        return {};
    }
}

QVariant JournalListModel::sortValue(int record, int role) const
{
    if (role == SeqRole)
        return m_entries.at(record).seq;
    if (role == TimeRole)
        return m_entries.at(record).time;
    return recordData(record, role);
}

QList<base::FilterField> JournalListModel::filterFields() const
{
    return {{u"kind"_s},
            {u"engine"_s},
            {u"subject"_s},
            {u"act"_s},
            {u"who"_s},
            {u"text"_s},
            {u"outcome"_s},
            {u"entry"_s, FieldKind::Number},
            {u"time"_s, FieldKind::Time}};
}

QString JournalListModel::filterValue(int record, const QString &field) const
{
    const Entry &entry = m_entries.at(record);
    if (field == "kind"_L1)
        return journal::entryKindName(entry.draft.kind);
    if (field == "engine"_L1)
        return entry.draft.engine;
    if (field == "subject"_L1)
        return entry.draft.subject;
    if (field == "act"_L1)
        return entry.draft.actId;
    if (field == "who"_L1)
        return entry.draft.actor;
    if (field == "text"_L1)
        return QString::fromUtf8(entry.bytes);
    if (field == "outcome"_L1)
        return entry.draft.details[QString(journal::outcomeKey)].toString();
    if (field == "entry"_L1)
        return QString::number(entry.seq);
    return entry.time.isValid() ? base::toRfc3339(entry.time) : QString();
}

} // namespace algenta::console
