// SPDX-License-Identifier: Apache-2.0
// The reading key of one connection: where it is kept, a new one (tried first), forgetting it.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

Card {
    id: root

    required property ConnectionKey key
    // Only a saved connection has a place in the keychain.
    required property bool saved

    function enter(): void {
        if (secret.length > 0)
            root.key.enter(secret.take(), keep.visible && keep.checked)
    }

    ColumnLayout {
        width: parent.width
        spacing: Theme.space3

        Heading {
            text: qsTr("Reading key")
        }
        BodyText {
            objectName: "keyText"
            Layout.fillWidth: true
            text: root.key.text
            wrapMode: Text.Wrap
        }
        SecondaryText {
            objectName: "keyVault"
            Layout.fillWidth: true
            text: root.key.vaultText
            wrapMode: Text.Wrap
        }
        Banner {
            objectName: "keyMessage"
            Layout.fillWidth: true
            visible: root.key.message.length > 0
            kind: root.key.messageKind
            text: root.key.message
        }
        RowLayout {
            Layout.fillWidth: true
            visible: root.key.offersMemory
            spacing: Theme.space3

            Button {
                objectName: "keyMemory"
                text: qsTr("Keep it in memory only")
                onClicked: root.key.keepInMemory()
            }
            Button {
                objectName: "keyAgain"
                text: qsTr("Try the keychain again")
                onClicked: root.key.tryKeychainAgain()
            }
            Button {
                objectName: "keyDrop"
                text: qsTr("Discard it")
                onClicked: root.key.dropOffer()
            }
        }
        Banner {
            objectName: "keyLeftBehind"
            Layout.fillWidth: true
            visible: root.key.leftBehind.length > 0
            kind: "attention"
            text: qsTr("The keychain still holds the earlier key.")
            detail: root.key.leftBehind
            actionText: qsTr("Remove it")
            onTriggered: root.key.removeLeftBehind()
        }
        Caption {
            text: root.key.hasKey ? qsTr("New key; it is tried before it replaces the present one") : qsTr("Key; it is tried before it is kept")
        }
        SecretField {
            id: secret

            objectName: "keyField"
            Layout.fillWidth: true
            label: qsTr("Reading key")
            enabled: !root.key.busy
            onAccepted: root.enter()
        }
        CheckBox {
            id: keep

            objectName: "keyKeep"
            Layout.fillWidth: true
            visible: root.saved && root.key.hasVault
            checked: true
            text: qsTr("Keep it in the keychain; otherwise in memory until this program ends")
        }
        BusyBar {
            Layout.fillWidth: true
            running: root.key.busy
            label: qsTr("Working on the key…")
        }
        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space3

            Button {
                objectName: "keyEnter"
                kind: "primary"
                text: root.key.hasKey ? qsTr("Try and replace") : qsTr("Try and keep")
                enabled: secret.length > 0 && !root.key.busy
                hint: enabled ? "" : qsTr("Enter a key first.")
                onClicked: root.enter()
            }
            Button {
                objectName: "keyRead"
                visible: root.key.canRead
                text: qsTr("Read it from the keychain")
                onClicked: root.key.read()
            }
            Button {
                objectName: "keyForget"
                visible: root.key.canForget
                text: qsTr("Forget the key")
                onClicked: root.key.forget()
            }
        }
    }
}
