// SPDX-License-Identifier: Apache-2.0
#include "core/net/fieldnames.h"

#include <QUrl>

using namespace Qt::Literals::StringLiterals;

namespace algenta::net
{

namespace
{

constexpr int maxDecodings = 16;

QString unify(QStringView text)
{
    if (QtPrivate::isAscii(text)) {
        return text.toString().toLower();
    }
    const QString once = text.toString().normalized(QString::NormalizationForm_KC).toCaseFolded();
    return once.normalized(QString::NormalizationForm_KC);
}

/** Letters and digits alone. */
QString fold(QStringView name)
{
    QString folded;
    for (const QChar c : unify(name)) {
        if (c.isLetterOrNumber()) {
            folded.append(c);
        }
    }
    return folded;
}

bool isWordCharacter(QChar c)
{
    // A percent sign belongs to the word: what it stands for shows in the next decoding.
    return c.isLetterOrNumber() || c == u'_' || c == u'-' || c == u'%' || c.unicode() >= 0x80;
}

struct Word {
    QString text;
    QChar next; ///< first character after it that is neither space nor closing quote or bracket
};

QList<Word> wordsOf(const QString &text)
{
    QList<Word> words;
    qsizetype at = 0;
    while (at < text.size()) {
        qsizetype end = at;
        while (end < text.size() && isWordCharacter(text[end])) {
            ++end;
        }
        if (end > at) {
            qsizetype after = end;
            while (after < text.size() && (text[after].isSpace() || u"\"'])\\+"_s.contains(text[after]))) {
                ++after;
            }
            words.append({text.sliced(at, end - at), after < text.size() ? text[after] : QChar()});
        }
        at = end + 1;
    }
    return words;
}

int hexDigits(QByteArrayView text, int count)
{
    if (text.size() < count) {
        return -1;
    }
    bool isHex = false;
    const int value = text.first(count).toByteArray().toInt(&isHex, 16);
    return isHex && text[0] != '-' && text[0] != '+' && text[0] != ' ' ? value : -1;
}

/** One layer of %XX, %uXXXX, \uXXXX and \xXX. */
QByteArray decodeOnce(const QByteArray &text)
{
    QByteArray decoded;
    decoded.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QByteArrayView rest = QByteArrayView(text).sliced(i + 1);
        const bool isPercent = text[i] == '%';
        if (isPercent || text[i] == '\\') {
            const bool isWide = !rest.isEmpty() && (rest[0] == 'u' || rest[0] == 'U');
            const bool isByte = !isPercent && !rest.isEmpty() && rest[0] == 'x';
            const int wide = isWide ? hexDigits(rest.sliced(1), 4) : -1;
            const int byte = isPercent ? hexDigits(rest, 2) : isByte ? hexDigits(rest.sliced(1), 2) : -1;
            if (wide >= 0) {
                decoded.append(QString(QChar(static_cast<char16_t>(wide))).toUtf8());
                i += 5;
                continue;
            }
            if (byte >= 0) {
                decoded.append(static_cast<char>(byte));
                i += isPercent ? 2 : 3;
                continue;
            }
        }
        decoded.append(text[i]);
    }
    return decoded;
}

/** The text and each decoding of it until nothing changes; empty if that takes too many layers. */
QList<QByteArray> decodings(const QByteArray &text)
{
    QList<QByteArray> layers{text};
    for (;;) {
        const QByteArray next = decodeOnce(layers.last());
        if (next == layers.last()) {
            return layers;
        }
        if (layers.size() == maxDecodings) {
            return {};
        }
        layers.append(next);
    }
}

QString tooManyLayers()
{
    return u"more layers of encoding than can be checked"_s;
}

QString overrideWord(const QString &text)
{
    const QList<Word> words = wordsOf(text);
    for (const Word &word : words) {
        if (isOverrideName(word.text)) {
            return word.text;
        }
    }
    return {};
}

/** A word that is set: followed by = or : as in `force=1` or `"force": true`. */
QString overrideWordThatIsSet(const QString &text)
{
    const QList<Word> words = wordsOf(text);
    for (const Word &word : words) {
        if ((word.next == u'=' || word.next == u':') && isOverrideName(word.text)) {
            return word.text;
        }
    }
    return {};
}

} // namespace

bool isOverrideName(QStringView name)
{
    const QString folded = fold(name);
    return folded == "force"_L1 || folded == "overridesafety"_L1;
}

bool isOverrideHeaderName(const QByteArray &name)
{
    QByteArray separated = name;
    separated.replace('_', '-').replace('.', '-');
    const QList<QByteArray> parts = separated.split('-');
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const QString one = QString::fromUtf8(parts[i]);
        const QString two = one + (i + 1 < parts.size() ? QString::fromUtf8(parts[i + 1]) : QString());
        if (isOverrideName(one) || isOverrideName(two)) {
            return true;
        }
    }
    return isOverrideName(QString::fromUtf8(name));
}

QString overrideNameInPath(const QString &path)
{
    const QList<QByteArray> layers = decodings(path.toUtf8());
    for (const QByteArray &layer : layers) {
        if (const QString word = overrideWord(QString::fromUtf8(layer)); !word.isEmpty()) {
            return word;
        }
    }
    return layers.isEmpty() ? tooManyLayers() : QString();
}

QString overrideNameInQuery(const QString &query)
{
    QString separated = query;
    const QStringList pairs = separated.replace(u';', u'&').split(u'&', Qt::SkipEmptyParts);
    for (const QString &pair : pairs) {
        const qsizetype equals = pair.indexOf(u'=');
        const QList<QByteArray> names = decodings(pair.left(equals < 0 ? pair.size() : equals).toUtf8());
        const QList<QByteArray> wholes = decodings(pair.toUtf8());
        if (names.isEmpty() || wholes.isEmpty()) {
            return tooManyLayers();
        }
        for (const QByteArray &name : names) {
            if (const QString word = overrideWord(QString::fromUtf8(name)); !word.isEmpty()) {
                return word;
            }
        }
        for (const QByteArray &whole : wholes) {
            if (const QString word = overrideWordThatIsSet(QString::fromUtf8(whole)); !word.isEmpty()) {
                return word;
            }
        }
    }
    return {};
}

QString overrideNameInText(const QByteArray &text)
{
    const QList<QByteArray> layers = decodings(text);
    for (const QByteArray &layer : layers) {
        QString visible;
        for (const QChar c : unify(QString::fromUtf8(layer))) {
            if (c.isPrint() && !c.isMark() && c.category() != QChar::Other_Format) {
                visible.append(c);
            }
        }
        if (visible.contains("force"_L1)) {
            return u"force"_s;
        }
        for (const QLatin1StringView spelling :
             {"override_safety"_L1, "override-safety"_L1, "overridesafety"_L1}) {
            if (visible.contains(spelling)) {
                return u"override_safety"_s;
            }
        }
    }
    return layers.isEmpty() ? tooManyLayers() : QString();
}

} // namespace algenta::net
