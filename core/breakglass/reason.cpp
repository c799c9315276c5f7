// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/reason.h"

#include <algorithm>

namespace algenta::breakglass
{

using namespace Qt::Literals::StringLiterals;

base::Result<void> checkReason(QStringView reason)
{
    const auto counted = std::count_if(reason.cbegin(), reason.cend(),
                                       [](QChar letter) { return letter.isPrint() && !letter.isSpace(); });
    if (counted >= minimumReason)
        return {};
    return base::fail(base::ErrorCode::InvalidInput, u"The reason is too short."_s,
                      u"Write at least %1 characters: why now, and who asked."_s.arg(minimumReason));
}

} // namespace algenta::breakglass
