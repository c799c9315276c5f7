// SPDX-License-Identifier: Apache-2.0
// One step of an invocation: what it was, its values, where its evidence came from, and what it breaks.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Controls

FocusScope {
    id: root

    // As a map of title, badge, kind, text, rows, references and violations.
    required property var modelData
    readonly property string text: root.modelData.text ?? ""
    readonly property var rows: root.modelData.rows ?? []
    readonly property var references: root.modelData.references ?? []
    readonly property var violations: root.modelData.violations ?? []

    // The step at this place in the sequence is asked for.
    signal stepRequested(int target)

    implicitHeight: card.implicitHeight
    Accessible.role: Accessible.Grouping
    Accessible.name: root.modelData.title + ", " + root.modelData.badge

    Card {
        id: card

        width: root.width
        implicitHeight: column.implicitHeight + 2 * card.padding
        padding: Theme.space3
        border.color: root.violations.length > 0 ? Theme.failed : root.activeFocus ? Theme.focus : Theme.line

        ColumnLayout {
            id: column

            anchors.left: parent.left
            anchors.right: parent.right
            spacing: Theme.space2

            RowLayout {
                Layout.fillWidth: true
                spacing: Theme.space2

                Heading {
                    objectName: "stepTitle"
                    Layout.fillWidth: true
                    text: root.modelData.title
                    wrapMode: Text.WrapAtWordBoundaryOrAnywhere
                }
                Badge {
                    objectName: "stepBadge"
                    Layout.alignment: Qt.AlignTop
                    text: root.modelData.badge
                    kind: root.modelData.kind
                }
            }
            BodyText {
                objectName: "stepText"
                Layout.fillWidth: true
                visible: root.text.length > 0
                text: root.text
                wrapMode: Text.WrapAtWordBoundaryOrAnywhere
            }
            KeyValueGrid {
                objectName: "stepRows"
                Layout.fillWidth: true
                visible: root.rows.length > 0
                labelWidth: Theme.railWidth / 2
                rows: root.rows
            }
            Repeater {
                model: root.references

                delegate: RowLayout {
                    id: reference

                    required property int index
                    required property var modelData

                    Layout.fillWidth: true
                    spacing: Theme.space1

                    Icon {
                        name: reference.modelData.target >= 0 ? "check" : "cross"
                        size: Theme.fontLabel
                        color: reference.modelData.target >= 0 ? Theme.ok : Theme.failed
                    }
                    Mono {
                        objectName: "stepReferenceText" + reference.index
                        Layout.fillWidth: true
                        text: reference.modelData.text
                        wrapMode: Text.WrapAtWordBoundaryOrAnywhere
                    }
                    Button {
                        objectName: "stepReference" + reference.index
                        kind: "quiet"
                        visible: reference.modelData.target >= 0
                        text: qsTr("Show")
                        hint: qsTr("Goes to the call that returned this evidence")
                        onClicked: root.stepRequested(reference.modelData.target)
                    }
                }
            }
            Repeater {
                model: root.violations

                delegate: Banner {
                    id: violation

                    required property var modelData

                    objectName: "stepViolation"
                    Layout.fillWidth: true
                    kind: "failed"
                    text: violation.modelData.title
                    detail: violation.modelData.detail
                }
            }
        }
    }
}
