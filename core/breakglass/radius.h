// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/breakglass/bypass.h"
#include "core/breakglass/webhook.h"
#include "core/engine/blocked.h"
#include "core/engine/records.h"

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>

namespace algenta::breakglass
{

/** Who says so. */
enum class Origin {
    Engine,  ///< measured or kept by the engine itself
    Agent,   ///< written into the record by whoever logged or called
    Console, ///< worked out here, from the other lines
    Typed,   ///< typed by the operator in this window
};

[[nodiscard]] QString originName(Origin origin);

/** One fact of the radius. `value` and `note` are texts from outside, not yet made visible. */
struct RadiusLine {
    QString key;   ///< stable name, e.g. "confidence"
    QString label; ///< for the screen
    QString value;
    QString note;
    Origin origin = Origin::Engine;
    bool operator==(const RadiusLine &) const = default;
};

/** What the radius is computed from: one live reading and what the operator set out to do. */
struct RadiusInput {
    QString engineOrigin;
    engine::Decision decision;
    engine::Policy policy;
    QString gate; ///< as the engine named it for this execution
    bool gateKnown = false;
    QString webhookUrl;
    Origin webhookOrigin = Origin::Agent;
    Bypass carried;           ///< bypasses already journaled in this chain of acts
    QStringList allowedHosts; ///< of this engine
    bool drill = false;       ///< an exercise against the console's own demo engine
    QDateTime readAt;
};

/** Everything that one override would do, from one live reading. */
struct Radius {
    RadiusInput input;
    Webhook webhook;
    Bypass bypass; ///< carried plus the one for the gate; empty if none is offered
    QList<engine::GateCheck> checks;
    QList<RadiusLine> lines;
    bool hostAllowed = false;
    QString hostWarning; ///< see hostWarning(); outside text, not yet made visible
    QByteArray digest;   ///< SHA-256 over every line, the gate and the fields to be sent
    QString refusal;     ///< why no bypass is offered; empty if one is

    [[nodiscard]] bool offered() const { return refusal.isEmpty(); }
    [[nodiscard]] const RadiusLine *line(QStringView key) const;
    /** Lines and digest for the journal. */
    [[nodiscard]] base::Json toJson() const;
    /** What each gate says of the live data, and whether the fields silence it; for the journal. */
    [[nodiscard]] base::Json gatesJson() const;
};

/**
 * Pure. A bypass is offered only if the gate was named with a known name for this execution and the
 * live decision and policy reproduce it; otherwise `refusal` says why.
 */
[[nodiscard]] Radius computeRadius(const RadiusInput &input);

/**
 * Text from outside as it goes into the journal: hidden characters as marks, key material redacted.
 * The exact bytes stand beside it as evidence.
 */
[[nodiscard]] base::Json outsideText(const QString &text);

/** Labels of the lines that differ (also lines only one of them has), in order. */
[[nodiscard]] QStringList changedLines(const Radius &before, const Radius &after);

} // namespace algenta::breakglass
