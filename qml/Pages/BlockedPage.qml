// SPDX-License-Identifier: Apache-2.0
// Refused executions: which gate, by how much, for whom; one of them explained, with the way to break-glass.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

Page {
    id: root

    required property BlockedViewModel viewModel
    required property BreakGlassViewModel breakGlass
    required property Session session
    required property ConsoleSettings settings
    readonly property PagedListModel list: root.viewModel.list

    signal decisionRequested(string id)

    function closeDetails(): void {
        table.currentRow = -1
        table.forceActiveFocus()
    }

    title: qsTr("Blocked executions")
    //: in place of the number of rows, when the list could not be read
    subtitle: root.list.status === "failed" ? qsTr("not read") : root.list.countText
    searchField: search

    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.space2

        SearchField {
            id: search

            objectName: "blockedSearch"
            list: table
            Layout.fillWidth: true
            Layout.minimumWidth: Theme.railWidth
            Layout.preferredWidth: Theme.drawerWidth
            Layout.maximumWidth: Theme.drawerWidth
            placeholderText: qsTr("gate:confidence age<24h not status:overridden")
            keys: "Ctrl F"
            text: root.list.filterText
            onEdited: query => root.list.filterText = query
        }
        Chip {
            objectName: "chipOpen"
            text: qsTr("Open")
            checked: root.list.filterText === "status:open"
            onClicked: root.list.filterText = root.list.filterText === "status:open" ? "" : "status:open"
        }
        Chip {
            objectName: "chipDay"
            text: qsTr("Last 24 hours")
            checked: root.list.filterText === "age<24h"
            onClicked: root.list.filterText = root.list.filterText === "age<24h" ? "" : "age<24h"
        }
        Chip {
            objectName: "chipOwn"
            text: qsTr("Own calls")
            checked: root.list.filterText === "source:own"
            onClicked: root.list.filterText = root.list.filterText === "source:own" ? "" : "source:own"
        }
        Item {
            Layout.fillWidth: true
        }
        Button {
            objectName: "blockedFurther"
            visible: root.list.more && root.list.coverage.length > 0
            text: root.list.searching ? qsTr("Stop") : qsTr("Search further")
            onClicked: root.list.searching ? root.list.stopSearch() : root.list.searchFurther()
        }
        Pill {
            objectName: "blockedWaiting"
            waiting: root.list.waiting
            visible: root.list.waiting > 0
            onClicked: root.list.showWaiting()
        }
    }
    BodyText {
        objectName: "blockedFilterError"
        Layout.fillWidth: true
        visible: root.list.filterError.length > 0
        text: root.list.filterError
        color: Theme.failed
        wrapMode: Text.Wrap
    }
    Caption {
        Layout.fillWidth: true
        text: root.list.coverage.length > 0 ? root.list.coverage : root.viewModel.ruleNote
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
                loadingText: qsTr("Reading the audit log…")
                emptyText: qsTr("Nothing is blocked")
                emptyDetail: root.viewModel.ruleNote
                filterText: root.list.filterText
                failedWhat: qsTr("The audit log could not be read")
                failedWhy: root.list.failedWhy
                failedAdvice: root.list.failedAdvice
                hasRawAnswer: root.list.rawAnswer.length > 0
                incompleteText: root.list.incompleteText
                incompleteDetail: root.list.incompleteDetail
                onClearFilter: root.list.clearFilter()
                onRetry: root.list.refresh()
                onShowRawAnswer: raw.show(qsTr("Answer to the audit log"), root.list.rawAnswer)

                DataTable {
                    id: table

                    objectName: "blockedTable"
                    anchors.fill: parent
                    focus: true
                    label: qsTr("Blocked executions")
                    model: root.list
                    keyRole: "key"
                    twoLines: true
                    sortRole: root.list.sortRole
                    sortDescending: root.list.sortDescending
                    columnWidths: root.settings.columnWidths("blocked")
                    columns: [
                        { title: qsTr("Decision"), role: "decision", secondRole: "action", copyRole: "exactDecision", kind: "mono", width: 230, fill: true, sortable: true },
                        { title: qsTr("Gate"), role: "gateText", kind: "badge", kindRole: "gateKind", signRole: "gateSign", width: 130, sortable: true },
                        { title: qsTr("Measured now"), role: "measured", kind: "mono", width: 150 },
                        { title: qsTr("Who"), role: "who", secondRole: "source", kind: "muted", width: 190, sortable: true },
                        { title: qsTr("Status"), role: "statusText", kind: "badge", kindRole: "statusKind", width: 140, sortable: true },
                        { title: qsTr("When"), role: "when", secondRole: "age", kind: "time", width: 230, sortable: true, descendingFirst: true }
                    ]
                    onSortRequested: (role, descending) => root.list.sortBy(role, descending)
                    onColumnResized: (role, width) => root.settings.setColumnWidth("blocked", role, width)
                    onCurrentRowChanged: root.viewModel.select(table.currentRow)
                    onContextMenuRequested: (row, role, x, y) => menu.openAt(row, x, y)

                    RowMenu {
                        id: menu

                        table: table
                        listName: "blocked"
                    }
                }
            }
        }
        DetailPane {
            id: details

            objectName: "blockedDetails"
            anchors.right: parent.right
            anchors.top: parent.top
            anchors.bottom: parent.bottom
            width: details.implicitWidth
            visible: root.viewModel.hasSelection
            title: root.viewModel.title
            subtitle: root.viewModel.decisionId
            preferredWidth: root.settings.paneWidth("blocked") > 0 ? root.settings.paneWidth("blocked") : Theme.drawerWidth
            onResized: width => root.settings.setPaneWidth("blocked", width)
            onClosed: root.closeDetails()
            tools: CopyButton {
                objectName: "blockedCopyId"
                value: root.viewModel.exactDecisionId
                what: qsTr("decision id")
            }

            RowLayout {
                Layout.fillWidth: true
                spacing: Theme.space2

                Badge {
                    objectName: "blockedGate"
                    Layout.alignment: Qt.AlignTop
                    text: root.viewModel.gateText
                    kind: root.viewModel.gateKind
                }
                SecondaryText {
                    Layout.fillWidth: true
                    text: root.viewModel.headline
                    wrapMode: Text.Wrap
                }
            }
            BodyText {
                objectName: "blockedExplanation"
                Layout.fillWidth: true
                visible: root.viewModel.explanation.length > 0
                text: root.viewModel.explanation
                wrapMode: Text.Wrap
            }
            Banner {
                Layout.fillWidth: true
                visible: root.viewModel.liveProblem.length > 0
                kind: "attention"
                text: qsTr("The live decision could not be read")
                detail: root.viewModel.liveProblem
            }
            ThresholdBar {
                objectName: "blockedBar"
                Layout.fillWidth: true
                visible: root.viewModel.hasBar
                measured: root.viewModel.measured
                threshold: root.viewModel.threshold
                from: root.viewModel.scaleFrom
                to: root.viewModel.scaleTo
                measuredText: root.viewModel.measuredText
                thresholdText: root.viewModel.thresholdText
            }
            KeyValueGrid {
                objectName: "blockedRows"
                Layout.fillWidth: true
                rows: root.viewModel.rows
            }
            Timeline {
                objectName: "blockedTimeline"
                Layout.fillWidth: true
                events: root.viewModel.events
            }
            footer: [
                Button {
                    objectName: "blockedShowDecision"
                    kind: "primary"
                    text: qsTr("Show decision")
                    onClicked: root.decisionRequested(root.viewModel.exactDecisionId)
                },
                Button {
                    objectName: "blockedShowRaw"
                    text: qsTr("Raw record")
                    onClicked: raw.show(qsTr("Record of the refusal"), root.viewModel.rawText)
                },
                Item {
                    Layout.fillWidth: true
                },
                Button {
                    objectName: "blockedBreakGlass"
                    text: qsTr("Break glass…")
                    enabled: !root.breakGlass.open && root.session.state === "connected"
                    hint: root.breakGlass.open ? qsTr("A break-glass window is open") : ""
                    onClicked: root.breakGlass.openFor(root.viewModel)
                }
            ]
        }
    }
    RawView {
        id: raw
    }
}
