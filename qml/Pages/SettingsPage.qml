// SPDX-License-Identifier: Apache-2.0
// What stands around break-glass, what the screens show and how they look.
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
