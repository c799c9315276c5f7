// SPDX-License-Identifier: Apache-2.0
// A state as a word, a sign and a colour: kind is ok, blocked, failed, override, unknown, accent or neutral.
import QtQuick
import Algenta.Controls

Rectangle {
    id: root

    required property string text
    property string kind: "neutral"
    // An icon name; empty takes the sign that belongs to the kind, "none" shows no sign.
    property string sign: ""
    property Tokens tokens: Theme.current

    readonly property string signName: root.sign.length > 0 ? root.sign : root.signOf(root.kind)

    function signOf(kind: string): string {
        switch (kind) {
        case "ok": return "check"
        case "blocked": return "blocked"
        case "failed": return "cross"
        case "override": return "diamond"
        case "accent": return "dot"
        case "neutral": return "circle"
        default: return "question"
        }
    }

    // From the word itself: the word is elided to the width that the badge gets.
    implicitWidth: Math.ceil(word.implicitWidth) + word.x + 14
    implicitHeight: Math.round(20 * Theme.fontScale)
    radius: Theme.radiusBadge
    color: root.tokens.ground(root.kind)
    border.width: Theme.isContrast ? 1 : 0
    border.color: root.tokens.ink(root.kind)
    Accessible.role: Accessible.StaticText
    Accessible.name: root.text

    Row {
        id: content

        x: 7
        anchors.verticalCenter: parent.verticalCenter
        spacing: 5

        Icon {
            visible: root.signName !== "none"
            anchors.verticalCenter: parent.verticalCenter
            name: root.signName
            size: Math.round(10 * Theme.fontScale)
            color: root.tokens.ink(root.kind)
        }
        PlainLabel {
            id: word

            anchors.verticalCenter: parent.verticalCenter
            width: Math.min(implicitWidth, Math.max(0, root.width - x - 14))
            text: root.text
            color: root.tokens.ink(root.kind)
            font.pixelSize: Theme.fontLabel
            font.weight: Font.DemiBold
            Accessible.ignored: true
        }
    }
}
