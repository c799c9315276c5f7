// SPDX-License-Identifier: Apache-2.0
#include "core/base/utf8.h"

#include <bit>
#include <cstdint>
#include <cstring>

namespace algenta::base
{

namespace
{

constexpr std::uint64_t everyByte(unsigned char value)
{
    return value * UINT64_C(0x0101010101010101);
}

/** Bit 7 of each byte that is zero in @p word, exact up to the first such byte. */
constexpr std::uint64_t zeroBytes(std::uint64_t word)
{
    return (word - everyByte(1)) & ~word & everyByte(0x80);
}

unsigned byteAt(const char *at)
{
    return static_cast<unsigned char>(*at);
}

/** Writes one well-formed sequence as UTF-16 and returns the byte after it. */
const char *decodeSequence(const char *at, char16_t *&out)
{
    const unsigned lead = byteAt(at);
    if (lead < 0x80) {
        *out++ = static_cast<char16_t>(lead);
        return at + 1;
    }
    if (lead < 0xE0) {
        *out++ = static_cast<char16_t>((lead & 0x1FU) << 6 | (byteAt(at + 1) & 0x3FU));
        return at + 2;
    }
    if (lead < 0xF0) {
        *out++ = static_cast<char16_t>((lead & 0x0FU) << 12 | (byteAt(at + 1) & 0x3FU) << 6 |
                                       (byteAt(at + 2) & 0x3FU));
        return at + 3;
    }
    const char32_t codePoint = (lead & 0x07U) << 18 | (byteAt(at + 1) & 0x3FU) << 12 |
                               (byteAt(at + 2) & 0x3FU) << 6 | (byteAt(at + 3) & 0x3FU);
    *out++ = QChar::highSurrogate(codePoint);
    *out++ = QChar::lowSurrogate(codePoint);
    return at + 4;
}

char16_t decodeEscape(const char *&at)
{
    const char kind = *at++;
    switch (kind) {
    case 'b':
        return u'\b';
    case 'f':
        return u'\f';
    case 'n':
        return u'\n';
    case 'r':
        return u'\r';
    case 't':
        return u'\t';
    case 'u': {
        const auto unit = QByteArrayView(at, 4).toUShort(nullptr, 16);
        at += 4;
        return unit;
    }
    default:
        return static_cast<char16_t>(kind);
    }
}

} // namespace

int utf8SequenceLength(const char *at, const char *end)
{
    const auto left = end - at;
    const auto isTail = [](const char *byte) { return (byteAt(byte) & 0xC0U) == 0x80U; };
    if (left < 1) {
        return 0;
    }
    const unsigned lead = byteAt(at);
    if (lead < 0x80) {
        return 1;
    }
    if (lead < 0xC2 || lead > 0xF4) {
        return 0;
    }
    if (lead < 0xE0) {
        return left >= 2 && isTail(at + 1) ? 2 : 0;
    }
    if (left < 3 || !isTail(at + 1) || !isTail(at + 2)) {
        return 0;
    }
    const unsigned second = byteAt(at + 1);
    if (lead < 0xF0) {
        const bool isOverlong = lead == 0xE0 && second < 0xA0;
        const bool isSurrogate = lead == 0xED && second > 0x9F;
        return isOverlong || isSurrogate ? 0 : 3;
    }
    const bool isOverlong = lead == 0xF0 && second < 0x90;
    const bool isTooLarge = lead == 0xF4 && second > 0x8F;
    return left >= 4 && isTail(at + 3) && !isOverlong && !isTooLarge ? 4 : 0;
}

const char *skipPlainText(const char *at, const char *end)
{
    while (end - at >= 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, sizeof word);
        const std::uint64_t quotes = zeroBytes(word ^ everyByte('"'));
        const std::uint64_t backslashes = zeroBytes(word ^ everyByte('\\'));
        const std::uint64_t controls = (word - everyByte(0x20)) & ~word & everyByte(0x80);
        if ((quotes | backslashes | controls | (word & everyByte(0x80))) != 0) {
            break;
        }
        at += 8;
    }
    while (at != end && byteAt(at) >= 0x20 && byteAt(at) < 0x80 && *at != '"' && *at != '\\') {
        ++at;
    }
    return at;
}

QString decodeUtf8(QByteArrayView text)
{
    constexpr QByteArrayView byteOrderMark("\xEF\xBB\xBF");
    if (text.startsWith(byteOrderMark)) {
        return QChar(QChar::ByteOrderMark) + decodeUtf8(text.sliced(byteOrderMark.size()));
    }
    return QString::fromUtf8(text);
}

QString decodeJsonString(QByteArrayView text)
{
    // UTF-16 never has more units than UTF-8 has bytes, and escapes only shrink.
    QString decoded(text.size(), Qt::Uninitialized);
    auto *const begin = reinterpret_cast<char16_t *>(decoded.data());
    char16_t *out = begin;
    const char *at = text.cbegin();
    while (at != text.cend()) {
        if (*at == '\\') {
            ++at;
            *out++ = decodeEscape(at);
        } else {
            at = decodeSequence(at, out);
        }
    }
    decoded.resize(out - begin);
    return decoded;
}

} // namespace algenta::base
