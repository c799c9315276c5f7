// SPDX-License-Identifier: Apache-2.0
#include "app/console/session/usertext.h"

#include "core/base/textsafety.h"

namespace algenta::console
{

QString errorSentence(const base::Error &error)
{
    return (base::visibleText(error.message) + u' ' + base::visibleText(error.remedy)).trimmed();
}

base::Secret secretFrom(const QString &typed)
{
    QByteArray bytes = typed.toUtf8();
    return base::Secret::takeFrom(bytes);
}

} // namespace algenta::console
