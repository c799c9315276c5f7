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

    component Part: PlainLabel {
        required property var modelData
        text: modelData.text
        font.pixelSize: Theme.fontLabel
        color: modelData.kind ? root.tokens.ink(modelData.kind) : root.tokens.textSecond
        font.weight: modelData.kind ? Font.DemiBold : Font.Normal
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
            model: root.leftParts
            delegate: Part {}
        }
        Item { Layout.fillWidth: true }
        Repeater {
            model: root.rightParts
            delegate: Part {}
        }
    }
}
