// SPDX-License-Identifier: Apache-2.0
// Ctrl+E: every connection with state and age; Enter opens it, the keychain is asked for its key if need be.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

Item {
    id: root

    required property ConnectionsViewModel viewModel

    readonly property var connections: root.viewModel.list

    signal manageRequested()

    function open(): void {
        root.viewModel.look()
        list.currentIndex = Math.max(0, root.connections.findIndex(connection => connection.current))
        dialog.open()
        list.forceActiveFocus()
    }
    function choose(index: int): void {
        const chosen = root.connections[index]
        if (!chosen)
            return
        dialog.close()
        if (!chosen.current)
            root.viewModel.open(chosen.id)
    }

    Dialog {
        id: dialog

        title: qsTr("Switch engine")
        width: Math.min(root.width - Theme.pageMargin * 2, Theme.drawerWidth * 1.2)

        ListView {
            id: list

            objectName: "switcherList"
            anchors.fill: parent
            implicitHeight: Math.min(contentHeight, Theme.rowHeightTwoLines * 6)
            clip: true
            focus: true
            keyNavigationEnabled: true
            boundsBehavior: Flickable.StopAtBounds
            // Told by number, see StatusBar.
            model: root.connections.length
            Accessible.role: Accessible.List
            Accessible.name: dialog.title
            Keys.onReturnPressed: root.choose(list.currentIndex)
            Keys.onEnterPressed: root.choose(list.currentIndex)

            delegate: ConnectionRow {
                id: row

                required property int index

                objectName: "switcherRow_" + row.index
                width: list.width
                connection: root.connections[row.index] ?? ({})
                chosen: row.index === list.currentIndex
                focusPolicy: Qt.NoFocus
                onClicked: root.choose(row.index)
                onHoveredChanged: {
                    if (row.hovered)
                        list.currentIndex = row.index
                }
            }
        }
        footer: RowLayout {
            Item {
                Layout.fillWidth: true
            }
            Button {
                objectName: "switcherManage"
                Layout.margins: Theme.space4
                text: qsTr("Connections…")
                onClicked: {
                    dialog.close()
                    root.manageRequested()
                }
            }
        }
    }
}
