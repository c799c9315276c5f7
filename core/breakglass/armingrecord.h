// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/breakglass/arming.h"
#include "core/breakglass/radius.h"
#include "core/journal/entry.h"
#include "core/journal/journalservice.h"

#include <QFuture>
#include <QString>

namespace algenta::breakglass
{

/** Which act entries belong to. */
struct ActIdentity {
    QString actId;
    QString chainId; ///< act id of the first act of the chain
    int step = 1;    ///< 1 for the first act of a chain
    QString actor;
    bool drill = false;
};

/** The Armed entry: radius, reason, until when; never the key. */
[[nodiscard]] journal::Draft armedDraft(const ActIdentity &act, const Arming &arming, const Radius &radius);
/** The closing record of an Armed entry. */
[[nodiscard]] journal::Draft armingClosedDraft(const journal::Draft &armed, qint64 armedSeq,
                                               const ArmingEnd &end, const QString &actor);

/**
 * Names this process for as long as it runs: boot id, process id and start time. A later start of
 * the program tells by it whether an arming belongs to a console that still runs.
 */
[[nodiscard]] QString processIdentity();
/** False if the process of that identity is gone, or was of another boot of this machine. */
[[nodiscard]] bool isRunning(const QString &identity);

/**
 * Armed entries without a closing record whose process is gone, with the closing record each of
 * them is owed: used if an intent names them, disarmed by a restart if not. Pure but for isRunning().
 */
[[nodiscard]] QList<journal::Draft> owedClosings(const QList<journal::Entry> &entries, const QString &actor);
/** Reads the journal and records what is owed; the number of records, on every start of a program. */
[[nodiscard]] QFuture<base::Result<int>> closeStaleArmings(journal::JournalService &journal,
                                                           const QString &actor);

} // namespace algenta::breakglass
