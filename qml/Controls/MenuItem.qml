// SPDX-License-Identifier: Apache-2.0
// One entry of a Menu: icon name, plain text, and the keys that do the same.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Templates as T
import Algenta.Controls

T.MenuItem {
    id: root

    property string keys: ""
    property Tokens tokens: Theme.current

    component Face: Item {
        implicitWidth: label.implicitWidth + hint.implicitWidth + 64

        Icon {
            x: 8
            anchors.verticalCenter: parent.verticalCenter
            name: root.checked ? "check" : root.icon.name
            size: Math.round(13 * Theme.fontScale)
            color: root.enabled ? root.tokens.textSecond : root.tokens.textThird
        }
        PlainLabel {
            id: label
            x: 30
            anchors.verticalCenter: parent.verticalCenter
            text: root.text
            color: root.enabled ? root.tokens.text : root.tokens.textThird
            Accessible.ignored: true
        }
        PlainLabel {
            id: hint
            anchors.right: parent.right
            anchors.rightMargin: 10
            anchors.verticalCenter: parent.verticalCenter
            text: root.keys
            font.pixelSize: Theme.fontLabel
            color: root.tokens.textThird
            Accessible.ignored: true
        }
    }

    implicitWidth: implicitContentWidth
    implicitHeight: visible ? Math.round(28 * Theme.fontScale) : 0
    hoverEnabled: true
    Accessible.role: Accessible.MenuItem
    Accessible.name: root.text
    Accessible.onPressAction: if (root.enabled) root.triggered()

    contentItem: Face {}
    background: Rectangle {
        radius: Theme.radiusBadge
        color: root.highlighted ? root.tokens.accentGround : "transparent"
    }
}
