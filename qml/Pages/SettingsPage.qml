// SPDX-License-Identifier: Apache-2.0
// Where the engine is, which key reads it, what the screens show and how they look.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

Page {
    id: root

    required property SettingsViewModel viewModel
    required property Session session
    required property ConsoleSettings settings
    required property GlassDesk desk
    required property BreakGlassViewModel breakGlass

    readonly property list<string> schemes: ["system", "light", "dark", "contrast"]
    readonly property list<string> profiles: ["observe", "govern", "execute", "full"]

    signal checkRequested()

    function connectNow(): void {
        root.viewModel.connectTo(address.text, mcpAddress.text, key.take(), agreed.visible && agreed.checked)
    }

    title: qsTr("Settings")
    actions: Button {
        objectName: "settingsCheck"
        text: qsTr("Check this connection")
        icon.name: "plug"
        onClicked: root.checkRequested()
    }

    main: Flickable {
        anchors.fill: parent
        contentHeight: cards.implicitHeight
        boundsBehavior: Flickable.StopAtBounds
        clip: true

        ColumnLayout {
            id: cards

            width: Math.min(parent.width, Theme.drawerWidth * 2)
            spacing: Theme.gap

            Card {
                Layout.fillWidth: true

                ColumnLayout {
                    width: parent.width
                    spacing: Theme.space3

                    Heading {
                        text: qsTr("Engine")
                    }
                    Caption {
                        text: qsTr("Address")
                    }
                    TextField {
                        id: address

                        objectName: "settingsAddress"
                        focus: true
                        Layout.fillWidth: true
                        label: qsTr("Address")
                        placeholderText: "http://localhost:8000"
                        mono: true
                        text: root.settings.address.length > 0 && !root.session.demo ? root.settings.address : root.session.restRoot
                        error: root.viewModel.addressError
                        onTextEdited: root.viewModel.check(address.text, mcpAddress.text)
                    }
                    Caption {
                        text: qsTr("MCP endpoint, if it is not below that address")
                    }
                    TextField {
                        id: mcpAddress

                        objectName: "settingsMcpAddress"
                        Layout.fillWidth: true
                        label: qsTr("MCP endpoint, if it is not below that address")
                        placeholderText: qsTr("address + /mcp")
                        mono: true
                        text: root.session.demo ? "" : root.settings.mcpAddress
                        onTextEdited: root.viewModel.check(address.text, mcpAddress.text)
                    }
                    SecondaryText {
                        Layout.fillWidth: true
                        visible: root.viewModel.preview.length > 0
                        text: root.viewModel.preview
                        wrapMode: Text.Wrap
                    }
                    CheckBox {
                        id: agreed

                        objectName: "settingsPlainHttp"
                        Layout.fillWidth: true
                        visible: root.viewModel.needsAgreement
                        text: qsTr("Connect over plain HTTP all the same: it can be read and changed on the way")
                    }
                    Caption {
                        text: qsTr("Reading key (kept in memory until this program ends)")
                    }
                    SecretField {
                        id: key

                        objectName: "settingsKey"
                        Layout.fillWidth: true
                        label: qsTr("Reading key (kept in memory until this program ends)")
                        onAccepted: root.connectNow()
                    }
                    RowLayout {
                        Layout.fillWidth: true
                        spacing: Theme.space3

                        Button {
                            objectName: "settingsConnect"
                            kind: "primary"
                            text: qsTr("Connect")
                            enabled: address.text.length > 0 && (root.viewModel.addressError.length === 0 || agreed.visible && agreed.checked)
                            onClicked: root.connectNow()
                        }
                        BodyText {
                            objectName: "settingsKeyText"
                            Layout.fillWidth: true
                            text: root.session.keyText
                            color: Theme.current.ink(root.session.keyKind)
                            wrapMode: Text.Wrap
                        }
                    }
                    KeyValueGrid {
                        Layout.fillWidth: true
                        rows: [
                            { label: qsTr("REST root"), value: root.session.restRoot, mono: true },
                            { label: qsTr("MCP endpoint"), value: root.session.mcpEndpoint, mono: true },
                            { label: qsTr("Server"), value: root.session.serverText },
                            { label: qsTr("Protocol"), value: root.session.protocolText },
                            { label: qsTr("State"), value: root.session.stateText }
                        ]
                    }
                }
            }
            Card {
                Layout.fillWidth: true
                visible: root.session.demo

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
            GlassSettings {
                objectName: "glassSettings"
                Layout.fillWidth: true
                desk: root.desk
                breakGlass: root.breakGlass
                session: root.session
            }
            Card {
                Layout.fillWidth: true

                ColumnLayout {
                    width: parent.width
                    spacing: Theme.space3

                    Heading {
                        text: qsTr("Shown")
                    }
                    Caption {
                        text: qsTr("Profile whose tools the screens show")
                    }
                    Segmented {
                        objectName: "settingsProfile"
                        label: qsTr("Profile shown")
                        options: root.profiles
                        currentIndex: root.profiles.indexOf(root.session.profile)
                        onActivated: index => root.session.profile = root.profiles[index]
                    }
                    Caption {
                        text: qsTr("Colours")
                    }
                    Segmented {
                        objectName: "settingsScheme"
                        label: qsTr("Colours")
                        options: [qsTr("System"), qsTr("Light"), qsTr("Dark"), qsTr("High contrast")]
                        currentIndex: root.schemes.indexOf(root.settings.scheme)
                        onActivated: index => root.settings.scheme = root.schemes[index]
                    }
                    Caption {
                        text: qsTr("Times")
                    }
                    Segmented {
                        objectName: "settingsZone"
                        label: qsTr("Time zone of all times")
                        options: [qsTr("UTC"), qsTr("Local")]
                        currentIndex: root.session.localTime ? 1 : 0
                        onActivated: index => root.session.localTime = index === 1
                    }
                }
            }
            Card {
                Layout.fillWidth: true

                ColumnLayout {
                    width: parent.width
                    spacing: Theme.space2

                    Heading {
                        text: qsTr("Files")
                    }
                    KeyValueGrid {
                        Layout.fillWidth: true
                        rows: [
                            { label: qsTr("Journal"), value: root.viewModel.journalPath, mono: true },
                            { label: qsTr("Settings"), value: root.viewModel.settingsPath, mono: true },
                            { label: qsTr("Version"), value: root.viewModel.version, mono: true }
                        ]
                    }
                }
            }
        }
    }
}
