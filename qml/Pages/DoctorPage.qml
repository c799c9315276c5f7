// SPDX-License-Identifier: Apache-2.0
// Why does this connection not work, and what to do: every step from name lookup to clock, one below the other.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import Algenta.Console
import Algenta.Controls

Page {
    id: root

    required property DoctorViewModel viewModel
    required property Session session

    readonly property bool running: root.viewModel.state === "running"
    readonly property string tone: root.viewModel.state === "good" ? "ok" : root.viewModel.state === "failed" ? "failed" : "unknown"

    title: qsTr("Connection doctor")
    subtitle: root.viewModel.subject
    actions: [
        Button {
            objectName: "doctorCopyText"
            enabled: list.count > 0 && !root.running
            text: qsTr("Copy as text")
            icon.name: "copy"
            onClicked: Clipboard.copy(root.viewModel.asText())
        },
        Button {
            objectName: "doctorCopyJson"
            enabled: list.count > 0 && !root.running
            text: qsTr("Copy as JSON")
            icon.name: "copy"
            onClicked: Clipboard.copy(root.viewModel.asJson())
        }
    ]
    Keys.onEscapePressed: event => {
        event.accepted = root.running
        if (event.accepted)
            root.viewModel.cancel()
    }
    // It only reads, and whoever comes here wants to know.
    Component.onCompleted: {
        if (root.viewModel.state === "none")
            root.viewModel.start()
    }

    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.space2

        TextField {
            id: address

            objectName: "doctorAddress"
            Layout.fillWidth: true
            Layout.maximumWidth: Theme.drawerWidth * 1.5
            label: qsTr("Address to look at")
            placeholderText: "https://engine.example:8000"
            mono: true
            enabled: !root.running
            error: root.viewModel.addressError
            onTextEdited: root.viewModel.address = address.text
            onAccepted: root.viewModel.start()

            Binding on text {
                value: root.viewModel.address
            }
        }
        Button {
            objectName: "doctorOwn"
            visible: address.text !== root.session.restRoot && root.session.restRoot.length > 0
            enabled: !root.running
            text: qsTr("This connection")
            hint: root.session.restRoot
            onClicked: root.viewModel.address = ""
        }
        Button {
            objectName: "doctorStart"
            visible: !root.running
            kind: "primary"
            text: list.count > 0 ? qsTr("Check again") : qsTr("Check")
            icon.name: "refresh"
            enabled: address.text.length > 0 && root.viewModel.addressError.length === 0
            onClicked: root.viewModel.start()
        }
        Button {
            objectName: "doctorCancel"
            visible: root.running
            text: qsTr("Cancel")
            icon.name: "close"
            onClicked: root.viewModel.cancel()
        }
    }
    SecondaryText {
        objectName: "doctorBasis"
        Layout.fillWidth: true
        text: root.viewModel.addressError.length > 0 ? root.viewModel.addressError : root.viewModel.basis
        color: root.viewModel.addressError.length > 0 ? Theme.failed : Theme.textSecond
        wrapMode: Text.Wrap
    }
    BusyBar {
        Layout.fillWidth: true
        running: root.running
        label: root.viewModel.summary
    }
    BodyText {
        objectName: "doctorSummary"
        Layout.fillWidth: true
        visible: root.viewModel.summary.length > 0
        text: root.viewModel.summary
        color: Theme.current.ink(root.tone)
        font.weight: Font.DemiBold
        wrapMode: Text.Wrap
        Accessible.role: Accessible.AlertMessage
    }

    main: Card {
        anchors.fill: parent
        padding: 0

        ListStates {
            anchors.fill: parent
            status: list.count > 0 ? "ready" : "empty"
            emptyText: qsTr("Nothing has been looked at yet")
            emptyDetail: qsTr("Type the address of an engine, then Check. It only reads.")

            ListView {
                id: list

                objectName: "doctorSteps"
                anchors.fill: parent
                focus: true
                activeFocusOnTab: true
                clip: true
                // All steps are few, and the height of each is its own.
                cacheBuffer: Theme.rowHeight * 100
                boundsBehavior: Flickable.StopAtBounds
                highlightMoveDuration: 0
                // Told by number: a step that changes is not made anew.
                model: root.viewModel.steps.length
                T.ScrollBar.vertical: ScrollBar {}
                Accessible.role: Accessible.List
                Accessible.name: qsTr("Steps")

                delegate: DoctorStep {
                    id: row

                    required property int index

                    objectName: "doctorStep_" + row.index
                    width: ListView.view.width
                    step: root.viewModel.steps[row.index] ?? ({ title: "", state: "", kind: "neutral", sign: "", finding: "", remedy: "", details: "" })
                    marked: row.ListView.isCurrentItem && list.activeFocus
                }
            }
        }
    }
}
