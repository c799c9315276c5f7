// SPDX-License-Identifier: Apache-2.0
// Trying a reading tool: get_contract first, arguments by form or as JSON, one call at a time, what came of it, earlier tries.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

ColumnLayout {
    id: root

    required property ToolTrial trial
    property bool asText: false

    readonly property Item resultItem: result

    signal rawRequested(string heading, string text)

    spacing: Theme.gap

    Banner {
        objectName: "tryImpossible"
        Layout.fillWidth: true
        visible: root.trial.impossibleText.length > 0
        kind: "info"
        text: root.trial.impossibleText
    }
    RowLayout {
        Layout.fillWidth: true
        visible: root.trial.possible
        spacing: Theme.space2

        Icon {
            Layout.alignment: Qt.AlignTop
            Layout.topMargin: Theme.lineWidth
            name: root.trial.contractState === "read" ? "check" : root.trial.contractState === "failed" ? "warning" : "contract"
            size: Theme.fontBody
            color: root.trial.contractState === "read" ? Theme.current.ok
                : root.trial.contractState === "failed" ? Theme.current.failed : Theme.current.textSecond
        }
        BodyText {
            objectName: "tryContract"
            Layout.fillWidth: true
            text: root.trial.contractText
            wrapMode: Text.Wrap
        }
    }
    Button {
        objectName: "tryReadContract"
        visible: root.trial.possible && root.trial.contractState !== "read" && root.trial.tool !== "get_contract"
        enabled: root.trial.canReadContract
        kind: "primary"
        text: root.trial.contractState === "failed" ? qsTr("Read get_contract again") : qsTr("Read get_contract")
        onClicked: root.trial.readContract()
    }
    RowLayout {
        Layout.fillWidth: true
        visible: root.trial.possible
        spacing: Theme.space2

        Heading {
            text: qsTr("Arguments")
        }
        Item {
            Layout.fillWidth: true
        }
        Segmented {
            objectName: "tryWay"
            label: qsTr("Way to write the arguments")
            options: [qsTr("Form"), qsTr("Raw JSON")]
            currentIndex: root.asText ? 1 : 0
            onActivated: index => root.asText = index === 1
        }
    }
    ColumnLayout {
        id: formColumn

        objectName: "tryForm"
        Layout.fillWidth: true
        visible: root.trial.possible && !root.asText
        enabled: root.trial.rawError.length === 0
        spacing: Theme.space3

        BodyText {
            objectName: "tryFormClosed"
            Layout.fillWidth: true
            visible: root.trial.rawError.length > 0
            text: qsTr("The raw arguments cannot be sent, so the form shows the last ones that could be read: %1").arg(root.trial.rawError)
            color: Theme.current.failed
            wrapMode: Text.Wrap
        }
        SecondaryText {
            objectName: "tryFormNote"
            Layout.fillWidth: true
            visible: text.length > 0
            text: root.trial.form.note
            wrapMode: Text.Wrap
        }
        Repeater {
            model: root.trial.form

            delegate: ToolFormField {
                Layout.fillWidth: true
                onTextChosen: text => root.trial.form.setText(index, text)
                onChoiceChosen: choice => root.trial.form.choose(index, choice)
                onCleared: root.trial.form.clear(index)
                onAdded: root.trial.form.add(index)
                onFallbackChosen: root.trial.form.useFallback(index)
            }
        }
        BodyText {
            objectName: "tryMissing"
            Layout.fillWidth: true
            visible: text.length > 0
            text: root.trial.form.missingText
            color: Theme.current.blocked
            wrapMode: Text.Wrap
        }
    }
    ColumnLayout {
        Layout.fillWidth: true
        visible: root.trial.possible && root.asText
        spacing: Theme.space1

        TextArea {
            id: rawArea

            objectName: "tryRaw"
            Layout.fillWidth: true
            Layout.preferredHeight: Theme.rowHeight * 6
            mono: true
            maximumLength: 1000000
            label: qsTr("Arguments as JSON")
            error: root.trial.rawError
            text: root.trial.rawText
            // Only what is typed: the field itself may show some characters as others.
            onEdited: {
                if (rawArea.activeFocus)
                    root.trial.rawText = rawArea.text
            }
        }
        BodyText {
            objectName: "tryRawError"
            Layout.fillWidth: true
            visible: text.length > 0
            text: root.trial.rawError
            color: Theme.current.failed
            wrapMode: Text.WrapAtWordBoundaryOrAnywhere
        }
        BodyText {
            objectName: "tryRawNote"
            Layout.fillWidth: true
            visible: text.length > 0
            text: root.trial.rawNote
            color: Theme.current.blocked
            wrapMode: Text.WrapAtWordBoundaryOrAnywhere
        }
        SecondaryText {
            Layout.fillWidth: true
            text: qsTr("The schema does not bind you: what stands here is sent as it is, and the engine judges.")
            wrapMode: Text.Wrap
        }
    }
    RowLayout {
        Layout.fillWidth: true
        visible: root.trial.possible
        spacing: Theme.space2

        Button {
            objectName: "trySend"
            enabled: root.trial.canSend
            kind: root.trial.contractState === "read" || root.trial.tool === "get_contract" ? "primary" : "normal"
            //: %1 is a tool
            text: qsTr("Call %1").arg(root.trial.tool)
            hint: root.trial.sendHint
            onClicked: root.trial.send()
        }
        Button {
            objectName: "tryStop"
            visible: root.trial.busy
            text: qsTr("Stop waiting")
            onClicked: root.trial.stop()
        }
        SecondaryText {
            objectName: "tryHint"
            Layout.fillWidth: true
            text: root.trial.busy ? root.trial.elapsedText : root.trial.sendHint
            wrapMode: Text.WrapAtWordBoundaryOrAnywhere
        }
    }
    BusyBar {
        Layout.fillWidth: true
        running: root.trial.busy
        label: qsTr("A call is under way")
    }
    ToolTryResult {
        id: result

        objectName: "tryResult"
        Layout.fillWidth: true
        result: root.trial.result
        onRawRequested: root.rawRequested(qsTr("Answer to tools/call"), root.trial.result.rawText)
    }
    ColumnLayout {
        Layout.fillWidth: true
        visible: root.trial.history.length > 0
        spacing: Theme.space2

        Heading {
            text: qsTr("Tries of this session")
        }
        Repeater {
            model: root.trial.history.length

            delegate: ToolTryEntry {
                required property int index

                Layout.fillWidth: true
                entry: root.trial.history[index] ?? ({})
                shown: entry.number === root.trial.result.number
                onShowRequested: number => root.trial.showAttempt(number)
                onRepeatRequested: number => root.trial.repeat(number)
                onTakeRequested: number => root.trial.takeArguments(number)
            }
        }
        Caption {
            Layout.fillWidth: true
            text: qsTr("The newest 20, in memory: they end with the program.")
            wrapMode: Text.Wrap
        }
    }
}
