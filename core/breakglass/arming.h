// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/breakglass/transport.h"

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QString>

#include <chrono>
#include <optional>

namespace algenta::breakglass
{

/** The longest that an override stays armed, and the shortest that makes sense. */
inline constexpr std::chrono::seconds longestArming = std::chrono::minutes(15);
inline constexpr std::chrono::seconds shortestArming = std::chrono::minutes(1);

/** Why an override is needed, as a closed list that reports count by. */
enum class ActCategory {
    Outage,           ///< a service is down or degraded
    Commitment,       ///< a promise to a customer or supplier
    Deadline,         ///< cannot wait for the regular way
    WrongMeasurement, ///< the value that the gate looks at is known to be wrong
    Repair,           ///< repeats or repairs a delivery
    Other,
    Drill, ///< an exercise, and only that
};

[[nodiscard]] QString actCategoryName(ActCategory category);
[[nodiscard]] base::Result<ActCategory> actCategoryFromName(QStringView name);
/** In the order in which a screen offers them; Drill is not among them. */
[[nodiscard]] const QList<ActCategory> &offeredCategories();

/** What the operator gives beside the key. */
struct ArmRequest {
    QString reason;
    ActCategory category = ActCategory::Other;
    QString ticket; ///< may be empty
    std::chrono::seconds duration = longestArming;
};

/** One moment by every clock that an arming is measured with. */
struct Moment {
    QDateTime wall;
    std::chrono::milliseconds boot{0};  ///< goes on while the machine sleeps
    std::chrono::milliseconds awake{0}; ///< stands still while the machine sleeps
};

[[nodiscard]] Moment momentOf(const base::Clock &clock);

/** An arming: for one act, for a time, used at most once. */
struct Arming {
    ArmRequest request;
    QByteArray keyFingerprint; ///< hex digits that tell keys apart
    KeyTransport transport = KeyTransport::Tls;
    QString tlsPin; ///< that the engine's public key must have (net::pinText()); empty: not pinned
    Moment at;
    QByteArray digest; ///< of the radius it was asked for
    qint64 seq = 0;    ///< of the Armed entry; 0 while it is not recorded

    /** Wall time at which it ends. */
    [[nodiscard]] QDateTime until() const;
    /** By the clock that says less; a wall clock that was set back gains nothing. Never negative. */
    [[nodiscard]] std::chrono::milliseconds remaining(const Moment &now) const;
    [[nodiscard]] bool isOver(const Moment &now) const;
    /** The machine was suspended since. */
    [[nodiscard]] bool slept(const Moment &now) const;
};

enum class ArmingHow { Used, Disarmed, Expired };

/** What ended an arming. */
enum class ArmingCause {
    Sent,
    TimeOver,
    Button,
    ScreenLock,
    Sleep,
    Restart, ///< found by a later start of the program
    EngineChanged,
    ConnectionLost,
    Closed,          ///< the window or the program was closed
    FactsChanged,    ///< a line of the radius changed
    FactsUnreadable, ///< the live facts could not be read again
    NotRecorded,     ///< the intent could not be recorded
    Transport,       ///< the key could no longer travel safely
};

struct ArmingEnd {
    ArmingHow how = ArmingHow::Disarmed;
    ArmingCause cause = ArmingCause::Button;
    bool operator==(const ArmingEnd &) const = default;
};

[[nodiscard]] QString armingHowName(ArmingHow how);
[[nodiscard]] QString armingCauseName(ArmingCause cause);
/** For the operator: what ended it, and that nothing was sent if so. */
[[nodiscard]] QString armingEndSentence(const ArmingEnd &end);

/** InvalidInput if reason, duration or category are not those of an act (or of a drill). */
[[nodiscard]] base::Result<void> checkArmRequest(const ArmRequest &request, bool drill);

} // namespace algenta::breakglass
