// SPDX-License-Identifier: Apache-2.0
// The tool-profile contract that this program carries, read for people at the left, byte for byte at the right.
import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import Algenta.Console
import Algenta.Controls

Item {
    id: root

    required property ContractViewModel viewModel
    // Half, but more where half is too little for labels and values beside each other.
    readonly property real leftWidth: Math.max((root.width - Theme.gap) / 2, Math.min(Theme.drawerWidth * 1.1, root.width * 0.6))

    Card {
        width: root.leftWidth
        height: root.height

        Flickable {
            objectName: "copyScroll"
            anchors.fill: parent
            clip: true
            contentHeight: content.implicitHeight
            boundsBehavior: Flickable.StopAtBounds
            T.ScrollBar.vertical: ScrollBar {}

            ColumnLayout {
                id: content

                width: parent.width - Theme.space4
                spacing: Theme.gap

                KeyValueGrid {
                    objectName: "copyRows"
                    Layout.fillWidth: true
                    rows: root.viewModel.contractRows
                }
                Heading {
                    text: qsTr("Profiles")
                }
                KeyValueGrid {
                    objectName: "copyProfiles"
                    Layout.fillWidth: true
                    rows: root.viewModel.profileRows
                }
                Heading {
                    text: qsTr("What the engine must enforce")
                }
                KeyValueGrid {
                    objectName: "copyRequirements"
                    Layout.fillWidth: true
                    rows: root.viewModel.requirementRows
                }
                Heading {
                    text: qsTr("Gates")
                }
                KeyValueGrid {
                    objectName: "copyGates"
                    Layout.fillWidth: true
                    rows: root.viewModel.gateRows
                }
            }
        }
    }
    Card {
        x: root.leftWidth + Theme.gap
        width: root.width - root.leftWidth - Theme.gap
        height: root.height

        JsonView {
            objectName: "copyText"
            anchors.fill: parent
            label: qsTr("Embedded contract")
            text: root.viewModel.embeddedText
        }
    }
}
