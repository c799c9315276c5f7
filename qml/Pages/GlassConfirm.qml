// SPDX-License-Identifier: Apache-2.0
// The operator's word on what is armed: the host typed, the button held.
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
    readonly property bool matches: host.text.length > 0 && host.text === root.viewModel.host
    property bool pasted: false

    function clear(): void {
        host.text = ""
        root.pasted = false
    }
    function focusHost(): void {
        host.forceActiveFocus()
    }

    spacing: Theme.space2

    SecondaryText {
        text: qsTr("Type the host that it goes to")
        tokens: root.tokens
    }
    TextField {
        id: host

        property int typedLength: 0

        objectName: "glassHost"
        Layout.fillWidth: true
        label: qsTr("Type the host that it goes to")
        mono: true
        error: root.pasted ? qsTr("Type it: pasting does not count.") : ""
        tokens: root.tokens
        onTextEdited: {
            root.pasted = host.text.length > host.typedLength + 1
            if (root.pasted)
                host.text = ""
        }
        onTextChanged: host.typedLength = host.text.length
    }
    BodyText {
        objectName: "glassHostState"
        Layout.fillWidth: true
        text: root.pasted ? qsTr("Type it: pasting does not count.")
            : root.matches ? qsTr("This is the host.")
            : host.text.length > 0 ? qsTr("Not the host yet.") : " "
        color: root.matches ? root.tokens.ok : root.tokens.textSecond
        tokens: root.tokens
    }
    HoldButton {
        objectName: "glassHold"
        Layout.fillWidth: true
        text: qsTr("Hold to send")
        enabled: !root.guarded && root.matches
        tokens: root.tokens
        onConfirmed: {
            if (!root.guarded)
                root.viewModel.confirm(host.text)
        }
    }
}
