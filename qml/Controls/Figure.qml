// SPDX-License-Identifier: Apache-2.0
// One large number.
import QtQuick

PlainLabel {
    color: tokens.text
    font.pixelSize: Theme.fontFigure
    font.weight: Font.DemiBold
    font.letterSpacing: -0.5
}
