// SPDX-License-Identifier: Apache-2.0
// One sentence across a page: kind is info, attention or failed; with `actionText` it has a button, with `otherText` one more.
import QtQuick
import QtQuick.Layouts
import Algenta.Controls

Rectangle {
    id: root

    required property string text
    property string detail: ""
    property string kind: "info"
    property string actionText: ""
    property string otherText: ""
    property bool closable: false
    property Tokens tokens: Theme.current

    readonly property string tone: root.kind === "failed" ? "failed" : root.kind === "attention" ? "blocked" : "accent"

    signal triggered()
    signal otherTriggered()
    signal closed()

    implicitWidth: Math.round(480 * Theme.fontScale)
    implicitHeight: row.implicitHeight + 16
    radius: Theme.radius
    color: root.tokens.ground(root.tone)
    border.width: Theme.lineWidth
    border.color: root.tokens.ink(root.tone)
    Accessible.role: Accessible.AlertMessage
    Accessible.name: root.text
    Accessible.description: root.detail

    RowLayout {
        id: row

        anchors.left: parent.left
        anchors.right: parent.right
        anchors.verticalCenter: parent.verticalCenter
        anchors.leftMargin: 12
        anchors.rightMargin: 8
        spacing: 10

        Icon {
            Layout.alignment: Qt.AlignTop
            Layout.topMargin: 2
            name: root.kind === "failed" ? "cross" : root.kind === "attention" ? "warning" : "info"
            size: Math.round(14 * Theme.fontScale)
            color: root.tokens.ink(root.tone)
        }
        ColumnLayout {
            Layout.fillWidth: true
            spacing: 2

            PlainLabel {
                Layout.fillWidth: true
                wrapMode: Text.Wrap
                text: root.text
                tokens: root.tokens
                font.weight: Font.DemiBold
                Accessible.ignored: true
            }
            PlainLabel {
                Layout.fillWidth: true
                visible: root.detail.length > 0
                wrapMode: Text.Wrap
                text: root.detail
                tokens: root.tokens
                Accessible.ignored: true
            }
        }
        Button {
            objectName: "bannerOther"
            visible: root.otherText.length > 0
            text: root.otherText
            tokens: root.tokens
            onClicked: root.otherTriggered()
        }
        Button {
            objectName: "bannerAction"
            visible: root.actionText.length > 0
            text: root.actionText
            tokens: root.tokens
            onClicked: root.triggered()
        }
        IconButton {
            objectName: "bannerClose"
            visible: root.closable
            iconName: "close"
            text: qsTr("Close this message")
            tokens: root.tokens
            onClicked: root.closed()
        }
    }
}
