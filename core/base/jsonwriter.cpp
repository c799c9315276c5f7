// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonwriter.h"

#include <algorithm>
#include <vector>

namespace algenta::base
{

using namespace Qt::Literals::StringLiterals;

namespace
{

enum class MemberOrder { AsGiven, Canonical };

void appendUnicodeEscape(QByteArray &out, char16_t unit)
{
    constexpr char digits[] = "0123456789abcdef";
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) {
        out += digits[(unit >> shift) & 0xF];
    }
}

/** UTF-8 of one code point that is not a surrogate. */
void appendCodePoint(QByteArray &out, char32_t point)
{
    const auto append = [&out](char32_t byte) { out += static_cast<char>(byte); };
    if (point < 0x80) {
        append(point);
    } else if (point < 0x800) {
        append(0xC0 | point >> 6);
        append(0x80 | (point & 0x3F));
    } else if (point < 0x10000) {
        append(0xE0 | point >> 12);
        append(0x80 | (point >> 6 & 0x3F));
        append(0x80 | (point & 0x3F));
    } else {
        append(0xF0 | point >> 18);
        append(0x80 | (point >> 12 & 0x3F));
        append(0x80 | (point >> 6 & 0x3F));
        append(0x80 | (point & 0x3F));
    }
}

void appendAsciiEscaped(QByteArray &out, char16_t unit)
{
    switch (unit) {
    case u'"':
        out += "\\\"";
        return;
    case u'\\':
        out += "\\\\";
        return;
    case u'\b':
        out += "\\b";
        return;
    case u'\f':
        out += "\\f";
        return;
    case u'\n':
        out += "\\n";
        return;
    case u'\r':
        out += "\\r";
        return;
    case u'\t':
        out += "\\t";
        return;
    default:
        if (unit < 0x20) {
            appendUnicodeEscape(out, unit);
        } else {
            out += static_cast<char>(unit);
        }
    }
}

/** Returns false if a lone surrogate was met (and written as its escape). */
bool appendString(QByteArray &out, QStringView text)
{
    bool isWellFormed = true;
    out += '"';
    for (qsizetype index = 0; index < text.size(); ++index) {
        const QChar unit = text[index];
        if (unit.unicode() < 0x80) {
            appendAsciiEscaped(out, unit.unicode());
        } else if (!unit.isSurrogate()) {
            appendCodePoint(out, unit.unicode());
        } else if (unit.isHighSurrogate() && index + 1 < text.size() && text[index + 1].isLowSurrogate()) {
            appendCodePoint(out, QChar::surrogateToUcs4(unit, text[index + 1]));
            ++index;
        } else {
            appendUnicodeEscape(out, unit.unicode());
            isWellFormed = false;
        }
    }
    out += '"';
    return isWellFormed;
}

bool comesBefore(const JsonMember &left, const JsonMember &right)
{
    return std::lexicographical_compare(left.key.cbegin(), left.key.cend(), right.key.cbegin(),
                                        right.key.cend(),
                                        [](QChar a, QChar b) { return a.unicode() < b.unicode(); });
}

/** Writes with its own stack instead of recursion. */
class Writer
{
public:
    Writer(JsonLayout layout, MemberOrder order)
        : m_layout(layout)
        , m_order(order)
    {
    }

    void write(const Json &root);

    QByteArray out;
    bool metNumber = false;
    bool metDuplicateKey = false;
    bool metLoneSurrogate = false;

private:
    struct Level {
        Json container; ///< a cheap copy, so that sorted members live as long as they are written
        qsizetype next = 0;
    };

    void begin(const Json &value);
    void newLine();

    JsonLayout m_layout;
    MemberOrder m_order;
    std::vector<Level> m_levels;
};

void Writer::write(const Json &root)
{
    begin(root);
    while (!m_levels.empty()) {
        Level &level = m_levels.back();
        const bool isObject = level.container.isObject();
        if (level.next == level.container.size()) {
            const bool isEmpty = level.next == 0;
            m_levels.pop_back();
            if (!isEmpty) {
                newLine();
            }
            out += isObject ? '}' : ']';
            continue;
        }
        if (level.next > 0) {
            out += ',';
        }
        newLine();
        const qsizetype index = level.next++;
        // begin() may move the levels: hold the child, not the level.
        if (isObject) {
            const JsonMember member = level.container.members().at(index);
            metLoneSurrogate |= !appendString(out, member.key);
            out += m_layout == JsonLayout::Indented ? ": " : ":";
            begin(member.value);
        } else {
            const Json item = level.container.at(index);
            begin(item);
        }
    }
}

void Writer::begin(const Json &value)
{
    switch (value.type()) {
    case JsonType::Null:
        out += "null";
        break;
    case JsonType::Bool:
        out += value.toBool() ? "true" : "false";
        break;
    case JsonType::Number:
        metNumber = true;
        out += value.numberText();
        break;
    case JsonType::String:
        metLoneSurrogate |= !appendString(out, value.toString());
        break;
    case JsonType::Array:
        out += '[';
        m_levels.push_back(Level{value});
        break;
    case JsonType::Object:
        out += '{';
        if (m_order == MemberOrder::Canonical) {
            Json::Object members = value.members();
            std::sort(members.begin(), members.end(), comesBefore);
            const auto isSame = [](const JsonMember &a, const JsonMember &b) { return a.key == b.key; };
            metDuplicateKey |= std::adjacent_find(members.cbegin(), members.cend(), isSame) != members.cend();
            m_levels.push_back(Level{Json::object(std::move(members))});
        } else {
            m_levels.push_back(Level{value});
        }
        break;
    }
}

void Writer::newLine()
{
    if (m_layout == JsonLayout::Indented) {
        out += '\n';
        out.append(static_cast<qsizetype>(m_levels.size()) * 2, ' ');
    }
}

} // namespace

QByteArray writeJson(const Json &value, JsonLayout layout)
{
    Writer writer(layout, MemberOrder::AsGiven);
    writer.write(value);
    return writer.out;
}

Result<QByteArray> writeCanonicalJson(const Json &value)
{
    Writer writer(JsonLayout::Compact, MemberOrder::Canonical);
    writer.write(value);
    if (writer.metNumber) {
        return fail(ErrorCode::InvalidInput, u"Canonical JSON takes no numbers; write them as strings."_s);
    }
    if (writer.metDuplicateKey) {
        return fail(ErrorCode::InvalidInput, u"Canonical JSON takes no key twice in one object."_s);
    }
    if (writer.metLoneSurrogate) {
        return fail(ErrorCode::InvalidInput, u"Canonical JSON takes no lone surrogates."_s);
    }
    return writer.out;
}

} // namespace algenta::base
