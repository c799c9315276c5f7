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
    // In steps, so that columns are not made anew with each pixel.
    readonly property int tableRoom: Math.round((root.width - 2 * Theme.pageMargin - (details.visible ? details.width + Theme.gap : 0)) / Theme.space5) * Theme.space5
    readonly property var emptyTexts: ({
        contract: qsTr("No tool of the contract"),
        acting: qsTr("No advertised tool is known to act"),
        differing: qsTr("No hint of the server differs from our class"),
        unknown: qsTr("No advertised tool is without a class"),
        all: qsTr("No tools")
    })

    function memberColumn(profile: string, width: int): var {
        const shown = profile === root.viewModel.profile
        return {
            title: shown ? qsTr("[%1]").arg(profile) : profile, role: profile, kind: "custom", delegate: memberCell,
            width: width, minWidth: 60, align: "center"
        }
    }
    // What there is no room for stands in the details.
    function columnsFor(room: real): var {
        const wide = room >= Theme.drawerWidth * 2
        const columns = [{ title: qsTr("Tool"), role: "name", copyRole: "exactName", kind: "mono", width: wide ? 160 : 150, fill: true, sortable: true }]
        const members = room >= Theme.drawerWidth * 1.42
            ? ["observe", "govern", "execute", "full"].map(profile => root.memberColumn(profile, wide ? 92 : 84)) : []
        const ours = { title: qsTr("We say"), role: "danger", kind: "badge", kindRole: "dangerKind", signRole: "dangerSign", width: 124, sortable: true, descendingFirst: true }
        const claims = wide || room >= Theme.drawerWidth * 1.75 || (members.length === 0 && room >= Theme.drawerWidth)
            ? [{ title: qsTr("Server says"), role: "claimShown", kind: "custom", delegate: claimCell, width: wide ? 200 : 140, sortable: true }] : []
        return columns.concat(members, [ours], claims)
    }
    // From the search box to what it found; a heading is passed over.
    function enterTable(): void {
        table.forceActiveFocus(Qt.TabFocusReason)
        if (table.currentRow >= 0)
            return
        table.selectRow(0)
        if (table.isHeading(0) && table.count > 1)
            table.selectRow(1)
    }
    function closeDetails(): void {
        table.currentRow = -1
        root.viewModel.close()
        table.forceActiveFocus()
    }

    title: qsTr("Tools")
    subtitle: root.viewModel.summary
    searchField: search

    // A tool is in the profile of its column, or two words say why not.
    Component {
        id: memberCell

        Item {
            id: cell

            property var value
            readonly property bool member: cell.value === qsTr("yes")

            Icon {
                visible: cell.member
                anchors.centerIn: parent
                name: "check"
                size: Theme.fontBody
                color: Theme.current.ok
            }
            Caption {
                visible: !cell.member
                anchors.centerIn: parent
                width: Math.min(implicitWidth, parent.width + Theme.space5)
                text: String(cell.value ?? "")
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
            readonly property string said: String(claim.record?.claimShown ?? "")
            readonly property bool differs: String(claim.record?.differs ?? "").length > 0

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
                color: claim.differs ? Theme.current.blocked : Theme.current.textSecond
                font.weight: claim.differs ? Font.DemiBold : Font.Normal
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
            list: table
            Layout.fillWidth: true
            Layout.maximumWidth: Theme.drawerWidth
            label: qsTr("Filter tools")
            placeholderText: qsTr("profile:observe danger:acts not says:read-only")
            keys: "Ctrl F"
            text: root.list.filterText
            onEdited: query => root.list.filterText = query
            onAccepted: root.enterTable()
            Keys.onDownPressed: root.enterTable()
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
            objectName: "chipDiffering"
            checkable: false
            visible: root.list.differingCount > 0 || root.list.quick === "differing"
            //: tools of which the server says another thing than this console
            text: qsTr("Hints differ")
            count: root.list.differingCount
            checked: root.list.quick === "differing"
            onClicked: root.list.quick = "differing"
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
        IconButton {
            objectName: "toolsFoldAll"
            visible: root.list.grouped && root.list.quick !== "contract"
            iconName: root.list.allExpanded ? "up" : "down"
            text: root.list.allExpanded ? qsTr("Close all groups") : qsTr("Open all groups")
            onClicked: root.list.setAllExpanded(!root.list.allExpanded)
        }
        Chip {
            objectName: "chipGrouped"
            visible: root.list.quick !== "contract"
            text: qsTr("Grouped")
            checked: root.list.grouped
            onToggled: root.list.grouped = checked
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
                    headingRole: "heading"
                    headingDetailRole: "headingDetail"
                    expandedRole: "expanded"
                    sortRole: root.list.sortRole
                    sortDescending: root.list.sortDescending
                    columnWidths: root.settings.columnWidths("tools")
                    columns: root.columnsFor(root.tableRoom)
                    onSortRequested: (role, descending) => root.list.sortBy(role, descending)
                    onColumnResized: (role, width) => root.settings.setColumnWidth("tools", role, width)
                    onCurrentKeyChanged: if (table.currentKey !== undefined) root.viewModel.open(String(table.currentKey))
                    onRowActivated: if (details.visible) details.enter()
                    onHeadingToggled: row => root.list.toggleGroup(row)
                    onContextMenuRequested: (row, role, x, y) => {
                        if (!table.isHeading(row))
                            menu.openAt(row, x, y)
                    }

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
            trial: root.viewModel.trial
            preferredWidth: root.settings.paneWidth("tools") > 0 ? root.settings.paneWidth("tools") : Math.round(Math.min(Theme.drawerWidth * 1.15, root.width / 2))
            onResized: width => root.settings.setPaneWidth("tools", width)
            onClosed: root.closeDetails()
            onRawRequested: (heading, text) => raw.show(heading, text)
            onItemRequested: raw.show(qsTr("Item of tools/list"), root.viewModel.detail.itemText)
        }
    }
    Caption {
        Layout.fillWidth: true
        text: qsTr("[%1] is the profile of this session. “Server says” repeats the server's own hints; “We say” is this console's class by name; ≠ marks where they differ.").arg(root.viewModel.profile)
        wrapMode: Text.Wrap
    }
    RawView {
        id: raw
    }
}
