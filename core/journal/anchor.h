// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/journal/checkpoint.h"
#include "core/journal/entry.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace algenta::journal
{

/**
 * What was noted of a checkpoint in a place that the journal's writer cannot change: one line of
 * text, the same in a file, in the system journal and on paper.
 */
struct Anchor {
    QString journalId;
    qint64 number = 0;
    qint64 size = 0;
    QByteArray root;     ///< 32 bytes
    QByteArray noteHash; ///< SHA-256 of the checkpoint's note, 32 bytes
    QByteArray note;     ///< the note itself, or empty
    bool operator==(const Anchor &) const = default;
};

[[nodiscard]] Anchor anchorOf(const Checkpoint &checkpoint, const QString &journalId);
/** "algenta-anchor/1 journal=… checkpoint=… size=… root=… note-sha256=… [note=…]", without line feed. */
[[nodiscard]] QString anchorLine(const Anchor &anchor);

struct AnchorList {
    QList<Anchor> anchors;
    qsizetype unreadable = 0; ///< lines that begin as an anchor and are none
};

/** Every anchor in @p text, whatever a log put before it on its line. */
[[nodiscard]] AnchorList parseAnchors(const QByteArray &text);

/** Where an anchor was put. */
enum class AnchorPlace { File, SystemLog, Print };
[[nodiscard]] QString anchorPlaceName(AnchorPlace place);

/** The Anchored entry of an anchor; @p target is the file, or empty. */
[[nodiscard]] Draft anchoredDraft(const Anchor &anchor, AnchorPlace place, const QString &target,
                                  const QString &actor);

/**
 * Appends the line to a file that is there already, synced. Never creates it: a file that this user
 * made is no other place. True if it belongs to another user.
 */
[[nodiscard]] base::Result<bool> appendAnchor(const QString &path, const Anchor &anchor);
/** Hands the line to the system's log. */
[[nodiscard]] base::Result<void> sendAnchorToSystemLog(const Anchor &anchor,
                                                       const QString &socket = QStringLiteral("/dev/log"));

} // namespace algenta::journal
