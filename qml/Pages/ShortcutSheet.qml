// SPDX-License-Identifier: Apache-2.0
// Ctrl+/: every key of the console in one sheet.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Controls

Item {
    id: root

    required property var places

    readonly property var keys: root.places.slice(0, 10).map((place, index) => ({ keys: "Alt " + (index + 1) % 10, text: place.text })).concat([
        { keys: "Ctrl K", text: qsTr("Search or jump to") },
        { keys: "Ctrl F", text: qsTr("Filter the list; Escape clears") },
        { keys: "F5", text: qsTr("Read again from the engine") },
        { keys: "Ctrl E", text: qsTr("Switch engine") },
        { keys: "Ctrl ,", text: qsTr("Settings") },
        { keys: "Ctrl Shift S", text: qsTr("In the armed break-glass window: once, wait, again sends") },
        { keys: "Ctrl Shift D", text: qsTr("Disarm") },
        { keys: "Ctrl /", text: qsTr("This sheet") },
        { keys: "J  K", text: qsTr("Down and up in a list that has the focus") },
        { keys: "Right  Left", text: qsTr("Open and close a group or a node of a tree") },
        { keys: "Ctrl C", text: qsTr("Copy the row or the value") },
        { keys: "Enter", text: qsTr("Open the row's details; never confirms an override") },
        { keys: "Esc", text: qsTr("One step back") },
        { keys: "Ctrl Q", text: qsTr("Quit") }
    ])

    function open(): void {
        dialog.open()
    }

    Dialog {
        id: dialog

        title: qsTr("Keys")

        GridLayout {
            anchors.fill: parent
            columns: 2
            columnSpacing: Theme.space5
            rowSpacing: Theme.space2

            Repeater {
                model: root.keys
                delegate: RowLayout {
                    id: row

                    required property var modelData

                    spacing: Theme.space3

                    KeyHint {
                        Layout.preferredWidth: Theme.rowHeight * 2
                        keys: row.modelData.keys
                    }
                    BodyText {
                        text: row.modelData.text
                    }
                }
            }
        }
        footer: RowLayout {
            Item {
                Layout.fillWidth: true
            }
            Button {
                objectName: "keysClose"
                Layout.margins: Theme.space4
                text: qsTr("Close")
                onClicked: dialog.close()
            }
        }
    }
}
