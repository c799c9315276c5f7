// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QHash>
#include <QList>

namespace algenta::test
{

/** What every process of the same user could read of one process. */
struct SeenProcess {
    qint64 id = 0;
    QByteArray name;
    QByteArray commandLine;
    QByteArray environment; ///< empty if it cannot be read
};

inline QByteArray readProcFile(qint64 id, const char *name)
{
    QFile file(QStringLiteral("/proc/%1/%2").arg(id).arg(QLatin1String(name)));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/** The processes below that one, as they are now. */
inline QList<SeenProcess> descendantsOf(qint64 ancestor)
{
    QMultiHash<qint64, qint64> children;
    const QStringList entries = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &entry : entries) {
        bool isNumber = false;
        const qint64 id = entry.toLongLong(&isNumber);
        // pid (name) state ppid …; the name may hold anything but ends with the last bracket.
        const QByteArray stat = isNumber ? readProcFile(id, "stat") : QByteArray();
        const QList<QByteArray> fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
        if (fields.size() > 1)
            children.insert(fields.at(1).toLongLong(), id);
    }
    QList<SeenProcess> found;
    QList<qint64> open = children.values(ancestor);
    while (!open.isEmpty()) {
        const qint64 id = open.takeFirst();
        found.append({id, readProcFile(id, "comm").trimmed(), readProcFile(id, "cmdline"),
                      readProcFile(id, "environ")});
        open += children.values(id);
    }
    return found;
}

} // namespace algenta::test
