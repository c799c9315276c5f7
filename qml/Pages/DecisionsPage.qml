// SPDX-License-Identifier: Apache-2.0
// Every decision that agents logged on this engine; one of them in full.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

Page {
    id: root

    required property DecisionsViewModel viewModel
    required property Session session
    required property ConsoleSettings settings
    readonly property PagedListModel list: root.viewModel.list

    function closeDetails(): void {
        root.viewModel.close()
        table.forceActiveFocus()
    }
    function showSelection(): void {
        if (root.viewModel.selectedId.length > 0)
            table.selectKey(root.viewModel.selectedId)
        else
            table.currentRow = -1
    }

    title: qsTr("Decisions")
    //: in place of the number of rows, when the list could not be read
    subtitle: root.list.status === "failed" ? qsTr("not read") : root.viewModel.countText
    searchField: search
    Keys.onEscapePressed: event => {
        event.accepted = root.viewModel.selectedId.length > 0
        if (event.accepted)
            root.closeDetails()
    }
    Component.onCompleted: root.showSelection()

    Connections {
        target: root.viewModel

        function onSelectionChanged(): void {
            root.showSelection()
        }
    }
    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.space2

        SearchField {
            id: search

            objectName: "decisionsSearch"
            list: table
            Layout.preferredWidth: Theme.drawerWidth
            placeholderText: qsTr("executed:failed confidence<0.6 created<7d")
            keys: "Ctrl F"
            text: root.list.filterText
            error: root.list.filterError
            onEdited: query => root.list.filterText = query
        }
        Caption {
            objectName: "decisionsCoverage"
            Layout.fillWidth: true
            text: root.list.searching ? qsTr("Searching: %1").arg(root.viewModel.countText) : root.list.coverage
        }
        Button {
            objectName: "decisionsFurther"
            visible: root.list.searching || (root.list.more && root.list.coverage.length > 0)
            text: root.list.searching ? qsTr("Stop") : qsTr("Search further")
            onClicked: root.list.searching ? root.list.stopSearch() : root.list.searchFurther()
        }
        Pill {
            objectName: "decisionsWaiting"
            waiting: root.list.waiting
            onClicked: root.list.showWaiting()
        }
    }
    BodyText {
        objectName: "decisionsFilterError"
        Layout.fillWidth: true
        visible: root.list.filterError.length > 0
        text: root.list.filterError
        color: Theme.failed
        wrapMode: Text.Wrap
    }
    Caption {
        objectName: "decisionsOpening"
        Layout.fillWidth: true
        visible: root.viewModel.openingText.length > 0
        text: root.viewModel.openingText
    }
    Banner {
        objectName: "decisionsOpenProblem"
        Layout.fillWidth: true
        visible: root.viewModel.openProblem.length > 0
        kind: "attention"
        text: root.viewModel.openProblem
        detail: root.viewModel.openAdvice
        closable: true
        onClosed: root.viewModel.dismissProblem()
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
                loadingText: qsTr("Reading decisions…")
                emptyText: qsTr("No decision is logged on this engine")
                filterText: root.list.filterText
                failedWhat: qsTr("The decisions could not be read")
                failedWhy: root.list.failedWhy
                failedAdvice: root.list.failedAdvice
                hasRawAnswer: root.list.rawAnswer.length > 0
                incompleteText: root.list.incompleteText
                incompleteDetail: root.list.incompleteDetail
                onClearFilter: root.list.clearFilter()
                onRetry: root.list.refresh()
                onShowRawAnswer: raw.show(qsTr("Answer to the list of decisions"), root.list.rawAnswer)

                DataTable {
                    id: table

                    objectName: "decisionsTable"
                    anchors.fill: parent
                    focus: true
                    label: qsTr("Decisions")
                    model: root.list
                    keyRole: "key"
                    twoLines: true
                    sortRole: root.list.sortRole
                    sortDescending: root.list.sortDescending
                    columnWidths: root.settings.columnWidths("decisions")
                    columns: [
                        { title: qsTr("Decision"), role: "decision", secondRole: "action", copyRole: "exactDecision", kind: "mono", width: 240, fill: true },
                        { title: qsTr("Confidence"), role: "confidence", kind: "number", width: 100, sortable: true },
                        { title: qsTr("Expected"), role: "expected", kind: "number", width: 100, sortable: true, descendingFirst: true },
                        { title: qsTr("Risk p5"), role: "riskP5", kind: "number", width: 100, sortable: true },
                        { title: qsTr("Executed"), role: "executed", kind: "badge", kindRole: "executedKind", width: 120, sortable: true },
                        { title: qsTr("Outcome"), role: "actual", secondRole: "delta", kind: "number", width: 150, sortable: true, descendingFirst: true },
                        { title: qsTr("Created"), role: "created", kind: "time", width: 240, sortable: true, descendingFirst: true }
                    ]
                    onSortRequested: (role, descending) => root.list.sortBy(role, descending)
                    onColumnResized: (role, width) => root.settings.setColumnWidth("decisions", role, width)
                    onCurrentKeyChanged: {
                        if (table.currentKey !== undefined)
                            root.viewModel.select(table.currentKey)
                    }
                    onContextMenuRequested: (row, role, x, y) => menu.openAt(row, x, y)

                    RowMenu {
                        id: menu

                        table: table
                        listName: "decisions"
                    }
                }
            }
        }
        DecisionDetailPane {
            id: details

            objectName: "decisionDetails"
            anchors.right: parent.right
            anchors.top: parent.top
            anchors.bottom: parent.bottom
            width: details.implicitWidth
            visible: root.viewModel.detail.shown
            detail: root.viewModel.detail
            preferredWidth: root.settings.paneWidth("decisions") > 0 ? root.settings.paneWidth("decisions") : Theme.drawerWidth
            onResized: width => root.settings.setPaneWidth("decisions", width)
            onClosed: root.closeDetails()
            onRawRequested: raw.show(qsTr("Decision record"), root.viewModel.detail.json)
        }
    }
    RawView {
        id: raw
    }
}
