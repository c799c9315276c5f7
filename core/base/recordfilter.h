// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>
#include <QStringView>

#include <chrono>
#include <functional>

namespace algenta::base
{

enum class FieldKind {
    Text,   ///< `field:part` (contained, any case), `field=exact`
    Number, ///< also `<`, `<=`, `>`, `>=`, compared as numbers
    Time,   ///< `field:2026-11` (prefix), `<` `>` against an RFC 3339 prefix or an age: `created<24h` is
            ///< younger
};

struct FilterField {
    QString name;
    FieldKind kind = FieldKind::Text;
};

/**
 * The one filter language of search boxes and `algentactl --filter`.
 *
 * Terms separated by blanks, all must hold: a bare word or "quoted words" is searched in every
 * field; `field:value` and the comparisons above look in one; `not` turns the next term round.
 */
class RecordFilter
{
public:
    /** Value of a field of the record at hand; a null string where it has none. */
    using Reader = std::function<QString(const QString &field)>;

    /** InvalidInput naming the term for an unknown field, an unreadable number or time, a lone `not`. */
    [[nodiscard]] static Result<RecordFilter> parse(QStringView text, const QList<FilterField> &fields);

    RecordFilter() = default;
    [[nodiscard]] bool isEmpty() const { return m_terms.isEmpty(); }
    /** @p now is what ages are measured from. A record without the field matches no comparison. */
    [[nodiscard]] bool matches(const Reader &read, const QDateTime &now) const;

private:
    enum class Operator { Contains, Equals, Less, LessOrEqual, Greater, GreaterOrEqual };
    struct Term {
        bool negated = false;
        QString field; ///< empty: any
        FieldKind kind = FieldKind::Text;
        Operator op = Operator::Contains;
        QString value;
        std::chrono::milliseconds age{-1}; ///< -1: the value is no age
    };
    [[nodiscard]] static Result<Term> parseTerm(const QString &word, const QList<FilterField> &fields);
    [[nodiscard]] bool holds(const Term &term, const Reader &read, const QDateTime &now) const;

    QList<Term> m_terms;
    QStringList m_anyFields;
};

} // namespace algenta::base
