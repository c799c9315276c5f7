// SPDX-License-Identifier: Apache-2.0
#include "core/base/textsafety.h"

namespace algenta::base
{

using namespace Qt::Literals::StringLiterals;

namespace
{

/**
 * Default-ignorable or blank code points whose category would let them pass: fillers, joiners,
 * variation selectors, the blank Braille pattern, the object replacement character.
 */
bool isInvisible(char32_t point)
{
    return point == 0x034F || point == 0x115F || point == 0x1160 || point == 0x17B4 || point == 0x17B5 ||
           (point >= 0x180B && point <= 0x180F) || point == 0x2800 || point == 0x3164 ||
           (point >= 0xFE00 && point <= 0xFE0F) || point == 0xFFA0 || point == 0xFFFC || point == 0x1D159 ||
           (point >= 0xE0000 && point <= 0xE0FFF);
}

bool needsMark(char32_t point)
{
    switch (QChar::category(point)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Other_Surrogate:
    case QChar::Other_PrivateUse:
    case QChar::Other_NotAssigned:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    default:
        return isInvisible(point);
    }
}

bool isKept(char32_t point, LineBreaks breaks)
{
    return breaks == LineBreaks::Keep && (point == u'\n' || point == u'\t');
}

QString codePointName(char32_t point)
{
    return "U+"_L1 + QString::number(static_cast<uint>(point), 16).toUpper().rightJustified(4, u'0');
}

void appendVisible(QString &out, char32_t point, LineBreaks breaks)
{
    if (point >= 0x20 && point < 0x7F) {
        out += QChar(static_cast<char16_t>(point));
    } else if (!isKept(point, breaks) && needsMark(point)) {
        out += u'<' + codePointName(point) + u'>';
    } else {
        out += QChar::fromUcs4(point);
    }
}

/** Walks over code points; a lone surrogate comes as itself. */
class CodePointReader
{
public:
    explicit CodePointReader(QStringView text)
        : m_text(text)
    {
    }

    [[nodiscard]] bool hasNext() const { return m_position < m_text.size(); }
    [[nodiscard]] qsizetype position() const { return m_position; }

    char32_t next()
    {
        const QChar unit = m_text[m_position++];
        if (unit.isHighSurrogate() && hasNext() && m_text[m_position].isLowSurrogate()) {
            return QChar::surrogateToUcs4(unit, m_text[m_position++]);
        }
        return unit.unicode();
    }

private:
    QStringView m_text;
    qsizetype m_position = 0;
};

/** What the letters so far have in common; writing systems may mix scripts (Unicode TS 39, 5.1). */
struct ScriptSet {
    bool isAny = true;
    int script = -1;
    unsigned eastAsian = 0;
};

constexpr unsigned kJapanese = 1;
constexpr unsigned kKorean = 2;
constexpr unsigned kBopomofo = 4;

unsigned eastAsianSystems(QChar::Script script)
{
    switch (script) {
    case QChar::Script_Han:
        return kJapanese | kKorean | kBopomofo;
    case QChar::Script_Hiragana:
    case QChar::Script_Katakana:
        return kJapanese;
    case QChar::Script_Hangul:
        return kKorean;
    case QChar::Script_Bopomofo:
        return kBopomofo;
    default:
        return 0;
    }
}

} // namespace

QString visibleText(QStringView text, LineBreaks breaks)
{
    QString out;
    out.reserve(text.size());
    CodePointReader reader(text);
    while (reader.hasNext()) {
        appendVisible(out, reader.next(), breaks);
    }
    return out;
}

QString elidedText(QStringView text, qsizetype maxLength)
{
    QString out;
    CodePointReader reader(text);
    while (reader.hasNext()) {
        const qsizetype consumed = reader.position();
        const qsizetype length = out.size();
        appendVisible(out, reader.next(), LineBreaks::Show);
        if (out.size() > maxLength) {
            out.truncate(length);
            return out + u"… (%1 more characters)"_s.arg(text.size() - consumed);
        }
    }
    return out;
}

QString isolatedText(QStringView text)
{
    constexpr QChar firstStrongIsolate(u'\u2068');
    constexpr QChar popDirectionalIsolate(u'\u2069');
    return firstStrongIsolate + visibleText(text) + popDirectionalIsolate;
}

bool hasMixedScripts(QStringView text)
{
    ScriptSet set;
    CodePointReader reader(text);
    while (reader.hasNext()) {
        const QChar::Script script = QChar::script(reader.next());
        if (script == QChar::Script_Unknown || script == QChar::Script_Common ||
            script == QChar::Script_Inherited) {
            continue;
        }
        const unsigned eastAsian = eastAsianSystems(script);
        if (set.isAny) {
            set = ScriptSet{false, script, eastAsian};
        } else if (script != set.script) {
            set.eastAsian &= eastAsian;
            if (set.eastAsian == 0) {
                return true;
            }
            set.script = -1;
        } else {
            set.eastAsian &= eastAsian;
        }
    }
    return false;
}

QString codePoints(QStringView text)
{
    QString out;
    CodePointReader reader(text);
    while (reader.hasNext()) {
        if (!out.isEmpty()) {
            out += u' ';
        }
        out += codePointName(reader.next());
    }
    return out;
}

QByteArray terminalText(QStringView text, LineBreaks breaks)
{
    return visibleText(text, breaks).toUtf8();
}

QString shellQuoted(QStringView text)
{
    CodePointReader reader(text);
    while (reader.hasNext()) {
        switch (QChar::category(reader.next())) {
        case QChar::Other_Control:
        case QChar::Other_Format:
        case QChar::Other_Surrogate:
        case QChar::Separator_Line:
        case QChar::Separator_Paragraph:
            return {};
        default:
            break;
        }
    }
    return u'\'' + text.toString().replace(u'\'', "'\\''"_L1) + u'\'';
}

} // namespace algenta::base
