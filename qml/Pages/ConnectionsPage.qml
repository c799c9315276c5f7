// SPDX-License-Identifier: Apache-2.0
// All engines that this console knows: where they are, how they answer, their keys, and whether acts may go there.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

Page {
    id: root

    required property ConnectionsViewModel viewModel
    required property Session session

    signal checkRequested()

    title: qsTr("Connections")
    //: %n is a number of connections
    subtitle: qsTr("%n connection(s)", "", root.viewModel.list.length)
    actions: [
        Button {
            objectName: "connectionsCheck"
            text: qsTr("Check the open one")
            icon.name: "plug"
            hint: qsTr("Step by step, from name lookup to clock")
            onClicked: root.checkRequested()
        },
        Button {
            objectName: "connectionsAdd"
            text: qsTr("New connection")
            icon.name: "plus"
            enabled: !root.viewModel.demo
            hint: enabled ? "" : qsTr("This is a demo run with a journal of its own. Start algenta-console without --demo to connect to another engine.")
            onClicked: root.viewModel.form.create()
        }
    ]

    onVisibleChanged: {
        if (root.visible)
            root.viewModel.look()
    }

    Banner {
        objectName: "connectionsProblem"
        Layout.fillWidth: true
        visible: root.viewModel.problem.length > 0
        kind: "failed"
        text: root.viewModel.problem
    }
    Banner {
        objectName: "connectionsWaiting"
        Layout.fillWidth: true
        visible: root.viewModel.waitingFor.length > 0
        kind: "info"
        text: qsTr("The keychain is asked for the key of %1.").arg(root.viewModel.waitingFor)
        actionText: qsTr("Open without a key")
        onTriggered: root.viewModel.openWithoutKey()
    }

    main: RowLayout {
        anchors.fill: parent
        spacing: Theme.gap

        Card {
            Layout.preferredWidth: Math.min(Theme.drawerWidth * 0.8, root.width * 0.34)
            Layout.fillHeight: true
            padding: 0

            ListView {
                id: connections

                objectName: "connectionsList"
                anchors.fill: parent
                anchors.margins: Theme.space1
                clip: true
                focus: true
                boundsBehavior: Flickable.StopAtBounds
                model: root.viewModel.list.length
                Accessible.role: Accessible.List
                Accessible.name: root.title

                delegate: ConnectionRow {
                    id: row

                    required property int index

                    objectName: "connection_" + row.index
                    width: connections.width
                    connection: root.viewModel.list[row.index] ?? ({})
                    chosen: row.connection.id === root.viewModel.selected
                    onClicked: root.viewModel.selected = row.connection.id
                }
            }
        }
        Flickable {
            id: details

            Layout.fillWidth: true
            Layout.fillHeight: true
            contentHeight: cards.implicitHeight
            boundsBehavior: Flickable.StopAtBounds
            clip: true

            ColumnLayout {
                id: cards

                width: Math.min(details.width, Theme.drawerWidth * 2)
                spacing: Theme.gap

                ConnectionFormCard {
                    objectName: "connectionForm"
                    Layout.fillWidth: true
                    visible: root.viewModel.form.open
                    form: root.viewModel.form
                }
                Card {
                    Layout.fillWidth: true
                    visible: root.viewModel.selected.length > 0 && !root.viewModel.form.open

                    ColumnLayout {
                        width: parent.width
                        spacing: Theme.space3

                        Heading {
                            objectName: "connectionName"
                            text: root.viewModel.selectedName
                        }
                        Banner {
                            objectName: "connectionWhy"
                            Layout.fillWidth: true
                            visible: root.viewModel.why.length > 0
                            kind: "failed"
                            text: root.viewModel.why
                            detail: root.viewModel.advice
                        }
                        KeyValueGrid {
                            Layout.fillWidth: true
                            rows: root.viewModel.facts
                        }
                        RowLayout {
                            Layout.fillWidth: true
                            visible: !root.viewModel.demo
                            spacing: Theme.space3

                            Button {
                                objectName: "connectionOpen"
                                kind: "primary"
                                visible: !root.viewModel.selectedIsCurrent
                                text: qsTr("Open this engine")
                                onClicked: root.viewModel.open(root.viewModel.selected)
                            }
                            Button {
                                objectName: "connectionEdit"
                                visible: root.viewModel.selectedIsSaved
                                text: qsTr("Change…")
                                onClicked: root.viewModel.form.edit(root.viewModel.selected)
                            }
                            Button {
                                objectName: "connectionRemove"
                                visible: root.viewModel.selectedIsSaved
                                enabled: root.viewModel.canRemove
                                text: qsTr("Remove…")
                                hint: enabled ? "" : qsTr("This engine is open. Open another one first.")
                                onClicked: {
                                    keyToo.checked = true
                                    removal.open()
                                }
                            }
                        }
                    }
                }
                Card {
                    Layout.fillWidth: true
                    visible: root.viewModel.demo

                    ColumnLayout {
                        width: parent.width
                        spacing: Theme.space2

                        Heading {
                            text: qsTr("Demo engine")
                        }
                        SecondaryText {
                            Layout.fillWidth: true
                            text: qsTr("A small engine on this machine, with a history made up for it. Its operator key opens nothing else; type it in the break-glass window to try an override.")
                            wrapMode: Text.Wrap
                        }
                        KeyValueGrid {
                            Layout.fillWidth: true
                            rows: [{ label: qsTr("Operator key"), value: root.session.demoOperatorKey, mono: true }]
                        }
                    }
                }
                ConnectionKeyCard {
                    objectName: "connectionKey"
                    Layout.fillWidth: true
                    visible: root.viewModel.selected.length > 0 && !root.viewModel.demo && !root.viewModel.form.open
                    key: root.viewModel.key
                    saved: root.viewModel.selectedIsSaved
                }
                ConnectionActsCard {
                    objectName: "connectionActs"
                    Layout.fillWidth: true
                    visible: root.viewModel.selected.length > 0 && !root.viewModel.form.open
                    acts: root.viewModel.acts
                }
                ConnectionCertificatesCard {
                    objectName: "connectionCertificates"
                    Layout.fillWidth: true
                    visible: root.viewModel.certificates.canLook && !root.viewModel.form.open
                    certificates: root.viewModel.certificates
                }
            }
        }
    }
    Dialog {
        id: removal

        //: %1 is the name of a connection
        title: qsTr("Remove %1").arg(root.viewModel.selectedName)

        ColumnLayout {
            anchors.fill: parent
            spacing: Theme.space3

            BodyText {
                Layout.fillWidth: true
                Layout.preferredWidth: Theme.drawerWidth
                text: qsTr("Its address and TLS settings go from the settings file. What the journal says about this engine stays.")
                wrapMode: Text.Wrap
            }
            CheckBox {
                id: keyToo

                objectName: "removeKeyToo"
                Layout.fillWidth: true
                visible: root.viewModel.key.hasVault
                text: qsTr("Remove its reading key from the keychain as well")
            }
        }
        footer: RowLayout {
            spacing: Theme.space3

            Item {
                Layout.fillWidth: true
            }
            Button {
                objectName: "removeCancel"
                Layout.bottomMargin: Theme.space5
                text: qsTr("Cancel")
                onClicked: removal.reject()
            }
            Button {
                objectName: "removeAccept"
                Layout.bottomMargin: Theme.space5
                Layout.rightMargin: Theme.space5
                kind: "danger"
                text: qsTr("Remove")
                onClicked: {
                    root.viewModel.remove(keyToo.visible && keyToo.checked)
                    removal.accept()
                }
            }
        }
    }
}
