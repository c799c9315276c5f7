// SPDX-License-Identifier: Apache-2.0
#include "clipboard.h"

#include <QClipboard>
#include <QGuiApplication>

namespace algenta::controls
{

void Clipboard::copy(const QString &text)
{
    if (text.isEmpty())
        return;
    QGuiApplication::clipboard()->setText(text);
    Q_EMIT copied(text);
}

} // namespace algenta::controls
