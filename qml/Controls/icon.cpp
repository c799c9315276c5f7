// SPDX-License-Identifier: Apache-2.0
#include "icon.h"

#include <QHash>
#include <QPainter>

namespace algenta::controls
{

namespace
{

using namespace Qt::Literals::StringLiterals;

// One drawing: M and L as in an SVG path, Z closes, "O cx cy r" is a circle. A leading '#' fills it.
const QHash<QString, QLatin1StringView> &drawings()
{
    static const QHash<QString, QLatin1StringView> all{
        {u"overview"_s,
         "M 2 9 L 6 9 L 6 14 L 2 14 Z M 6 6 L 10 6 L 10 14 L 6 14 Z M 10 2 L 14 2 L 14 14 L 10 14 Z"_L1},
        {u"blocked"_s, "O 8 8 6 M 3.8 12.2 L 12.2 3.8"_L1},
        {u"decisions"_s, "M 3 3 L 13 3 M 3 8 L 13 8 M 3 13 L 9 13"_L1},
        {u"receipts"_s,
         "M 4 2 L 12 2 L 12 14 L 10 12.6 L 8 14 L 6 12.6 L 4 14 Z M 6 5.5 L 10 5.5 M 6 8.5 L 10 8.5"_L1},
        {u"tools"_s,
         "M 2 2 L 7 2 L 7 7 L 2 7 Z M 9 2 L 14 2 L 14 7 L 9 7 Z M 2 9 L 7 9 L 7 14 L 2 14 Z M 9 9 L 14 9 L 14 14 L 9 14 Z"_L1},
        {u"contract"_s, "M 4 2 L 9.5 2 L 12.5 5 L 12.5 14 L 4 14 Z M 9.5 2 L 9.5 5 L 12.5 5"_L1},
        {u"drift"_s,
         "M 3 5.5 L 13 5.5 M 10.4 2.9 L 13 5.5 L 10.4 8.1 M 13 10.5 L 3 10.5 M 5.6 7.9 L 3 10.5 L 5.6 13.1"_L1},
        {u"policy"_s, "M 2 4.5 L 14 4.5 M 2 11.5 L 14 11.5 O 10 4.5 2 O 6 11.5 2"_L1},
        {u"liaison"_s, "M 2 3 L 14 3 L 14 11 L 7 11 L 4 14 L 4 11 L 2 11 Z"_L1},
        {u"journal"_s,
         "M 8 1.5 L 13.5 3.8 L 13.5 8 L 12.2 11.2 L 8 14.5 L 3.8 11.2 L 2.5 8 L 2.5 3.8 Z M 5.5 7.8 L 7.4 9.7 L 10.6 6.2"_L1},
        {u"settings"_s,
         "O 8 8 2.3 M 8 1.5 L 8 3.8 M 8 12.2 L 8 14.5 M 1.5 8 L 3.8 8 M 12.2 8 L 14.5 8 M 3.4 3.4 L 5 5 M 11 11 L 12.6 12.6 M 12.6 3.4 L 11 5 M 5 11 L 3.4 12.6"_L1},
        {u"glass"_s, "M 3 2 L 13 2 L 13 14 L 3 14 Z M 3 8 L 6.5 7 L 8 10 L 13 4.5 M 8 10 L 9.5 14"_L1},
        {u"copy"_s,
         "M 5.5 5.5 L 13.5 5.5 L 13.5 13.5 L 5.5 13.5 Z M 10.5 5.5 L 10.5 2.5 L 2.5 2.5 L 2.5 10.5 L 5.5 10.5"_L1},
        {u"close"_s, "M 3.8 3.8 L 12.2 12.2 M 12.2 3.8 L 3.8 12.2"_L1},
        {u"more"_s, "#O 3 8 1.3 O 8 8 1.3 O 13 8 1.3"_L1},
        {u"search"_s, "O 7 7 4.5 M 10.4 10.4 L 14 14"_L1},
        {u"refresh"_s,
         "M 13 8 L 12.5 10.2 L 11.1 11.9 L 9.1 12.9 L 6.9 12.9 L 4.9 11.9 L 3.5 10.2 L 3 8 L 3.5 5.8 L 4.9 4.1 L 6.9 3.1 L 9.1 3.1 L 11.1 4.1 L 12.6 6 M 12.9 2.6 L 12.7 6.2 L 9.2 5.8"_L1},
        {u"warning"_s, "M 8 2 L 14.5 13.5 L 1.5 13.5 Z M 8 6.2 L 8 9.6 M 8 11.2 L 8 11.8"_L1},
        {u"info"_s, "O 8 8 6.2 M 8 7.4 L 8 11.4 M 8 4.6 L 8 5.3"_L1},
        {u"check"_s, "M 2.8 8.6 L 6.3 12 L 13.2 4.4"_L1},
        {u"cross"_s, "M 3.8 3.8 L 12.2 12.2 M 12.2 3.8 L 3.8 12.2"_L1},
        {u"diamond"_s, "#M 8 1.8 L 14.2 8 L 8 14.2 L 1.8 8 Z"_L1},
        {u"triangle"_s, "#M 8 2.4 L 14.4 13.4 L 1.6 13.4 Z"_L1},
        {u"circle"_s, "O 8 8 5"_L1},
        {u"dot"_s, "#O 8 8 5"_L1},
        {u"square"_s, "#M 3 3 L 13 3 L 13 13 L 3 13 Z"_L1},
        {u"minus"_s, "M 3 8 L 13 8"_L1},
        {u"plus"_s, "M 3 8 L 13 8 M 8 3 L 8 13"_L1},
        {u"tilde"_s, "M 2.2 9.6 L 3.6 7.4 L 5.2 6.6 L 6.8 7.2 L 9.2 8.9 L 10.8 9.5 L 12.4 8.6 L 13.8 6.4"_L1},
        {u"question"_s,
         "M 5 5.6 L 5.4 3.8 L 6.8 2.7 L 8.8 2.6 L 10.4 3.6 L 10.9 5.2 L 10.3 6.8 L 8.3 8.3 L 8 10 M 8 12.7 L 8 13.4"_L1},
        {u"up"_s, "M 8 13 L 8 3 M 4 7 L 8 3 L 12 7"_L1},
        {u"down"_s, "M 8 3 L 8 13 M 4 9 L 8 13 L 12 9"_L1},
        {u"left"_s, "M 10 3 L 5 8 L 10 13"_L1},
        {u"right"_s, "M 6 3 L 11 8 L 6 13"_L1},
        {u"chevron"_s, "M 4 6 L 8 10 L 12 6"_L1},
        {u"lock"_s,
         "M 3 7 L 13 7 L 13 14 L 3 14 Z M 5.2 7 L 5.2 4.4 L 6.4 2.6 L 9.6 2.6 L 10.8 4.4 L 10.8 7"_L1},
        {u"export"_s,
         "M 8 10 L 8 2 M 4.8 5.2 L 8 2 L 11.2 5.2 M 2.5 9.5 L 2.5 13.5 L 13.5 13.5 L 13.5 9.5"_L1},
        {u"filter"_s, "M 2 3 L 14 3 L 9.5 8.4 L 9.5 13 L 6.5 11.4 L 6.5 8.4 Z"_L1},
        {u"clock"_s, "O 8 8 6.2 M 8 4.4 L 8 8.2 L 10.8 9.8"_L1},
        {u"plug"_s,
         "M 5.5 2 L 5.5 5.5 M 10.5 2 L 10.5 5.5 M 3.5 5.5 L 12.5 5.5 L 12.5 8.5 L 10.5 11 L 5.5 11 L 3.5 8.5 Z M 8 11 L 8 14.5"_L1},
    };
    return all;
}

QPainterPath parsed(QLatin1StringView drawing)
{
    QPainterPath path;
    const QStringList words = QString(drawing).remove(u'#').split(u' ', Qt::SkipEmptyParts);
    const auto number = [&words](qsizetype at) { return words.value(at).toDouble(); };
    for (qsizetype i = 0; i < words.size();) {
        const QString &verb = words.at(i);
        if (verb == "M"_L1) {
            path.moveTo(number(i + 1), number(i + 2));
            i += 3;
        } else if (verb == "L"_L1) {
            path.lineTo(number(i + 1), number(i + 2));
            i += 3;
        } else if (verb == "O"_L1) {
            path.addEllipse(QPointF(number(i + 1), number(i + 2)), number(i + 3), number(i + 3));
            i += 4;
        } else {
            path.closeSubpath();
            i += 1;
        }
    }
    return path;
}

} // namespace

Icon::Icon(QQuickItem *parent)
    : QQuickPaintedItem(parent)
{
    setAntialiasing(true);
    setImplicitSize(m_size, m_size);
}

void Icon::setName(const QString &name)
{
    if (m_name == name)
        return;
    m_name = name;
    m_path = parsed(drawings().value(name));
    Q_EMIT nameChanged();
    update();
}

void Icon::setColor(const QColor &color)
{
    if (m_color == color)
        return;
    m_color = color;
    Q_EMIT colorChanged();
    update();
}

void Icon::setSize(qreal size)
{
    if (qFuzzyCompare(m_size, size))
        return;
    m_size = size;
    setImplicitSize(size, size);
    Q_EMIT sizeChanged();
    update();
}

bool Icon::known() const
{
    return drawings().contains(m_name);
}

QStringList Icon::names()
{
    return drawings().keys();
}

void Icon::paint(QPainter *painter)
{
    painter->setRenderHint(QPainter::Antialiasing);
    painter->scale(width() / 16.0, height() / 16.0);
    const bool filled = drawings().value(m_name).startsWith('#'_L1);
    painter->setPen(QPen(m_color, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    if (filled) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(m_color);
    }
    painter->drawPath(m_path);
}

} // namespace algenta::controls
