// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/drift/snapshotkeeper.h"
#include "core/contract/drift.h"
#include "core/journal/journalservice.h"

#include <QHash>
#include <QList>

#include <optional>

namespace algenta::console
{

/** Who accepted something, when and why. */
struct Acceptance {
    QString actor;
    QString reason; ///< empty for wording, which needs none
    QDateTime time;
    qint64 seq = 0; ///< of the journal entry
};

/** What operators accepted of one engine, from the journal alone: there is no other place to add to. */
class DriftAcceptances
{
public:
    /** Other entries and other engines are passed over. Tampered if one of the entries is damaged. */
    [[nodiscard]] static base::Result<DriftAcceptances> fold(const QList<journal::Entry> &entries,
                                                             const QString &engineOrigin);
    /** The acceptance of exactly this change, or nullptr. */
    [[nodiscard]] const Acceptance *find(const contract::DriftItem &item) const;
    /** The confirmation of every part of this first sight that is known, or nullptr. */
    [[nodiscard]] const Acceptance *firstSight(const FirstSight &first) const;
    /** Another content than that of this first sight was confirmed as the first once. */
    [[nodiscard]] bool confirmedAnother(const FirstSight &first) const;

private:
    QHash<QByteArray, Acceptance> m_changes;
    QHash<QString, QHash<QString, Acceptance>> m_firstSights; ///< by kind and content hash
};

/**
 * The entry that accepts changes: wording in one go, anything else one by one. InvalidInput without a
 * change, if several are not all wording, or if the reason that anything else needs is too short.
 */
[[nodiscard]] base::Result<journal::Draft>
acceptanceDraft(const QString &engineOrigin, const QList<contract::DriftItem> &items, const QString &reason);
/** The entry that confirms what an engine showed first. */
[[nodiscard]] base::Result<journal::Draft> firstSightDraft(const QString &engineOrigin,
                                                           const FirstSight &first, const QString &reason);
[[nodiscard]] QFuture<base::Result<DriftAcceptances>> readAcceptances(journal::JournalService &journal,
                                                                      const QString &engineOrigin);

} // namespace algenta::console
