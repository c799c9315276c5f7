// SPDX-License-Identifier: Apache-2.0
// Per profile: does what a model gets equal the contract, and if not, what differs.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import Algenta.Console
import Algenta.Controls

Card {
    id: root

    required property ParityState parity

    signal retry()

    ListStates {
        anchors.fill: parent
        status: root.parity.status
        loadingText: qsTr("Reading the tool list…")
        failedWhat: qsTr("Parity cannot be judged: the tool list could not be read")
        failedWhy: root.parity.failedWhy
        failedAdvice: root.parity.failedAdvice
        onRetry: root.retry()

        Flickable {
            objectName: "parityScroll"
            anchors.fill: parent
            clip: true
            contentHeight: content.implicitHeight
            boundsBehavior: Flickable.StopAtBounds
            T.ScrollBar.vertical: ScrollBar {}

            ColumnLayout {
                id: content

                width: parent.width - Theme.space4
                spacing: Theme.gap

                Banner {
                    objectName: "parityDoubt"
                    Layout.fillWidth: true
                    visible: root.parity.doubt.length > 0
                    kind: "attention"
                    text: qsTr("What holds here may not hold for the whole engine")
                    detail: root.parity.doubt
                }
                Heading {
                    text: qsTr("Verdict per profile")
                }
                KeyValueGrid {
                    objectName: "parityRows"
                    Layout.fillWidth: true
                    labelWidth: Math.min(Theme.drawerWidth / 2, content.width * 0.4)
                    copyable: false
                    rows: root.parity.rows
                }
                SecondaryText {
                    objectName: "parityBasis"
                    Layout.fillWidth: true
                    text: root.parity.basis
                    wrapMode: Text.Wrap
                }
                Heading {
                    visible: root.parity.findings.length > 0
                    text: qsTr("What differs")
                }
                Repeater {
                    // Told by number, see StatusBar.
                    model: root.parity.findings.length
                    delegate: RowLayout {
                        id: finding

                        required property int index
                        readonly property var modelData: root.parity.findings[finding.index] ?? ({ profile: "", kind: "", subject: "", detail: "" })

                        objectName: "finding_" + finding.index
                        Layout.fillWidth: true
                        spacing: Theme.space3
                        Accessible.role: Accessible.ListItem
                        Accessible.name: finding.modelData.profile + ", " + finding.modelData.kind + ": "
                            + finding.modelData.subject + ". " + finding.modelData.detail

                        SecondaryText {
                            Layout.preferredWidth: Theme.space5 * 4
                            Layout.alignment: Qt.AlignTop
                            text: finding.modelData.profile
                        }
                        Badge {
                            Layout.alignment: Qt.AlignTop
                            Layout.preferredWidth: Theme.space5 * 5
                            visible: finding.modelData.kind.length > 0
                            text: finding.modelData.kind
                            kind: "blocked"
                        }
                        Mono {
                            Layout.alignment: Qt.AlignTop
                            Layout.preferredWidth: Math.min(Theme.drawerWidth / 2, content.width / 4)
                            text: finding.modelData.subject
                            wrapMode: Text.WrapAnywhere
                        }
                        BodyText {
                            Layout.fillWidth: true
                            text: finding.modelData.detail
                            wrapMode: Text.Wrap
                        }
                    }
                }
            }
        }
    }
}
