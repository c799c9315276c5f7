// SPDX-License-Identifier: Apache-2.0
// What the read-only liaison did, judged by its contract: transcripts from files, each violation at its place. Nothing here acts.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

Page {
    id: root

    required property LiaisonViewModel viewModel
    required property ConsoleSettings settings
    readonly property LiaisonListModel list: root.viewModel.list

    function closeDetails(): void {
        root.viewModel.close()
        table.currentRow = -1
        table.forceActiveFocus()
    }

    title: qsTr("Liaison")
    subtitle: root.viewModel.countText
    searchField: search
    Keys.onEscapePressed: event => {
        event.accepted = root.viewModel.selectedKey.length > 0
        if (event.accepted)
            root.closeDetails()
    }
    actions: [
        Button {
            objectName: "liaisonStop"
            visible: root.viewModel.checking
            text: qsTr("Stop")
            onClicked: root.viewModel.cancel()
        },
        Button {
            objectName: "liaisonAgain"
            visible: !root.viewModel.checking && root.viewModel.sourceText.length > 0
            text: qsTr("Check again")
            onClicked: root.list.reload()
        }
    ]

    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.space2

        TextField {
            id: path

            objectName: "liaisonPath"
            Layout.fillWidth: true
            Layout.minimumWidth: Theme.railWidth
            label: qsTr("Path of a transcript or a folder of them")
            placeholderText: qsTr("Path of a transcript or a folder, or drop files here")
            mono: true
            error: root.viewModel.inputProblem
            onAccepted: root.viewModel.openPath(path.text)
        }
        Button {
            objectName: "liaisonCheck"
            kind: "primary"
            text: qsTr("Check")
            enabled: path.text.length > 0
            onClicked: root.viewModel.openPath(path.text)
        }
        CheckBox {
            id: submission

            objectName: "liaisonSubmission"
            text: qsTr("Submission")
            checked: root.viewModel.submission
            onToggled: root.viewModel.submission = submission.checked
        }
        CheckBox {
            id: extraRules

            objectName: "liaisonExtraRules"
            text: qsTr("Extra rules")
            checked: root.viewModel.extraRules
            onToggled: root.viewModel.extraRules = extraRules.checked
        }
    }
    BodyText {
        objectName: "liaisonInputProblem"
        Layout.fillWidth: true
        visible: root.viewModel.inputProblem.length > 0
        text: root.viewModel.inputProblem
        color: Theme.failed
        wrapMode: Text.Wrap
    }
    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.space2

        SearchField {
            id: search

            objectName: "liaisonSearch"
            list: table
            Layout.preferredWidth: Theme.drawerWidth
            placeholderText: qsTr("rule:hidden_error file:november")
            keys: "Ctrl F"
            text: root.list.filterText
            error: root.list.filterError
            onEdited: query => root.list.filterText = query
        }
        Chip {
            objectName: "chipRejected"
            text: qsTr("Rejected")
            checkable: false
            checked: root.viewModel.rejectedOnly
            onClicked: root.viewModel.toggleRejected()
        }
        Caption {
            objectName: "liaisonSource"
            Layout.fillWidth: true
            text: root.viewModel.checking ? root.viewModel.progressText : root.viewModel.sourceText
            elide: Text.ElideMiddle
        }
    }
    Rectangle {
        objectName: "liaisonProgress"
        Layout.fillWidth: true
        Layout.preferredHeight: Theme.space1
        visible: root.viewModel.checking
        radius: Theme.radiusBadge
        color: Theme.sunken
        Accessible.role: Accessible.ProgressBar
        Accessible.name: root.viewModel.progressText

        Rectangle {
            width: parent.width * root.viewModel.progress
            height: parent.height
            radius: parent.radius
            color: Theme.accent
        }
    }
    BodyText {
        objectName: "liaisonFilterError"
        Layout.fillWidth: true
        visible: root.list.filterError.length > 0
        text: root.list.filterError
        color: Theme.failed
        wrapMode: Text.Wrap
    }
    // Anchors, not a layout: pane and card change their implicit sizes while they are being laid out.
    main: Item {
        anchors.fill: parent

        Card {
            anchors.fill: parent
            anchors.rightMargin: details.visible ? details.width + Theme.gap : 0
            padding: 0
            border.color: drop.containsDrag ? Theme.accent : Theme.line

            ListStates {
                anchors.fill: parent
                status: root.list.status
                loadingText: qsTr("Checking transcripts…")
                emptyText: root.viewModel.sourceText.length > 0 ? qsTr("No transcript was found") : qsTr("No transcripts were opened")
                emptyDetail: qsTr("Drop files or folders here, or give a path above: one JSON document a file, or JSON Lines.")
                filterText: root.list.filterText
                failedWhat: qsTr("Nothing could be checked")
                failedWhy: root.list.failedWhy
                failedAdvice: root.list.failedAdvice
                incompleteText: root.list.incompleteText
                incompleteDetail: root.list.incompleteDetail
                onClearFilter: root.list.clearFilter()
                onRetry: root.list.reload()

                DataTable {
                    id: table

                    objectName: "liaisonTable"
                    anchors.fill: parent
                    focus: true
                    label: qsTr("Checked invocations")
                    model: root.list
                    keyRole: "key"
                    sortRole: root.list.sortRole
                    sortDescending: root.list.sortDescending
                    columnWidths: root.settings.columnWidths("liaison")
                    columns: [
                        { title: qsTr("Invocation"), role: "invocation", copyRole: "exactInvocation", kind: "mono", width: 170, fill: true, sortable: true },
                        { title: qsTr("Verdict"), role: "verdict", kind: "badge", kindRole: "verdictKind", width: 110, sortable: true },
                        { title: qsTr("Violations"), role: "violations", kind: "number", width: 90, sortable: true, descendingFirst: true },
                        { title: qsTr("Rules"), role: "rules", kind: "mono", width: 210, fill: true, sortable: true },
                        { title: qsTr("Where"), role: "place", copyRole: "exactPlace", kind: "mono", width: 180 }
                    ]
                    onSortRequested: (role, descending) => root.list.sortBy(role, descending)
                    onColumnResized: (role, width) => root.settings.setColumnWidth("liaison", role, width)
                    onCurrentKeyChanged: {
                        if (table.currentKey !== undefined)
                            root.viewModel.select(table.currentKey)
                    }
                    onContextMenuRequested: (row, role, x, y) => menu.openAt(row, x, y)

                    RowMenu {
                        id: menu

                        table: table
                        listName: "liaison"
                    }
                }
            }
        }
        LiaisonDetailPane {
            id: details

            objectName: "liaisonDetails"
            anchors.right: parent.right
            anchors.top: parent.top
            anchors.bottom: parent.bottom
            width: details.implicitWidth
            visible: root.viewModel.selectedKey.length > 0
            viewModel: root.viewModel
            preferredWidth: root.settings.paneWidth("liaison") > 0 ? root.settings.paneWidth("liaison") : Theme.drawerWidth
            onResized: width => root.settings.setPaneWidth("liaison", width)
            onClosed: root.closeDetails()
            onRawRequested: raw.show(qsTr("Bytes of the transcript"), root.viewModel.rawText)
        }
        // Above the rows: a drop anywhere on the list is meant for it.
        DropArea {
            id: drop

            objectName: "liaisonDrop"
            anchors.fill: parent
            onEntered: event => event.accepted = event.hasUrls
            onDropped: event => {
                event.accepted = event.hasUrls
                if (event.hasUrls)
                    root.viewModel.openUrls(event.urls)
            }
        }
    }
    RawView {
        id: raw
    }
}
