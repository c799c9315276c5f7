// SPDX-License-Identifier: Apache-2.0
// One connection of a list: name, state as word and sign, age, origin, and where it comes from.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import Algenta.Controls

T.AbstractButton {
    id: root

    // One of ConnectionsViewModel.list.
    required property var connection
    property bool chosen: false

    readonly property string stateText: [root.connection.word ?? "", root.connection.age ?? "", root.connection.source ?? ""].filter(part => part.length > 0).join(" · ")

    component Face: Item {
        implicitHeight: lines.implicitHeight

        ColumnLayout {
            id: lines

            anchors.left: parent.left
            anchors.right: parent.right
            anchors.verticalCenter: parent.verticalCenter
            anchors.leftMargin: Theme.space3
            anchors.rightMargin: Theme.space3
            spacing: Theme.space1

            RowLayout {
                Layout.fillWidth: true
                spacing: Theme.space2

                PlainLabel {
                    Layout.fillWidth: true
                    text: root.text
                    elide: Text.ElideRight
                    font.weight: root.connection.current ? Font.DemiBold : Font.Normal
                    Accessible.ignored: true
                }
                Badge {
                    visible: root.connection.current ?? false
                    kind: "accent"
                    text: qsTr("open")
                }
                Badge {
                    kind: root.connection.kind ?? "unknown"
                    text: root.connection.word ?? ""
                }
            }
            Caption {
                Layout.fillWidth: true
                text: root.connection.origin ?? ""
                elide: Text.ElideMiddle
            }
            Caption {
                Layout.fillWidth: true
                visible: text.length > 0
                text: [root.connection.age ?? "", root.connection.source ?? ""].filter(part => part.length > 0).join(" · ")
                elide: Text.ElideRight
            }
        }
    }
    implicitHeight: implicitContentHeight + Theme.space2 * 2
    hoverEnabled: true
    focusPolicy: Qt.StrongFocus
    text: root.connection.name ?? ""
    Accessible.role: Accessible.Button
    Accessible.name: root.connection.current ? qsTr("%1, open").arg(root.text) : root.text
    Accessible.description: root.stateText
    Accessible.onPressAction: root.clicked()

    contentItem: Face {}
    background: Rectangle {
        radius: Theme.radius
        color: root.chosen ? Theme.accentGround : root.hovered ? Theme.hover : "transparent"

        FocusRing {
            shown: root.visualFocus
            distance: 0
        }
    }
}
