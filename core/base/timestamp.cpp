// SPDX-License-Identifier: Apache-2.0
#include "core/base/timestamp.h"

#include <QTimeZone>

#include <array>
#include <cstdlib>

namespace algenta::base
{

using namespace Qt::Literals::StringLiterals;

namespace
{

bool isDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

/** Takes fixed-width fields off the front of a text. */
class FieldReader
{
public:
    explicit FieldReader(QStringView text)
        : m_rest(text)
    {
    }

    [[nodiscard]] bool isAtEnd() const { return m_rest.isEmpty(); }

    /** The number of exactly @p width digits, or -1. */
    int number(qsizetype width)
    {
        if (m_rest.size() < width) {
            return -1;
        }
        int value = 0;
        for (const QChar c : m_rest.first(width)) {
            if (!isDigit(c)) {
                return -1;
            }
            value = value * 10 + (c.unicode() - u'0');
        }
        m_rest = m_rest.sliced(width);
        return value;
    }

    /** Takes one character if it is in @p set; otherwise a null character. */
    QChar anyOf(QStringView set)
    {
        if (m_rest.isEmpty() || !set.contains(m_rest.front())) {
            return {};
        }
        const QChar c = m_rest.front();
        m_rest = m_rest.sliced(1);
        return c;
    }

    QString digits()
    {
        qsizetype count = 0;
        while (count < m_rest.size() && isDigit(m_rest[count])) {
            ++count;
        }
        const QString taken = m_rest.first(count).toString();
        m_rest = m_rest.sliced(count);
        return taken;
    }

private:
    QStringView m_rest;
};

struct Fields {
    QDate date;
    int hour = 0;
    int minute = 0;
    int second = 0;
    QString fraction;
    int offsetMinutes = 0;
    bool hasZone = false;
};

bool readOffset(FieldReader &reader, Fields &fields)
{
    if (reader.isAtEnd()) {
        return true;
    }
    fields.hasZone = true;
    if (!reader.anyOf(u"Zz").isNull()) {
        return true;
    }
    const QChar sign = reader.anyOf(u"+-");
    const int hours = sign.isNull() ? -1 : reader.number(2);
    if (hours < 0 || hours > 23 || reader.anyOf(u":").isNull()) {
        return false;
    }
    const int minutes = reader.number(2);
    fields.offsetMinutes = (sign == u'-' ? -1 : 1) * (hours * 60 + minutes);
    return minutes >= 0 && minutes <= 59;
}

bool readFields(QStringView text, Fields &fields)
{
    FieldReader reader(text);
    const int year = reader.number(4);
    if (year < 0 || reader.anyOf(u"-").isNull()) {
        return false;
    }
    const int month = reader.number(2);
    if (month < 0 || reader.anyOf(u"-").isNull()) {
        return false;
    }
    fields.date = QDate(year, month, reader.number(2));
    if (!fields.date.isValid() || reader.anyOf(u"Tt ").isNull()) {
        return false;
    }
    fields.hour = reader.number(2);
    if (fields.hour < 0 || fields.hour > 23 || reader.anyOf(u":").isNull()) {
        return false;
    }
    fields.minute = reader.number(2);
    if (fields.minute < 0 || fields.minute > 59 || reader.anyOf(u":").isNull()) {
        return false;
    }
    fields.second = reader.number(2);
    if (fields.second < 0 || fields.second > 60) {
        return false;
    }
    if (!reader.anyOf(u".").isNull()) {
        fields.fraction = reader.digits();
        if (fields.fraction.isEmpty()) {
            return false;
        }
    }
    return readOffset(reader, fields) && reader.isAtEnd();
}

/** Leap seconds are inserted at the end of a month in UTC, nowhere else. */
bool canBeLeapSecond(const QDateTime &minute)
{
    return minute.time().hour() == 23 && minute.time().minute() == 59 &&
           minute.date().day() == minute.date().daysInMonth();
}

QString duration(qint64 seconds)
{
    struct Unit {
        qint64 seconds;
        QLatin1StringView name;
    };
    constexpr std::array units{Unit{86400, "d"_L1}, Unit{3600, "h"_L1}, Unit{60, "min"_L1}};
    for (const Unit &unit : units) {
        if (seconds >= unit.seconds) {
            return QString::number(seconds / unit.seconds) + u' ' + unit.name;
        }
    }
    return QString::number(seconds) + " s"_L1;
}

} // namespace

Timestamp parseTimestamp(QStringView text)
{
    Timestamp time;
    time.raw = text.toString();
    Fields fields;
    if (!readFields(text, fields)) {
        return time;
    }
    QDateTime instant(fields.date, QTime(fields.hour, fields.minute), Qt::UTC);
    instant = instant.addSecs(-60 * static_cast<qint64>(fields.offsetMinutes));
    const bool isLeapSecond = fields.second == 60;
    if (isLeapSecond && !canBeLeapSecond(instant)) {
        return time;
    }
    // A leap second has no place of its own in POSIX time: it stays in its minute, after :59.
    const int milliseconds =
        isLeapSecond ? 59999 : fields.second * 1000 + fields.fraction.left(3).leftJustified(3, u'0').toInt();
    time.instant = instant.addMSecs(milliseconds);
    time.fraction = fields.fraction;
    time.leapSecond = isLeapSecond;
    time.zoneAssumed = !fields.hasZone;
    return time;
}

bool isBefore(const Timestamp &left, const Timestamp &right)
{
    if (left.isValid() != right.isValid()) {
        return right.isValid();
    }
    if (!left.isValid()) {
        return left.raw < right.raw;
    }
    if (left.instant != right.instant) {
        return left.instant < right.instant;
    }
    if (left.leapSecond != right.leapSecond) {
        return right.leapSecond;
    }
    // Digits compare like text once trailing zeros, which mean nothing, are gone.
    const auto significant = [](QStringView digits) {
        while (digits.endsWith(u'0')) {
            digits.chop(1);
        }
        return digits;
    };
    return significant(left.fraction) < significant(right.fraction);
}

QString formatTimestamp(const Timestamp &time, TimeZoneShown zone)
{
    if (!time.isValid()) {
        return time.raw;
    }
    const QDateTime shown = zone == TimeZoneShown::Utc ? time.instant.toUTC() : time.instant.toLocalTime();
    QString text = shown.toString(time.leapSecond ? u"yyyy-MM-dd HH:mm:60"_s : u"yyyy-MM-dd HH:mm:ss"_s);
    if (!time.fraction.isEmpty()) {
        text += u'.' + time.fraction;
    }
    if (zone == TimeZoneShown::Utc) {
        text += " Z"_L1;
    } else {
        const int minutes = shown.offsetFromUtc() / 60;
        text += u" %1%2:%3"_s.arg(QChar(minutes < 0 ? u'-' : u'+'))
                    .arg(std::abs(minutes) / 60, 2, 10, QChar(u'0'))
                    .arg(std::abs(minutes) % 60, 2, 10, QChar(u'0'));
    }
    return time.zoneAssumed ? text + " (assumed)"_L1 : text;
}

QString formatAge(const Timestamp &time, const QDateTime &now)
{
    if (!time.isValid() || !now.isValid()) {
        return {};
    }
    const qint64 milliseconds = time.instant.msecsTo(now);
    if (std::abs(milliseconds) < 1000) {
        return u"just now"_s;
    }
    if (milliseconds < 0) {
        return u"clock ahead by %1"_s.arg(duration(-milliseconds / 1000));
    }
    return u"%1 ago"_s.arg(duration(milliseconds / 1000));
}

QString toRfc3339(const QDateTime &time)
{
    return time.toUTC().toString(Qt::ISODateWithMs);
}

} // namespace algenta::base
