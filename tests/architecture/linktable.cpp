// SPDX-License-Identifier: Apache-2.0
#include "tests/architecture/linktable.h"

#include <algorithm>

using namespace Qt::Literals::StringLiterals;

namespace algenta::architecture
{

namespace
{

const QSet<QString> &libraryParts()
{
    static const QSet<QString> parts{u"core/base"_s,  u"core/net"_s,        u"core/contract"_s,
                                     u"core/mcp"_s,   u"core/engine"_s,     u"core/journal"_s,
                                     u"core/store"_s, u"core/breakglass"_s, u"core/liaison"_s};
    return parts;
}

bool isGraphical(const QString &target)
{
    static const QStringList prefixes{u"Qt6::Gui"_s, u"Qt6::Qml"_s, u"Qt6::Quick"_s, u"Qt6::Widgets"_s};
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [&](const QString &prefix) { return target.startsWith(prefix); });
}

/** Everything that target reaches over any number of links, itself not counted. */
QSet<QString> closure(const QHash<QString, Target> &byName, const QString &target)
{
    QSet<QString> reached;
    QStringList pending = byName.value(target).links;
    while (!pending.isEmpty()) {
        const QString next = pending.takeLast();
        if (reached.contains(next)) {
            continue;
        }
        reached.insert(next);
        pending += byName.value(next).links;
    }
    return reached;
}

QStringList violationsOf(const Target &target, const QHash<QString, Target> &byName, const Arrows &arrows)
{
    const QString part = partOf(target.folder);
    QStringList found;
    const QSet<QString> reached = closure(byName, target.name);
    for (const QString &link : reached) {
        const QString other = partOf(byName.value(link).folder);
        const QString path = target.links.contains(link) ? u"links"_s : u"reaches"_s;
        if (!other.isEmpty() && other != part && !arrows.value(part).contains(other)) {
            found +=
                u"%1 (%2) %3 %4 (%5): not an arrow of the design"_s.arg(part, target.name, path, other, link);
        }
        if (part.startsWith(u"core/") && isGraphical(link)) {
            found += u"%1 (%2) %3 %4: core has no graphics"_s.arg(part, target.name, path, link);
        }
    }
    return found;
}

} // namespace

const Arrows &allowedArrows()
{
    static const Arrows arrows = [] {
        const QSet<QString> below{u"core/base"_s, u"core/net"_s, u"core/contract"_s, u"core/mcp"_s};
        QSet<QString> withoutBreakGlass = libraryParts();
        withoutBreakGlass.remove(u"core/breakglass"_s);
        return Arrows{
            {u"core/base"_s, {}},
            {u"core/net"_s, {u"core/base"_s}},
            {u"core/contract"_s, {u"core/base"_s}},
            {u"core/mcp"_s, {u"core/base"_s, u"core/net"_s}},
            {u"core/engine"_s, below},
            {u"core/journal"_s, {u"core/base"_s}},
            {u"core/liaison"_s, {u"core/base"_s}},
            {u"core/store"_s, QSet<QString>(below) + QSet<QString>{u"core/engine"_s, u"core/journal"_s}},
            // The engine part carries what lies below it; the one-shot sender is in core/net.
            {u"core/breakglass"_s, QSet<QString>(below) + QSet<QString>{u"core/engine"_s, u"core/journal"_s}},
            {u"app/demo_engine"_s, {}},
            {u"app/ctl"_s, withoutBreakGlass},
            {u"qml/Controls"_s, {}},
            // Pages show the view models, and so reach what those stand on; they include none of it.
            {u"qml/Pages"_s, libraryParts() + QSet<QString>{u"qml/Controls"_s, u"app/console"_s}},
            {u"app/console"_s, libraryParts() + QSet<QString>{u"qml/Controls"_s, u"qml/Pages"_s}},
        };
    }();
    return arrows;
}

LinkTable parseLinkTable(const QString &text)
{
    LinkTable table;
    for (const QString &line : text.split(u'\n', Qt::SkipEmptyParts)) {
        const QStringList fields = line.split(u'\t');
        if (fields.size() != 5) {
            table += Target{};
            continue;
        }
        table += Target{fields.at(0), fields.at(1), fields.at(2), fields.at(3),
                        fields.at(4).split(u',', Qt::SkipEmptyParts)};
    }
    return table;
}

QString partOf(const QString &path)
{
    const QStringList steps = path.split(u'/');
    const bool ours = steps.size() >= 2 && QStringList{u"core"_s, u"app"_s, u"qml"_s}.contains(steps.at(0));
    return ours ? steps.at(0) + u'/' + steps.at(1) : QString();
}

QStringList violations(const LinkTable &table, const Arrows &arrows)
{
    QHash<QString, Target> byName;
    for (const Target &target : table) {
        byName.insert(target.name, target);
    }
    QStringList found;
    for (const Target &target : table) {
        const QString part = partOf(target.folder);
        if (target.name.isEmpty()) {
            found += u"a line of the link table cannot be read"_s;
        } else if (target.folder == u"-" || part.isEmpty()) {
            continue;
        } else if (!arrows.contains(part)) {
            found += u"%1 (%2) is not a part of the design"_s.arg(part, target.name);
        } else {
            found += violationsOf(target, byName, arrows);
        }
    }
    found.sort();
    return found;
}

} // namespace algenta::architecture
