// SPDX-License-Identifier: Apache-2.0
// Ctrl+K: pages, harmless actions, and a decision by its id. Nothing in it can act on an engine.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

Item {
    id: root

    required property var places
    required property Session session
    required property ConsoleSettings settings
    required property ConnectionsViewModel connections

    signal placeRequested(string id)
    signal decisionRequested(string id)
    signal checkRequested()
    signal switcherRequested()

    // Names alone: the list itself changes with every age, and would take the cursor back each second.
    readonly property var others: root.connections.others
    readonly property var commands: root.places.map(place => ({ text: qsTr("Go to %1").arg(place.text), kind: "place", value: place.id })).concat([
        { text: qsTr("Read again from the engine"), kind: "refresh", value: "" },
        { text: qsTr("Check this connection step by step"), kind: "doctor", value: "" },
        { text: qsTr("Show times in UTC"), kind: "zone", value: "utc" },
        { text: qsTr("Show times in local time"), kind: "zone", value: "local" },
        { text: qsTr("Follow the system's colours"), kind: "scheme", value: "system" },
        { text: qsTr("Light colours"), kind: "scheme", value: "light" },
        { text: qsTr("Dark colours"), kind: "scheme", value: "dark" },
        { text: qsTr("High contrast"), kind: "scheme", value: "contrast" },
        { text: qsTr("Switch engine"), kind: "switcher", value: "" }
    //: %1 is the name of a connection
    ]).concat(root.others.map(connection => ({ text: qsTr("Switch to %1").arg(connection.name), kind: "connection", value: connection.id })))
    readonly property string query: field.text.trim()
    readonly property var matches: root.matching(root.query)

    function matching(query: string): var {
        const found = root.commands.filter(command => command.text.toLowerCase().includes(query.toLowerCase()))
        //: %1 is what was typed
        return query.length > 0 ? found.concat([{ text: qsTr("Open decision %1").arg(query), kind: "decision", value: query }]) : found
    }
    function open(): void {
        field.text = ""
        list.currentIndex = 0
        dialog.open()
        field.forceActiveFocus()
    }
    function run(command: var): void {
        dialog.close()
        if (command.kind === "place")
            root.placeRequested(command.value)
        else if (command.kind === "decision")
            root.decisionRequested(command.value)
        else if (command.kind === "refresh")
            root.session.refresh()
        else if (command.kind === "doctor")
            root.checkRequested()
        else if (command.kind === "switcher")
            root.switcherRequested()
        else if (command.kind === "connection")
            root.connections.open(command.value)
        else if (command.kind === "zone")
            root.session.localTime = command.value === "local"
        else
            root.settings.scheme = command.value
    }

    Dialog {
        id: dialog

        title: qsTr("Search or jump to")
        width: Math.min(root.width - Theme.pageMargin * 2, Theme.drawerWidth * 1.4)

        ColumnLayout {
            anchors.fill: parent
            spacing: Theme.space2

            TextField {
                id: field

                objectName: "paletteField"
                Layout.fillWidth: true
                label: qsTr("Search or jump to")
                placeholderText: qsTr("A page, an action, or the id of a decision")
                onTextChanged: list.currentIndex = 0
                Keys.onDownPressed: list.incrementCurrentIndex()
                Keys.onUpPressed: list.decrementCurrentIndex()
                Keys.onReturnPressed: root.run(root.matches[list.currentIndex])
                Keys.onEnterPressed: root.run(root.matches[list.currentIndex])
            }
            ListView {
                id: list

                objectName: "paletteList"
                Layout.fillWidth: true
                Layout.preferredHeight: Theme.rowHeight * 8
                clip: true
                model: root.matches
                boundsBehavior: Flickable.StopAtBounds
                delegate: Rectangle {
                    id: row

                    required property int index
                    required property var modelData

                    width: list.width
                    height: Theme.rowHeight
                    radius: Theme.radius
                    color: row.index === list.currentIndex ? Theme.accentGround : "transparent"
                    Accessible.role: Accessible.ListItem
                    Accessible.name: row.modelData.text

                    BodyText {
                        anchors.left: parent.left
                        anchors.right: parent.right
                        anchors.margins: Theme.space3
                        anchors.verticalCenter: parent.verticalCenter
                        text: row.modelData.text
                    }
                    TapHandler {
                        onTapped: root.run(row.modelData)
                    }
                    HoverHandler {
                        onHoveredChanged: {
                            if (hovered)
                                list.currentIndex = row.index
                        }
                    }
                }
            }
        }
    }
}
