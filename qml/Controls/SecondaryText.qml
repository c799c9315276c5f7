// SPDX-License-Identifier: Apache-2.0
// Text of the second rank: what explains the body text.
import QtQuick

PlainLabel {
    color: tokens.textSecond
    font.pixelSize: Theme.fontBody
}
