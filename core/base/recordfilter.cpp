// SPDX-License-Identifier: Apache-2.0
#include "core/base/recordfilter.h"

#include "core/base/timestamp.h"

#include <algorithm>
#include <array>
#include <utility>

namespace algenta::base
{

using namespace Qt::Literals::StringLiterals;

namespace
{

/** Words of a filter; a quoted part belongs to its word and may hold blanks. */
Result<QStringList> words(QStringView text)
{
    QStringList list;
    QString word;
    bool quoted = false;
    bool started = false;
    for (const QChar c : text) {
        if (c == u'"') {
            quoted = !quoted;
            started = true;
        } else if (c.isSpace() && !quoted) {
            if (started)
                list.append(std::exchange(word, {}));
            started = false;
        } else {
            word.append(c);
            started = true;
        }
    }
    if (quoted)
        return fail(ErrorCode::InvalidInput, u"The filter has a quotation mark that is not closed."_s);
    if (started)
        list.append(word);
    return list;
}

/** "24h", "30m", "7d", "45s"; -1 ms for anything else. */
std::chrono::milliseconds parseAge(const QString &text)
{
    static constexpr std::array<std::pair<char16_t, qint64>, 4> units{
        {{u's', 1'000}, {u'm', 60'000}, {u'h', 3'600'000}, {u'd', 86'400'000}}};
    for (const auto &[unit, factor] : units) {
        if (!text.endsWith(QChar(unit)))
            continue;
        bool good = false;
        const qint64 count = text.chopped(1).toLongLong(&good);
        if (good && count >= 0 && count <= 1'000'000)
            return std::chrono::milliseconds(count * factor);
    }
    return std::chrono::milliseconds(-1);
}

/** A time or its beginning, filled up to a full one: "2026-11" is its first instant. */
QDateTime parseTimePrefix(const QString &text)
{
    static const QString rest = u"0000-01-01T00:00:00Z"_s;
    if (text.size() > rest.size())
        return parseTimestamp(text).instant;
    return parseTimestamp(QString(text + rest.mid(text.size()))).instant;
}

} // namespace

Result<RecordFilter> RecordFilter::parse(QStringView text, const QList<FilterField> &fields)
{
    const Result<QStringList> list = words(text);
    if (!list)
        return fail(list.error());
    RecordFilter filter;
    for (const FilterField &field : fields)
        filter.m_anyFields.append(field.name);
    bool negated = false;
    for (const QString &word : *list) {
        if (word == "not"_L1 && !negated) {
            negated = true;
            continue;
        }
        Result<Term> term = parseTerm(word, fields);
        if (!term)
            return fail(term.error());
        term->negated = std::exchange(negated, false);
        filter.m_terms.append(*term);
    }
    if (negated)
        return fail(ErrorCode::InvalidInput, u"The filter ends with “not”, but nothing follows it."_s);
    return filter;
}

Result<RecordFilter::Term> RecordFilter::parseTerm(const QString &word, const QList<FilterField> &fields)
{
    static const std::array<std::pair<QLatin1StringView, Operator>, 6> operators{
        {{"<="_L1, Operator::LessOrEqual},
         {">="_L1, Operator::GreaterOrEqual},
         {":"_L1, Operator::Contains},
         {"="_L1, Operator::Equals},
         {"<"_L1, Operator::Less},
         {">"_L1, Operator::Greater}}};
    Term term;
    qsizetype at = word.size();
    qsizetype length = 0;
    for (const auto &[sign, op] : operators) {
        const qsizetype found = word.indexOf(sign);
        if (found > 0 && found < at) {
            at = found;
            length = sign.size();
            term.op = op;
        }
    }
    if (length == 0) {
        term.value = word;
        return term;
    }
    term.field = word.left(at);
    term.value = word.mid(at + length);
    const auto field = std::find_if(fields.cbegin(), fields.cend(),
                                    [&term](const FilterField &f) { return f.name == term.field; });
    if (field == fields.cend()) {
        QStringList names;
        for (const FilterField &known : fields)
            names.append(known.name);
        return fail(ErrorCode::InvalidInput,
                    u"The filter names “%1”, which is no field here."_s.arg(term.field),
                    u"Fields: %1. Put a text with a colon in quotation marks after a field."_s.arg(
                        names.join(u", "_s)));
    }
    term.kind = field->kind;
    const bool ordered = term.op != Operator::Contains && term.op != Operator::Equals;
    if (!ordered)
        return term;
    if (term.kind == FieldKind::Text)
        return fail(ErrorCode::InvalidInput,
                    u"“%1” is a text and has no order; use %1:part or %1=exact."_s.arg(term.field));
    bool good = true;
    if (term.kind == FieldKind::Number)
        term.value.toDouble(&good);
    else if (term.age = parseAge(term.value); term.age.count() < 0)
        good = parseTimePrefix(term.value).isValid();
    if (!good)
        return fail(
            ErrorCode::InvalidInput, u"“%1” cannot be compared with “%2”."_s.arg(term.field, term.value),
            term.kind == FieldKind::Time ? u"Use an age such as 24h or 7d, or a time such as 2026-11-30."_s
                                         : u"Use a number such as 0.6."_s);
    return term;
}

bool RecordFilter::matches(const Reader &read, const QDateTime &now) const
{
    return std::all_of(m_terms.cbegin(), m_terms.cend(),
                       [&](const Term &term) { return holds(term, read, now) != term.negated; });
}

bool RecordFilter::holds(const Term &term, const Reader &read, const QDateTime &now) const
{
    if (term.field.isEmpty()) {
        return std::any_of(m_anyFields.cbegin(), m_anyFields.cend(), [&](const QString &field) {
            return read(field).contains(term.value, Qt::CaseInsensitive);
        });
    }
    const QString value = read(term.field);
    if (term.op == Operator::Equals)
        return value == term.value;
    if (term.op == Operator::Contains) {
        return term.kind == FieldKind::Time ? value.startsWith(term.value)
                                            : value.contains(term.value, Qt::CaseInsensitive);
    }
    double left = 0;
    double right = 0;
    if (term.kind == FieldKind::Number) {
        bool good = false;
        left = value.toDouble(&good);
        right = term.value.toDouble();
        if (!good)
            return false;
    } else {
        const QDateTime time = parseTimestamp(value).instant;
        if (!time.isValid())
            return false;
        if (term.age.count() >= 0) {
            left = double(time.msecsTo(now));
            right = double(term.age.count());
        } else {
            left = double(time.toMSecsSinceEpoch());
            right = double(parseTimePrefix(term.value).toMSecsSinceEpoch());
        }
    }
    switch (term.op) {
    case Operator::Less:
        return left < right;
    case Operator::LessOrEqual:
        return left <= right;
    case Operator::Greater:
        return left > right;
    default:
        return left >= right;
    }
}

} // namespace algenta::base
