// SPDX-License-Identifier: Apache-2.0
// One place in the rail; `count` above zero is shown as a badge, `current` marks where one is.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Templates as T
import Algenta.Controls

T.AbstractButton {
    id: root

    required property string iconName
    property bool current: false
    property int count: 0
    property string countKind: "blocked"
    property Tokens tokens: Theme.current

    component Face: Item {
        Icon {
            id: icon
            x: 10
            anchors.verticalCenter: parent.verticalCenter
            name: root.iconName
            size: Math.round(16 * Theme.fontScale)
            color: label.color
        }
        PlainLabel {
            id: label
            x: icon.x + icon.width + 10
            width: parent.width - x - (badge.visible ? badge.width + 12 : 8)
            anchors.verticalCenter: parent.verticalCenter
            text: root.text
            font.weight: root.current ? Font.DemiBold : Font.Normal
            color: root.current ? root.tokens.accent : root.tokens.textSecond
            Accessible.ignored: true
        }
        Badge {
            id: badge
            visible: root.count > 0
            anchors.right: parent.right
            anchors.rightMargin: 8
            anchors.verticalCenter: parent.verticalCenter
            implicitHeight: Math.round(18 * Theme.fontScale)
            radius: height / 2
            sign: "none"
            kind: root.countKind
            text: root.count > 9999 ? "9999+" : String(root.count)
            tokens: root.tokens
            Accessible.ignored: true
        }
    }

    implicitWidth: Theme.railWidth - 16
    implicitHeight: Math.round(32 * Theme.fontScale)
    hoverEnabled: true
    focusPolicy: Qt.StrongFocus
    Accessible.role: Accessible.PageTab
    Accessible.name: root.count > 0 ? root.text + ", " + root.count : root.text
    Accessible.selected: root.current
    Accessible.onPressAction: root.clicked()

    contentItem: Face {}
    background: Rectangle {
        radius: Theme.radius
        color: root.current ? root.tokens.accentGround : root.hovered ? root.tokens.hover : "transparent"

        FocusRing {
            shown: root.visualFocus
            tokens: root.tokens
            distance: 0
        }
    }
}
