// SPDX-License-Identifier: Apache-2.0
#include "core/journal/entryfilter.h"

#include "core/base/timestamp.h"

#include <algorithm>
#include <utility>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

bool holds(const base::Json &value, const QString &text)
{
    if (value.isString())
        return value.toString().contains(text, Qt::CaseInsensitive);
    if (value.isArray()) {
        return std::any_of(value.items().cbegin(), value.items().cend(),
                           [&text](const base::Json &item) { return holds(item, text); });
    }
    if (!value.isObject())
        return false;
    if (const auto bytes = evidenceBytes(value))
        return QString::fromUtf8(*bytes).contains(text, Qt::CaseInsensitive) || holds(value[u"sha256"], text);
    return std::any_of(value.members().cbegin(), value.members().cend(),
                       [&text](const base::JsonMember &member) {
                           return member.key.contains(text, Qt::CaseInsensitive) || holds(member.value, text);
                       });
}

} // namespace

EntryQuery queryOf(const QString &columns, const EntryFilter &filter, qint64 before)
{
    QStringList terms;
    QVariantList values;
    if (before > 0) {
        terms << u"seq < ?"_s;
        values << before;
    }
    const bool isNarrow = !filter.subject.isEmpty() || !filter.actId.isEmpty();
    const bool hasOther = isNarrow || !filter.kinds.isEmpty();
    const QString kindIs = isNarrow ? u"+kind = ?"_s : u"kind = ?"_s;
    const std::pair<QString, QString> equalities[] = {{hasOther ? u"+engine"_s : u"engine"_s, filter.engine},
                                                      {u"subject"_s, filter.subject},
                                                      {u"act"_s, filter.actId}};
    for (const auto &[column, value] : equalities) {
        if (value.isEmpty())
            continue;
        terms << column + u" = ?"_s;
        values << value;
    }
    const auto select = [&columns](const QStringList &all) {
        return columns + (all.isEmpty() ? QString() : u"WHERE "_s + all.join(u" AND "_s) + u' ');
    };
    EntryQuery query;
    QStringList parts;
    for (const EntryKind kind : filter.kinds) {
        parts << select(terms + QStringList(kindIs));
        query.values << values << entryKindName(kind);
    }
    if (parts.isEmpty()) {
        parts << select(terms);
        query.values = values;
    }
    query.sql = parts.join(u"UNION ALL "_s) + u"ORDER BY seq DESC"_s;
    return query;
}

EntryQuery damagedQuery(const QString &columns, qint64 before)
{
    EntryQuery query{columns + u"WHERE kind IS NULL "_s, {}};
    if (before > 0) {
        query.sql += u"AND seq < ? "_s;
        query.values << before;
    }
    query.sql += u"ORDER BY seq DESC"_s;
    return query;
}

bool holdsText(const Entry &entry, const QString &text)
{
    for (const QString &field :
         {QString::number(entry.seq), base::toRfc3339(entry.time), entryKindName(entry.draft.kind),
          entry.draft.actor, entry.draft.engine, entry.draft.subject, entry.draft.actId}) {
        if (field.contains(text, Qt::CaseInsensitive))
            return true;
    }
    return holds(entry.draft.details, text);
}

} // namespace algenta::journal
