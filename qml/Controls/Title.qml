// SPDX-License-Identifier: Apache-2.0
// The title of a page.
import QtQuick

PlainLabel {
    color: tokens.text
    font.pixelSize: Theme.fontTitle
    font.weight: Font.DemiBold
    font.letterSpacing: -0.2
    Accessible.role: Accessible.Heading
}
