// SPDX-License-Identifier: Apache-2.0
// Tools × profiles: what the engine advertises, what a model gets of it, what the server claims and what we say.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

Page {
    id: root

    required property ToolsViewModel viewModel
    required property Session session
    required property ConsoleSettings settings
    readonly property ToolListModel list: root.viewModel.tools
    readonly property var emptyTexts: ({
        contract: qsTr("No tool of the contract"),
        acting: qsTr("No advertised tool is known to act"),
        unknown: qsTr("No advertised tool is without a class"),
        all: qsTr("No tools")
    })

    function memberColumn(profile: string): var {
        const shown = profile === root.viewModel.profile
        return {
            title: shown ? qsTr("[%1]").arg(profile) : profile, role: profile, kind: "custom", delegate: memberCell,
            width: shown ? 88 : 74, align: "center"
        }
    }
    function closeDetails(): void {
        table.currentRow = -1
        root.viewModel.close()
        table.forceActiveFocus()
    }

    title: qsTr("Tools")
    subtitle: root.viewModel.summary
    searchField: search

    // A tool is in the profile of its column or it is not; the word is in the row for a screen reader.
    Component {
        id: memberCell

        Item {
            id: cell

            property var value
            readonly property bool member: cell.value === qsTr("yes")

            Icon {
                visible: cell.member
                anchors.centerIn: parent
                name: "dot"
                size: Theme.fontBody
                color: Theme.current.ok
            }
            PlainLabel {
                visible: !cell.member
                anchors.centerIn: parent
                text: "·"
                color: Theme.current.textThird
                Accessible.ignored: true
            }
        }
    }
    Component {
        id: claimCell

        Item {
            id: claim

            property var record
            readonly property string state: String(claim.record?.state ?? "")
            readonly property string said: String(claim.record?.claim ?? "")

            Badge {
                visible: claim.state.length > 0
                anchors.verticalCenter: parent.verticalCenter
                width: Math.min(implicitWidth, parent.width)
                text: claim.state
                kind: String(claim.record?.stateKind ?? "neutral")
                Accessible.ignored: true
            }
            SecondaryText {
                visible: claim.state.length === 0
                anchors.verticalCenter: parent.verticalCenter
                width: parent.width
                text: claim.said.length > 0 ? claim.said : "—"
                Accessible.ignored: true
            }
        }
    }

    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.space2

        SearchField {
            id: search

            objectName: "toolsSearch"
            Layout.fillWidth: true
            Layout.maximumWidth: Theme.drawerWidth
            label: qsTr("Filter tools")
            placeholderText: qsTr("profile:observe danger:acts not says:read-only")
            keys: "Ctrl F"
            text: root.list.filterText
            onEdited: query => root.list.filterText = query
        }
        Chip {
            objectName: "chipContract"
            checkable: false
            text: qsTr("In the contract")
            count: root.list.contractCount
            checked: root.list.quick === "contract"
            onClicked: root.list.quick = "contract"
        }
        Chip {
            objectName: "chipActing"
            checkable: false
            text: qsTr("Can act")
            count: root.list.actingCount
            checked: root.list.quick === "acting"
            onClicked: root.list.quick = "acting"
        }
        Chip {
            objectName: "chipUnknown"
            checkable: false
            visible: root.list.unknownCount > 0 || root.list.quick === "unknown"
            text: qsTr("Not classified")
            count: root.list.unknownCount
            checked: root.list.quick === "unknown"
            onClicked: root.list.quick = "unknown"
        }
        Chip {
            objectName: "chipAll"
            checkable: false
            text: qsTr("All")
            count: root.list.allCount
            checked: root.list.quick === "all"
            onClicked: root.list.quick = "all"
        }
        Item {
            Layout.fillWidth: true
        }
    }
    BodyText {
        objectName: "toolsFilterError"
        Layout.fillWidth: true
        visible: root.list.filterError.length > 0
        text: root.list.filterError
        color: Theme.current.failed
        wrapMode: Text.Wrap
    }
    Banner {
        objectName: "toolsIncomplete"
        Layout.fillWidth: true
        visible: root.list.incompleteText.length > 0
        kind: "attention"
        text: root.list.incompleteText
        detail: root.list.incompleteDetail
        actionText: root.list.rawAnswer.length > 0 ? qsTr("Show raw answer") : ""
        onTriggered: raw.show(qsTr("Answer to tools/list"), root.list.rawAnswer)
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
                loadingText: qsTr("Reading the tool list…")
                emptyText: root.emptyTexts[root.list.quick] ?? ""
                filterText: root.list.filterText
                failedWhat: qsTr("The tool list could not be read")
                failedWhy: root.list.failedWhy
                failedAdvice: root.list.failedAdvice
                hasRawAnswer: root.list.rawAnswer.length > 0
                onClearFilter: root.list.clearFilter()
                onRetry: root.list.reload()
                onShowRawAnswer: raw.show(qsTr("Answer to tools/list"), root.list.rawAnswer)

                DataTable {
                    id: table

                    objectName: "toolsTable"
                    anchors.fill: parent
                    focus: true
                    label: qsTr("Tools")
                    model: root.list
                    keyRole: "key"
                    sortRole: root.list.sortRole
                    sortDescending: root.list.sortDescending
                    columnWidths: root.settings.columnWidths("tools")
                    columns: [
                        { title: qsTr("Tool"), role: "name", copyRole: "exactName", kind: "mono", width: 160, fill: true, sortable: true },
                        root.memberColumn("observe"),
                        root.memberColumn("govern"),
                        root.memberColumn("execute"),
                        root.memberColumn("full"),
                        { title: qsTr("We say"), role: "danger", kind: "badge", kindRole: "dangerKind", signRole: "dangerSign", width: 140, sortable: true, descendingFirst: true },
                        { title: qsTr("Server says"), role: "claim", kind: "custom", delegate: claimCell, width: 180, sortable: true }
                    ]
                    onSortRequested: (role, descending) => root.list.sortBy(role, descending)
                    onColumnResized: (role, width) => root.settings.setColumnWidth("tools", role, width)
                    onCurrentKeyChanged: if (table.currentKey !== undefined) root.viewModel.open(String(table.currentKey))
                    onContextMenuRequested: (row, role, x, y) => menu.openAt(row, x, y)

                    RowMenu {
                        id: menu

                        table: table
                        listName: "tools"
                    }
                }
            }
        }
        ToolDetailPane {
            id: details

            objectName: "toolDetails"
            anchors.right: parent.right
            anchors.top: parent.top
            anchors.bottom: parent.bottom
            width: details.implicitWidth
            visible: root.viewModel.detail.key.length > 0
            detail: root.viewModel.detail
            preferredWidth: root.settings.paneWidth("tools") > 0 ? root.settings.paneWidth("tools") : Math.round(Math.min(Theme.drawerWidth * 1.15, root.width / 2))
            onResized: width => root.settings.setPaneWidth("tools", width)
            onClosed: root.closeDetails()
            onItemRequested: raw.show(qsTr("Item of tools/list"), root.viewModel.detail.itemText)
        }
    }
    Caption {
        Layout.fillWidth: true
        text: qsTr("[%1] is the profile of this session. “Server says” repeats the server's own hints, which call acting tools harmless; “We say” is this console's class.").arg(root.viewModel.profile)
        wrapMode: Text.Wrap
    }
    RawView {
        id: raw
    }
}
