// SPDX-License-Identifier: Apache-2.0
// A button that shows only an icon; `text` is its name for tool tip and screen reader and is required.
import QtQuick
import QtQuick.Templates as T
import Algenta.Controls

T.AbstractButton {
    id: root

    required property string iconName
    property Tokens tokens: Theme.current
    property color ink: root.tokens.textSecond

    implicitWidth: Math.round(28 * Theme.fontScale)
    implicitHeight: implicitWidth
    hoverEnabled: true
    focusPolicy: Qt.StrongFocus
    Accessible.role: Accessible.Button
    Accessible.name: root.text
    Accessible.onPressAction: if (root.enabled) root.clicked()

    contentItem: Item {
        Icon {
            anchors.centerIn: parent
            name: root.iconName
            size: Math.round(14 * Theme.fontScale)
            color: !root.enabled ? root.tokens.textThird : root.hovered ? root.tokens.text : root.ink
        }
    }
    background: Rectangle {
        radius: Theme.radius
        color: root.down ? root.tokens.sunken : root.hovered && root.enabled ? root.tokens.hover : "transparent"

        FocusRing {
            shown: root.visualFocus
            tokens: root.tokens
            distance: 0
        }
    }

    ToolTip {
        visible: root.hovered && root.text.length > 0
        text: root.text
        tokens: root.tokens
    }
}
