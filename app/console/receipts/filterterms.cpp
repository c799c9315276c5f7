// SPDX-License-Identifier: Apache-2.0
#include "app/console/receipts/filterterms.h"

#include <QRegularExpression>
#include <QStringList>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;

namespace
{

/** Words as the filter language parts them: blanks inside quotes do not part. */
QStringList words(const QString &filter)
{
    static const QRegularExpression word(u"(?:[^\\s\"]|\"[^\"]*\"?)+"_s);
    QStringList all;
    for (const QRegularExpressionMatch &match : word.globalMatch(filter))
        all.append(match.captured());
    return all;
}

bool isPlainTerm(const QStringList &all, qsizetype index, const QString &term)
{
    return all.at(index) == term && (index == 0 || all.at(index - 1) != "not"_L1);
}

} // namespace

bool hasTerm(const QString &filter, const QString &term)
{
    const QStringList all = words(filter);
    for (qsizetype i = 0; i < all.size(); ++i) {
        if (isPlainTerm(all, i, term))
            return true;
    }
    return false;
}

QString withTerm(const QString &filter, const QString &term)
{
    if (hasTerm(filter, term))
        return filter;
    return filter.trimmed().isEmpty() ? term : filter.trimmed() + u' ' + term;
}

QString withoutTerm(const QString &filter, const QString &term)
{
    const QStringList all = words(filter);
    QStringList kept;
    for (qsizetype i = 0; i < all.size(); ++i) {
        if (!isPlainTerm(all, i, term))
            kept.append(all.at(i));
    }
    return kept.size() == all.size() ? filter : kept.join(u' ');
}

} // namespace algenta::console
