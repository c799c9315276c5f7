// SPDX-License-Identifier: Apache-2.0
// Bytes from outside as they came, hidden characters marked, to be read and copied.
import QtQuick
import QtQuick.Layouts
import Algenta.Controls

Dialog {
    id: root

    function show(heading: string, text: string): void {
        root.title = heading
        view.text = text
        root.open()
    }

    objectName: "rawDialog"
    width: parent ? parent.width * 0.7 : implicitWidth
    height: parent ? parent.height * 0.8 : implicitHeight

    JsonView {
        id: view

        objectName: "rawText"
        anchors.fill: parent
        text: ""
        label: root.title
    }
    footer: RowLayout {
        Item {
            Layout.fillWidth: true
        }
        Button {
            objectName: "rawClose"
            Layout.margins: Theme.space4
            text: qsTr("Close")
            onClicked: root.close()
        }
    }
}
