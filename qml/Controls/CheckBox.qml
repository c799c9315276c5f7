// SPDX-License-Identifier: Apache-2.0
// A check box with a plain-text label.
import QtQuick
import QtQuick.Templates as T
import Algenta.Controls

T.CheckBox {
    id: root

    property Tokens tokens: Theme.current

    // What a click does, for a screen reader.
    function press(): void {
        if (!root.enabled)
            return
        if (root.checkable) {
            root.toggle()
            root.toggled()
        }
        root.clicked()
    }

    implicitWidth: implicitContentWidth + leftPadding + rightPadding
    implicitHeight: Math.round(24 * Theme.fontScale)
    spacing: 8
    leftPadding: Math.round(16 * Theme.fontScale) + root.spacing
    hoverEnabled: true
    focusPolicy: Qt.StrongFocus
    font.family: Theme.fontFamily
    font.pixelSize: Theme.fontBody
    Accessible.role: Accessible.CheckBox
    Accessible.name: root.text
    Accessible.checkable: true
    Accessible.checked: root.checked
    Accessible.onPressAction: root.press()
    Accessible.onToggleAction: root.press()

    indicator: Rectangle {
        y: (root.height - height) / 2
        implicitWidth: Math.round(16 * Theme.fontScale)
        implicitHeight: implicitWidth
        radius: Theme.radiusBadge
        color: root.checked ? root.tokens.accent : root.tokens.surface
        border.width: Theme.lineWidth
        border.color: root.checked ? root.tokens.accent : root.hovered ? root.tokens.textThird : root.tokens.lineStrong

        Icon {
            anchors.centerIn: parent
            visible: root.checked
            name: "check"
            size: Math.round(11 * Theme.fontScale)
            color: root.tokens.accentText
        }
        FocusRing {
            shown: root.visualFocus
            tokens: root.tokens
        }
    }
    contentItem: PlainLabel {
        text: root.text
        font: root.font
        verticalAlignment: Text.AlignVCenter
        color: root.enabled ? root.tokens.text : root.tokens.textThird
        Accessible.ignored: true
    }
}
