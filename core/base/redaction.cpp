// SPDX-License-Identifier: Apache-2.0
#include "core/base/redaction.h"

#include <QStringView>

#include <algorithm>
#include <array>

namespace algenta::base
{

using namespace Qt::Literals::StringLiterals;

namespace
{

constexpr auto kMark = "[redacted]"_L1;

/** How far the value after a field name reaches where it has no quotes. */
enum class Extent { Word, Credentials, Cookies };

struct Field {
    QLatin1StringView name; ///< lower case, "-" also stands for "_"
    Extent extent;
};

constexpr std::array kFields{
    Field{"x-api-key"_L1, Extent::Word},
    Field{"api-key"_L1, Extent::Word},
    Field{"apikey"_L1, Extent::Word},
    Field{"access-token"_L1, Extent::Word},
    Field{"refresh-token"_L1, Extent::Word},
    Field{"client-secret"_L1, Extent::Word},
    Field{"authorization"_L1, Extent::Credentials},
    Field{"cookie"_L1, Extent::Cookies},
};

/** Words that follow "Bearer" in sentences and challenges, where no key stands. */
constexpr std::array kOrdinaryAfterBearer{
    "and"_L1,
    "auth"_L1,
    "authentication"_L1,
    "authorization"_L1,
    "credential"_L1,
    "credentials"_L1,
    "error"_L1,
    "header"_L1,
    "is"_L1,
    "key"_L1,
    "keys"_L1,
    "of"_L1,
    "or"_L1,
    "realm"_L1,
    "scheme"_L1,
    "scope"_L1,
    "token"_L1,
    "tokens"_L1,
    "error_description"_L1,
    "resource_metadata"_L1,
};

constexpr std::array kSchemes{"basic"_L1, "digest"_L1, "negotiate"_L1, "token"_L1, "apikey"_L1};

char16_t lower(QChar c)
{
    const char16_t unit = c.unicode();
    return unit >= u'A' && unit <= u'Z' ? static_cast<char16_t>(unit + (u'a' - u'A')) : unit;
}

bool isAlphanumeric(QChar c)
{
    const char16_t unit = lower(c);
    return (unit >= u'a' && unit <= u'z') || (unit >= u'0' && unit <= u'9');
}

bool isHexDigit(QChar c)
{
    const char16_t unit = lower(c);
    return (unit >= u'a' && unit <= u'f') || (unit >= u'0' && unit <= u'9');
}

bool isBlank(QChar c)
{
    return c == u' ' || c == u'\t';
}

bool isLineEnd(QChar c)
{
    return c == u'\n' || c == u'\r';
}

bool isOneOf(QChar c, QStringView set)
{
    return set.contains(c);
}

/** Tells a key from a word of a sentence, as in "authorization: none". */
bool looksLikeKey(QStringView value)
{
    return value.size() >= 16 ||
           std::any_of(value.begin(), value.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
}

/** One linear pass; a regular expression could give up on hostile text and let a key through. */
class Redactor
{
public:
    explicit Redactor(QStringView text)
        : m_text(text)
    {
    }

    QString run();

private:
    /** Backslashes and the quote after them, as at the border of a string in (embedded) JSON. */
    struct Quote {
        qsizetype backslashes = 0;
        QChar mark; ///< null if there is no quote
        [[nodiscard]] bool isThere() const { return !mark.isNull(); }
        [[nodiscard]] qsizetype size() const { return isThere() ? backslashes + 1 : 0; }
        /** Backslashes that belong to the quote: 0, 1, 3, 7 … by level; others are text before it. */
        [[nodiscard]] qsizetype level() const { return (backslashes ^ (backslashes + 1)) >> 1; }
    };

    bool redactKey();
    bool redactBearer();
    bool redactField();
    bool redactUserInfo();
    bool redactFieldValue(const Quote &nameQuote, qsizetype valueStart, Extent extent);
    bool isOuterQuote(const Quote &nameQuote, const Quote &quote, qsizetype next) const;
    qsizetype unquotedEnd(qsizetype start, Extent extent, bool inJson) const;
    void replace(qsizetype start, qsizetype end);

    QChar at(qsizetype index) const { return index < m_text.size() ? m_text[index] : QChar(); }
    bool matches(qsizetype index, QLatin1StringView name) const;
    bool startsWord(qsizetype index) const;
    qsizetype skipBlanks(qsizetype index) const;
    qsizetype escapeLength(qsizetype index) const;
    qsizetype skipToken(qsizetype index, QStringView extra) const;
    qsizetype quotedEnd(qsizetype start, const Quote &quote) const;
    Quote quoteAt(qsizetype index) const;

    QStringView m_text;
    QString m_out;
    qsizetype m_at = 0;
};

QString Redactor::run()
{
    m_out.reserve(m_text.size());
    while (m_at < m_text.size()) {
        bool isDone = false;
        switch (lower(m_text[m_at])) {
        case u'd':
            isDone = redactKey();
            break;
        case u'b':
            isDone = redactBearer();
            break;
        case u'a':
        case u'c':
        case u'r':
        case u'x':
            isDone = redactField();
            break;
        case u':':
            isDone = redactUserInfo();
            break;
        default:
            break;
        }
        if (!isDone) {
            m_out += m_text[m_at++];
        }
    }
    return std::move(m_out);
}

bool Redactor::redactKey()
{
    if (!(matches(m_at, "de-live-"_L1) || matches(m_at, "de-test-"_L1)) || !startsWord(m_at)) {
        return false;
    }
    constexpr qsizetype prefix = 8;
    const qsizetype end = skipToken(m_at + prefix, u"_-");
    if (end == m_at + prefix) {
        return false;
    }
    replace(m_at, end);
    return true;
}

bool Redactor::redactBearer()
{
    constexpr auto scheme = "bearer"_L1;
    if (!matches(m_at, scheme) || !startsWord(m_at)) {
        return false;
    }
    const qsizetype gap = m_at + scheme.size();
    qsizetype start = gap;
    while (isBlank(at(start)) || at(start) == u'+' || isLineEnd(at(start)) ||
           (at(start) == u'%' && at(start + 1) == u'2' && at(start + 2) == u'0')) {
        start += at(start) == u'%' ? 3 : 1;
    }
    const qsizetype end = skipToken(start, u"-._~+/=");
    if (start == gap || end == start) {
        return false;
    }
    QStringView word = m_text.sliced(start, end - start);
    if (const qsizetype equals = word.indexOf(u'='); equals > 0 && equals == word.size() - 1) {
        word.truncate(equals);
    }
    while (word.endsWith(u'.')) {
        word.chop(1);
    }
    const bool isOrdinary =
        word.isEmpty() ||
        std::any_of(kOrdinaryAfterBearer.begin(), kOrdinaryAfterBearer.end(),
                    [word](auto ordinary) { return word.compare(ordinary, Qt::CaseInsensitive) == 0; });
    if (isOrdinary) {
        return false;
    }
    replace(start, end);
    return true;
}

bool Redactor::redactField()
{
    const auto field = std::find_if(kFields.begin(), kFields.end(),
                                    [this](const Field &candidate) { return matches(m_at, candidate.name); });
    if (field == kFields.end() || !startsWord(m_at)) {
        return false;
    }
    qsizetype next = m_at + field->name.size();
    const Quote nameQuote = quoteAt(next);
    next = skipBlanks(next + nameQuote.size());
    if (at(next) != u':' && at(next) != u'=') {
        return false;
    }
    return redactFieldValue(nameQuote, skipBlanks(next + 1), field->extent);
}

bool Redactor::redactFieldValue(const Quote &nameQuote, qsizetype valueStart, Extent extent)
{
    const Quote quote = quoteAt(valueStart);
    if (quote.isThere()) {
        const qsizetype start = valueStart + quote.size();
        const qsizetype end = quotedEnd(start, quote);
        if (end <= start || isOuterQuote(nameQuote, quote, start)) {
            return false;
        }
        replace(start, end);
        return true;
    }
    if (extent == Extent::Cookies && !nameQuote.isThere() &&
        at(skipToken(valueStart, u"!#$%&'*+-.^_`|~")) != u'=') {
        return false;
    }
    qsizetype start = valueStart;
    bool isSchemeMissing = false;
    if (extent == Extent::Credentials && !nameQuote.isThere()) {
        const auto scheme = std::find_if(kSchemes.begin(), kSchemes.end(), [&](auto name) {
            return matches(start, name) && isBlank(at(start + name.size()));
        });
        if (scheme == kSchemes.end()) {
            extent = Extent::Word;
            isSchemeMissing = true;
        } else {
            start = skipBlanks(start + scheme->size());
        }
    }
    const qsizetype end = unquotedEnd(start, extent, nameQuote.isThere());
    const QStringView value = m_text.sliced(start, end - start);
    // "Bearer" before a token is left to the rule for bearer tokens.
    const bool isNoSecret = value.isEmpty() || value == "null"_L1 || value == "true"_L1 ||
                            value == "false"_L1 || value.compare("bearer"_L1, Qt::CaseInsensitive) == 0 ||
                            (isSchemeMissing && !looksLikeKey(value));
    if (isNoSecret) {
        return false;
    }
    if (!nameQuote.isThere()) {
        replace(start, end);
        return true;
    }
    // A bare number in JSON must become a string, or the text can no longer be read.
    const QString border = QString(nameQuote.level(), u'\\') + nameQuote.mark;
    m_out += m_text.sliced(m_at, start - m_at);
    m_out += border + kMark + border;
    m_at = end;
    return true;
}

/** True if @p quote ends the text around a name, as in {"m":"no cookie: "}, instead of opening its value. */
bool Redactor::isOuterQuote(const Quote &nameQuote, const Quote &quote, qsizetype next) const
{
    if (quote.backslashes != quote.level()) {
        return true;
    }
    if (nameQuote.mark == quote.mark) {
        return quote.level() < nameQuote.level();
    }
    const bool isEscape = at(next) == u'\\';
    while (at(next) == u'\\') {
        ++next;
    }
    return isOneOf(at(next), isEscape ? u"nrt" : u" \t\r\n:,;)}]");
}

qsizetype Redactor::unquotedEnd(qsizetype start, Extent extent, bool inJson) const
{
    const QStringView stops = extent == Extent::Word || inJson ? u" \t\r\n\"'`,;&{}[]()<>\\" : u"\r\n\"'`\\";
    qsizetype end = start;
    while (end < m_text.size() && !isOneOf(m_text[end], stops)) {
        ++end;
    }
    return end;
}

bool Redactor::redactUserInfo()
{
    qsizetype start = m_at + 1;
    for (int slash = 0; slash < 2; ++slash) {
        start += at(start) == u'\\' ? 1 : 0;
        if (at(start) != u'/') {
            return false;
        }
        ++start;
    }
    qsizetype end = -1;
    for (qsizetype index = start; index < m_text.size(); ++index) {
        const QChar c = m_text[index];
        if (c == u'@') {
            end = index;
        } else if (isOneOf(c, u" \t\r\n/?#\"'<>`") || (c == u'\\' && isOneOf(at(index + 1), u"/nrtbfu\"'"))) {
            break;
        }
    }
    if (end <= start || m_at == 0 || !isAlphanumeric(m_text[m_at - 1])) {
        return false;
    }
    replace(start, end);
    return true;
}

/** Keeps what stands before @p start and leaves a mark for the rest up to @p end. */
void Redactor::replace(qsizetype start, qsizetype end)
{
    m_out += m_text.sliced(m_at, start - m_at);
    m_out += kMark;
    m_at = end;
}

bool Redactor::matches(qsizetype index, QLatin1StringView name) const
{
    if (m_text.size() - index < name.size()) {
        return false;
    }
    for (qsizetype offset = 0; offset < name.size(); ++offset) {
        const char16_t unit = lower(m_text[index + offset]);
        const char16_t wanted = QChar(name[offset]).unicode();
        if (unit != wanted && !(wanted == u'-' && unit == u'_')) {
            return false;
        }
    }
    return true;
}

/** True after anything but a letter or digit, and after an escape such as \\n, \\u000a or %3D. */
bool Redactor::startsWord(qsizetype index) const
{
    if (index == 0 || !isAlphanumeric(m_text[index - 1])) {
        return true;
    }
    const auto isHex = [this](qsizetype from, qsizetype to) {
        return std::all_of(m_text.begin() + from, m_text.begin() + to, isHexDigit);
    };
    if (index >= 2 && m_text[index - 2] == u'\\' && isOneOf(m_text[index - 1], u"nrtbf")) {
        return true;
    }
    if (index >= 3 && m_text[index - 3] == u'%' && isHex(index - 2, index)) {
        return true;
    }
    return index >= 6 && m_text[index - 6] == u'\\' && m_text[index - 5] == u'u' && isHex(index - 4, index);
}

qsizetype Redactor::skipBlanks(qsizetype index) const
{
    while (isBlank(at(index))) {
        ++index;
    }
    return index;
}

/** Length of a \\uXXXX or %XX escape, or 0. */
qsizetype Redactor::escapeLength(qsizetype index) const
{
    qsizetype digits = 0;
    qsizetype lead = 0;
    if (at(index) == u'\\' && at(index + 1) == u'u') {
        lead = 2;
        digits = 4;
    } else if (at(index) == u'%') {
        lead = 1;
        digits = 2;
    }
    for (qsizetype digit = 0; digit < digits; ++digit) {
        if (!isHexDigit(at(index + lead + digit))) {
            return 0;
        }
    }
    return lead + digits;
}

qsizetype Redactor::skipToken(qsizetype index, QStringView extra) const
{
    for (;;) {
        const QChar c = at(index);
        if (isAlphanumeric(c) || isOneOf(c, extra)) {
            ++index;
        } else if (const qsizetype length = escapeLength(index); length > 0) {
            index += length;
        } else {
            return index;
        }
    }
}

Redactor::Quote Redactor::quoteAt(qsizetype index) const
{
    Quote quote;
    while (at(index + quote.backslashes) == u'\\') {
        ++quote.backslashes;
    }
    const QChar mark = at(index + quote.backslashes);
    if (mark == u'"' || mark == u'\'') {
        quote.mark = mark;
    }
    return quote;
}

/** Where the string ends that was opened by @p quote, its own escaped quotes skipped. */
qsizetype Redactor::quotedEnd(qsizetype start, const Quote &quote) const
{
    qsizetype backslashes = 0;
    for (qsizetype index = start; index < m_text.size(); ++index) {
        const QChar c = m_text[index];
        if (c == u'\\') {
            ++backslashes;
            continue;
        }
        if (isLineEnd(c)) {
            return index;
        }
        const qsizetype level = Quote{backslashes, c}.level();
        // A quote of an outer level ends the text, a quote of an inner level is part of it.
        if ((c == quote.mark && level <= quote.level()) || (c == u'"' && quote.mark == u'\'')) {
            return index - level;
        }
        backslashes = 0;
    }
    return m_text.size();
}

} // namespace

QString redact(QString text)
{
    return Redactor(text).run();
}

QByteArray redact(const QByteArray &bytes)
{
    // Latin-1 maps each byte to one character and back, so bytes that are not UTF-8 survive.
    return Redactor(QString::fromLatin1(bytes)).run().toLatin1();
}

} // namespace algenta::base
