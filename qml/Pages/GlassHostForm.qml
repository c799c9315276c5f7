// SPDX-License-Identifier: Apache-2.0
// Putting a webhook host on the engine's list: an act of its own, with a reason.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

ColumnLayout {
    id: root

    required property BreakGlassViewModel viewModel
    required property bool guarded
    readonly property Tokens tokens: Theme.glass

    // The operator's word was given, before it is recorded.
    signal allowing()

    function focusFirst(): void {
        reason.forceActiveFocus()
    }
    function clear(): void {
        reason.text = ""
    }

    spacing: Theme.space2

    Mono {
        objectName: "glassNewHost"
        Layout.fillWidth: true
        text: root.viewModel.host
        tokens: root.tokens
    }
    SecondaryText {
        Layout.fillWidth: true
        text: qsTr("Why this host is right, and how you know")
        tokens: root.tokens
    }
    TextArea {
        id: reason

        objectName: "glassHostReason"
        Layout.fillWidth: true
        Layout.preferredHeight: Theme.rowHeight * 2
        label: qsTr("Why this host is right, and how you know")
        maximumLength: 2000
        tokens: root.tokens
    }
    Button {
        objectName: "glassAllowHost"
        enabled: !root.guarded && reason.text.replace(/\s/g, "").length >= 10
        text: qsTr("Allow this host")
        hint: enabled ? "" : qsTr("A reason of ten letters is needed.")
        tokens: root.tokens
        onClicked: {
            root.allowing()
            root.viewModel.allowHost(reason.text)
        }
    }
}
