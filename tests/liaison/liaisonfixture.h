// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/jsonreader.h"
#include "core/liaison/transcriptvalidator.h"

#include <QDir>
#include <QFile>
#include <QString>

namespace algenta::liaison::test
{

inline QString contractsFolder()
{
    return QStringLiteral(ALGENTA_SOURCE_DIR "/contracts/");
}

inline QByteArray fileBytes(const QString &pathInContracts)
{
    QFile file(contractsFolder() + pathInContracts);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/** An example by its path below contracts/examples/liaison; null if it is not there. */
inline base::Json example(const QString &path)
{
    return base::readJson(fileBytes(QStringLiteral("examples/liaison/") + path)).value_or(base::Json());
}

inline const TranscriptValidator &validator()
{
    static const TranscriptValidator plain(embeddedLiaisonContract());
    return plain;
}

/** "rule path seq" of each violation. */
inline QStringList lines(const Report &report)
{
    QStringList list;
    for (const Violation &violation : report.violations)
        list.append(QStringLiteral("%1 %2 %3")
                        .arg(ruleName(violation.rule()), violation.path, QString::number(violation.seq)));
    return list;
}

/** The value with the one at the path of keys and indexes replaced; an invalid Json removes nothing. */
inline base::Json with(const base::Json &root, const QStringList &path, const base::Json &value)
{
    if (path.isEmpty())
        return value;
    const QString step = path.constFirst();
    if (root.isArray()) {
        base::Json::Array items = root.items();
        const qsizetype index = step.toLongLong();
        items[index] = with(items.at(index), path.sliced(1), value);
        return base::Json::array(items);
    }
    base::Json changed = root;
    changed.set(step, with(root[step], path.sliced(1), value));
    return changed;
}

} // namespace algenta::liaison::test
