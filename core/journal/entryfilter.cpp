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

QString Condition::clause() const
{
    return terms.isEmpty() ? QString() : u"WHERE "_s + terms.join(u" AND "_s) + u' ';
}

Condition conditionOf(const EntryFilter &filter, qint64 before)
{
    Condition condition;
    if (before > 0) {
        condition.terms << u"seq < ?"_s;
        condition.values << before;
    }
    if (!filter.kinds.isEmpty()) {
        QStringList marks;
        for (const EntryKind kind : filter.kinds) {
            marks << u"?"_s;
            condition.values << entryKindName(kind);
        }
        condition.terms << u"kind IN (%1)"_s.arg(marks.join(u','));
    }
    const std::pair<QString, QString> equalities[] = {
        {u"engine"_s, filter.engine}, {u"subject"_s, filter.subject}, {u"act"_s, filter.actId}};
    for (const auto &[column, value] : equalities) {
        if (value.isEmpty())
            continue;
        condition.terms << column + u" = ?"_s;
        condition.values << value;
    }
    return condition;
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
