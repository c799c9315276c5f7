// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <QByteArrayView>

namespace algenta::ctl
{

/** What a YAML document may hold before it is refused. */
struct YamlLimits {
    qsizetype maxBytes = 4 * 1024 * 1024;
    qint64 maxValues = 100'000; ///< with every alias written out
    int maxDepth = 64;
};

/**
 * Reads one YAML document as JSON: mappings with text keys, lists, texts, numbers, booleans and null,
 * with aliases and merge keys written out.
 *
 * MalformedAnswer with line and column for anything else, DuplicateKey for a key that stands twice in a
 * mapping, LimitExceeded.
 */
[[nodiscard]] base::Result<base::Json> readYaml(QByteArrayView bytes, const YamlLimits &limits = {});

} // namespace algenta::ctl
