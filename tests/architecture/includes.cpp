// SPDX-License-Identifier: Apache-2.0
#include "tests/architecture/includes.h"

#include <QRegularExpression>

using namespace Qt::Literals::StringLiterals;

namespace algenta::architecture
{

QStringList includeViolations(const QString &path, const QString &text, const Arrows &arrows)
{
    static const QRegularExpression include(uR"(^\s*#\s*include\s*["<]([^">]+)[">])"_s);
    static const QRegularExpression graphical(u"^Q(Gui|Qml|Quick|Window|Color|Font|Image|Pixmap)"_s);
    const QString part = partOf(path);
    QStringList found;
    int number = 0;
    for (const QString &line : text.split(u'\n')) {
        ++number;
        const QRegularExpressionMatch match = include.match(line);
        if (!match.hasMatch()) {
            continue;
        }
        const QString header = match.captured(1);
        const QString other = partOf(header);
        const QString where = u"%1:%2 includes %3"_s.arg(path).arg(number).arg(header);
        if (header.startsWith(u"tests/") || header.contains(u"../")) {
            found += where + u": only headers of the product, from the root"_s;
        } else if (!other.isEmpty() && other != part && !arrows.value(part).contains(other)) {
            found += where + u": not an arrow of the design"_s;
        } else if (part.startsWith(u"core/") && graphical.match(header).hasMatch()) {
            found += where + u": core has no graphics"_s;
        }
    }
    return found;
}

} // namespace algenta::architecture
