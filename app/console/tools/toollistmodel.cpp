// SPDX-License-Identifier: Apache-2.0
#include "app/console/tools/toollistmodel.h"

#include "core/base/jsonwriter.h"
#include "core/base/textsafety.h"

#include <algorithm>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using contract::ProfileName;
using engine::DangerClass;

namespace
{

constexpr qsizetype longestName = 128;

QString stateOf(const ToolRecord &record)
{
    switch (record.kind) {
    case ToolRecord::Kind::Advertised:
        return record.note.isEmpty() ? QString() : ToolListModel::tr("repeated name");
    case ToolRecord::Kind::Omitted:
        return ToolListModel::tr("not advertised");
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

} // namespace

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
            {StateRole, "state"},
            {StateKindRole, "stateKind"},
            {DangerRole, "danger"},
            {DangerKindRole, "dangerKind"},
            {DangerSignRole, "dangerSign"},
            {JsonRole, "json"},
            {CommandRole, "command"}};
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

QVariant ToolListModel::recordData(int record, int role) const
{
    const ToolRecord &tool = at(record);
    const auto membership = [&tool](ProfileName profile) {
        return tool.isIn(profile) ? tr("yes") : tr("no");
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
            {u"says"_s}, {u"state"_s},    {u"about"_s}};
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
    if (field == "says"_L1)
        return tool.published ? claimText(*tool.published) : QString();
    if (field == "state"_L1)
        return tool.kind == ToolRecord::Kind::Advertised && tool.note.isEmpty() ? u"advertised"_s
                                                                                : stateOf(tool);
    return tool.description;
}

} // namespace algenta::console
