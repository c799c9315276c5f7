// SPDX-License-Identifier: Apache-2.0
// Whether a connection is confirmed for acts: origin and public key, by whom, in which journal entry.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

Card {
    id: root

    required property ConnectionActs acts

    ColumnLayout {
        width: parent.width
        spacing: Theme.space3

        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space3

            Heading {
                text: qsTr("Acts")
            }
            Badge {
                objectName: "actsBadge"
                kind: root.acts.kind
                text: root.acts.word
            }
            Item {
                Layout.fillWidth: true
            }
        }
        BodyText {
            objectName: "actsText"
            Layout.fillWidth: true
            text: root.acts.text
            wrapMode: Text.Wrap
        }
        Banner {
            objectName: "actsProblem"
            Layout.fillWidth: true
            visible: root.acts.problem.length > 0
            kind: "failed"
            text: root.acts.problem
        }
        RowLayout {
            Layout.fillWidth: true
            visible: root.acts.canConfirm || root.acts.canWithdraw
            spacing: Theme.space3

            Button {
                objectName: "actsConfirm"
                visible: root.acts.canConfirm
                text: qsTr("Confirm for acts…")
                onClicked: confirmation.open()
            }
            Button {
                objectName: "actsWithdraw"
                visible: root.acts.canWithdraw
                text: qsTr("Withdraw…")
                onClicked: withdrawal.ask(root.acts.origin)
            }
        }
    }
    Dialog {
        id: confirmation

        title: qsTr("Confirm this engine for acts")

        ColumnLayout {
            anchors.fill: parent
            spacing: Theme.space3

            BodyText {
                Layout.fillWidth: true
                Layout.preferredWidth: Theme.drawerWidth
                text: qsTr("Compare both with what the engine's administrator told you. The confirmation goes into the journal under your name; it sends nothing. Another address or another pinned key needs a new one.")
                wrapMode: Text.Wrap
            }
            KeyValueGrid {
                Layout.fillWidth: true
                rows: [
                    { label: qsTr("Origin"), value: root.acts.origin, mono: true },
                    { label: qsTr("Public key"), value: root.acts.pinText.length > 0 ? root.acts.pinText : qsTr("not pinned"), mono: root.acts.pinText.length > 0 }
                ]
            }
        }
        footer: RowLayout {
            spacing: Theme.space3

            Item {
                Layout.fillWidth: true
            }
            Button {
                objectName: "actsConfirmCancel"
                Layout.bottomMargin: Theme.space5
                text: qsTr("Cancel")
                onClicked: confirmation.reject()
            }
            Button {
                objectName: "actsConfirmAccept"
                Layout.bottomMargin: Theme.space5
                Layout.rightMargin: Theme.space5
                kind: "primary"
                text: qsTr("Confirm")
                onClicked: {
                    root.acts.confirm()
                    confirmation.accept()
                }
            }
        }
    }
    ReasonDialog {
        id: withdrawal

        title: qsTr("Withdraw the confirmation")
        explanation: qsTr("Nothing can then be sent to %1 through break-glass until it is confirmed again. The reason goes into the journal.").arg(withdrawal.subject)
        acceptText: qsTr("Withdraw")
        onGiven: (subject, text) => root.acts.withdraw(text)
    }
}
