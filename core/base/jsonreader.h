// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <QByteArrayView>
#include <QStringList>

namespace algenta::base
{

/** What a reader accepts before it stops with LimitExceeded. */
struct JsonLimits {
    qsizetype maxBytes = 16 * 1024 * 1024;
    int maxDepth = 128;            ///< nesting of arrays and objects
    qsizetype maxValues = 2000000; ///< values of any kind in one document
};

enum class DuplicateKeys {
    Keep,  ///< both members stay, and JsonDocument names them
    Refuse ///< ErrorCode::DuplicateKey
};

struct JsonDocument {
    Json root;
    /** RFC 6901 pointers of keys that stand more than once in their object; at most 1000 are named. */
    QStringList duplicateKeys;
    qsizetype duplicateKeyCount = 0; ///< surplus members, also those that are not named
};

/**
 * Reads one RFC 8259 document: strict grammar, no NaN or Infinity, no comments, valid UTF-8,
 * a byte order mark refused. Numbers of any size are kept as text; lone surrogate escapes are kept.
 *
 * Errors name line and column (1-based, column in bytes) and carry no content of the document.
 */
[[nodiscard]] Result<JsonDocument> readJsonDocument(QByteArrayView bytes, const JsonLimits &limits = {},
                                                    DuplicateKeys duplicates = DuplicateKeys::Keep);

/** The root alone. */
[[nodiscard]] Result<Json> readJson(QByteArrayView bytes, const JsonLimits &limits = {},
                                    DuplicateKeys duplicates = DuplicateKeys::Keep);

} // namespace algenta::base
