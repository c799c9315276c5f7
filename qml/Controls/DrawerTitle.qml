// SPDX-License-Identifier: Apache-2.0
// The title of a drawer or a dialog.
import QtQuick

PlainLabel {
    color: tokens.text
    font.pixelSize: Theme.fontDrawer
    font.weight: Font.DemiBold
    Accessible.role: Accessible.Heading
}
