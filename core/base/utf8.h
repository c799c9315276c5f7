// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>
#include <QStringView>

namespace algenta::base
{

/**
 * Length in bytes of the well-formed UTF-8 sequence at @p at (Unicode table 3-7), or 0: overlong
 * forms, surrogates, values above U+10FFFF and cut sequences are not well-formed.
 */
[[nodiscard]] int utf8SequenceLength(const char *at, const char *end);

/** First byte that is a quote, a backslash, a control character or not ASCII. */
[[nodiscard]] const char *skipPlainText(const char *at, const char *end);

/** UTF-16 of well-formed UTF-8; a leading U+FEFF stays, unlike with QString::fromUtf8(). */
[[nodiscard]] QString decodeUtf8(QByteArrayView text);

/** UTF-16 of the inside of a JSON string whose UTF-8 and escapes have been checked. */
[[nodiscard]] QString decodeJsonString(QByteArrayView text);

} // namespace algenta::base
