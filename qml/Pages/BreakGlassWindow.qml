// SPDX-License-Identifier: Apache-2.0
// One execution past a gate, in a window like no other: the live facts at the left, the operator's word at the right.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import QtQuick.Window
import Algenta.Console
import Algenta.Controls

Window {
    id: root

    required property BreakGlassViewModel viewModel
    required property Session session
    readonly property Tokens tokens: Theme.glass
    readonly property bool hasOutcome: root.viewModel.outcomeRows.length > 0

    // A window that has just appeared takes no word: whoever was typing elsewhere did not mean it.
    property bool guarded: true
    property bool pasted: false

    function clearWords(): void {
        reason.text = ""
        ticket.text = ""
        webhook.text = ""
        root.clearConfirmation()
    }
    function clearConfirmation(): void {
        host.text = ""
        key.clear()
        root.pasted = false
    }
    function send(): void {
        if (root.guarded)
            return
        root.viewModel.confirm(reason.text, ticket.text, host.text, key.take())
    }

    objectName: "breakGlassWindow"
    width: Theme.drawerWidth * 2.6
    height: Theme.drawerWidth * 1.85
    minimumWidth: Theme.drawerWidth * 2
    minimumHeight: Theme.drawerWidth * 1.4
    visible: root.viewModel.open
    color: root.tokens.background
    flags: Qt.Window
    //: %1 is the name of a gate, %2 of an engine
    title: qsTr("Override: execute_decision past %1 on %2").arg(root.viewModel.gate).arg(root.session.engineName)

    onClosing: close => {
        close.accepted = false
        root.viewModel.close()
    }
    onVisibleChanged: {
        if (!root.visible) {
            root.clearWords()
            return
        }
        root.guarded = true
        guard.restart()
        facts.forceActiveFocus()
        root.requestActivate()
    }

    Timer {
        id: guard

        interval: 700
        onTriggered: root.guarded = false
    }
    Connections {
        target: root.viewModel

        function onActReplaced(): void {
            root.clearWords()
            root.guarded = true
            guard.restart()
            facts.forceActiveFocus()
        }
        function onChanged(): void {
            if (root.viewModel.state === "changed")
                root.clearConfirmation()
        }
    }
    Shortcut {
        sequence: "Escape"
        enabled: !root.viewModel.sending
        onActivated: root.viewModel.close()
    }

    Rectangle {
        anchors.fill: parent
        color: root.tokens.background
        border.color: Theme.glassEdge
        border.width: Theme.space2
    }
    ColumnLayout {
        anchors.fill: parent
        anchors.margins: Theme.space2
        spacing: 0

        Item {
            Layout.fillWidth: true
            Layout.preferredHeight: Theme.barHeight

            Row {
                anchors.left: parent.left
                anchors.leftMargin: Theme.space4
                anchors.verticalCenter: parent.verticalCenter
                spacing: Theme.space3

                Title {
                    text: qsTr("Break glass: one execution past")
                    color: root.tokens.text
                }
                Title {
                    objectName: "glassGate"
                    text: root.viewModel.gate
                    color: Theme.glassEdge
                }
            }
            Row {
                anchors.right: parent.right
                anchors.rightMargin: Theme.space4
                anchors.verticalCenter: parent.verticalCenter
                spacing: Theme.space3

                Badge {
                    objectName: "glassDemo"
                    visible: root.session.demo
                    text: qsTr("demo engine")
                    kind: "override"
                    tokens: root.tokens
                }
                Mono {
                    objectName: "glassState"
                    anchors.verticalCenter: parent.verticalCenter
                    text: root.viewModel.state
                    color: Theme.glassEdge
                }
            }
        }
        Separator {
            Layout.fillWidth: true
            tokens: root.tokens
        }
        Item {
            Layout.fillWidth: true
            Layout.fillHeight: true

            FocusScope {
                id: facts

                objectName: "glassFacts"
                width: Math.round(parent.width / 2)
                height: parent.height
                activeFocusOnTab: true
                focus: true
                Accessible.role: Accessible.Pane
                Accessible.name: qsTr("What will happen")

                Flickable {
                    anchors.fill: parent
                    anchors.margins: Theme.space5
                    anchors.rightMargin: Theme.space5 - Theme.space3
                    contentWidth: width - Theme.space3
                    contentHeight: factColumn.implicitHeight
                    boundsBehavior: Flickable.StopAtBounds
                    clip: true
                    T.ScrollBar.vertical: ScrollBar { tokens: root.tokens }

                    ColumnLayout {
                        id: factColumn

                        width: parent.width
                        spacing: Theme.space3

                        DrawerTitle {
                            text: qsTr("What will happen")
                            tokens: root.tokens
                        }
                        KeyValueGrid {
                            objectName: "glassLines"
                            Layout.fillWidth: true
                            rows: root.viewModel.lines
                            labelWidth: width * 0.27
                            noteWidth: width * 0.32
                            tokens: root.tokens
                        }
                        Banner {
                            objectName: "glassSilences"
                            Layout.fillWidth: true
                            visible: root.viewModel.silences.length > 0
                            kind: "attention"
                            text: root.viewModel.silences
                            tokens: root.tokens
                        }
                        SecondaryText {
                            objectName: "glassRead"
                            Layout.fillWidth: true
                            text: root.viewModel.readText
                            wrapMode: Text.Wrap
                            tokens: root.tokens
                        }
                    }
                }
            }
            Separator {
                x: facts.width
                height: parent.height
                vertical: true
                tokens: root.tokens
            }
            Flickable {
                anchors.left: facts.right
                anchors.right: parent.right
                anchors.top: parent.top
                anchors.bottom: parent.bottom
                anchors.margins: Theme.space5
                anchors.rightMargin: Theme.space5 - Theme.space3
                contentWidth: width - Theme.space3
                contentHeight: words.implicitHeight
                boundsBehavior: Flickable.StopAtBounds
                clip: true
                T.ScrollBar.vertical: ScrollBar { tokens: root.tokens }

                ColumnLayout {
                    id: words

                    width: parent.width
                    spacing: Theme.space3

                    BodyText {
                        objectName: "glassStateText"
                        Layout.fillWidth: true
                        text: root.viewModel.stateText
                        wrapMode: Text.Wrap
                        tokens: root.tokens
                    }
                    BusyBar {
                        Layout.fillWidth: true
                        running: root.viewModel.busy
                        label: root.viewModel.stateText
                        tokens: root.tokens
                    }
                    Banner {
                        objectName: "glassProblem"
                        Layout.fillWidth: true
                        visible: root.viewModel.problem.length > 0
                        kind: "failed"
                        text: root.viewModel.problem
                        detail: root.viewModel.advice
                        tokens: root.tokens
                    }
                    KeyValueGrid {
                        objectName: "glassOutcome"
                        Layout.fillWidth: true
                        visible: root.hasOutcome
                        rows: root.viewModel.outcomeRows
                        tokens: root.tokens
                    }
                    SecondaryText {
                        Layout.fillWidth: true
                        visible: root.viewModel.intentText.length > 0
                        text: root.viewModel.intentText
                        tokens: root.tokens
                    }
                    RowLayout {
                        Layout.fillWidth: true
                        visible: root.viewModel.needsWebhook
                        spacing: Theme.space2

                        TextField {
                            id: webhook

                            objectName: "glassWebhook"
                            Layout.fillWidth: true
                            label: qsTr("Webhook address: the record names none")
                            placeholderText: "https://"
                            mono: true
                            tokens: root.tokens
                        }
                        Button {
                            objectName: "glassUseWebhook"
                            text: qsTr("Use this address")
                            tokens: root.tokens
                            onClicked: root.viewModel.setWebhookUrl(webhook.text)
                        }
                    }
                    ColumnLayout {
                        Layout.fillWidth: true
                        visible: root.viewModel.canConfirm
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
                        SecondaryText {
                            text: qsTr("Ticket, if there is one")
                            tokens: root.tokens
                        }
                        TextField {
                            id: ticket

                            objectName: "glassTicket"
                            Layout.fillWidth: true
                            label: qsTr("Ticket, if there is one")
                            maximumLength: 100
                            mono: true
                            tokens: root.tokens
                        }
                        SecondaryText {
                            text: qsTr("Operator key (used once, kept nowhere)")
                            tokens: root.tokens
                        }
                        SecretField {
                            id: key

                            objectName: "glassKey"
                            Layout.fillWidth: true
                            label: qsTr("Operator key, used once and kept nowhere")
                            tokens: root.tokens
                        }
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
                                : host.text === root.viewModel.host ? qsTr("This is the host.")
                                : host.text.length > 0 ? qsTr("Not the host yet.") : " "
                            color: host.text === root.viewModel.host ? root.tokens.ok : root.tokens.textSecond
                            tokens: root.tokens
                        }
                        HoldButton {
                            id: hold

                            objectName: "glassHold"
                            Layout.fillWidth: true
                            text: qsTr("Hold to send")
                            enabled: !root.guarded && host.text === root.viewModel.host && host.text.length > 0 && key.text.length > 0 && reason.text.trim().length > 0
                            tokens: root.tokens
                            onConfirmed: root.send()
                        }
                    }
                    RowLayout {
                        Layout.fillWidth: true
                        spacing: Theme.space2

                        Button {
                            objectName: "glassEnrol"
                            visible: root.viewModel.state === "not_enrolled"
                            text: qsTr("Confirm this engine for acts")
                            tokens: root.tokens
                            onClicked: root.viewModel.enrol()
                        }
                        Button {
                            objectName: "glassReadAgain"
                            visible: root.viewModel.canReadAgain
                            text: qsTr("Read the facts again")
                            tokens: root.tokens
                            onClicked: root.viewModel.readAgain()
                        }
                        Button {
                            objectName: "glassChain"
                            visible: root.viewModel.canChain
                            text: qsTr("Go on past the next gate…")
                            tokens: root.tokens
                            onClicked: root.viewModel.chain()
                        }
                        Button {
                            objectName: "glassSettle"
                            visible: root.viewModel.state === "unknown"
                            text: qsTr("Settle by reading")
                            tokens: root.tokens
                            onClicked: root.viewModel.settle()
                        }
                        Button {
                            objectName: "glassRaw"
                            visible: root.viewModel.rawAnswer.length > 0
                            text: qsTr("Raw answer")
                            tokens: root.tokens
                            onClicked: raw.show(qsTr("Answer to the execution"), root.viewModel.rawAnswer)
                        }
                    }
                }
            }
        }
        Separator {
            Layout.fillWidth: true
            tokens: root.tokens
        }
        RowLayout {
            Layout.fillWidth: true
            Layout.margins: Theme.space4
            spacing: Theme.space3

            SecondaryText {
                objectName: "glassActor"
                text: qsTr("operator %1").arg(root.viewModel.actor)
                tokens: root.tokens
            }
            SecondaryText {
                Layout.fillWidth: true
                horizontalAlignment: Text.AlignRight
                text: root.viewModel.sending ? qsTr("the request is out and cannot be taken back") : qsTr("single use · Esc closes")
                tokens: root.tokens
            }
            Button {
                objectName: "glassClose"
                enabled: !root.viewModel.sending
                text: root.hasOutcome ? qsTr("Close") : qsTr("Cancel")
                tokens: root.tokens
                onClicked: root.viewModel.close()
            }
        }
    }
    RawView {
        id: raw
    }
}
