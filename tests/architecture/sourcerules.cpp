// SPDX-License-Identifier: Apache-2.0
#include "tests/architecture/sourcerules.h"

using namespace Qt::Literals::StringLiterals;

namespace algenta::architecture
{

namespace
{

LineRule rule(const QString &name, const QString &files, const QString &forbidden, const QString &reason)
{
    return {name, QRegularExpression(files), QRegularExpression(forbidden), reason, false};
}

bool isComment(const QString &line)
{
    static const QRegularExpression comment(uR"(^\s*(//|/?\*|#))"_s);
    return comment.match(line).hasMatch();
}

/** The text from an opening brace to its partner; braces in strings and comments are rare in QML. */
QString block(const QString &text, qsizetype open)
{
    int depth = 0;
    for (qsizetype i = open; i < text.size(); ++i) {
        if (text.at(i) == u'{') {
            ++depth;
        } else if (text.at(i) == u'}' && --depth == 0) {
            return text.mid(open, i - open + 1);
        }
    }
    return text.mid(open);
}

const QString product = uR"(^(app|core|qml)/.*\.(h|cpp|qml|js)$)"_s;
const QString qml = uR"(^qml/.*\.qml$)"_s;
const QString pages = uR"(^qml/Pages/.*\.qml$)"_s;

} // namespace

const QList<LineRule> &lineRules()
{
    static const QList<LineRule> rules{
        rule(u"rich text"_s, qml, uR"(\bText(Edit)?\.(RichText|AutoText|StyledText|MarkdownText)\b)"_s,
             u"text from outside is shown as plain text"_s),
        rule(u"bare text"_s, pages, uR"(^\s*(\w+\s*:\s*)?(\w+\.)?(Text|TextEdit|TextInput|Label)\s*\{)"_s,
             u"pages use the text types of Algenta.Controls"_s),
        rule(u"unstyled control"_s, pages, uR"(^\s*import\s+QtQuick\.Controls\b)"_s,
             u"pages use Algenta.Controls, whose texts are plain"_s),
        rule(u"attached tool tip"_s, qml, uR"(\bToolTip\.text\b)"_s,
             u"the attached tool tip guesses the format of its text"_s),
        rule(u"colour literal"_s, pages,
             uR"rx("#[0-9a-fA-F]{3,8}"|\bQt\.(rgba|hsla|hsva)\(|[cC]olor\s*:\s*"(?!transparent"))rx"_s,
             u"colours come from Theme"_s),
        rule(
            u"size literal"_s, pages,
            // One or two digits of preferred width are a proportion among filling neighbours.
            uR"(\b(?!preferred(Width|Height)\s*:\s*\d\d?\s*$)(pixelSize|pointSize|spacing|radius|\w*[pP]adding|\w*[mM]argins?|\w*[wW]idth|\w*[hH]eight|\w+Spacing)\s*:\s*\d*[1-9]\d*(\.\d+)?\s*(;|$|//))"_s,
            u"sizes come from Theme"_s),
        rule(u"context property"_s, product, uR"(\bsetContextProperty\b)"_s,
             u"pages get their objects by required properties"_s),
        rule(
            u"nested event loop"_s, product,
            uR"(\bQEventLoop\b|\bprocessEvents\b|\bwaitFor(Finished|ReadyRead|Connected|Disconnected|Started|Encrypted|BytesWritten|NewConnection)\s*\()"_s,
            u"nothing waits inside the event loop"_s),
        rule(u"unfinished work"_s, product, uR"(\b(TODO|FIXME|XXX|[cC]oming soon|[lL]orem ipsum)\b)"_s,
             u"what is there works, what does not work is not there"_s),
        rule(u"permit outside break-glass"_s,
             uR"(^(app|qml|core/(base|contract|mcp|engine|journal|liaison))/.*\.(h|cpp|qml)$)"_s,
             uR"(\b(OverridePermit|PermitIssuer)\b)"_s, u"only core/breakglass issues permits"_s),
        LineRule{
            u"machine path"_s, QRegularExpression(u"."_s),
            QRegularExpression(uR"(/wor[k]/(main|shared)\b|\.\./share[d]\b|/tmp/buil[d]-|facts/\w+\.m[d])"_s),
            u"the repository knows no machine"_s, true},
    };
    return rules;
}

QStringList lineViolations(const QString &path, const QString &text)
{
    QStringList found;
    for (const LineRule &rule : lineRules()) {
        if (!rule.files.match(path).hasMatch()) {
            continue;
        }
        int number = 0;
        for (const QString &line : text.split(u'\n')) {
            ++number;
            if ((rule.commentsToo || !isComment(line)) && rule.forbidden.match(line).hasMatch()) {
                found +=
                    u"%1:%2: %3 (%4): %5"_s.arg(path).arg(number).arg(rule.name, rule.reason, line.trimmed());
            }
        }
    }
    return found;
}

QStringList plainTextViolations(const QString &path, const QString &text)
{
    static const QRegularExpression element(uR"(\b(?:\w+\.)?(Text|TextEdit|Label)\s*(\{))"_s);
    static const QRegularExpression plain(uR"(\btextFormat\s*:\s*Text(Edit)?\.PlainText\b)"_s);
    QStringList found;
    if (!path.startsWith(u"qml/") || !path.endsWith(u".qml")) {
        return found;
    }
    auto matches = element.globalMatch(text);
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        if (!plain.match(block(text, match.capturedStart(2))).hasMatch()) {
            found += u"%1:%2: %3 without textFormat: Text.PlainText"_s.arg(path)
                         .arg(text.left(match.capturedStart()).count(u'\n') + 1)
                         .arg(match.captured(1));
        }
    }
    return found;
}

QStringList licenceViolations(const QString &path, const QString &text)
{
    static const QRegularExpression sources(
        uR"((\.(h|cpp|qml|js|cjs|cmake|sh)|CMakeLists\.txt|packaging/run|\.ci/run)$)"_s);
    const QString top = text.section(u'\n', 0, 2);
    if (sources.match(path).hasMatch() && !top.contains(u"SPDX-License-Identifier: Apache-2.0")) {
        return {u"%1: no SPDX line"_s.arg(path)};
    }
    return {};
}

QStringList sourceViolations(const QString &path, const QString &text)
{
    return lineViolations(path, text) + plainTextViolations(path, text) + licenceViolations(path, text);
}

} // namespace algenta::architecture
