// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringView>

namespace algenta::base
{

enum class LineBreaks {
    Show, ///< line feed and tab become visible marks too: for one-line values
    Keep  ///< line feed and tab stay: for blocks of text
};

/**
 * Text from outside, safe to show: control, bidirectional, invisible, private-use, unassigned and
 * lone-surrogate code points become `<U+202E>` marks, by Unicode category and not by a list.
 */
[[nodiscard]] QString visibleText(QStringView text, LineBreaks breaks = LineBreaks::Show);

/** visibleText() cut to @p maxLength UTF-16 units with an ellipsis that names how much is missing. */
[[nodiscard]] QString elidedText(QStringView text, qsizetype maxLength = 512);

/** visibleText() wrapped in FSI … PDI, so that right-to-left text cannot reorder its neighbours. */
[[nodiscard]] QString isolatedText(QStringView text);

/** True if letters of more than one script stand in it (a look-alike name, Unicode TS 39). */
[[nodiscard]] bool hasMixedScripts(QStringView text);

/** "U+0065 U+0301 …" of every code point. */
[[nodiscard]] QString codePoints(QStringView text);

/** For a terminal: UTF-8 of visibleText() that can carry no escape sequence. */
[[nodiscard]] QByteArray terminalText(QStringView text, LineBreaks breaks = LineBreaks::Keep);

/**
 * POSIX shell word in single quotes; nothing if it holds a control or format character, which must
 * not be pasted into a terminal.
 */
[[nodiscard]] QString shellQuoted(QStringView text);

} // namespace algenta::base
