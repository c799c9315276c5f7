// SPDX-License-Identifier: Apache-2.0
#include "core/engine/decimal.h"

#include <QRegularExpression>

#include <algorithm>

namespace algenta::engine
{

using namespace Qt::Literals::StringLiterals;

namespace
{

constexpr qint64 maxExponent = 1'000'000'000'000'000;
constexpr qint64 maxPlaces = 4000;
constexpr qint64 maxPlainPlaces = 40;

QByteArray sum(const QByteArray &left, const QByteArray &right)
{
    QByteArray result(left.size() + 1, '0');
    int carry = 0;
    for (qsizetype i = 0; i < left.size(); ++i) {
        const qsizetype at = left.size() - 1 - i;
        const int total = (left.at(at) - '0') + (right.at(at) - '0') + carry;
        result[at + 1] = static_cast<char>('0' + total % 10);
        carry = total / 10;
    }
    result[0] = static_cast<char>('0' + carry);
    return result;
}

/** @p left is not smaller; both have the same length. */
QByteArray difference(const QByteArray &left, const QByteArray &right)
{
    QByteArray result(left.size(), '0');
    int borrow = 0;
    for (qsizetype at = left.size() - 1; at >= 0; --at) {
        int digit = (left.at(at) - '0') - (right.at(at) - '0') - borrow;
        borrow = digit < 0 ? 1 : 0;
        digit += borrow * 10;
        result[at] = static_cast<char>('0' + digit);
    }
    return result;
}

} // namespace

Decimal::Decimal(bool negative, QByteArray digits, qint64 exponent)
    : m_negative(negative)
    , m_digits(std::move(digits))
    , m_exponent(exponent)
{
    qsizetype leading = 0;
    while (leading < m_digits.size() && m_digits.at(leading) == '0')
        ++leading;
    m_digits.remove(0, leading);
    while (m_digits.endsWith('0')) {
        m_digits.chop(1);
        ++m_exponent;
    }
    if (m_digits.isEmpty()) {
        m_negative = false;
        m_exponent = 0;
    }
}

std::optional<Decimal> Decimal::fromText(const QByteArray &text)
{
    static const QRegularExpression grammar(
        u"\\A(-?)(0|[1-9][0-9]*)(?:\\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?\\z"_s);
    const auto match = grammar.match(QString::fromLatin1(text));
    if (!match.hasMatch())
        return std::nullopt;
    const QByteArray fraction = match.captured(3).toLatin1();
    const QByteArray digits = match.captured(2).toLatin1() + fraction;
    qint64 exponent = 0;
    if (match.hasCaptured(4)) {
        bool fits = false;
        exponent = match.captured(4).toLongLong(&fits);
        if (!fits || exponent > maxExponent || exponent < -maxExponent)
            return std::nullopt;
    }
    return Decimal(!match.captured(1).isEmpty(), digits, exponent - fraction.size());
}

std::optional<Decimal> Decimal::fromJson(const base::Json &number)
{
    return number.isNumber() ? fromText(number.numberText()) : std::nullopt;
}

Decimal Decimal::negated() const
{
    Decimal result = *this;
    result.m_negative = !m_negative && !isZero();
    return result;
}

std::strong_ordering Decimal::compareMagnitude(const Decimal &other) const
{
    if (isZero() || other.isZero())
        return other.isZero() <=> isZero();
    const qint64 height = m_exponent + m_digits.size();
    const qint64 otherHeight = other.m_exponent + other.m_digits.size();
    if (height != otherHeight)
        return height <=> otherHeight;
    return m_digits.compare(other.m_digits) <=> 0;
}

std::strong_ordering Decimal::operator<=>(const Decimal &other) const
{
    if (m_negative != other.m_negative)
        return m_negative ? std::strong_ordering::less : std::strong_ordering::greater;
    return m_negative ? other.compareMagnitude(*this) : compareMagnitude(other);
}

std::optional<Decimal> Decimal::minus(const Decimal &other) const
{
    if (isZero())
        return other.negated();
    if (other.isZero())
        return *this;
    const qint64 exponent = std::min(m_exponent, other.m_exponent);
    const qint64 height = std::max(m_exponent + m_digits.size(), other.m_exponent + other.m_digits.size());
    const qint64 places = height - exponent;
    if (places > maxPlaces)
        return std::nullopt;
    const auto padded = [exponent, places](const Decimal &value) {
        const QByteArray digits = value.m_digits + QByteArray(value.m_exponent - exponent, '0');
        return digits.rightJustified(places, '0');
    };
    const QByteArray left = padded(*this);
    const QByteArray right = padded(other);
    if (m_negative != other.m_negative)
        return Decimal(m_negative, sum(left, right), exponent);
    if (left >= right)
        return Decimal(m_negative, difference(left, right), exponent);
    return Decimal(!m_negative, difference(right, left), exponent);
}

QString Decimal::toText() const
{
    if (isZero())
        return u"0"_s;
    const QString sign = m_negative ? u"-"_s : QString();
    const qint64 height = m_exponent + m_digits.size();
    if (m_exponent >= 0 && height <= maxPlainPlaces)
        return sign + QString::fromLatin1(m_digits + QByteArray(m_exponent, '0'));
    if (m_exponent < 0 && height > 0)
        return sign + QString::fromLatin1(m_digits.left(height) + '.' + m_digits.mid(height));
    if (m_exponent < 0 && -m_exponent <= maxPlainPlaces)
        return sign + QString::fromLatin1("0." + QByteArray(-height, '0') + m_digits);
    QByteArray text = m_digits.left(1);
    if (m_digits.size() > 1)
        text += '.' + m_digits.mid(1);
    return sign + QString::fromLatin1(text + 'e' + QByteArray::number(height - 1));
}

} // namespace algenta::engine
