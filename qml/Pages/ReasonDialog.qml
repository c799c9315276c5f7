// SPDX-License-Identifier: Apache-2.0
// Asks for a sentence that goes into the journal with what it is about; nothing happens without one.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Controls

Dialog {
    id: root

    property string explanation: ""
    property string acceptText: qsTr("Record")
    // What the sentence is about; given back with it.
    property string subject: ""

    signal given(string subject, string text)

    function ask(about: string): void {
        root.subject = about
        field.text = ""
        root.open()
        field.forceActiveFocus()
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
        TextArea {
            id: field

            objectName: "reasonText"
            Layout.fillWidth: true
            Layout.preferredHeight: Theme.rowHeight * 3
            label: root.title
            maximumLength: 2000
        }
    }
    footer: RowLayout {
        spacing: Theme.space3

        Item {
            Layout.fillWidth: true
        }
        Button {
            objectName: "reasonCancel"
            Layout.bottomMargin: Theme.space5
            text: qsTr("Cancel")
            onClicked: root.reject()
        }
        Button {
            objectName: "reasonAccept"
            Layout.bottomMargin: Theme.space5
            Layout.rightMargin: Theme.space5
            kind: "primary"
            text: root.acceptText
            enabled: field.text.replace(/\s/g, "").length >= 10
            hint: enabled ? "" : qsTr("Ten letters at least.")
            onClicked: {
                root.given(root.subject, field.text)
                root.accept()
            }
        }
    }
}
