// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/journal/entry.h"
#include "core/journal/journalservice.h"

#include <QByteArray>
#include <QDateTime>
#include <QFuture>
#include <QList>
#include <QString>

#include <optional>

namespace algenta::breakglass
{

/** The kinds of entries that say whether an engine is confirmed for acts. */
inline const QList<journal::EntryKind> enrolmentKinds{journal::EntryKind::ConnectionEnrolled,
                                                      journal::EntryKind::ConnectionWithdrawn};

/** The last word of the journal on one engine: confirmed for acts by a person, with this pin or none. */
struct Enrolment {
    bool confirmed = false; ///< false: it was withdrawn
    QString pin;            ///< as net::pinText() writes it; empty: confirmed without a pin
    QString actor;
    QString reason; ///< of a withdrawal
    QDateTime since;
    qint64 seq = 0;

    /** True for a connection that demands exactly the pin that was confirmed; a new pin is a new engine. */
    [[nodiscard]] bool covers(const QByteArray &pinOfConnection) const;
    bool operator==(const Enrolment &) const = default;
};

/** The newest entry counts, whatever the order; nothing if the engine was never confirmed. */
[[nodiscard]] std::optional<Enrolment> foldEnrolment(const QList<journal::Entry> &entries,
                                                     const QString &engineOrigin);
/** Every engine that the journal has a last word on is in its entries; Tampered if one is damaged. */
[[nodiscard]] QFuture<base::Result<QList<journal::Entry>>> readEnrolments(journal::JournalService &journal);

/** Which engine is confirmed, and by whom. */
struct EnrolmentChange {
    QString engineOrigin;
    QByteArray pin; ///< 32 bytes, or empty
    QString actor;
};

[[nodiscard]] journal::Draft enrolmentDraft(const EnrolmentChange &change);
/** InvalidInput if the reason is too short. */
[[nodiscard]] base::Result<journal::Draft> withdrawalDraft(const EnrolmentChange &change,
                                                           const QString &reason);

} // namespace algenta::breakglass
