// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <qqmlregistration.h>

namespace algenta::controls
{

/** The one way from a page to the system clipboard: the exact text, nothing added, trimmed or elided. */
class Clipboard : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_SINGLETON

public:
    using QObject::QObject;

    /** Puts the text on the clipboard; an empty text leaves the clipboard as it is. */
    Q_INVOKABLE void copy(const QString &text);

Q_SIGNALS:
    void copied(const QString &text);
};

} // namespace algenta::controls
