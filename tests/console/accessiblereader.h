// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QProcess>
#include <QStringList>
#include <QTest>

#include <algorithm>

namespace algenta::test
{

/** One object as the accessibility bus shows it. */
struct AccessibleObject {
    QString role;
    QString name;
    QString description;
    QStringList actions;
};

/** What the bus shows of a program; read by another process, as a screen reader does. */
inline QList<AccessibleObject> accessibleTree(qint64 processId)
{
    QProcess reader;
    reader.start(QStringLiteral(ALGENTA_TREE_READER), {QString::number(processId)});
    if (!QTest::qWaitFor([&reader] { return reader.state() == QProcess::NotRunning; }, 60'000))
        reader.kill();
    QList<AccessibleObject> objects;
    const QList<QByteArray> lines = reader.readAllStandardOutput().split('\n');
    for (const QByteArray &line : lines) {
        const QStringList words = QString::fromUtf8(line).split(u'\t');
        if (words.size() == 5)
            objects.append(
                {words.at(1), words.at(2), words.at(3), words.at(4).split(u',', Qt::SkipEmptyParts)});
    }
    return objects;
}

inline bool says(const QList<AccessibleObject> &objects, const QString &text)
{
    return std::any_of(objects.cbegin(), objects.cend(), [&text](const AccessibleObject &object) {
        return object.name.contains(text) || object.description.contains(text);
    });
}

} // namespace algenta::test
