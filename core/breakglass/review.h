// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/journal/entry.h"
#include "core/journal/journalservice.h"

#include <QDateTime>
#include <QFuture>
#include <QList>
#include <QString>

#include <chrono>

namespace algenta::breakglass
{

/** How long after its outcome an act must have been looked at by somebody. */
inline constexpr std::chrono::hours reviewTime{72};

/** An act that was sent and that nobody has reviewed. */
struct DueReview {
    QString actId;
    QString decisionId;
    QString engine;
    QString actor;   ///< who did it
    QString outcome; ///< as recorded; empty: none is
    QDateTime since; ///< of the outcome, or of the intent where no outcome is recorded
    QDateTime due;
    bool operator==(const DueReview &) const = default;
};

/**
 * Acts that wait for a review, oldest first, from Intent, Outcome and Reviewed entries in any order.
 * An act whose outcome says that nothing was sent needs none; neither does a drill.
 */
[[nodiscard]] QList<DueReview> dueReviews(const QList<journal::Entry> &entries);
/** Those of them whose time is over at @p now. */
[[nodiscard]] QList<DueReview> overdueReviews(const QList<journal::Entry> &entries, const QDateTime &now);
/** What the operator reads where an overdue review forbids arming. */
[[nodiscard]] base::Error overdueError(const QList<DueReview> &overdue);

/**
 * The Reviewed entry of an act; InvalidInput if @p text is no sentence. Reviewing one's own act is
 * recorded as such (`self`).
 */
[[nodiscard]] base::Result<journal::Draft> reviewedDraft(const DueReview &act, const QString &text,
                                                         const QString &actor);

[[nodiscard]] QFuture<base::Result<QList<DueReview>>> readDueReviews(journal::JournalService &journal);
[[nodiscard]] QFuture<base::Result<journal::Entry>> recordReview(journal::JournalService &journal,
                                                                 const DueReview &act, const QString &text,
                                                                 const QString &actor);

} // namespace algenta::breakglass
