// SPDX-License-Identifier: Apache-2.0
// How the journal is sealed, in one line, with what can be done about it.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

Card {
    id: root

    required property JournalSeal seal

    implicitHeight: column.implicitHeight + 2 * root.padding

    ColumnLayout {
        id: column

        anchors.left: parent.left
        anchors.right: parent.right
        spacing: Theme.space2

        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space3

            Badge {
                objectName: "sealWord"
                Layout.alignment: Qt.AlignTop
                text: root.seal.word
                kind: root.seal.kind
            }
            SecondaryText {
                objectName: "sealText"
                Layout.fillWidth: true
                text: root.seal.text
                wrapMode: Text.Wrap
            }
            Button {
                objectName: "sealSetUp"
                Layout.alignment: Qt.AlignTop
                visible: root.seal.key === "absent"
                enabled: !root.seal.busy
                text: qsTr("Set a signing key…")
                onClicked: setUp.ask()
            }
            Button {
                objectName: "sealUnlock"
                Layout.alignment: Qt.AlignTop
                visible: root.seal.key === "locked"
                enabled: !root.seal.busy
                text: qsTr("Open the signing key…")
                onClicked: unlock.ask()
            }
            Button {
                objectName: "sealCheckpoint"
                Layout.alignment: Qt.AlignTop
                visible: root.seal.key === "unlocked" || root.seal.key === "unattended"
                enabled: !root.seal.busy
                text: qsTr("Checkpoint now")
                onClicked: root.seal.checkpoint()
            }
            Button {
                objectName: "sealLock"
                Layout.alignment: Qt.AlignTop
                visible: root.seal.key === "unlocked"
                enabled: !root.seal.busy
                text: qsTr("Lock")
                onClicked: root.seal.lock()
            }
        }
        BusyBar {
            Layout.fillWidth: true
            running: root.seal.busy
            label: qsTr("Sealing…")
        }
        Banner {
            objectName: "sealProblem"
            Layout.fillWidth: true
            visible: root.seal.problem.length > 0
            kind: "failed"
            text: root.seal.problem
        }
        Banner {
            objectName: "sealSaved"
            Layout.fillWidth: true
            visible: root.seal.savedText.length > 0
            kind: "info"
            text: root.seal.savedText
        }
        RowLayout {
            Layout.fillWidth: true
            visible: root.seal.anchor.length > 0
            spacing: Theme.space2

            Mono {
                objectName: "sealAnchor"
                Layout.fillWidth: true
                text: root.seal.anchor
                wrapMode: Text.WrapAnywhere
            }
            CopyButton {
                value: root.seal.anchor
                what: qsTr("anchor line")
            }
        }
        SecondaryText {
            Layout.fillWidth: true
            visible: root.seal.anchor.length > 0
            text: qsTr("Keep this line where nobody who writes the journal can change it: in a ticket, a mail, on paper. algentactl journal verify --anchor holds the journal against it.")
            wrapMode: Text.Wrap
        }
    }
    PassphraseDialog {
        id: setUp

        title: qsTr("A signing key for the journal")
        explanation: qsTr("It signs checkpoints, so that a cut or rewritten journal shows. It is kept beside the journal, sealed by this passphrase, and asked for each time the console starts.")
        acceptText: qsTr("Set the key")
        isNew: true
        onGiven: passphrase => root.seal.setUp(passphrase)
    }
    PassphraseDialog {
        id: unlock

        title: qsTr("Open the signing key")
        explanation: qsTr("Until then what is recorded is chained, but not sealed.")
        onGiven: passphrase => root.seal.unlock(passphrase)
    }
    Dialog {
        id: shown

        objectName: "sealKeys"
        title: qsTr("Keep these elsewhere, now")
        visible: root.seal.verificationKey.length > 0
        closePolicy: Dialog.NoAutoClose

        ColumnLayout {
            anchors.fill: parent
            spacing: Theme.space3

            BodyText {
                Layout.fillWidth: true
                Layout.preferredWidth: Theme.drawerWidth
                text: qsTr("With them somebody else can check this journal on another machine. The verification key is shown this once and stored nowhere here.")
                wrapMode: Text.Wrap
            }
            KeyValueGrid {
                Layout.fillWidth: true
                rows: [
                    { label: qsTr("Public key"), value: root.seal.publicKey, mono: true },
                    { label: qsTr("Verification key"), value: root.seal.verificationKey, mono: true }
                ]
            }
        }
        footer: RowLayout {
            Item {
                Layout.fillWidth: true
            }
            Button {
                objectName: "sealKept"
                Layout.margins: Theme.space4
                text: qsTr("I have kept them")
                onClicked: root.seal.forgetVerificationKey()
            }
        }
    }
}
