// SPDX-License-Identifier: Apache-2.0
// The states of a list around its content: loading, empty, filtered, failed or ready, plus a banner when incomplete.
import QtQuick
import QtQuick.Layouts
import Algenta.Controls

Item {
    id: root

    // "loading", "empty", "filtered", "failed" or "ready"; anything else shows as failed, never as empty.
    required property string status
    default property alias content: holder.data
    property string loadingText: qsTr("Loading…")
    property string emptyText: qsTr("Nothing here yet")
    property string emptyDetail: ""
    property string filteredText: qsTr("Nothing matches the filter")
    property string filterText: ""
    property string failedWhat: qsTr("The list could not be read")
    property string failedWhy: ""
    property string failedAdvice: ""
    property bool hasRawAnswer: false
    // Not empty: rows are shown and some are missing; the sentence says which and why.
    property string incompleteText: ""
    property string incompleteDetail: ""
    property Tokens tokens: Theme.current
    readonly property bool ready: root.status === "ready"

    signal clearFilter()
    signal retry()
    signal showRawAnswer()

    BusyBar {
        objectName: "listBusy"
        width: parent.width
        running: root.status === "loading"
        label: root.loadingText
        tokens: root.tokens
    }
    Banner {
        id: incomplete

        objectName: "listIncomplete"
        visible: root.ready && root.incompleteText.length > 0
        width: parent.width
        kind: "attention"
        text: root.incompleteText
        detail: root.incompleteDetail
        actionText: root.hasRawAnswer ? qsTr("Show raw answer") : ""
        tokens: root.tokens
        onTriggered: root.showRawAnswer()
    }
    Item {
        id: holder

        visible: root.ready
        anchors.fill: parent
        anchors.topMargin: incomplete.visible ? incomplete.height + 8 : 0
    }
    ColumnLayout {
        id: message

        readonly property bool failed: !root.ready && root.status !== "loading" && root.status !== "empty"
            && root.status !== "filtered"

        objectName: "listMessage"
        visible: !root.ready
        anchors.centerIn: parent
        width: Math.min(parent.width - 40, Math.round(520 * Theme.fontScale))
        spacing: 8

        Icon {
            Layout.alignment: Qt.AlignHCenter
            name: message.failed ? "warning" : root.status === "loading" ? "clock"
                : root.status === "filtered" ? "filter" : "minus"
            size: Math.round(22 * Theme.fontScale)
            color: message.failed ? root.tokens.failed : root.tokens.textThird
        }
        PlainLabel {
            objectName: "listMessageText"
            Layout.fillWidth: true
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.Wrap
            font.weight: Font.DemiBold
            tokens: root.tokens
            text: message.failed ? root.failedWhat : root.status === "loading" ? root.loadingText
                : root.status === "filtered" ? root.filteredText : root.emptyText
            Accessible.role: message.failed ? Accessible.AlertMessage : Accessible.StaticText
        }
        PlainLabel {
            objectName: "listMessageDetail"
            Layout.fillWidth: true
            visible: text.length > 0
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.WrapAtWordBoundaryOrAnywhere
            color: root.tokens.textSecond
            text: message.failed ? root.failedWhy : root.status === "filtered" ? root.filterText
                : root.status === "empty" ? root.emptyDetail : ""
            font.family: root.status === "filtered" ? Theme.monoFamily : Theme.fontFamily
        }
        PlainLabel {
            objectName: "listMessageAdvice"
            Layout.fillWidth: true
            visible: message.failed && text.length > 0
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.Wrap
            tokens: root.tokens
            text: root.failedAdvice
        }
        RowLayout {
            Layout.alignment: Qt.AlignHCenter
            Layout.topMargin: 4
            spacing: 8

            Button {
                objectName: "listClearFilter"
                visible: root.status === "filtered"
                text: qsTr("Clear filter")
                tokens: root.tokens
                onClicked: root.clearFilter()
            }
            Button {
                objectName: "listRetry"
                visible: message.failed
                text: qsTr("Retry")
                icon.name: "refresh"
                tokens: root.tokens
                onClicked: root.retry()
            }
            Button {
                objectName: "listShowRaw"
                visible: message.failed && root.hasRawAnswer
                text: qsTr("Show raw answer")
                kind: "quiet"
                tokens: root.tokens
                onClicked: root.showRawAnswer()
            }
        }
    }
}
