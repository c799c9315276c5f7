// SPDX-License-Identifier: Apache-2.0
// What was executed, by two kinds of evidence that are told apart in every row: receipts seen, and decision records.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

Page {
    id: root

    required property ReceiptsViewModel viewModel
    required property Session session
    required property ConsoleSettings settings
    readonly property PagedListModel list: root.viewModel.list

    signal decisionRequested(string id)

    function closeDetails(): void {
        root.viewModel.close()
        table.currentRow = -1
        table.forceActiveFocus()
    }

    title: qsTr("Receipts and executions")
    subtitle: root.viewModel.countText
    searchField: search
    Keys.onEscapePressed: event => {
        event.accepted = root.viewModel.selectedKey.length > 0
        if (event.accepted)
            root.closeDetails()
    }

    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.space2

        SearchField {
            id: search

            objectName: "receiptsSearch"
            list: table
            Layout.fillWidth: true
            Layout.minimumWidth: Theme.railWidth
            Layout.preferredWidth: Theme.drawerWidth
            Layout.maximumWidth: Theme.drawerWidth
            placeholderText: qsTr("executed:2026-11 status:failed")
            keys: "Ctrl F"
            text: root.list.filterText
            error: root.list.filterError
            onEdited: query => root.list.filterText = query
        }
        Chip {
            objectName: "chipSeen"
            text: qsTr("Receipts seen")
            checkable: false
            checked: root.viewModel.seenOnly
            onClicked: root.viewModel.toggleSeen()
        }
        Chip {
            objectName: "chipDerived"
            text: qsTr("Derived")
            checkable: false
            checked: root.viewModel.derivedOnly
            onClicked: root.viewModel.toggleDerived()
        }
        Chip {
            objectName: "chipOverrides"
            text: qsTr("Overrides")
            checkable: false
            checked: root.viewModel.overridesOnly
            onClicked: root.viewModel.toggleOverrides()
        }
        Chip {
            objectName: "chipFailed"
            text: qsTr("Failed delivery")
            checkable: false
            checked: root.viewModel.failedOnly
            onClicked: root.viewModel.toggleFailed()
        }
        Item {
            Layout.fillWidth: true
        }
        Button {
            objectName: "receiptsFurther"
            visible: root.list.searching || root.list.more
            text: root.list.searching ? qsTr("Stop") : qsTr("Search further")
            onClicked: root.list.searching ? root.list.stopSearch() : root.list.searchFurther()
        }
        Pill {
            objectName: "receiptsWaiting"
            waiting: root.list.waiting
            onClicked: root.list.showWaiting()
        }
    }
    BodyText {
        objectName: "receiptsFilterError"
        Layout.fillWidth: true
        visible: root.list.filterError.length > 0
        text: root.list.filterError
        color: Theme.failed
        wrapMode: Text.Wrap
    }
    Caption {
        objectName: "receiptsCoverage"
        Layout.fillWidth: true
        visible: root.list.coverage.length > 0
        text: root.list.coverage
        wrapMode: Text.Wrap
    }
    Banner {
        objectName: "receiptsJournalProblem"
        Layout.fillWidth: true
        visible: root.viewModel.journalProblem.length > 0
        kind: "attention"
        text: root.viewModel.journalProblem
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
                loadingText: qsTr("Reading receipts and decisions…")
                emptyText: qsTr("No execution is known")
                emptyDetail: qsTr("Neither the journal holds a receipt from this engine, nor does a decision record tell of an execution.")
                filterText: root.list.filterText
                failedWhat: qsTr("The executions could not be read")
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

                    objectName: "receiptsTable"
                    anchors.fill: parent
                    focus: true
                    label: qsTr("Receipts and executions")
                    model: root.list
                    keyRole: "key"
                    sortRole: root.list.sortRole
                    sortDescending: root.list.sortDescending
                    columnWidths: root.settings.columnWidths("receipts")
                    columns: [
                        { title: qsTr("Executed"), role: "executed", kind: "time", width: 240, sortable: true, descendingFirst: true },
                        { title: qsTr("Decision"), role: "decision", copyRole: "exactDecision", kind: "mono", width: 150, fill: true },
                        { title: qsTr("Outcome"), role: "outcome", kind: "badge", kindRole: "outcomeKind", width: 110, sortable: true },
                        { title: qsTr("Code"), role: "code", kind: "number", width: 60, sortable: true },
                        { title: qsTr("Webhook"), role: "webhook", copyRole: "exactWebhook", kind: "mono", width: 150, fill: true },
                        { title: qsTr("Override"), role: "override", kind: "badge", kindRole: "overrideKind", signRole: "overrideSign", width: 120, sortable: true },
                        { title: qsTr("Evidence"), role: "evidence", kind: "badge", kindRole: "evidenceKind", signRole: "evidenceSign", width: 190, sortable: true },
                        { title: qsTr("Policy"), role: "policy", kind: "mono", width: 90, sortable: true },
                        { title: qsTr("Schema"), role: "schema", kind: "mono", width: 80, sortable: true }
                    ]
                    onSortRequested: (role, descending) => root.list.sortBy(role, descending)
                    onColumnResized: (role, width) => root.settings.setColumnWidth("receipts", role, width)
                    onCurrentKeyChanged: {
                        if (table.currentKey !== undefined)
                            root.viewModel.select(table.currentKey)
                    }
                    onContextMenuRequested: (row, role, x, y) => menu.openAt(row, x, y)

                    RowMenu {
                        id: menu

                        table: table
                        listName: "receipts"
                    }
                }
            }
        }
        DetailPane {
            id: details

            objectName: "receiptDetails"
            anchors.right: parent.right
            anchors.top: parent.top
            anchors.bottom: parent.bottom
            width: details.implicitWidth
            visible: root.viewModel.selectedKey.length > 0
            title: root.viewModel.title
            preferredWidth: root.settings.paneWidth("receipts") > 0 ? root.settings.paneWidth("receipts") : Theme.drawerWidth
            onResized: width => root.settings.setPaneWidth("receipts", width)
            onClosed: root.closeDetails()

            RowLayout {
                Layout.fillWidth: true
                spacing: Theme.space2

                Badge {
                    objectName: "receiptEvidenceBadge"
                    Layout.alignment: Qt.AlignTop
                    text: root.viewModel.receipt ? qsTr("receipt") : qsTr("derived")
                    kind: root.viewModel.receipt ? "ok" : "unknown"
                    sign: root.viewModel.receipt ? "check" : "tilde"
                }
                SecondaryText {
                    objectName: "receiptEvidence"
                    Layout.fillWidth: true
                    text: root.viewModel.evidenceText
                    wrapMode: Text.Wrap
                }
            }
            Banner {
                objectName: "receiptMissing"
                Layout.fillWidth: true
                visible: root.viewModel.missingText.length > 0
                kind: "attention"
                text: root.viewModel.missingText
            }
            KeyValueGrid {
                objectName: "receiptRows"
                Layout.fillWidth: true
                rows: root.viewModel.rows
            }
            Heading {
                visible: root.viewModel.receipt
                text: qsTr("The act in the journal")
            }
            Timeline {
                objectName: "receiptStory"
                Layout.fillWidth: true
                visible: root.viewModel.story.length > 0
                events: root.viewModel.story
            }
            Banner {
                objectName: "receiptStoryProblem"
                Layout.fillWidth: true
                visible: root.viewModel.storyProblem.length > 0
                kind: "attention"
                text: root.viewModel.storyProblem
            }
            Banner {
                objectName: "receiptRawProblem"
                Layout.fillWidth: true
                visible: root.viewModel.rawProblem.length > 0
                kind: "failed"
                text: root.viewModel.rawProblem
            }
            footer: [
                Button {
                    objectName: "receiptShowDecision"
                    kind: "primary"
                    text: qsTr("Show decision")
                    enabled: root.viewModel.exactDecision.length > 0
                    onClicked: root.decisionRequested(root.viewModel.exactDecision)
                },
                Button {
                    objectName: "receiptShowRaw"
                    text: root.viewModel.receipt ? qsTr("Raw answer") : qsTr("Raw record")
                    enabled: root.viewModel.rawText.length > 0
                    onClicked: raw.show(root.viewModel.receipt ? qsTr("Bytes of the answer") : qsTr("Decision record"), root.viewModel.rawText)
                },
                CopyButton {
                    objectName: "receiptCopyRaw"
                    visible: root.viewModel.exactRaw.length > 0
                    value: root.viewModel.exactRaw
                    what: qsTr("raw bytes")
                },
                Item {
                    Layout.fillWidth: true
                }
            ]
        }
    }
    RawView {
        id: raw
    }
}
