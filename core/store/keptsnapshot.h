// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QString>

namespace algenta::store
{

enum class SnapshotKind {
    ToolList, ///< a whole tools/list
    Contract, ///< what get_contract or its REST twin answered
};

/** "tool_list" or "contract": stable, as stored. */
[[nodiscard]] QString snapshotKindName(SnapshotKind kind);

/** One answer of an engine, about to be kept; see sighting.h. */
struct Sighting {
    QString engine; ///< origin
    SnapshotKind kind = SnapshotKind::ToolList;
    QList<QByteArray> raw; ///< bodies as received, one a page
    QByteArray content;    ///< canonical form: equal contents are one snapshot
    QDateTime seenAt;      ///< UTC
};

/** A content that an engine has shown, however often. */
struct SnapshotInfo {
    qint64 id = 0; ///< grows with each new content, so the first one of an engine has its smallest
    QString engine;
    SnapshotKind kind = SnapshotKind::ToolList;
    QByteArray contentHash; ///< SHA-256 of the canonical form, 32 bytes
    QByteArray rawHash;     ///< SHA-256 of the bytes of the first sight, its pages one behind the other
    QByteArray lastRawHash; ///< the same of the newest sight; it differs where only order or ids did
    QDateTime firstSeen;
    QDateTime lastSeen;
    qint64 sights = 0;
    bool operator==(const SnapshotInfo &) const = default;
};

struct KeptSnapshot {
    SnapshotInfo info;
    QList<QByteArray> raw; ///< of the first sight
    QByteArray content;
    bool operator==(const KeptSnapshot &) const = default;
};

/** What recording did. */
struct Recorded {
    SnapshotInfo info;
    bool isNew = false;   ///< the engine has not shown this content before
    bool isFirst = false; ///< nor any other of this kind
};

} // namespace algenta::store
