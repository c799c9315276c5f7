// SPDX-License-Identifier: Apache-2.0
// Asks where a new file is to be written.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Controls

Dialog {
    id: root

    property string explanation: ""

    signal given(string path)

    function askFor(suggestion: string): void {
        path.text = suggestion
        root.open()
        path.forceActiveFocus()
    }
    function take(): void {
        if (path.text.length === 0)
            return
        root.given(path.text)
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
        TextField {
            id: path

            objectName: "savePath"
            Layout.fillWidth: true
            label: qsTr("File")
            mono: true
            onAccepted: root.take()
        }
    }
    footer: RowLayout {
        spacing: Theme.space3

        Item {
            Layout.fillWidth: true
        }
        Button {
            objectName: "saveCancel"
            Layout.bottomMargin: Theme.space5
            text: qsTr("Cancel")
            onClicked: root.reject()
        }
        Button {
            objectName: "saveAccept"
            Layout.bottomMargin: Theme.space5
            Layout.rightMargin: Theme.space5
            kind: "primary"
            text: qsTr("Save")
            enabled: path.text.length > 0
            onClicked: root.take()
        }
    }
}
