// SPDX-License-Identifier: Apache-2.0
// What the execute profile requires of the engine: seen not to be met or not to be known from here, and how that was found.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import Algenta.Console
import Algenta.Controls

Card {
    id: root

    required property ExecuteState execution

    signal retry()

    onVisibleChanged: {
        if (root.visible)
            root.execution.begin()
    }

    ListStates {
        anchors.fill: parent
        status: root.execution.status
        loadingText: qsTr("Asking the engine…")
        failedWhat: qsTr("Nothing can be said of the requirements")
        failedWhy: root.execution.failedWhy
        failedAdvice: root.execution.failedAdvice
        onRetry: root.retry()

        Flickable {
            objectName: "executeScroll"
            anchors.fill: parent
            clip: true
            contentHeight: content.implicitHeight
            boundsBehavior: Flickable.StopAtBounds
            T.ScrollBar.vertical: ScrollBar {}

            ColumnLayout {
                id: content

                width: parent.width - Theme.space4
                spacing: Theme.gap

                RowLayout {
                    Layout.fillWidth: true
                    spacing: Theme.space3

                    SecondaryText {
                        objectName: "executeBasis"
                        Layout.fillWidth: true
                        text: root.execution.basis
                        wrapMode: Text.Wrap
                    }
                    Button {
                        objectName: "executeReload"
                        Layout.alignment: Qt.AlignTop
                        enabled: !root.execution.busy
                        text: qsTr("Ask again")
                        onClicked: root.execution.reload()
                    }
                }
                Repeater {
                    // Told by number, see StatusBar.
                    model: root.execution.findings.length
                    delegate: ColumnLayout {
                        id: requirement

                        required property int index
                        readonly property var modelData: root.execution.findings[requirement.index]
                            ?? ({ requirement: "", state: "", kind: "unknown", finding: "", open: "", evidence: [] })

                        objectName: "requirement_" + requirement.index
                        Layout.fillWidth: true
                        spacing: Theme.space2
                        Accessible.role: Accessible.ListItem
                        Accessible.name: requirement.modelData.state + ": " + requirement.modelData.requirement + " "
                            + requirement.modelData.finding

                        Separator {
                            Layout.fillWidth: true
                        }
                        Badge {
                            text: requirement.modelData.state
                            kind: requirement.modelData.kind
                        }
                        BodyText {
                            Layout.fillWidth: true
                            text: requirement.modelData.requirement
                            font.weight: Font.DemiBold
                            wrapMode: Text.Wrap
                        }
                        BodyText {
                            Layout.fillWidth: true
                            text: requirement.modelData.finding
                            wrapMode: Text.Wrap
                        }
                        SecondaryText {
                            Layout.fillWidth: true
                            visible: requirement.modelData.open.length > 0
                            text: requirement.modelData.open
                            wrapMode: Text.Wrap
                        }
                        KeyValueGrid {
                            Layout.fillWidth: true
                            labelWidth: Math.min(Theme.drawerWidth * 0.75, content.width * 0.45)
                            rows: requirement.modelData.evidence
                        }
                    }
                }
            }
        }
    }
}
