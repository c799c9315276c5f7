// SPDX-License-Identifier: Apache-2.0
// One earlier try: what was called, with what, how it ended; to be looked at, taken up or called again.
import QtQuick
import QtQuick.Layouts
import Algenta.Controls

ColumnLayout {
    id: root

    // { number, tool, time, arguments, outcome, kind, canRepeat, hint, canTake }
    required property var entry
    property bool shown: false

    signal showRequested(int number)
    signal repeatRequested(int number)
    signal takeRequested(int number)

    objectName: "tryEntry" + (root.entry.number ?? 0)
    spacing: Theme.space1

    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.space2

        Mono {
            Layout.fillWidth: true
            text: qsTr("%1. %2").arg(root.entry.number ?? 0).arg(root.entry.tool ?? "")
            font.weight: root.shown ? Font.Bold : Font.Normal
        }
        Badge {
            text: root.entry.outcome ?? ""
            kind: root.entry.kind ?? "unknown"
        }
    }
    SecondaryText {
        Layout.fillWidth: true
        text: qsTr("%1 · %2").arg(root.entry.time ?? "").arg(root.entry.arguments ?? "")
    }
    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.space2

        Button {
            objectName: "tryShow"
            kind: "quiet"
            text: root.shown ? qsTr("Shown") : qsTr("Show")
            enabled: !root.shown
            hint: qsTr("Try %1").arg(root.entry.number ?? 0)
            onClicked: root.showRequested(root.entry.number)
        }
        Button {
            objectName: "tryTake"
            visible: root.entry.canTake ?? false
            kind: "quiet"
            text: qsTr("Take arguments")
            hint: qsTr("Of try %1").arg(root.entry.number ?? 0)
            onClicked: root.takeRequested(root.entry.number)
        }
        Button {
            objectName: "tryRepeat"
            kind: "quiet"
            text: qsTr("Call again")
            enabled: root.entry.canRepeat ?? false
            hint: root.entry.hint ?? ""
            onClicked: root.repeatRequested(root.entry.number)
        }
        Item {
            Layout.fillWidth: true
        }
    }
    Separator {
        Layout.fillWidth: true
    }
}
