// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArrayView>

#include <algorithm>

namespace algenta::net
{

/** A non-empty RFC 9110 token, as header and method names must be. */
[[nodiscard]] inline bool isToken(QByteArrayView text)
{
    const auto isTokenByte = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               QByteArrayView("!#$%&'*+-.^_`|~").contains(c);
    };
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), isTokenByte);
}

/** Visible ASCII, spaces and tabs: a header value that cannot end its line. */
[[nodiscard]] inline bool isHeaderValue(QByteArrayView text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return c == '\t' || (c >= ' ' && c <= '~'); });
}

} // namespace algenta::net
