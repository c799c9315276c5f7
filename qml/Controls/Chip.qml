// SPDX-License-Identifier: Apache-2.0
// A rounded toggle for a quick filter; with `count` zero or more it shows the number behind the word.
import QtQuick
import QtQuick.Templates as T

T.AbstractButton {
    id: root

    property int count: -1
    property Tokens tokens: Theme.current
    readonly property string shown: root.count >= 0 ? root.text + " " + root.count : root.text

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

    implicitWidth: implicitContentWidth + 22
    implicitHeight: Math.round(26 * Theme.fontScale)
    checkable: true
    hoverEnabled: true
    focusPolicy: Qt.StrongFocus
    Accessible.role: root.checkable ? Accessible.CheckBox : Accessible.Button
    Accessible.name: root.shown
    Accessible.checkable: root.checkable
    Accessible.checked: root.checked
    Accessible.onPressAction: root.press()
    Accessible.onToggleAction: root.press()

    contentItem: PlainLabel {
        horizontalAlignment: Text.AlignHCenter
        verticalAlignment: Text.AlignVCenter
        text: root.shown
        font.weight: root.checked ? Font.DemiBold : Font.Normal
        color: !root.enabled ? root.tokens.textThird : root.checked ? root.tokens.accent : root.tokens.textSecond
        Accessible.ignored: true
    }
    background: Rectangle {
        radius: height / 2
        color: root.checked ? root.tokens.accentGround : root.hovered ? root.tokens.hover : root.tokens.surface
        border.width: Theme.lineWidth
        border.color: root.checked ? root.tokens.accent : root.tokens.lineStrong

        FocusRing {
            shown: root.visualFocus
            tokens: root.tokens
            radius: height / 2
        }
    }
}
