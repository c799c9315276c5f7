// SPDX-License-Identifier: Apache-2.0
// The heading of a card or of a group, read as a heading by a screen reader.
import QtQuick

PlainLabel {
    color: tokens.text
    font.pixelSize: Theme.fontBody
    font.weight: Font.DemiBold
    Accessible.role: Accessible.Heading
}
