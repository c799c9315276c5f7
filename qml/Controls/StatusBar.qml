// SPDX-License-Identifier: Apache-2.0
// The line at the bottom: `leftParts` and `rightParts` are lists of { text, kind? }.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts

Rectangle {
    id: root

    property var leftParts: []
    property var rightParts: []
    property Tokens tokens: Theme.current

    implicitHeight: Theme.statusHeight
    color: root.tokens.sunken
    Accessible.role: Accessible.StatusBar
    Accessible.name: root.spoken()

    function spoken(): string {
        return root.leftParts.concat(root.rightParts).map(part => part.text).join(", ")
    }

    // Parts are told by number, so that new words change labels and do not make new ones: a layout of
    // Qt 6.4 that loses items while the window is resized may still use them.
    component Part: PlainLabel {
        required property int index
        property var parts: []
        readonly property string kind: parts[index]?.kind ?? ""

        text: parts[index]?.text ?? ""
        font.pixelSize: Theme.fontLabel
        color: kind.length > 0 ? root.tokens.ink(kind) : root.tokens.textSecond
        font.weight: kind.length > 0 ? Font.DemiBold : Font.Normal
    }

    Separator {
        width: parent.width
        tokens: root.tokens
    }
    RowLayout {
        anchors.fill: parent
        anchors.leftMargin: 14
        anchors.rightMargin: 14
        spacing: 18

        Repeater {
            model: root.leftParts.length
            delegate: Part {
                parts: root.leftParts
            }
        }
        Item { Layout.fillWidth: true }
        Repeater {
            model: root.rightParts.length
            delegate: Part {
                parts: root.rightParts
            }
        }
    }
}
