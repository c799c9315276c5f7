// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QString>
#include <QStringView>

namespace algenta::base
{

/**
 * A time as it was sent, and what it means.
 *
 * Accepts RFC 3339 with any number of fraction digits, a leap second, or no zone (then taken as
 * UTC and marked). What cannot be read keeps its text and is not valid.
 */
struct Timestamp {
    QString raw;              ///< exactly what was received
    QDateTime instant;        ///< UTC, rounded down to milliseconds; invalid if not readable
    QString fraction;         ///< all fraction digits, "" if none
    bool leapSecond = false;  ///< second 60: shown as is, sorts after :59
    bool zoneAssumed = false; ///< no zone was written, UTC was assumed

    [[nodiscard]] bool isValid() const { return instant.isValid(); }
    bool operator==(const Timestamp &) const = default;
};

[[nodiscard]] Timestamp parseTimestamp(QStringView text);

/** Order by instant, then leap second, then all fraction digits; unreadable times come first. */
[[nodiscard]] bool isBefore(const Timestamp &left, const Timestamp &right);

enum class TimeZoneShown { Utc, Local };

/**
 * "2026-11-30 09:39:02.123456 Z" with all its digits and " (assumed)" where no zone was sent; the
 * raw text if it could not be read.
 */
[[nodiscard]] QString formatTimestamp(const Timestamp &time, TimeZoneShown zone = TimeZoneShown::Utc);

/** "2 min ago", "clock ahead by 3 s"; empty if not valid. */
[[nodiscard]] QString formatAge(const Timestamp &time, const QDateTime &now);

/** RFC 3339 UTC with milliseconds, as written by this program: "2026-11-30T09:39:02.123Z". */
[[nodiscard]] QString toRfc3339(const QDateTime &time);

} // namespace algenta::base
