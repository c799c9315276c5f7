// SPDX-License-Identifier: Apache-2.0
#include "app/console/tools/toollistmodel.h"

#include "core/base/jsonwriter.h"
#include "core/base/textsafety.h"
#include "core/engine/toolcategory.h"

#include <QLocale>

#include <algorithm>
#include <utility>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using contract::ProfileName;
using engine::DangerClass;

namespace
{

constexpr qsizetype longestName = 128;
/** Record numbers from here on are headings. */
constexpr int firstHeading = 1 << 24;

QString stateOf(const ToolRecord &record)
{
    switch (record.kind) {
    case ToolRecord::Kind::Advertised:
        return record.note.isEmpty() ? QString() : ToolListModel::tr("repeated name");
    case ToolRecord::Kind::Omitted:
        return record.whyNotIn(ProfileName::Full).brief;
    case ToolRecord::Kind::Broken:
        return ToolListModel::tr("unusable item");
    }
    Q_UNREACHABLE();
}

QString nameOf(const ToolRecord &record)
{
    return record.name.isEmpty() ? ToolListModel::tr("(no name)")
                                 : base::elidedText(record.name, longestName);
}

QString profilesOf(const ToolRecord &record)
{
    QStringList names;
    for (const ProfileName profile : contract::allProfiles()) {
        if (record.isIn(profile))
            names.append(contract::profileText(profile));
    }
    return names.join(u' ');
}

QString itemJson(const ToolRecord &record)
{
    if (record.kind != ToolRecord::Kind::Omitted)
        return QString::fromUtf8(base::writeJson(record.raw));
    const base::Json missing = base::Json::object(
        {{u"name"_s, base::Json::string(record.name)}, {u"advertised"_s, base::Json::boolean(false)}});
    return QString::fromUtf8(base::writeJson(missing));
}

/** What the server says, with the mark that our class says another thing. */
QString claimShown(const ToolRecord &record)
{
    if (const QString state = stateOf(record); !state.isEmpty())
        return state;
    const QString said = record.published ? claimText(*record.published) : QString();
    //: %1 is what the server says of a tool; the sign says that our own class differs
    return disagreements(record).isEmpty() ? said : ToolListModel::tr("≠ %1").arg(said);
}

} // namespace

ToolListModel::ToolListModel(QObject *parent)
    : RecordListModel(parent)
{
}

QHash<int, QByteArray> ToolListModel::roleNames() const
{
    return {{KeyRole, "key"},
            {NameRole, "name"},
            {ExactNameRole, "exactName"},
            {ObserveRole, "observe"},
            {GovernRole, "govern"},
            {ExecuteRole, "execute"},
            {FullRole, "full"},
            {ClaimRole, "claim"},
            {ClaimShownRole, "claimShown"},
            {DiffersRole, "differs"},
            {StateRole, "state"},
            {StateKindRole, "stateKind"},
            {DangerRole, "danger"},
            {DangerKindRole, "dangerKind"},
            {DangerSignRole, "dangerSign"},
            {JsonRole, "json"},
            {CommandRole, "command"},
            {HeadingRole, "heading"},
            {HeadingDetailRole, "headingDetail"},
            {ExpandedRole, "expanded"}};
}

void ToolListModel::reload()
{
    Q_EMIT reloadRequested();
}

void ToolListModel::setQuick(const QString &quick)
{
    if (quick == m_quick)
        return;
    m_quick = quick;
    choose();
    Q_EMIT quickChanged();
}

void ToolListModel::showRecords(const QList<ToolRecord> &records)
{
    m_records = records;
    setBusy(false);
    setFailure(std::nullopt);
    choose();
}

void ToolListModel::showBusy()
{
    setFailure(std::nullopt);
    setBusy(true);
}

void ToolListModel::showFailure(const base::Error &error)
{
    m_records.clear();
    setBusy(false);
    setIncomplete({});
    choose();
    setFailure(error);
}

void ToolListModel::showGap(const QString &text, const QString &detail, const QByteArray &raw)
{
    setIncomplete(text, detail, raw);
}

const ToolRecord *ToolListModel::find(const QString &key) const
{
    const auto found = std::find_if(m_records.cbegin(), m_records.cend(),
                                    [&key](const ToolRecord &record) { return record.key == key; });
    return found == m_records.cend() ? nullptr : &*found;
}

bool ToolListModel::isOf(const ToolRecord &record, QStringView quick)
{
    if (quick == u"contract")
        return record.inContract && record.kind != ToolRecord::Kind::Broken;
    if (quick == u"acting")
        return record.canAct();
    if (quick == u"differing")
        return !disagreements(record).isEmpty();
    if (quick == u"unknown")
        return record.kind == ToolRecord::Kind::Advertised && record.danger == DangerClass::NotClassified;
    return true;
}

int ToolListModel::count(QStringView quick) const
{
    return int(std::count_if(m_records.cbegin(), m_records.cend(),
                             [quick](const ToolRecord &record) { return isOf(record, quick); }));
}

void ToolListModel::choose()
{
    m_chosen.clear();
    for (qsizetype i = 0; i < m_records.size(); ++i) {
        if (isOf(m_records.at(i), m_quick))
            m_chosen.append(int(i));
    }
    recordsReset();
}

void ToolListModel::setGrouped(bool grouped)
{
    if (grouped == m_grouped)
        return;
    m_grouped = grouped;
    recordsReset();
    Q_EMIT groupedChanged();
}

bool ToolListModel::isExpanded(const QString &group) const
{
    return !(isFiltered() ? m_closedFound : m_closed).contains(group);
}

void ToolListModel::setExpanded(const QString &group, bool expanded)
{
    QSet<QString> &closed = isFiltered() ? m_closedFound : m_closed;
    if (expanded)
        closed.remove(group);
    else
        closed.insert(group);
}

bool ToolListModel::areAllExpanded() const
{
    return std::all_of(m_groups.cbegin(), m_groups.cend(),
                       [this](const Group &group) { return isExpanded(group.id); });
}

void ToolListModel::toggleGroup(int row)
{
    const int group = recordOf(row) - firstHeading;
    if (group < 0 || group >= m_groups.size())
        return;
    const QString id = m_groups.at(group).id;
    setExpanded(id, !isExpanded(id));
    recordsReset();
}

void ToolListModel::setAllExpanded(bool expanded)
{
    for (const Group &group : std::as_const(m_groups))
        setExpanded(group.id, expanded);
    recordsReset();
}

QString ToolListModel::countText() const
{
    const QLocale locale;
    const QString shown = locale.toString(m_shown);
    return isFiltered() ? tr("%1 of %2").arg(shown, locale.toString(recordCount())) : shown;
}

QList<int> ToolListModel::arrange()
{
    const QList<int> order = RecordListModel::arrange();
    m_shown = order.size();
    m_groups.clear();
    // Whatever was closed before, a new search shows what it finds.
    if (m_arrangedFilter != filterText())
        m_closedFound.clear();
    m_arrangedFilter = filterText();
    if (!hasGroups())
        return order;
    // A tool that nobody knows may do anything, so it stands above those that are known.
    m_groups.append({QString(), tr("Not in the public registry"), {}});
    for (const QString &id : engine::toolCategories())
        m_groups.append({id, engine::toolCategoryTitle(id), {}});
    for (const int record : order) {
        const auto group = std::find_if(m_groups.begin(), m_groups.end(), [&](const Group &candidate) {
            return candidate.id == at(record).category;
        });
        group->records.append(record);
    }
    m_groups.removeIf([](const Group &group) { return group.records.isEmpty(); });
    QList<int> rows;
    for (qsizetype i = 0; i < m_groups.size(); ++i) {
        rows.append(firstHeading + int(i));
        if (isExpanded(m_groups.at(i).id))
            rows.append(m_groups.at(i).records);
    }
    return rows;
}

QVariant ToolListModel::headingData(const Group &group, int role) const
{
    switch (role) {
    case KeyRole:
        return QString(u"group:"_s + group.id);
    case NameRole:
    case ExactNameRole:
    case HeadingRole:
        return group.title;
    case HeadingDetailRole: {
        const auto acting = std::count_if(group.records.cbegin(), group.records.cend(),
                                          [this](int record) { return at(record).canAct(); });
        const QString count = QLocale().toString(group.records.size());
        return acting == 0 ? count : tr("%1, of which %2 can act").arg(count, QLocale().toString(acting));
    }
    case ExpandedRole:
        return isExpanded(group.id);
    default:
        return {};
    }
}

QVariant ToolListModel::recordData(int record, int role) const
{
    if (record >= firstHeading)
        return headingData(m_groups.at(record - firstHeading), role);
    const ToolRecord &tool = at(record);
    const auto membership = [&tool](ProfileName profile) {
        return tool.isIn(profile) ? tr("yes") : tool.whyNotIn(profile).brief;
    };
    switch (role) {
    case KeyRole:
        return tool.key;
    case NameRole:
        return nameOf(tool);
    case ExactNameRole:
        return tool.name;
    case ObserveRole:
        return membership(ProfileName::Observe);
    case GovernRole:
        return membership(ProfileName::Govern);
    case ExecuteRole:
        return membership(ProfileName::Execute);
    case FullRole:
        return membership(ProfileName::Full);
    case ClaimRole:
        return tool.published ? claimText(*tool.published) : QString();
    case ClaimShownRole:
        return claimShown(tool);
    case DiffersRole:
        return disagreements(tool).join(u' ');
    case StateRole:
        return stateOf(tool);
    case StateKindRole:
        return tool.kind == ToolRecord::Kind::Broken ? u"failed"_s : u"blocked"_s;
    case DangerRole:
        return tool.name.isEmpty() ? QString() : engine::dangerClassText(tool.danger);
    case DangerKindRole:
        return dangerKind(tool.danger);
    case DangerSignRole:
        return tool.canAct()                               ? u"triangle"_s
               : tool.danger == DangerClass::NotClassified ? u"question"_s
                                                           : u"circle"_s;
    case JsonRole:
        return itemJson(tool);
    case CommandRole:
        return commandFor(tool);
    case HeadingRole:
        return QString();
    default:
        return {};
    }
}

QString ToolListModel::commandFor(const ToolRecord &tool) const
{
    const ProfileName profile = tool.firstProfile().value_or(ProfileName::Full);
    return m_command.isEmpty() ? QString()
                               : m_command + " --profile "_L1 + contract::profileText(profile) + " --json"_L1;
}

QVariant ToolListModel::sortValue(int record, int role) const
{
    if (role != DangerRole)
        return recordData(record, role);
    // What is not known may act, so it stands above what acts.
    return int(at(record).danger);
}

QList<base::FilterField> ToolListModel::filterFields() const
{
    return {{u"name"_s}, {u"category"_s}, {u"profile"_s}, {u"danger"_s},
            {u"says"_s}, {u"differs"_s},  {u"state"_s},   {u"about"_s}};
}

QString ToolListModel::filterValue(int record, const QString &field) const
{
    const ToolRecord &tool = at(record);
    if (field == "name"_L1)
        return tool.name;
    if (field == "category"_L1)
        return tool.category;
    if (field == "profile"_L1)
        return profilesOf(tool);
    if (field == "danger"_L1)
        return engine::dangerClassText(tool.danger);
    if (field == "differs"_L1)
        return disagreements(tool).isEmpty() ? QString() : u"yes"_s;
    if (field == "says"_L1)
        return tool.published ? claimText(*tool.published) : QString();
    if (field == "state"_L1)
        return tool.kind == ToolRecord::Kind::Advertised && tool.note.isEmpty() ? u"advertised"_s
                                                                                : stateOf(tool);
    return tool.description;
}

} // namespace algenta::console
