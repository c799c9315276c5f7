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
    readonly property bool armed: root.viewModel.armed
    readonly property string stateName: root.viewModel.state
    // The operator has just confirmed the engine or allowed the host.
    property bool goesOn: false
    readonly property bool hasOutcome: root.viewModel.outcomeRows.length > 0

    // A window that has just appeared takes no word: whoever was typing elsewhere did not mean it.
    property bool guarded: true

    function clearWords(): void {
        webhook.text = ""
        armForm.clear()
        hostForm.clear()
        confirmation.clear()
    }
    // What was meant for the last step must not reach the next one.
    function guardAgain(): void {
        root.guarded = true
        guard.restart()
    }

    objectName: "breakGlassWindow"
    width: Theme.drawerWidth * 2.6
    height: Theme.drawerWidth * 2.02
    minimumWidth: Theme.drawerWidth * 2
    minimumHeight: Theme.drawerWidth * 1.4
    visible: root.viewModel.open
    color: root.tokens.background
    flags: Qt.Window
    //: %1 is the name of a gate, %2 of an engine
    title: (root.viewModel.drill ? qsTr("EXERCISE: ") : "") + qsTr("Override: execute_decision past %1 on %2").arg(root.viewModel.gate).arg(root.viewModel.engineName)

    onClosing: close => {
        close.accepted = false
        root.viewModel.close()
    }
    onStateNameChanged: {
        // Whoever just acted in this window goes on in the next field; nobody else is moved.
        if (!root.goesOn)
            return
        if (root.stateName === "host_not_allowed")
            hostForm.focusFirst()
        else if (root.stateName === "ready")
            armForm.focusFirst()
        else
            return
        root.goesOn = false
    }
    onArmedChanged: {
        confirmation.clear()
        root.guardAgain()
        if (root.armed)
            confirmation.focusHost()
        else
            facts.forceActiveFocus()
    }
    onVisibleChanged: {
        if (!root.visible) {
            root.clearWords()
            return
        }
        root.guardAgain()
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
            root.guardAgain()
            facts.forceActiveFocus()
        }
    }
    Shortcut {
        sequence: "Ctrl+Shift+D"
        enabled: root.viewModel.armed
        onActivated: root.viewModel.disarm()
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

                Badge {
                    objectName: "glassDrill"
                    anchors.verticalCenter: parent.verticalCenter
                    visible: root.viewModel.drill
                    text: qsTr("exercise")
                    kind: "override"
                    tokens: root.tokens
                }
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
                    anchors.verticalCenter: parent.verticalCenter
                    visible: root.session.demo && !root.viewModel.drill
                    text: qsTr("demo engine")
                    kind: "override"
                    tokens: root.tokens
                }
                Mono {
                    objectName: "glassState"
                    anchors.verticalCenter: parent.verticalCenter
                    text: root.viewModel.armed ? qsTr("armed %1").arg(root.viewModel.timeLeft) : root.viewModel.stateWord
                    color: Theme.glassEdge
                }
                Button {
                    objectName: "glassDisarm"
                    anchors.verticalCenter: parent.verticalCenter
                    visible: root.viewModel.armed
                    text: qsTr("Disarm")
                    hint: "Ctrl+Shift+D"
                    tokens: root.tokens
                    onClicked: root.viewModel.disarm()
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
                    Banner {
                        objectName: "glassRemark"
                        Layout.fillWidth: true
                        visible: root.viewModel.remark.length > 0
                        kind: "attention"
                        text: root.viewModel.remark
                        tokens: root.tokens
                    }
                    Banner {
                        objectName: "glassHostWarning"
                        Layout.fillWidth: true
                        visible: root.viewModel.hostWarning.length > 0
                        kind: "attention"
                        text: root.viewModel.hostWarning
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
                    GlassHostForm {
                        id: hostForm

                        Layout.fillWidth: true
                        visible: root.stateName === "host_not_allowed"
                        viewModel: root.viewModel
                        guarded: root.guarded
                        onAllowing: root.goesOn = true
                    }
                    GlassArmForm {
                        id: armForm

                        Layout.fillWidth: true
                        visible: root.viewModel.canArm
                        viewModel: root.viewModel
                        guarded: root.guarded
                    }
                    GlassConfirm {
                        id: confirmation

                        Layout.fillWidth: true
                        visible: root.viewModel.armed
                        viewModel: root.viewModel
                        guarded: root.guarded
                    }
                    RowLayout {
                        Layout.fillWidth: true
                        spacing: Theme.space2

                        Button {
                            objectName: "glassEnrol"
                            visible: root.viewModel.state === "not_enrolled"
                            text: qsTr("Confirm this engine for acts")
                            tokens: root.tokens
                            onClicked: {
                                root.goesOn = true
                                root.viewModel.enrol()
                            }
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
                objectName: "glassFoot"
                wrapMode: Text.Wrap
                text: root.viewModel.sending ? qsTr("the request is out and cannot be taken back")
                    : root.viewModel.watchProblem.length > 0 ? root.viewModel.watchProblem
                    : root.viewModel.armed ? qsTr("single use · Ctrl+Shift+D disarms · Esc closes and disarms") : qsTr("single use · 15 minutes at most · Esc closes")
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
