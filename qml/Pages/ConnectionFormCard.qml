// SPDX-License-Identifier: Apache-2.0
// A connection as it is entered or changed: where it leads, whom it trusts, how it proves itself.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

Card {
    id: root

    required property ConnectionForm form

    readonly property var errors: root.form.errors
    readonly property var values: ({
        name: name.text, address: address.text, mcpAddress: mcpAddress.text, caFile: caFile.text, onlyCaFile: onlyCaFile.checked,
        certificateFile: certificateFile.text, keyFile: keyFile.text, pin: pin.text, agreed: agreed.checked
    })

    component Field: ColumnLayout {
        id: field

        required property string label
        required property string fieldName
        property alias text: input.text
        property alias placeholder: input.placeholderText
        property bool mono: true

        function reset(): void {
            input.text = root.form.fields[field.fieldName] ?? ""
        }

        Layout.fillWidth: true
        spacing: Theme.space1

        Caption {
            text: field.label
        }
        TextField {
            id: input

            objectName: "connection_" + field.fieldName
            Layout.fillWidth: true
            label: field.label
            mono: field.mono
            error: root.form.errors[field.fieldName] ?? ""
            onAccepted: root.form.save(root.values)
        }
        BodyText {
            objectName: "connectionError_" + field.fieldName
            Layout.fillWidth: true
            visible: text.length > 0
            text: root.form.errors[field.fieldName] ?? ""
            color: Theme.failed
            wrapMode: Text.Wrap
        }
    }

    function reset(): void {
        for (const field of [name, address, mcpAddress, caFile, certificateFile, keyFile, pin])
            field.reset()
        onlyCaFile.checked = root.form.fields["onlyCaFile"] ?? false
        agreed.checked = false
    }

    Component.onCompleted: root.reset()
    // Not when a field says that it was edited: its text is not in the values yet.
    onValuesChanged: {
        if (root.form.open)
            root.form.check(root.values)
    }

    Connections {
        target: root.form

        function onOpened(): void {
            root.reset()
        }
    }
    ColumnLayout {
        width: parent.width
        spacing: Theme.space3

        Heading {
            text: root.form.isNew ? qsTr("New connection") : qsTr("Change the connection")
        }
        Field {
            id: name

            label: qsTr("Name")
            fieldName: "name"
            mono: false
        }
        Field {
            id: address

            label: qsTr("Address")
            fieldName: "address"
            placeholder: "https://engine.example.com"
            // What was agreed to was agreed to for another address.
            onTextChanged: agreed.checked = false
        }
        Field {
            id: mcpAddress

            label: qsTr("MCP endpoint, if it is not below that address")
            fieldName: "mcpAddress"
            placeholder: qsTr("address + /mcp")
        }
        SecondaryText {
            objectName: "connectionPreview"
            Layout.fillWidth: true
            visible: text.length > 0
            text: root.form.preview
            wrapMode: Text.Wrap
        }
        CheckBox {
            id: agreed

            objectName: "connectionAgreed"
            Layout.fillWidth: true
            visible: root.form.needsAgreement
            text: qsTr("Connect over plain HTTP all the same: it can be read and changed on the way")
        }
        BodyText {
            objectName: "connectionError_agreed"
            Layout.fillWidth: true
            visible: text.length > 0
            text: root.errors.agreed ?? ""
            color: Theme.failed
            wrapMode: Text.Wrap
        }
        Heading {
            text: qsTr("TLS")
        }
        Field {
            id: caFile

            label: qsTr("File with further certificate authorities (PEM)")
            fieldName: "caFile"
        }
        CheckBox {
            id: onlyCaFile

            objectName: "connectionOnlyCa"
            Layout.fillWidth: true
            text: qsTr("Trust no authority but those of this file")
        }
        Field {
            id: certificateFile

            label: qsTr("Client certificate and its chain (PEM)")
            fieldName: "certificateFile"
        }
        Field {
            id: keyFile

            label: qsTr("Private key of the client certificate (PEM, readable by you alone)")
            fieldName: "keyFile"
        }
        Field {
            id: pin

            label: qsTr("Pinned public key of the server, demanded besides trust")
            fieldName: "pin"
            placeholder: "sha256/…"
        }
        Banner {
            objectName: "connectionNote"
            Layout.fillWidth: true
            visible: root.form.note.length > 0
            kind: "attention"
            text: root.form.note
        }
        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space3

            Button {
                objectName: "connectionSave"
                kind: "primary"
                text: qsTr("Save")
                onClicked: root.form.save(root.values)
            }
            Button {
                objectName: "connectionCancel"
                text: qsTr("Cancel")
                onClicked: root.form.cancel()
            }
        }
    }
}
