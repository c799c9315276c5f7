// SPDX-License-Identifier: Apache-2.0
// The two verdicts on the journal: integrity and completeness.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import Algenta.Console
import Algenta.Controls

Card {
    id: root

    required property JournalVerdict verdict

    implicitHeight: column.implicitHeight + 2 * root.padding

    ColumnLayout {
        id: column

        anchors.left: parent.left
        anchors.right: parent.right
        spacing: Theme.space2

        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space3

            Heading {
                text: qsTr("Integrity")
            }
            Badge {
                objectName: "verdictIntegrity"
                text: root.verdict.integrityWord
                kind: root.verdict.kind
            }
            Caption {
                Layout.fillWidth: true
                text: root.verdict.checkedText
            }
            IconButton {
                objectName: "verdictClose"
                iconName: "close"
                text: qsTr("Close the verdict")
                onClicked: root.verdict.dismiss()
            }
        }
        BodyText {
            objectName: "verdictIntegrityText"
            Layout.fillWidth: true
            text: root.verdict.integrityText
            wrapMode: Text.Wrap
        }
        Flickable {
            id: found

            Layout.fillWidth: true
            Layout.preferredHeight: Math.min(findings.height, Theme.rowHeight * 5)
            visible: root.verdict.findings.length > 0
            clip: true
            contentHeight: findings.height
            boundsBehavior: Flickable.StopAtBounds
            T.ScrollBar.vertical: ScrollBar {}

            Timeline {
                id: findings

                objectName: "verdictFindings"
                width: found.width
                events: root.verdict.findings
            }
        }
        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space3

            Heading {
                text: qsTr("Completeness")
            }
            Badge {
                objectName: "verdictCompleteness"
                text: root.verdict.completenessWord
                kind: root.verdict.completenessKind
            }
        }
        BodyText {
            objectName: "verdictCompletenessText"
            Layout.fillWidth: true
            text: root.verdict.completenessText
            wrapMode: Text.Wrap
        }
        KeyValueGrid {
            objectName: "verdictRows"
            Layout.fillWidth: true
            rows: root.verdict.rows
        }
    }
}
