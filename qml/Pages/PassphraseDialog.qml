// SPDX-License-Identifier: Apache-2.0
// Asks for a passphrase, twice if it is a new one.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Controls

Dialog {
    id: root

    property string explanation: ""
    property string acceptText: qsTr("Open")
    property bool isNew: false
    property bool differ: false

    signal given(string passphrase)

    function ask(): void {
        words.clear()
        again.clear()
        root.differ = false
        root.open()
        words.forceActiveFocus()
    }
    function take(): void {
        if (!accept.enabled)
            return
        const first = words.take()
        if (root.isNew && first !== again.take()) {
            root.differ = true
            words.forceActiveFocus()
            return
        }
        root.given(first)
        root.accept()
    }

    ColumnLayout {
        anchors.fill: parent
        spacing: Theme.space3

        BodyText {
            Layout.fillWidth: true
            Layout.preferredWidth: Theme.drawerWidth
            text: root.explanation
            wrapMode: Text.Wrap
        }
        SecretField {
            id: words

            objectName: "passphrase"
            Layout.fillWidth: true
            label: root.isNew ? qsTr("Passphrase, twelve characters at least") : qsTr("Passphrase")
            onAccepted: root.isNew ? again.forceActiveFocus() : root.take()
        }
        SecretField {
            id: again

            objectName: "passphraseAgain"
            Layout.fillWidth: true
            visible: root.isNew
            label: qsTr("The passphrase again")
            onAccepted: root.take()
        }
        BodyText {
            Layout.fillWidth: true
            visible: root.differ
            color: Theme.failed
            text: qsTr("The two passphrases differ. Type them again.")
            wrapMode: Text.Wrap
        }
    }
    footer: RowLayout {
        spacing: Theme.space3

        Item {
            Layout.fillWidth: true
        }
        Button {
            objectName: "passphraseCancel"
            Layout.bottomMargin: Theme.space5
            text: qsTr("Cancel")
            onClicked: root.reject()
        }
        Button {
            id: accept

            objectName: "passphraseAccept"
            Layout.bottomMargin: Theme.space5
            Layout.rightMargin: Theme.space5
            kind: "primary"
            text: root.acceptText
            enabled: root.isNew ? words.length >= 12 && words.length === again.length : words.length > 0
            onClicked: root.take()
        }
    }
}
