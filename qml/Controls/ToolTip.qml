// SPDX-License-Identifier: Apache-2.0
// A plain-text tool tip: a child of the control, with `visible` bound to its hovered state.
import QtQuick
import QtQuick.Templates as T

T.ToolTip {
    id: root

    property Tokens tokens: Theme.current

    x: parent ? Math.round((parent.width - implicitWidth) / 2) : 0
    y: parent ? parent.height + 6 : 0
    implicitWidth: Math.min(420 * Theme.fontScale, implicitContentWidth + leftPadding + rightPadding)
    implicitHeight: implicitContentHeight + topPadding + bottomPadding
    margins: 6
    padding: 6
    leftPadding: 9
    rightPadding: 9
    delay: 600
    closePolicy: T.Popup.CloseOnEscape | T.Popup.CloseOnPressOutsideParent | T.Popup.CloseOnReleaseOutsideParent

    contentItem: PlainLabel {
        text: root.text
        tokens: root.tokens
        wrapMode: Text.Wrap
        font.pixelSize: Theme.fontLabel
    }
    background: Rectangle {
        color: root.tokens.raised
        border.color: root.tokens.lineStrong
        border.width: Theme.lineWidth
        radius: Theme.radiusBadge
    }
}
