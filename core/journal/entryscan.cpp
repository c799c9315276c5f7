// SPDX-License-Identifier: Apache-2.0
#include "core/journal/entryscan.h"

#include "core/base/utf8.h"

#include <QDate>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

constexpr int deepest = 64;
constexpr qsizetype largest = 1024 * 1024;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLowerHex(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'f');
}

/** Without a branch a character, so that the compiler takes many at once. */
bool areLowerHex(QByteArrayView text)
{
    bool good = true;
    for (const char c : text)
        good = good & (((c >= '0') & (c <= '9')) | ((c >= 'a') & (c <= 'f')));
    return good;
}

int hexValue(char c)
{
    return isDigit(c) ? c - '0' : c - 'a' + 10;
}

class Scanner
{
public:
    explicit Scanner(QByteArrayView bytes)
        : m_at(bytes.data())
        , m_end(bytes.data() + bytes.size())
    {
    }

    bool take(QByteArrayView text)
    {
        if (m_end - m_at < text.size() || !std::equal(text.begin(), text.end(), m_at))
            return false;
        m_at += text.size();
        return true;
    }
    [[nodiscard]] bool atEnd() const { return m_at == m_end; }
    bool string(QByteArrayView &inside, bool &plain);
    bool object(int depth);

private:
    bool escape();
    bool value(int depth);
    bool array(int depth);

    const char *m_at;
    const char *m_end;
};

/** Only the escapes that RFC 8785 writes, after their backslash. */
bool Scanner::escape()
{
    if (m_at == m_end)
        return false;
    if (constexpr std::string_view plain("\"\\bfnrt"); plain.find(*m_at) != std::string_view::npos) {
        ++m_at;
        return true;
    }
    if (m_end - m_at < 5 || !take("u00") || !isLowerHex(m_at[0]) || !isLowerHex(m_at[1]))
        return false;
    const int code = hexValue(m_at[0]) * 16 + hexValue(m_at[1]);
    m_at += 2;
    return code < 0x20 && code != '\b' && code != '\f' && code != '\n' && code != '\r' && code != '\t';
}

bool Scanner::string(QByteArrayView &inside, bool &plain)
{
    if (!take("\""))
        return false;
    const char *const begin = m_at;
    plain = true;
    for (;;) {
        m_at = base::skipPlainText(m_at, m_end);
        if (m_at == m_end)
            return false;
        if (*m_at == '"')
            break;
        plain = false;
        if (*m_at == '\\') {
            ++m_at;
            if (!escape())
                return false;
        } else {
            const int length = base::utf8SequenceLength(m_at, m_end);
            if (uchar(*m_at) < 0x80 || length == 0)
                return false;
            m_at += length;
        }
    }
    inside = QByteArrayView(begin, m_at - begin);
    ++m_at;
    return true;
}

bool Scanner::value(int depth)
{
    if (m_at == m_end || depth > deepest)
        return false;
    QByteArrayView inside;
    bool plain = false;
    switch (*m_at) {
    case '"':
        return string(inside, plain);
    case '{':
        return object(depth);
    case '[':
        return array(depth);
    case 't':
        return take("true");
    case 'f':
        return take("false");
    case 'n':
        return take("null");
    default:
        return false;
    }
}

bool Scanner::array(int depth)
{
    if (!take("["))
        return false;
    if (take("]"))
        return true;
    do {
        if (!value(depth + 1))
            return false;
    } while (take(","));
    return take("]");
}

bool Scanner::object(int depth)
{
    if (!take("{"))
        return false;
    if (take("}"))
        return true;
    QByteArrayView before;
    bool isFirst = true;
    do {
        QByteArrayView key;
        bool plain = false;
        // The order of plain ASCII keys is that of their bytes; others are left to the slow way.
        if (!string(key, plain) || !plain || (!isFirst && key.compare(before) <= 0))
            return false;
        isFirst = false;
        before = key;
        if (!take(":") || !value(depth + 1))
            return false;
    } while (take(","));
    return take("}");
}

int number(QByteArrayView digits)
{
    int result = 0;
    for (const char c : digits)
        result = isDigit(c) && result >= 0 ? result * 10 + (c - '0') : -1;
    return result;
}

bool isTime(QByteArrayView text)
{
    if (text.size() != 24)
        return false;
    constexpr std::pair<int, char> marks[] = {{4, '-'},  {7, '-'},  {10, 'T'}, {13, ':'},
                                              {16, ':'}, {19, '.'}, {23, 'Z'}};
    for (const auto &[at, mark] : marks) {
        if (text[at] != mark)
            return false;
    }
    const int year = number(text.sliced(0, 4));
    const int hour = number(text.sliced(11, 2));
    const int minute = number(text.sliced(14, 2));
    const int second = number(text.sliced(17, 2));
    return year >= 1 && QDate::isValid(year, number(text.sliced(5, 2)), number(text.sliced(8, 2))) &&
           hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60 &&
           number(text.sliced(20, 3)) >= 0;
}

std::optional<EntryKind> kindOf(QByteArrayView name)
{
    static const auto names = [] {
        std::vector<std::pair<QByteArray, EntryKind>> all;
        for (int kind = 0; kind <= int(EntryKind::DriftAccepted); ++kind)
            all.emplace_back(entryKindName(EntryKind(kind)).toLatin1(), EntryKind(kind));
        return all;
    }();
    for (const auto &[known, kind] : names) {
        if (name == known)
            return kind;
    }
    return std::nullopt;
}

} // namespace

std::optional<ScannedEntry> scanEntry(QByteArrayView bytes)
{
    if (bytes.size() > largest)
        return std::nullopt;
    Scanner scanner(bytes);
    QByteArrayView inside;
    QByteArrayView act;
    QByteArrayView engine;
    QByteArrayView subject;
    QByteArrayView kind;
    QByteArrayView previous;
    QByteArrayView seq;
    QByteArrayView time;
    bool plain = false;
    const bool fits =
        scanner.take("{\"act\":") && scanner.string(act, plain) && scanner.take(",\"actor\":") &&
        scanner.string(inside, plain) && scanner.take(",\"details\":") && scanner.object(1) &&
        scanner.take(",\"engine\":") && scanner.string(engine, plain) &&
        scanner.take(",\"format\":\"algenta.journal/1\",\"kind\":") && scanner.string(kind, plain) &&
        scanner.take(",\"previous\":") && scanner.string(previous, plain) && scanner.take(",\"seq\":") &&
        scanner.string(seq, plain) && scanner.take(",\"subject\":") && scanner.string(subject, plain) &&
        scanner.take(",\"time\":") && scanner.string(time, plain) && scanner.take("}") && scanner.atEnd();
    if (!fits || previous.size() != 64 || !areLowerHex(previous) || seq.isEmpty() || seq.size() > 18 ||
        seq.front() == '0' || !std::all_of(seq.begin(), seq.end(), isDigit) || !isTime(time))
        return std::nullopt;
    const auto known = kindOf(kind);
    if (!known)
        return std::nullopt;
    ScannedEntry entry;
    for (const char c : seq)
        entry.seq = entry.seq * 10 + (c - '0');
    entry.kind = *known;
    entry.previousHex = previous;
    entry.kindName = kind;
    entry.act = act;
    entry.engine = engine;
    entry.subject = subject;
    return entry;
}

} // namespace algenta::journal
