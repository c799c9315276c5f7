// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/hosts.h"

#include <QSet>
#include <QUrl>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace algenta::breakglass
{

using namespace Qt::Literals::StringLiterals;

namespace
{

QString withoutPort(const QString &host)
{
    if (host.startsWith(u'['))
        return host.left(host.indexOf(u']') + 1);
    return host.section(u':', 0, 0);
}

/** One form for names that look the same in most typefaces. */
QString skeleton(QString name)
{
    static constexpr std::array<std::pair<QLatin1StringView, QLatin1StringView>, 10> alike{{
        {"rn"_L1, "m"_L1},
        {"vv"_L1, "w"_L1},
        {"cl"_L1, "d"_L1},
        {"0"_L1, "o"_L1},
        {"1"_L1, "l"_L1},
        {"i"_L1, "l"_L1},
        {"5"_L1, "s"_L1},
        {"2"_L1, "z"_L1},
        {"-"_L1, ""_L1},
        {"_"_L1, ""_L1},
    }};
    for (const auto &[from, to] : alike)
        name.replace(from, to);
    return name;
}

/** Changes of one character (also two swapped neighbours) from one text to the other. */
qsizetype distance(const QString &a, const QString &b)
{
    const auto size = static_cast<std::size_t>(b.size()) + 1;
    std::vector<qsizetype> before(size), row(size), next(size);
    for (std::size_t j = 0; j < size; ++j)
        row[j] = static_cast<qsizetype>(j);
    for (qsizetype i = 1; i <= a.size(); ++i) {
        next[0] = i;
        for (std::size_t j = 1; j < size; ++j) {
            const auto column = static_cast<qsizetype>(j);
            const qsizetype change = a.at(i - 1) == b.at(column - 1) ? 0 : 1;
            next[j] = std::min({row[j] + 1, next[j - 1] + 1, row[j - 1] + change});
            if (i > 1 && j > 1 && a.at(i - 1) == b.at(column - 2) && a.at(i - 2) == b.at(column - 1))
                next[j] = std::min(next[j], before[j - 2] + 1);
        }
        before = std::exchange(row, std::exchange(next, before));
    }
    return row.back();
}

QString punycodeWarning(const QString &host)
{
    const QString name = withoutPort(host);
    const QStringList labels = name.split(u'.');
    if (std::none_of(labels.cbegin(), labels.cend(),
                     [](const QString &label) { return label.startsWith("xn--"_L1); }))
        return {};
    const QString readable = QUrl::fromAce(name.toLatin1(), QUrl::IgnoreIDNWhitelist);
    QString warning = readable.isEmpty() || readable == name
                          ? u"The host is written in Punycode (xn--) that cannot be read."_s
                          : u"The host is written in Punycode (xn--); it reads as “%1”."_s.arg(readable);
    for (const QString &label : readable.split(u'.')) {
        QSet<QChar::Script> scripts;
        for (const char32_t letter : label.toUcs4()) {
            const QChar::Script script = QChar::script(letter);
            if (script != QChar::Script_Common && script != QChar::Script_Inherited)
                scripts.insert(script);
        }
        if (scripts.size() > 1)
            return warning + u" It mixes letters of several scripts, which is how a host is imitated."_s;
    }
    return warning;
}

QString likenessWarning(const QString &host, const QString &other)
{
    const QString name = withoutPort(host);
    const QString known = withoutPort(other);
    if (name == known)
        return u"It is the allowed host %1 at another port."_s.arg(other);
    if (name.startsWith(known + u'.'))
        return u"It begins like the allowed host %1 but belongs to another domain."_s.arg(other);
    if (skeleton(name) == skeleton(known))
        return u"It looks like the allowed host %1 but is not: characters differ that are easily mistaken."_s
            .arg(other);
    const qsizetype differs = distance(name, known);
    if (differs <= 2 && std::min(name.size(), known.size()) > 4)
        return u"It looks like the allowed host %1 but is not: they differ in %2 of %3 characters."_s.arg(
            other, QString::number(differs), QString::number(name.size()));
    return {};
}

} // namespace

QString hostWarning(const QString &host, const QStringList &allowed)
{
    QStringList warnings;
    if (const QString punycode = punycodeWarning(host); !punycode.isEmpty())
        warnings.append(punycode);
    if (host.isEmpty() || allowed.contains(host))
        return warnings.join(u' ');
    for (const QString &other : allowed) {
        const QString likeness = likenessWarning(host, other);
        if (!likeness.isEmpty()) {
            warnings.append(likeness);
            break;
        }
    }
    return warnings.join(u' ');
}

} // namespace algenta::breakglass
