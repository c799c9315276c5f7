// SPDX-License-Identifier: Apache-2.0
// Why an override is needed and with which key: what arms it, and sends nothing.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

ColumnLayout {
    id: root

    required property BreakGlassViewModel viewModel
    // The window takes no word yet.
    required property bool guarded
    readonly property Tokens tokens: Theme.glass
    readonly property var minutes: [5, 10, 15]
    readonly property bool sealed: root.viewModel.hasSealedKey && source.currentIndex === 0
    readonly property bool enoughReason: reason.text.replace(/\s/g, "").length >= 10

    function focusFirst(): void {
        reason.forceActiveFocus()
    }
    function clear(): void {
        reason.text = ""
        ticket.text = ""
        category.currentIndex = -1
        key.clear()
    }
    function arm(): void {
        if (root.guarded || !armButton.enabled)
            return
        if (root.sealed)
            root.viewModel.armWithSealedKey(reason.text, category.currentIndex, ticket.text, root.minutes[time.currentIndex], key.take())
        else
            root.viewModel.arm(reason.text, category.currentIndex, ticket.text, root.minutes[time.currentIndex], key.take())
    }

    spacing: Theme.space2

    SecondaryText {
        text: qsTr("Why now, and who asked")
        tokens: root.tokens
    }
    TextArea {
        id: reason

        objectName: "glassReason"
        Layout.fillWidth: true
        Layout.preferredHeight: Theme.rowHeight * 2
        label: qsTr("Why now, and who asked")
        maximumLength: 2000
        tokens: root.tokens
    }
    GridLayout {
        Layout.fillWidth: true
        columns: 2
        columnSpacing: Theme.space4
        rowSpacing: Theme.space2

        SecondaryText {
            visible: !root.viewModel.drill
            text: qsTr("Category")
            tokens: root.tokens
        }
        SecondaryText {
            Layout.columnSpan: root.viewModel.drill ? 2 : 1
            text: qsTr("Ticket, if there is one")
            tokens: root.tokens
        }
        ComboBox {
            id: category

            objectName: "glassCategory"
            visible: !root.viewModel.drill
            Layout.fillWidth: true
            Layout.preferredWidth: Theme.drawerWidth / 2
            label: qsTr("Category")
            model: root.viewModel.categories
            currentIndex: -1
            displayText: category.currentIndex < 0 ? qsTr("Choose one") : category.currentText
            tokens: root.tokens
        }
        TextField {
            id: ticket

            objectName: "glassTicket"
            Layout.columnSpan: root.viewModel.drill ? 2 : 1
            Layout.fillWidth: true
            Layout.preferredWidth: Theme.drawerWidth / 2
            label: qsTr("Ticket, if there is one")
            maximumLength: 100
            mono: true
            tokens: root.tokens
        }
    }
    Segmented {
        id: source

        objectName: "glassKeySource"
        visible: root.viewModel.hasSealedKey
        label: qsTr("Which key")
        options: [qsTr("Key sealed here"), qsTr("Type a key")]
        currentIndex: 0
        tokens: root.tokens
        onActivated: i => {
            source.currentIndex = i
            key.clear()
        }
    }
    SecondaryText {
        Layout.fillWidth: true
        text: root.sealed ? qsTr("Passphrase of the sealed key") : qsTr("Operator key (used once, kept nowhere)")
        tokens: root.tokens
    }
    SecretField {
        id: key

        objectName: "glassKey"
        Layout.fillWidth: true
        label: root.sealed ? qsTr("Passphrase of the sealed key") : qsTr("Operator key, used once and kept nowhere")
        tokens: root.tokens
    }
    Mono {
        objectName: "glassDrillKey"
        visible: root.viewModel.drillKey.length > 0
        Layout.fillWidth: true
        //: %1 is a key that only works in an exercise
        text: qsTr("type %1 in this exercise").arg(root.viewModel.drillKey)
        tokens: root.tokens
    }
    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.space3

        SecondaryText {
            text: qsTr("Armed for")
            tokens: root.tokens
        }
        Segmented {
            id: time

            objectName: "glassMinutes"
            label: qsTr("Armed for")
            options: root.minutes.map(minutes => qsTr("%1 min").arg(minutes))
            currentIndex: 0
            tokens: root.tokens
            onActivated: i => time.currentIndex = i
        }
        Item {
            Layout.fillWidth: true
        }
        Button {
            id: armButton

            objectName: "glassArm"
            text: qsTr("Arm")
            enabled: root.enoughReason && key.length > 0 && (root.viewModel.drill || category.currentIndex >= 0) && !root.viewModel.busy
            hint: enabled ? "" : qsTr("A reason of ten letters, a category and a key are needed.")
            tokens: root.tokens
            onClicked: root.arm()
        }
    }
}
