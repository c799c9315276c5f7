// SPDX-License-Identifier: Apache-2.0
#include "core/liaison/transcriptfiles.h"

#include "core/base/textsafety.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>

namespace algenta::liaison
{

using namespace Qt::Literals::StringLiterals;

base::Result<TranscriptFiles> transcriptFiles(const QString &path)
{
    static const QStringList endings{u"*.json"_s, u"*.jsonl"_s, u"*.ndjson"_s};
    const QString shown = base::elidedText(path, 200);
    const QFileInfo info(path);
    if (!info.exists())
        return base::fail(base::ErrorCode::StorageFailed,
                          u"“%1” cannot be read: there is no such file or folder."_s.arg(shown),
                          u"Check the name and the right to read it."_s);
    TranscriptFiles found;
    if (!info.isDir()) {
        found.files.append(path);
        return found;
    }
    QDirIterator entries(path, QDir::Files, QDirIterator::Subdirectories);
    while (entries.hasNext()) {
        const QString file = entries.next();
        if (QDir::match(endings, entries.fileName()))
            found.files.append(file);
        else
            ++found.otherFiles;
    }
    if (found.files.isEmpty())
        return base::fail(base::ErrorCode::NotFound, u"There is no transcript in “%1”."_s.arg(shown),
                          u"Transcripts end in .json, .jsonl or .ndjson."_s);
    found.files.sort();
    return found;
}

} // namespace algenta::liaison
