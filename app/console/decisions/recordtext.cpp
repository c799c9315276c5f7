// SPDX-License-Identifier: Apache-2.0
#include "app/console/decisions/recordtext.h"

#include "core/base/jsonwriter.h"
#include "core/base/textsafety.h"

#include <algorithm>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;

namespace
{

bool looksLikeFormula(const QString &text)
{
    const auto first =
        std::find_if(text.cbegin(), text.cend(), [](QChar c) { return c != u' ' && c != u'\n'; });
    return first != text.cend() && QStringView(u"=+-@\t\r").contains(*first) &&
           !base::Json::number(text.toUtf8()).isNumber();
}

} // namespace

QString digitsOf(const base::Json &number)
{
    return QString::fromLatin1(number.numberText());
}

QString timeKey(const base::Timestamp &time)
{
    if (!time.isValid())
        return {};
    return time.instant.toUTC().toString(u"yyyy-MM-ddTHH:mm:ss"_s) + (time.leapSecond ? u"1."_s : u"0."_s) +
           time.fraction;
}

QString csvLine(const QStringList &cells)
{
    QStringList quoted;
    for (QString cell : cells) {
        if (looksLikeFormula(cell))
            cell.prepend(u'\'');
        const bool plain = std::none_of(cell.cbegin(), cell.cend(),
                                        [](QChar c) { return QStringView(u",\"\r\n").contains(c); });
        quoted.append(plain ? cell : u'"' + cell.replace(u'"', u"\"\""_s) + u'"');
    }
    return quoted.join(u',');
}

QString shellCommand(const QString &command, const QString &id)
{
    const QString word = base::shellQuoted(id);
    return id.isEmpty() || word.isEmpty() ? QString() : u"algentactl %1 "_s.arg(command) + word;
}

QString jsonText(const base::Json &value)
{
    return QString::fromUtf8(base::writeJson(value, base::JsonLayout::Indented));
}

QVariantMap fieldRow(const QString &label, const QString &exact, const QString &absent)
{
    return {{u"label"_s, label},
            {u"value"_s, exact.isEmpty() ? absent : base::visibleText(exact)},
            {u"exact"_s, exact},
            {u"mono"_s, false}};
}

QVariantMap monoRow(const QString &label, const QString &exact, const QString &absent)
{
    QVariantMap row = fieldRow(label, exact, absent);
    row.insert(u"mono"_s, !exact.isEmpty());
    return row;
}

} // namespace algenta::console
