// SPDX-License-Identifier: Apache-2.0
// The tool-profile contract that this program carries, read for people at the left, byte for byte at the right.
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

Item {
    id: root

    required property ContractViewModel viewModel
    readonly property real half: (root.width - Theme.gap) / 2

    Card {
        width: root.half
        height: root.height

        Flickable {
            objectName: "copyScroll"
            anchors.fill: parent
            clip: true
            contentHeight: content.implicitHeight
            boundsBehavior: Flickable.StopAtBounds

            ColumnLayout {
                id: content

                width: parent.width
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
        x: root.half + Theme.gap
        width: root.half
        height: root.height

        JsonView {
            objectName: "copyText"
            anchors.fill: parent
            label: qsTr("Embedded contract")
            text: root.viewModel.embeddedText
        }
    }
}
