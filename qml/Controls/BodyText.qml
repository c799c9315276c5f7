// SPDX-License-Identifier: Apache-2.0
// Body text, one line and elided unless wrapMode is set.
import QtQuick

PlainLabel {
    color: tokens.text
    font.pixelSize: Theme.fontBody
}
