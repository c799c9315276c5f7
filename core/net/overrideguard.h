// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/net/http.h"

#include <QStringList>

namespace algenta::net
{

class OverridePermit;

/** The two fields that are never model-facing, as the tool contract names them. */
[[nodiscard]] const QStringList &overrideFields();

/**
 * RFC 6901 pointers of every override field in a request body.
 *
 * A key counts after JSON unescaping, at any depth, whatever its value; inside `metadata` too, which
 * is opaque to the engine and which no request of this program needs to fill with these names. A
 * body that is not JSON counts if it contains either name in any letter case.
 */
[[nodiscard]] QStringList findOverrideFields(const QByteArray &body);

/**
 * Refuses (RefusedField, naming field and place) a request that carries an override field in its
 * body, its query, its path or its header names, or whose JSON body has duplicate keys or is not
 * readable. Every request of this program passes here, in each sender.
 */
[[nodiscard]] base::Result<void> checkOverrideGuard(const HttpRequest &request);

/** As above with a permit: exactly the permitted fields, each `true`, at the top level of the arguments. */
[[nodiscard]] base::Result<void> checkOverrideGuard(const HttpRequest &request, const OverridePermit &permit);

} // namespace algenta::net
