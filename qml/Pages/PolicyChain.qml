// SPDX-License-Identifier: Apache-2.0
// The policy in force above, the chain of its snapshots below, one of them in full at the right.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

FocusScope {
    id: root

    required property PolicyViewModel viewModel
    required property ConsoleSettings settings
    readonly property RecordListModel list: root.viewModel.list
    readonly property alias searchField: search

    signal effectsRequested()
    signal rawRequested(string title, string text)
    signal retry()

    function closeDetails(): void {
        root.viewModel.close()
        table.currentRow = -1
        table.forceActiveFocus()
    }

    Card {
        id: force

        anchors.left: parent.left
        anchors.right: parent.right
        anchors.rightMargin: details.visible ? details.width + Theme.gap : 0
        // Beside the details there is room for the changes or for it.
        visible: !details.visible || root.width - details.width > Theme.drawerWidth * 1.6
        height: force.visible ? Math.max(Theme.rowHeight * 5, inForce.implicitHeight + Theme.cardPadding * 2) : 0

        ListStates {
            anchors.fill: parent
            status: root.viewModel.forceStatus
            loadingText: qsTr("Reading the policy…")
            failedWhat: qsTr("The policy in force could not be read")
            failedWhy: root.viewModel.forceWhy
            failedAdvice: root.viewModel.forceAdvice
            incompleteText: root.viewModel.forceStale
            onRetry: root.retry()

            ColumnLayout {
                id: inForce

                width: parent.width
                spacing: Theme.space2

                GridLayout {
                    Layout.fillWidth: true
                    columns: force.width > Theme.drawerWidth * 1.6 ? 2 : 1
                    columnSpacing: Theme.gap
                    rowSpacing: Theme.space2

                    ColumnLayout {
                        Layout.fillWidth: true
                        Layout.preferredWidth: 3
                        Layout.alignment: Qt.AlignTop
                        spacing: Theme.space1

                        Heading {
                            text: qsTr("In force")
                        }
                        KeyValueGrid {
                            objectName: "policyForce"
                            Layout.fillWidth: true
                            labelWidth: Math.round(150 * Theme.fontScale)
                            rows: root.viewModel.forceRows
                        }
                    }
                    ColumnLayout {
                        Layout.fillWidth: true
                        Layout.preferredWidth: 2
                        Layout.alignment: Qt.AlignTop
                        visible: root.viewModel.forceTallyRows.length > 0
                        spacing: Theme.space1

                        Heading {
                            text: qsTr("If the records read were executed now")
                        }
                        KeyValueGrid {
                            objectName: "policyForceTally"
                            Layout.fillWidth: true
                            labelWidth: Math.round(130 * Theme.fontScale)
                            rows: root.viewModel.forceTallyRows
                        }
                    }
                }
                Caption {
                    objectName: "policyReadOnly"
                    Layout.fillWidth: true
                    text: qsTr("%1. Read only: this console changes no policy, and algentactl call refuses the tools that change policy, keys, approvals, triggers or capabilities.").arg(root.viewModel.forceOrigin)
                    wrapMode: Text.Wrap
                }
            }
        }
    }
    RowLayout {
        id: bar

        anchors.left: parent.left
        anchors.right: force.right
        anchors.top: force.bottom
        anchors.topMargin: force.visible ? Theme.gap : 0
        spacing: Theme.space2

        Heading {
            text: qsTr("Changes")
        }
        SearchField {
            id: search

            objectName: "policySearch"
            Layout.fillWidth: true
            Layout.maximumWidth: Theme.drawerWidth
            placeholderText: qsTr("changed:risk_floor since<30d")
            keys: "Ctrl F"
            text: root.list.filterText
            error: root.list.filterError
            onEdited: query => root.list.filterText = query
        }
        Caption {
            Layout.fillWidth: true
            text: root.list.filterError.length > 0 ? root.list.filterError : root.list.countText
            color: root.list.filterError.length > 0 ? Theme.failed : Theme.textThird
        }
    }
    Card {
        anchors.left: parent.left
        anchors.right: force.right
        anchors.top: bar.bottom
        anchors.topMargin: Theme.space2
        anchors.bottom: parent.bottom
        padding: 0

        ListStates {
            anchors.fill: parent
            status: root.list.status
            loadingText: qsTr("Reading the snapshots…")
            emptyText: qsTr("The engine lists no policy snapshot")
            filterText: root.list.filterText
            failedWhat: qsTr("The snapshots could not be read")
            failedWhy: root.list.failedWhy
            failedAdvice: root.list.failedAdvice
            hasRawAnswer: root.list.rawAnswer.length > 0
            incompleteText: root.list.incompleteText
            incompleteDetail: root.list.incompleteDetail
            onClearFilter: root.list.clearFilter()
            onRetry: root.retry()
            onShowRawAnswer: root.rawRequested(qsTr("Answer to the list of snapshots"), root.list.rawAnswer)

            DataTable {
                id: table

                objectName: "policyTable"
                anchors.fill: parent
                focus: true
                label: qsTr("Changes of the policy")
                model: root.list
                keyRole: "key"
                twoLines: true
                sortRole: root.list.sortRole
                sortDescending: root.list.sortDescending
                columnWidths: root.settings.columnWidths("policy")
                columns: [
                    { title: qsTr("Changed"), role: "changed", secondRole: "snapshot", kind: "text", width: 250, fill: true },
                    { title: qsTr("Would block"), role: "blocks", kind: "number", width: 100, sortable: true, descendingFirst: true },
                    { title: qsTr("Let through"), role: "letsThrough", kind: "number", width: 100, sortable: true, descendingFirst: true },
                    { title: qsTr("Not judged"), role: "cannotJudge", kind: "number", width: 92, sortable: true, descendingFirst: true },
                    { title: qsTr("Since"), role: "since", secondRole: "who", kind: "time", width: 240, sortable: true, descendingFirst: true },
                    { title: qsTr("Chain"), role: "link", kind: "badge", kindRole: "linkKind", width: 92 }
                ]
                onSortRequested: (role, descending) => root.list.sortBy(role, descending)
                onColumnResized: (role, width) => root.settings.setColumnWidth("policy", role, width)
                onCurrentKeyChanged: {
                    if (table.currentKey !== undefined)
                        root.viewModel.select(table.currentKey)
                }
                onRowActivated: {
                    if (root.viewModel.hasEffects)
                        root.effectsRequested()
                }
                onContextMenuRequested: (row, role, x, y) => menu.openAt(row, x, y)

                RowMenu {
                    id: menu

                    table: table
                    listName: "policy"
                }
            }
        }
    }
    PolicyDetailPane {
        id: details

        objectName: "policyDetails"
        anchors.right: parent.right
        anchors.top: parent.top
        anchors.bottom: parent.bottom
        width: details.implicitWidth
        visible: root.viewModel.selectedKey.length > 0
        viewModel: root.viewModel
        preferredWidth: root.settings.paneWidth("policy") > 0 ? root.settings.paneWidth("policy") : Theme.drawerWidth
        onResized: width => root.settings.setPaneWidth("policy", width)
        onClosed: root.closeDetails()
        onEffectsRequested: root.effectsRequested()
        onRawRequested: root.rawRequested(qsTr("Snapshot, and what was computed of it"), root.viewModel.json)
    }
}
