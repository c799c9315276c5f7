// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <QByteArray>
#include <QString>

#include <compare>
#include <optional>

namespace algenta::engine
{

/**
 * A decimal number of any length, compared and subtracted on its digits: 0.60 equals 0.6, and 0.1
 * is exactly 1e-1. For thresholds, where a double would round.
 */
class Decimal
{
public:
    Decimal() = default;
    /** From the text of a JSON number; nothing for any other text or an exponent beyond ±10^15. */
    [[nodiscard]] static std::optional<Decimal> fromText(const QByteArray &text);
    [[nodiscard]] static std::optional<Decimal> fromJson(const base::Json &number);

    [[nodiscard]] Decimal negated() const;
    /** Exact; nothing if the two are so far apart that the digits would not fit in 4000 places. */
    [[nodiscard]] std::optional<Decimal> minus(const Decimal &other) const;
    [[nodiscard]] bool isZero() const { return m_digits.isEmpty(); }
    /** Plain notation up to 40 places, else with an exponent. */
    [[nodiscard]] QString toText() const;

    [[nodiscard]] std::strong_ordering operator<=>(const Decimal &other) const;
    [[nodiscard]] bool operator==(const Decimal &other) const = default;

private:
    Decimal(bool negative, QByteArray digits, qint64 exponent);
    [[nodiscard]] std::strong_ordering compareMagnitude(const Decimal &other) const;

    // The value is ±digits × 10^exponent; no leading or trailing zeros, zero has no digits.
    bool m_negative = false;
    QByteArray m_digits;
    qint64 m_exponent = 0;
};

} // namespace algenta::engine
