// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/breakglass/intent.h"
#include "core/engine/blocked.h"
#include "core/engine/outcome.h"

#include <QString>

#include <optional>

namespace algenta::breakglass
{

/** Where an act starts: a refused execution, and what is carried along in a chain. */
struct ActSubject {
    QString decisionId;
    QString gate; ///< as the engine named it; empty if it named none
    bool gateKnown = false;
    QString webhookUrl;
    Origin webhookOrigin = Origin::Agent;
    BlockedOrigin blocked;
    Bypass carried;
    QString chainId; ///< empty: a new chain
    int step = 1;
};

/** Names a refused execution in an intent: "audit log entry a1", "own call b2" (its act). */
[[nodiscard]] QString blockedSourceText(const engine::BlockedExecution &blocked);
/** The subject of a refused execution as the Blocked page shows it. */
[[nodiscard]] ActSubject subjectOf(const engine::BlockedExecution &blocked);

/** What an act on this subject judges, from one live reading. */
[[nodiscard]] RadiusInput radiusInput(const ActSubject &subject, const engine::Decision &decision,
                                      const engine::Policy &policy);

/**
 * The subject of the next act of a chain, after @p blocked answered the act with @p radius; nothing
 * if the gate has no known bypass or was bypassed already. @p source and @p answer name that act.
 */
[[nodiscard]] std::optional<ActSubject> chainedSubject(const ActSubject &subject, const Radius &radius,
                                                       const engine::ExecutionBlocked &blocked,
                                                       const QString &source, const QByteArray &answer);

} // namespace algenta::breakglass
