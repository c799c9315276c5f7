// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QList>
#include <QSet>
#include <QString>
#include <QStringList>

namespace algenta::architecture
{

/** One target of the build, as linktable.cmake writes it; folder is "-" for an imported one. */
struct Target {
    QString folder;
    QString name;
    QString type;
    QString file;
    QStringList links;
};

using LinkTable = QList<Target>;

/** Which folders a folder may link or include; a folder may always use itself. */
using Arrows = QHash<QString, QSet<QString>>;

/** The arrows of the design: the one place to change when the structure changes. */
[[nodiscard]] const Arrows &allowedArrows();

/** Lines that do not have five fields are reported as a target with an empty name. */
[[nodiscard]] LinkTable parseLinkTable(const QString &text);

/** The part of the structure that a path below core/, app/ or qml/ belongs to, or empty. */
[[nodiscard]] QString partOf(const QString &path);

/** One sentence for each broken rule; empty when the table keeps all of them. */
[[nodiscard]] QStringList violations(const LinkTable &table, const Arrows &arrows);

} // namespace algenta::architecture
