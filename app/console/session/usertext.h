// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/base/secret.h"

#include <QString>

namespace algenta::console
{

/** What happened and what to do, in one line and made visible. */
[[nodiscard]] QString errorSentence(const base::Error &error);
/** What was typed into a secret field; the copy made on the way is wiped. */
[[nodiscard]] base::Secret secretFrom(const QString &typed);

} // namespace algenta::console
