// SPDX-License-Identifier: Apache-2.0
// The decisions that one change of the policy would block, would let through, or may touch.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

FocusScope {
    id: root

    required property PolicyViewModel viewModel
    required property ConsoleSettings settings
    readonly property RecordListModel list: root.viewModel.effects
    readonly property alias searchField: search
    readonly property bool chosen: root.viewModel.changeIndex >= 0

    signal decisionRequested(string id)
    signal rawRequested(string title, string text)

    function takeFocus(): void {
        table.forceActiveFocus()
    }
    // The newest change, where none was chosen.
    function chooseOne(): void {
        if (root.visible && !root.chosen)
            root.viewModel.selectChange(0)
    }

    onVisibleChanged: root.chooseOne()

    Connections {
        target: root.viewModel

        function onPolicyChanged(): void {
            root.chooseOne()
        }
    }
    ColumnLayout {
        id: bar

        anchors.left: parent.left
        anchors.right: parent.right
        spacing: Theme.space2

        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space2

            ComboBox {
                objectName: "policyChange"
                Layout.fillWidth: true
                label: qsTr("Change of the policy")
                model: root.viewModel.changeNames
                currentIndex: root.viewModel.changeIndex
                onActivated: index => root.viewModel.selectChange(index)
            }
            Button {
                objectName: "policySave"
                enabled: root.chosen && root.list.status === "ready"
                text: qsTr("Save…")
                onClicked: save.askFor(root.viewModel.suggestedFile)
            }
        }
        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space2

            SearchField {
                id: search

                objectName: "policyEffectsSearch"
                Layout.fillWidth: true
                Layout.minimumWidth: Theme.railWidth
                Layout.maximumWidth: Theme.drawerWidth
                placeholderText: qsTr("gate:confidence executed:delivered")
                keys: "Ctrl F"
                text: root.list.filterText
                error: root.list.filterError
                onEdited: query => root.list.filterText = query
            }
            Chip {
                objectName: "chipBlocks"
                text: qsTr("Would block")
                checkable: false
                checked: root.viewModel.blocksOnly
                onClicked: root.viewModel.toggleBlocks()
            }
            Chip {
                objectName: "chipLetsThrough"
                text: qsTr("Let through")
                checkable: false
                checked: root.viewModel.letsThroughOnly
                onClicked: root.viewModel.toggleLetsThrough()
            }
            Chip {
                objectName: "chipCannotJudge"
                text: qsTr("Not judged")
                checkable: false
                checked: root.viewModel.cannotJudgeOnly
                onClicked: root.viewModel.toggleCannotJudge()
            }
            Caption {
                Layout.fillWidth: true
                text: root.list.countText
            }
        }
        BodyText {
            objectName: "policyEffectsFilterError"
            Layout.fillWidth: true
            visible: root.list.filterError.length > 0
            text: root.list.filterError
            color: Theme.failed
            wrapMode: Text.Wrap
        }
        SecondaryText {
            objectName: "policyEffectsNotComputed"
            Layout.fillWidth: true
            visible: root.viewModel.notComputed.length > 0
            text: root.viewModel.notComputed
            wrapMode: Text.Wrap
        }
        Banner {
            objectName: "policySaveProblem"
            Layout.fillWidth: true
            visible: root.viewModel.saveProblem.length > 0
            kind: "failed"
            text: qsTr("The file was not written")
            detail: root.viewModel.saveProblem
        }
        Caption {
            objectName: "policySaved"
            Layout.fillWidth: true
            visible: root.viewModel.savedText.length > 0
            text: root.viewModel.savedText
            wrapMode: Text.Wrap
        }
    }
    Card {
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: bar.bottom
        anchors.topMargin: Theme.gap
        anchors.bottom: parent.bottom
        padding: 0

        ListStates {
            anchors.fill: parent
            status: root.list.status
            loadingText: qsTr("Reading and judging decision records…")
            emptyText: root.chosen ? qsTr("Among the records read, this change makes no difference to any") : qsTr("There is no change of the policy to look at")
            filterText: root.list.filterText
            failedWhat: qsTr("The decision records could not be read")
            failedWhy: root.list.failedWhy
            failedAdvice: root.list.failedAdvice
            hasRawAnswer: root.list.rawAnswer.length > 0
            incompleteText: root.list.incompleteText
            incompleteDetail: root.list.incompleteDetail
            onClearFilter: root.list.clearFilter()
            onRetry: root.list.reload()
            onShowRawAnswer: root.rawRequested(qsTr("Answer to the list of decisions"), root.list.rawAnswer)

            DataTable {
                id: table

                objectName: "policyEffectsTable"
                anchors.fill: parent
                focus: true
                label: qsTr("Decisions affected")
                model: root.list
                keyRole: "key"
                twoLines: true
                sortRole: root.list.sortRole
                sortDescending: root.list.sortDescending
                columnWidths: root.settings.columnWidths("policyEffects")
                columns: [
                    { title: qsTr("Decision"), role: "decision", secondRole: "action", copyRole: "exactDecision", kind: "mono", width: 200, fill: true },
                    { title: qsTr("This change"), role: "effect", kind: "badge", kindRole: "effectKind", width: 180, sortable: true },
                    { title: qsTr("Gate"), role: "gates", kind: "mono", width: 108, sortable: true },
                    { title: qsTr("Confidence"), role: "confidence", kind: "number", width: 96, sortable: true },
                    { title: qsTr("Risk p5"), role: "riskP5", kind: "number", width: 90, sortable: true },
                    { title: qsTr("Executed"), role: "executed", kind: "badge", kindRole: "executedKind", width: 110, sortable: true },
                    { title: qsTr("Created"), role: "created", secondRole: "under", kind: "time", width: 240, sortable: true, descendingFirst: true }
                ]
                onSortRequested: (role, descending) => root.list.sortBy(role, descending)
                onColumnResized: (role, width) => root.settings.setColumnWidth("policyEffects", role, width)
                onRowActivated: row => root.decisionRequested(menu.valueOf(row, "exactDecision"))
                onContextMenuRequested: (row, role, x, y) => menu.openAt(row, x, y)

                RowMenu {
                    id: menu

                    function valueOf(row: int, name: string): string {
                        return String(ModelRows.value(root.list, row, name) ?? "")
                    }

                    table: table
                    listName: "policyEffects"

                    MenuItem {
                        objectName: "policyEffectsOpen"
                        text: qsTr("Open the decision")
                        keys: "Enter"
                        onTriggered: root.decisionRequested(menu.value("exactDecision"))
                    }
                }
            }
        }
    }
    SaveDialog {
        id: save

        title: qsTr("Save the decisions shown")
        explanation: qsTr("A name that ends in .csv for a table, in .json with the change and the coverage beside it. Nothing is overwritten.")
        onGiven: path => root.viewModel.save(path)
    }
}
