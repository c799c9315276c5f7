// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QPainterPath>
#include <QQuickPaintedItem>
#include <qqmlregistration.h>

namespace algenta::controls
{

/** A line drawing by name on a grid of 16, in one colour; an unknown name draws nothing. */
class Icon : public QQuickPaintedItem
{
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(QString name READ name WRITE setName NOTIFY nameChanged FINAL)
    Q_PROPERTY(QColor color READ color WRITE setColor NOTIFY colorChanged FINAL)
    /** The edge of the drawing in pixels; sets the implicit size. */
    Q_PROPERTY(qreal size READ size WRITE setSize NOTIFY sizeChanged FINAL)
    Q_PROPERTY(bool known READ known NOTIFY nameChanged FINAL)

public:
    explicit Icon(QQuickItem *parent = nullptr);

    [[nodiscard]] QString name() const { return m_name; }
    void setName(const QString &name);
    [[nodiscard]] QColor color() const { return m_color; }
    void setColor(const QColor &color);
    [[nodiscard]] qreal size() const { return m_size; }
    void setSize(qreal size);
    [[nodiscard]] bool known() const;

    /** Every name that draws something, in no order. */
    Q_INVOKABLE static QStringList names();

    void paint(QPainter *painter) override;

Q_SIGNALS:
    void nameChanged();
    void colorChanged();
    void sizeChanged();

private:
    QString m_name;
    QColor m_color = Qt::black;
    qreal m_size = 16;
    QPainterPath m_path;
};

} // namespace algenta::controls
