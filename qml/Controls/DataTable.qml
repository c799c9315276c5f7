// SPDX-License-Identifier: Apache-2.0
// A virtual table over any item model with roles; sorting is asked for, never done here, and no row is ever selected by itself.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Templates as T
import Algenta.Controls

FocusScope {
    id: root

    required property QtObject model
    // { title, role, kind: text|muted|mono|number|time|badge|custom, width, minWidth?, fill?, align?, sortable?, sortRole?,
    //   descendingFirst?, secondRole?, kindRole?, badgeKind?, signRole?, copyRole?, delegate? }
    required property var columns
    required property string label
    // The role that names a row: with it the selection survives a reset of the model.
    property string keyRole: ""
    // Rows with a text in this role head a group: a row of its own, opened and closed by Right, Left, Space or Enter.
    property string headingRole: ""
    property string headingDetailRole: ""
    property string expandedRole: ""
    property bool twoLines: false
    property string sortRole: ""
    property bool sortDescending: false
    // Role to pixels, where the user changed a width; remember it and set it again.
    property var columnWidths: ({})
    property Tokens tokens: Theme.current

    property alias currentRow: list.currentIndex
    property int currentColumn: -1
    property var currentKey: undefined
    readonly property alias count: list.count
    readonly property alias view: list
    readonly property var widths: root.layoutWidths(root.columns, root.columnWidths, root.width - 12)
    readonly property real contentWidth: root.widths.reduce((sum, width) => sum + width, 0)

    signal sortRequested(string role, bool descending)
    signal rowActivated(int row)
    signal headingToggled(int row)
    signal contextMenuRequested(int row, string role, real x, real y)
    // Near the end of the rows, once for each count, after the model had no more to fetch by itself.
    signal endReached()
    signal columnResized(string role, real width)

    function layoutWidths(columns: var, chosen: var, room: real): var {
        const widths = []
        let fixed = 0
        let fills = 0
        for (const column of columns) {
            const width = chosen[column.role] ?? Math.round((column.width ?? 120) * Theme.fontScale)
            widths.push(width)
            fixed += width
            fills += column.fill && chosen[column.role] === undefined ? 1 : 0
        }
        const spare = room - fixed
        if (fills === 0 || spare <= 0)
            return widths
        return widths.map((width, i) => columns[i].fill && chosen[columns[i].role] === undefined
            ? width + Math.floor(spare / fills) : width)
    }
    function resizeColumn(column: int, delta: real): void {
        const spec = root.columns[column]
        const width = Math.max(spec.minWidth ?? 48, root.widths[column] + delta)
        root.columnWidths = Object.assign({}, root.columnWidths, { [spec.role]: width })
        root.columnResized(spec.role, width)
    }
    function resetColumn(column: int): void {
        const chosen = Object.assign({}, root.columnWidths)
        delete chosen[root.columns[column].role]
        root.columnWidths = chosen
        root.columnResized(root.columns[column].role, root.widths[column])
    }
    function requestSort(column: int): void {
        const spec = root.columns[column]
        if (!(spec?.sortable ?? false))
            return
        const role = spec.sortRole ?? spec.role
        root.sortRequested(role, root.sortRole === role ? !root.sortDescending : spec.descendingFirst ?? false)
    }
    function selectRow(row: int): void {
        // A choice of now goes before the one from before a reset.
        follow.restore()
        if (list.count === 0)
            return
        list.currentIndex = Math.max(0, Math.min(list.count - 1, row))
        list.positionViewAtIndex(list.currentIndex, ListView.Contain)
    }
    function selectKey(key: var): bool {
        follow.restore()
        const row = root.keyRole.length > 0 ? ModelRows.find(root.model, root.keyRole, key) : -1
        list.currentIndex = row
        if (row >= 0)
            list.positionViewAtIndex(row, ListView.Contain)
        return row >= 0
    }
    function copyRoles(): var {
        return root.columns.map(column => column.copyRole ?? column.role)
    }
    function copyRow(row: int): void {
        Clipboard.copy(ModelRows.rowText(root.model, row, root.copyRoles()))
    }
    function copyCell(row: int, column: int): void {
        const value = ModelRows.value(root.model, row, root.copyRoles()[column])
        Clipboard.copy(value === undefined || value === null ? "" : String(value))
    }
    function readKey(): void {
        root.currentKey = root.keyRole.length > 0 && list.currentIndex >= 0
            ? ModelRows.value(root.model, list.currentIndex, root.keyRole) : undefined
    }
    function isHeading(row: int): bool {
        return root.headingRole.length > 0 && String(ModelRows.value(root.model, row, root.headingRole) ?? "").length > 0
    }
    // Right and Left, Space and Enter on a heading; Left on a row goes to the heading above it.
    function handleGroupKey(event: var, row: int): bool {
        if (root.headingRole.length === 0 || row < 0)
            return false
        if (!root.isHeading(row)) {
            if (event.key !== Qt.Key_Left || root.currentColumn >= 0)
                return false
            for (let above = row - 1; above >= 0; --above) {
                if (root.isHeading(above)) {
                    root.selectRow(above)
                    return true
                }
            }
            return false
        }
        const expanded = ModelRows.value(root.model, row, root.expandedRole) === true
        const toggles = [Qt.Key_Space, Qt.Key_Return, Qt.Key_Enter].includes(event.key)
            || event.key === (expanded ? Qt.Key_Left : Qt.Key_Right)
        if (toggles && !event.isAutoRepeat)
            root.headingToggled(row)
        return toggles || event.key === Qt.Key_Left || event.key === Qt.Key_Right
    }
    function handleKey(event: var): void {
        const page = Math.max(1, Math.floor(list.height / list.rowHeight) - 1)
        const plain = !(event.modifiers & (Qt.ControlModifier | Qt.AltModifier | Qt.MetaModifier))
        const row = list.currentIndex
        event.accepted = true
        if (event.matches(StandardKey.Copy))
            root.currentColumn >= 0 ? root.copyCell(row, root.currentColumn) : root.copyRow(row)
        else if (plain && root.handleGroupKey(event, row))
            event.accepted = true
        else if (!plain && event.key !== Qt.Key_Home && event.key !== Qt.Key_End)
            event.accepted = false
        else if (event.key === Qt.Key_Down || event.key === Qt.Key_J)
            root.selectRow(row + 1)
        else if (event.key === Qt.Key_Up || event.key === Qt.Key_K)
            root.selectRow(row < 0 ? 0 : row - 1)
        else if (event.key === Qt.Key_PageDown)
            root.selectRow(row + page)
        else if (event.key === Qt.Key_PageUp)
            root.selectRow(row - page)
        else if (event.key === Qt.Key_Home)
            root.selectRow(0)
        else if (event.key === Qt.Key_End)
            root.selectRow(list.count - 1)
        else if (event.key === Qt.Key_Right)
            root.currentColumn = Math.min(root.columns.length - 1, root.currentColumn + 1)
        else if (event.key === Qt.Key_Left)
            root.currentColumn = Math.max(-1, root.currentColumn - 1)
        else if ((event.key === Qt.Key_Return || event.key === Qt.Key_Enter) && row >= 0 && !event.isAutoRepeat)
            root.rowActivated(row)
        else if (event.key === Qt.Key_Menu && row >= 0)
            root.contextMenuRequested(row, root.columns[Math.max(0, root.currentColumn)].role, 24,
                                      (list.currentItem?.y ?? 0) - list.contentY + header.height)
        else
            event.accepted = false
    }

    Accessible.role: Accessible.Table
    Accessible.name: root.label

    TableHeader {
        id: header

        objectName: "tableHeader"
        width: parent.width
        columns: root.columns
        widths: root.widths
        sortRole: root.sortRole
        sortDescending: root.sortDescending
        scrolledBy: list.contentX
        tokens: root.tokens
        onSortClicked: column => root.requestSort(column)
        onResized: (column, delta) => root.resizeColumn(column, delta)
        onResetWidth: column => root.resetColumn(column)
    }
    ListView {
        id: list

        readonly property int rowHeight: root.twoLines ? Theme.rowHeightTwoLines : Theme.rowHeight
        property int endReachedAt: -1

        function nearEnd(): void {
            if (list.count === 0 || list.endReachedAt === list.count
                    || list.contentY - list.originY + 2 * list.height < list.count * list.rowHeight)
                return
            list.endReachedAt = list.count
            // The view itself fetches from a model that has more.
            if (!ModelRows.canFetchMore(root.model))
                root.endReached()
        }

        objectName: "tableRows"
        anchors.fill: parent
        anchors.topMargin: header.height
        clip: true
        focus: true
        activeFocusOnTab: true
        keyNavigationEnabled: false
        reuseItems: true
        // Rows ahead of need are made later, and a reset in between warns about them.
        cacheBuffer: 0
        currentIndex: -1
        highlightMoveDuration: 0
        highlightFollowsCurrentItem: false
        boundsBehavior: Flickable.StopAtBounds
        contentWidth: Math.max(width, root.contentWidth)
        flickableDirection: Flickable.AutoFlickIfNeeded
        model: root.model
        T.ScrollBar.vertical: ScrollBar { tokens: root.tokens }
        T.ScrollBar.horizontal: ScrollBar { tokens: root.tokens }
        Keys.onPressed: event => root.handleKey(event)
        onCurrentIndexChanged: if (!follow.resetting) root.readKey()
        onContentYChanged: list.nearEnd()
        onCountChanged: list.nearEnd()
        onHeightChanged: list.nearEnd()

        delegate: TableRow {
            id: rowItem

            required property int index
            required property var model

            objectName: "row_" + rowItem.index
            width: list.contentWidth
            height: list.rowHeight
            columns: root.columns
            widths: root.widths
            record: rowItem.model
            heading: root.headingRole.length > 0 ? String(rowItem.model[root.headingRole] ?? "") : ""
            headingDetail: rowItem.isHeading ? String(rowItem.model[root.headingDetailRole] ?? "") : ""
            expanded: rowItem.isHeading && rowItem.model[root.expandedRole] === true
            headingWidth: list.width
            scrolledBy: list.contentX
            row: rowItem.index
            current: rowItem.ListView.isCurrentItem
            tableFocused: list.activeFocus
            markedColumn: rowItem.ListView.isCurrentItem && list.activeFocus ? root.currentColumn : -1
            tokens: root.tokens
            onPressed: column => {
                list.forceActiveFocus(Qt.MouseFocusReason)
                list.currentIndex = rowItem.index
                root.currentColumn = column
            }
            onActivated: if (!rowItem.isHeading) root.rowActivated(rowItem.index)
            onToggled: root.headingToggled(rowItem.index)
            onContextMenu: (column, x, y) => {
                const at = rowItem.mapToItem(root, x, y)
                root.contextMenuRequested(rowItem.index, root.columns[Math.max(0, column)].role, at.x, at.y)
            }
        }
    }
    Rectangle {
        anchors.fill: list
        visible: list.activeFocus && root.currentRow < 0
        color: "transparent"
        border.width: Theme.focusWidth
        border.color: root.tokens.focus
    }
    Timer {
        id: afterReset
        interval: 0
        onTriggered: follow.restore()
    }
    // The view alone would keep the number of the current row, and so silently select another record.
    Connections {
        id: follow

        property bool resetting: false

        function onModelAboutToBeReset(): void {
            follow.resetting = true
            list.currentIndex = -1
        }
        function onModelReset(): void {
            list.endReachedAt = -1
            // The view itself handles the reset after this or before it.
            afterReset.restart()
        }
        function restore(): void {
            if (!follow.resetting)
                return
            list.currentIndex = root.keyRole.length > 0 ? ModelRows.find(root.model, root.keyRole, root.currentKey) : -1
            if (list.currentIndex >= 0)
                list.positionViewAtIndex(list.currentIndex, ListView.Contain)
            follow.resetting = false
            root.readKey()
        }
        function onRowsAboutToBeRemoved(parent: var, first: int, last: int): void {
            if (list.currentIndex >= first && list.currentIndex <= last)
                list.currentIndex = -1
        }
        function onDataChanged(topLeft: var, bottomRight: var): void {
            if (root.keyRole.length > 0 && list.currentIndex >= topLeft.row && list.currentIndex <= bottomRight.row
                    && ModelRows.value(root.model, list.currentIndex, root.keyRole) !== root.currentKey)
                root.selectKey(root.currentKey)
        }

        target: root.model
        ignoreUnknownSignals: true
    }
}
