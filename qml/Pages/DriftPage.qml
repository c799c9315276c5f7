// SPDX-License-Identifier: Apache-2.0
// What an engine's tools and contract are now against what they were, or any two snapshots; what alarms is accepted here.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

Page {
    id: root

    required property DriftViewModel viewModel
    required property Session session
    required property ConsoleSettings settings
    property bool inOne: false
    readonly property DriftListModel list: root.viewModel.list
    readonly property var emptyTexts: ({
        open: qsTr("No change waits for an acceptance"),
        wording: qsTr("No change of wording"),
        schema: qsTr("No change of a schema"),
        permission: qsTr("No change of a permission hint"),
        all: qsTr("Nothing differs")
    })

    function closeDetails(): void {
        root.viewModel.close()
        table.currentRow = -1
        table.forceActiveFocus()
    }

    // A new list of choices takes the choice from a box.
    function showSides(): void {
        beforeSide.currentIndex = root.viewModel.before
        afterSide.currentIndex = root.viewModel.after
    }

    component QuickChip: Chip {
        id: chip

        required property string quick

        checkable: false
        checked: root.list.quick === chip.quick
        onClicked: root.list.quick = chip.quick
    }

    title: qsTr("Drift")
    subtitle: root.viewModel.summary
    searchField: search
    Component.onCompleted: root.showSides()
    Keys.onEscapePressed: event => {
        event.accepted = root.viewModel.detail.key.length > 0
        if (event.accepted)
            root.closeDetails()
    }
    actions: [
        Button {
            objectName: "driftAcceptWording"
            visible: root.viewModel.openWording > 0
            text: qsTr("Accept wording (%1)…").arg(root.viewModel.openWording)
            onClicked: wordingDialog.open()
        }
    ]

    Connections {
        target: root.viewModel
        function onSidesChanged(): void {
            afterSides.restart()
        }
    }
    // The boxes themselves handle the new list after this or before it.
    Timer {
        id: afterSides

        interval: 0
        onTriggered: root.showSides()
    }
    Banner {
        objectName: "driftProblem"
        Layout.fillWidth: true
        visible: root.viewModel.problem.length > 0
        kind: "failed"
        text: root.viewModel.problem
        detail: root.viewModel.problemDetail
    }
    Banner {
        objectName: "driftFirstSight"
        Layout.fillWidth: true
        visible: root.viewModel.firstSightText.length > 0
        kind: root.viewModel.firstSightConfirmed ? "info" : "attention"
        text: root.viewModel.firstSightText
        detail: root.viewModel.firstSightDetail
        actionText: root.viewModel.canConfirmFirstSight ? qsTr("Confirm…") : ""
        onTriggered: firstSightDialog.ask("")
    }
    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.space2

        ComboBox {
            id: beforeSide

            objectName: "driftBeforeSide"
            Layout.fillWidth: true
            Layout.preferredWidth: Theme.railWidth
            label: qsTr("Compare from")
            model: root.viewModel.sides
            onActivated: index => root.viewModel.setBefore(index)
        }
        Icon {
            name: "right"
            size: Theme.fontBody
            color: Theme.textThird
        }
        ComboBox {
            id: afterSide

            objectName: "driftAfterSide"
            Layout.fillWidth: true
            Layout.preferredWidth: Theme.railWidth
            label: qsTr("Compare to")
            model: root.viewModel.sides
            onActivated: index => root.viewModel.setAfter(index)
        }
        TextField {
            id: path

            objectName: "driftPath"
            Layout.fillWidth: true
            Layout.preferredWidth: Theme.railWidth
            label: qsTr("Path of a contract, a tool list or an answer of get_contract")
            placeholderText: qsTr("Path of a file to compare from")
            mono: true
            onAccepted: root.viewModel.openFile(path.text)
        }
        Button {
            objectName: "driftOpenFile"
            text: qsTr("Compare file")
            enabled: path.text.length > 0
            onClicked: root.viewModel.openFile(path.text)
        }
        Button {
            objectName: "driftWatched"
            visible: !root.viewModel.watched
            text: qsTr("Since first sight")
            onClicked: root.viewModel.compareWatched()
        }
    }
    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.space2

        SearchField {
            id: search

            objectName: "driftSearch"
            Layout.fillWidth: true
            Layout.maximumWidth: Theme.drawerWidth
            label: qsTr("Filter changes")
            placeholderText: qsTr("class:schema subject:query_data state:open")
            keys: "Ctrl F"
            text: root.list.filterText
            error: root.list.filterError
            onEdited: query => root.list.filterText = query
        }
        QuickChip {
            objectName: "chipAllChanges"
            quick: "all"
            text: qsTr("All")
            count: root.list.allCount
        }
        QuickChip {
            objectName: "chipOpenChanges"
            quick: "open"
            text: qsTr("Not accepted")
            count: root.list.openCount
        }
        QuickChip {
            objectName: "chipPermission"
            quick: "permission"
            text: qsTr("Permission hints")
            count: root.list.permissionCount
        }
        QuickChip {
            objectName: "chipSchema"
            quick: "schema"
            text: qsTr("Schemas")
            count: root.list.schemaCount
        }
        QuickChip {
            objectName: "chipWording"
            quick: "wording"
            text: qsTr("Wording")
            count: root.list.wordingCount
        }
        Item {
            Layout.fillWidth: true
        }
    }
    BodyText {
        objectName: "driftFilterError"
        Layout.fillWidth: true
        visible: root.list.filterError.length > 0
        text: root.list.filterError
        color: Theme.failed
        wrapMode: Text.Wrap
    }
    SecondaryText {
        objectName: "driftOpenQuestions"
        Layout.fillWidth: true
        visible: text.length > 0
        text: root.viewModel.openQuestions
        wrapMode: Text.Wrap
    }
    // Anchors, not a layout: pane and card change their implicit sizes while they are being laid out.
    main: Item {
        anchors.fill: parent

        Card {
            anchors.fill: parent
            anchors.rightMargin: details.visible ? details.width + Theme.gap : 0
            padding: 0

            ListStates {
                anchors.fill: parent
                status: root.list.status
                loadingText: qsTr("Comparing…")
                emptyText: root.emptyTexts[root.list.quick] ?? ""
                filterText: root.list.filterText
                failedWhat: qsTr("The two could not be compared")
                failedWhy: root.list.failedWhy
                failedAdvice: root.list.failedAdvice
                onClearFilter: root.list.clearFilter()
                onRetry: root.list.reload()

                DataTable {
                    id: table

                    objectName: "driftTable"
                    anchors.fill: parent
                    focus: true
                    label: qsTr("Changes")
                    model: root.list
                    keyRole: "key"
                    sortRole: root.list.sortRole
                    sortDescending: root.list.sortDescending
                    columnWidths: root.settings.columnWidths("drift")
                    columns: [
                        { title: qsTr("Class"), role: "class", kind: "badge", kindRole: "classKind", signRole: "classSign", width: 150, sortable: true, descendingFirst: true },
                        { title: qsTr("Tool or part"), role: "subject", copyRole: "exactSubject", kind: "mono", width: 160, sortable: true },
                        { title: qsTr("What"), role: "sentence", kind: "text", width: 260, fill: true },
                        { title: qsTr("State"), role: "state", kind: "badge", kindRole: "stateKind", signRole: "stateSign", width: 130, sortable: true }
                    ]
                    onSortRequested: (role, descending) => root.list.sortBy(role, descending)
                    onColumnResized: (role, width) => root.settings.setColumnWidth("drift", role, width)
                    onCurrentKeyChanged: if (table.currentKey !== undefined) root.viewModel.open(String(table.currentKey))
                    onContextMenuRequested: (row, role, x, y) => menu.openAt(row, x, y)

                    RowMenu {
                        id: menu

                        table: table
                        listName: "drift"
                    }
                }
            }
        }
        DriftDetailPane {
            id: details

            objectName: "driftDetails"
            anchors.right: parent.right
            anchors.top: parent.top
            anchors.bottom: parent.bottom
            width: details.implicitWidth
            visible: root.viewModel.detail.key.length > 0
            detail: root.viewModel.detail
            watched: root.viewModel.watched
            inOne: root.inOne
            preferredWidth: root.settings.paneWidth("drift") > 0 ? root.settings.paneWidth("drift") : Math.round(Math.min(Theme.drawerWidth * 1.3, root.width / 2))
            onLayoutChosen: inOne => root.inOne = inOne
            onResized: width => root.settings.setPaneWidth("drift", width)
            onClosed: root.closeDetails()
            onAcceptRequested: acceptDialog.ask(root.viewModel.detail.key)
        }
    }
    ReasonDialog {
        id: acceptDialog

        objectName: "driftAcceptDialog"
        title: qsTr("Accept this change")
        explanation: qsTr("Exactly this change of this engine stops alarming; another one at the same place alarms again. The reason goes into the journal with both texts.")
        acceptText: qsTr("Accept")
        onGiven: (subject, text) => root.viewModel.accept(subject, text)
        // The button that opened it may be gone by now.
        onClosed: table.forceActiveFocus()
    }
    ReasonDialog {
        id: firstSightDialog

        objectName: "driftFirstSightDialog"
        title: qsTr("Confirm the first sight")
        explanation: qsTr("You say that what this engine showed first is what it should show. How do you know? The reason goes into the journal with the hashes of what was seen.")
        acceptText: qsTr("Confirm")
        onGiven: (subject, text) => root.viewModel.confirmFirstSight(text)
        onClosed: table.forceActiveFocus()
    }
    Dialog {
        id: wordingDialog

        objectName: "driftWordingDialog"
        title: qsTr("Accept wording")
        onClosed: table.forceActiveFocus()

        BodyText {
            width: Theme.drawerWidth
            text: qsTr("All changes of wording that nobody has accepted stop alarming: %1. They go into the journal in one entry, with both texts of each. Schemas and permission hints are not touched.").arg(root.viewModel.openWording)
            wrapMode: Text.Wrap
        }
        footer: RowLayout {
            spacing: Theme.space3

            Item {
                Layout.fillWidth: true
            }
            Button {
                objectName: "wordingCancel"
                Layout.bottomMargin: Theme.space5
                text: qsTr("Cancel")
                onClicked: wordingDialog.reject()
            }
            Button {
                objectName: "wordingAccept"
                Layout.bottomMargin: Theme.space5
                Layout.rightMargin: Theme.space5
                kind: "primary"
                text: qsTr("Accept")
                onClicked: {
                    root.viewModel.acceptWording()
                    wordingDialog.accept()
                }
            }
        }
    }
}
