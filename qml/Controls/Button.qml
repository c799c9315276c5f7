// SPDX-License-Identifier: Apache-2.0
// A push button: kind is primary (one a screen), normal, quiet or danger; `icon.name` is a name of Icon.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Templates as T
import Algenta.Controls

T.Button {
    id: root

    property string kind: "normal"
    // Why it cannot be pressed now, or what it does; shown as a tool tip and read aloud.
    property string hint: ""
    property Tokens tokens: Theme.current

    readonly property color ink: !root.enabled ? root.tokens.textThird
        : root.kind === "primary" ? root.tokens.accentText
        : root.kind === "danger" ? root.tokens.failed : root.tokens.text

    component Face: Item {
        implicitWidth: Math.ceil(word.implicitWidth) + word.x
        implicitHeight: row.implicitHeight

        Row {
            id: row

            anchors.centerIn: parent
            spacing: root.spacing

            Icon {
                visible: root.icon.name.length > 0
                anchors.verticalCenter: parent.verticalCenter
                name: root.icon.name
                size: Math.round(14 * Theme.fontScale)
                color: root.ink
            }
            PlainLabel {
                id: word

                anchors.verticalCenter: parent.verticalCenter
                width: Math.min(implicitWidth, Math.max(0, root.availableWidth - x))
                text: root.text
                font: root.font
                color: root.ink
                Accessible.ignored: true
            }
        }
    }

    implicitWidth: implicitContentWidth + leftPadding + rightPadding
    implicitHeight: Theme.controlHeight
    leftPadding: root.kind === "quiet" ? 8 : 12
    rightPadding: leftPadding
    spacing: 6
    hoverEnabled: true
    focusPolicy: Qt.StrongFocus
    font.family: Theme.fontFamily
    font.pixelSize: Theme.fontBody
    font.weight: Font.Medium
    Accessible.role: Accessible.Button
    Accessible.name: root.text
    Accessible.description: root.hint
    Accessible.onPressAction: if (root.enabled) root.clicked()

    contentItem: Face {}
    background: Rectangle {
        radius: Theme.radius
        color: root.kind === "primary"
            ? (root.enabled ? (root.down ? Qt.darker(root.tokens.accent, 1.15) : root.tokens.accent) : root.tokens.sunken)
            : root.down ? root.tokens.sunken
            : root.hovered && root.enabled ? root.tokens.hover
            : root.kind === "quiet" ? "transparent" : root.tokens.raised
        border.width: root.kind === "quiet" ? 0 : Theme.lineWidth
        border.color: root.kind === "primary" && root.enabled ? root.tokens.accent
            : root.kind === "danger" && root.enabled ? root.tokens.failed
            : root.enabled ? root.tokens.lineStrong : root.tokens.line

        FocusRing {
            shown: root.visualFocus
            tokens: root.tokens
        }
    }

    ToolTip {
        visible: root.hovered && root.hint.length > 0
        text: root.hint
        tokens: root.tokens
    }
}
