// SPDX-License-Identifier: Apache-2.0
#include "app/console/drift/driftlistmodel.h"

#include "core/base/jsonwriter.h"
#include "core/base/textsafety.h"

#include <algorithm>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::Json;
using contract::DriftClass;
using contract::DriftItem;
using contract::DriftKind;

namespace
{

QString itemJson(const DriftItem &item)
{
    Json json = Json::object({{u"class"_s, Json::string(contract::driftClassName(item.driftClass))},
                              {u"change"_s, Json::string(contract::driftKindName(item.kind))},
                              {u"subject"_s, Json::string(item.subject)},
                              {u"place"_s, Json::string(item.place)},
                              {u"hash"_s, Json::string(QString::fromLatin1(item.hash))}});
    if (item.kind != DriftKind::Added)
        json.set(u"before"_s, item.before);
    if (item.kind != DriftKind::Removed)
        json.set(u"after"_s, item.after);
    return QString::fromUtf8(base::writeJson(json));
}

} // namespace

QString driftClassWord(DriftClass driftClass)
{
    switch (driftClass) {
    case DriftClass::Wording:
        return DriftListModel::tr("wording");
    case DriftClass::Schema:
        return DriftListModel::tr("schema");
    case DriftClass::PermissionHint:
        return DriftListModel::tr("permission hint");
    }
    Q_UNREACHABLE();
}

QString driftClassKind(DriftClass driftClass)
{
    return driftClass == DriftClass::Wording  ? u"accent"_s
           : driftClass == DriftClass::Schema ? u"blocked"_s
                                              : u"failed"_s;
}

QString driftClassSign(DriftClass driftClass)
{
    return driftClass == DriftClass::Wording  ? u"tilde"_s
           : driftClass == DriftClass::Schema ? u"square"_s
                                              : u"lock"_s;
}

QString driftChangeWord(DriftKind kind)
{
    return kind == DriftKind::Added     ? DriftListModel::tr("added")
           : kind == DriftKind::Removed ? DriftListModel::tr("removed")
                                        : DriftListModel::tr("changed");
}

QHash<int, QByteArray> DriftListModel::roleNames() const
{
    return {{KeyRole, "key"},
            {ClassRole, "class"},
            {ClassKindRole, "classKind"},
            {ClassSignRole, "classSign"},
            {SubjectRole, "subject"},
            {ExactSubjectRole, "exactSubject"},
            {ChangeRole, "change"},
            {SentenceRole, "sentence"},
            {StateRole, "state"},
            {StateKindRole, "stateKind"},
            {StateSignRole, "stateSign"},
            {JsonRole, "json"},
            {CommandRole, "command"}};
}

void DriftListModel::reload()
{
    Q_EMIT reloadRequested();
}

void DriftListModel::setQuick(const QString &quick)
{
    if (quick == m_quick)
        return;
    m_quick = quick;
    choose();
    Q_EMIT quickChanged();
}

void DriftListModel::showRecords(const QList<DriftRecord> &records)
{
    setBusy(false);
    setFailure(std::nullopt);
    // The same again moves nothing, so that the focus stays in its row.
    if (records == m_records)
        return;
    m_records = records;
    choose();
}

void DriftListModel::showBusy()
{
    setFailure(std::nullopt);
    setBusy(true);
}

void DriftListModel::showFailure(const base::Error &error)
{
    m_records.clear();
    setBusy(false);
    choose();
    setFailure(error);
}

const DriftRecord *DriftListModel::find(const QString &key) const
{
    const QByteArray hash = key.toLatin1();
    const auto found = std::find_if(m_records.cbegin(), m_records.cend(),
                                    [&hash](const DriftRecord &record) { return record.item.hash == hash; });
    return found == m_records.cend() ? nullptr : &*found;
}

bool DriftListModel::isOf(const DriftRecord &record, QStringView quick)
{
    if (quick == u"open")
        return !record.accepted;
    if (quick == u"wording")
        return record.item.driftClass == DriftClass::Wording;
    if (quick == u"schema")
        return record.item.driftClass == DriftClass::Schema;
    return quick != u"permission" || record.item.driftClass == DriftClass::PermissionHint;
}

int DriftListModel::count(QStringView quick) const
{
    return int(std::count_if(m_records.cbegin(), m_records.cend(),
                             [quick](const DriftRecord &record) { return isOf(record, quick); }));
}

void DriftListModel::choose()
{
    m_chosen.clear();
    for (qsizetype i = 0; i < m_records.size(); ++i) {
        if (isOf(m_records.at(i), m_quick))
            m_chosen.append(int(i));
    }
    recordsReset();
}

QVariant DriftListModel::recordData(int record, int role) const
{
    const DriftRecord &row = at(record);
    switch (role) {
    case KeyRole:
        return QString::fromLatin1(row.item.hash);
    case ClassRole:
        return driftClassWord(row.item.driftClass);
    case ClassKindRole:
        return driftClassKind(row.item.driftClass);
    case ClassSignRole:
        return driftClassSign(row.item.driftClass);
    case SubjectRole:
        return base::elidedText(row.item.subject, 128);
    case ExactSubjectRole:
        return row.item.subject;
    case ChangeRole:
        return driftChangeWord(row.item.kind);
    case SentenceRole:
        return base::elidedText(row.item.sentence, 400);
    case StateRole:
        return row.accepted ? tr("accepted") : tr("not accepted");
    case StateKindRole:
        return row.accepted ? u"ok"_s : u"blocked"_s;
    case StateSignRole:
        return row.accepted ? u"check"_s : u"warning"_s;
    case JsonRole:
        return itemJson(row.item);
    case CommandRole:
        return m_command;
    default:
        return {};
    }
}

QVariant DriftListModel::sortValue(int record, int role) const
{
    // From harmless to not, as the classes stand.
    return role == ClassRole ? QVariant(int(at(record).item.driftClass)) : recordData(record, role);
}

QList<base::FilterField> DriftListModel::filterFields() const
{
    return {{u"class"_s}, {u"subject"_s}, {u"change"_s}, {u"state"_s}, {u"place"_s}, {u"text"_s}};
}

QString DriftListModel::filterValue(int record, const QString &field) const
{
    const DriftRecord &row = at(record);
    if (field == "class"_L1)
        return driftClassWord(row.item.driftClass);
    if (field == "subject"_L1)
        return row.item.subject;
    if (field == "change"_L1)
        return driftChangeWord(row.item.kind);
    if (field == "state"_L1)
        return row.accepted ? tr("accepted") : tr("open");
    if (field == "place"_L1)
        return row.item.place;
    return row.item.sentence + u'\n' + row.item.beforeText + u'\n' + row.item.afterText;
}

} // namespace algenta::console
