// SPDX-License-Identifier: Apache-2.0
// A tree as a virtual list of its open rows: the model has the roles depth, label, value, kind, canOpen, expanded, removed, exact.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Templates as T
import Algenta.Controls

FocusScope {
    id: root

    required property QtObject model
    required property string label
    property Tokens tokens: Theme.current
    property alias currentRow: list.currentIndex
    readonly property alias count: list.count
    readonly property int lineHeight: Math.round(22 * Theme.fontScale)

    // The model opens or closes the row, or adds what is behind "… more".
    signal toggled(int row)

    function role(row: int, name: string): var {
        return ModelRows.value(root.model, row, name)
    }
    function toggle(row: int): void {
        root.toggled(row)
        list.currentIndex = Math.min(row, list.count - 1)
    }
    function select(row: int): void {
        if (list.count === 0)
            return
        list.currentIndex = Math.max(0, Math.min(list.count - 1, row))
        list.positionViewAtIndex(list.currentIndex, ListView.Contain)
    }
    function parentOf(row: int): int {
        const depth = Number(root.role(row, "depth"))
        for (let above = row - 1; above >= 0; --above) {
            if (Number(root.role(above, "depth")) < depth)
                return above
        }
        return row
    }
    function handleKey(event: var): void {
        const row = list.currentIndex
        const canOpen = root.role(row, "canOpen") === true
        const expanded = root.role(row, "expanded") === true
        const page = Math.max(1, Math.floor(list.height / root.lineHeight) - 1)
        event.accepted = true
        if (event.matches(StandardKey.Copy))
            Clipboard.copy(String(root.role(row, "exact") ?? ""))
        else if (event.modifiers & (Qt.ControlModifier | Qt.AltModifier | Qt.MetaModifier))
            event.accepted = false
        else if (event.key === Qt.Key_Down || event.key === Qt.Key_J)
            root.select(row + 1)
        else if (event.key === Qt.Key_Up || event.key === Qt.Key_K)
            root.select(row - 1)
        else if (event.key === Qt.Key_PageDown)
            root.select(row + page)
        else if (event.key === Qt.Key_PageUp)
            root.select(row - page)
        else if (event.key === Qt.Key_Home)
            root.select(0)
        else if (event.key === Qt.Key_End)
            root.select(list.count - 1)
        else if (canOpen && !event.isAutoRepeat && ([Qt.Key_Space, Qt.Key_Return, Qt.Key_Enter].includes(event.key)
                || event.key === (expanded ? Qt.Key_Left : Qt.Key_Right)))
            root.toggle(row)
        else if (event.key === Qt.Key_Left && row >= 0)
            root.select(root.parentOf(row))
        else
            event.accepted = false
    }

    implicitWidth: 320
    implicitHeight: 200
    Accessible.role: Accessible.Tree
    Accessible.name: root.label

    Rectangle {
        anchors.fill: parent
        radius: Theme.radius
        color: root.tokens.sunken
        border.width: list.activeFocus ? Theme.focusWidth : Theme.lineWidth
        border.color: list.activeFocus ? root.tokens.focus : root.tokens.line
    }
    ListView {
        id: list

        objectName: "treeRows"
        anchors.fill: parent
        anchors.margins: 4
        clip: true
        focus: true
        activeFocusOnTab: true
        keyNavigationEnabled: false
        reuseItems: true
        cacheBuffer: 0
        currentIndex: -1
        highlightMoveDuration: 0
        highlightFollowsCurrentItem: false
        boundsBehavior: Flickable.StopAtBounds
        model: root.model
        T.ScrollBar.vertical: ScrollBar { tokens: root.tokens }
        Keys.onPressed: event => root.handleKey(event)
        onActiveFocusChanged: if (list.activeFocus && list.currentIndex < 0) root.select(0)

        delegate: Rectangle {
            id: node

            required property int index
            required property int depth
            required property string label
            required property string value
            required property string kind
            required property bool canOpen
            required property bool expanded
            required property bool removed
            readonly property bool current: node.ListView.isCurrentItem && list.activeFocus
            readonly property string said: node.label.length > 0 ? node.label + ": " + node.value : node.value

            objectName: "node_" + node.index
            width: list.width
            height: root.lineHeight
            color: node.current ? root.tokens.accentGround : node.removed ? root.tokens.failedGround : "transparent"
            Accessible.role: Accessible.TreeItem
            //: %1 is a line of a tree that was taken out
            Accessible.name: (node.removed ? qsTr("removed: %1").arg(node.said) : node.said)
                + (node.kind === "more" || !node.canOpen ? "" : node.expanded ? ", " + qsTr("open") : ", " + qsTr("closed"))
            Accessible.selectable: true
            Accessible.selected: node.current
            Accessible.onPressAction: root.toggle(node.index)

            MouseArea {
                anchors.fill: parent
                onClicked: {
                    list.forceActiveFocus(Qt.MouseFocusReason)
                    list.currentIndex = node.index
                    if (node.canOpen)
                        root.toggle(node.index)
                }
            }
            Row {
                x: 6 + node.depth * Math.round(14 * Theme.fontScale)
                height: parent.height
                spacing: 6

                Item {
                    width: Math.round(12 * Theme.fontScale)
                    height: parent.height

                    Icon {
                        visible: node.canOpen
                        anchors.centerIn: parent
                        name: node.kind === "more" ? "plus" : node.expanded ? "chevron" : "right"
                        size: Math.round(10 * Theme.fontScale)
                        color: root.tokens.textSecond
                    }
                }
                Mono {
                    visible: node.removed
                    height: parent.height
                    verticalAlignment: Text.AlignVCenter
                    text: "−"
                    font.weight: Font.Bold
                    color: root.tokens.failed
                    Accessible.ignored: true
                }
                Mono {
                    id: key
                    visible: node.label.length > 0
                    height: parent.height
                    width: Math.min(implicitWidth, node.width * 0.6)
                    verticalAlignment: Text.AlignVCenter
                    elide: Text.ElideRight
                    text: node.label
                    font.strikeout: node.removed
                    color: node.removed ? root.tokens.failed : root.tokens.textSecond
                    Accessible.ignored: true
                }
                Mono {
                    height: parent.height
                    width: Math.max(0, Math.min(implicitWidth, node.width - parent.x - x - 14))
                    verticalAlignment: Text.AlignVCenter
                    elide: Text.ElideRight
                    text: node.value
                    font.strikeout: node.removed
                    color: node.removed ? root.tokens.failed
                        : node.kind === "object" || node.kind === "list" || node.kind === "more" ? root.tokens.textThird : root.tokens.text
                    Accessible.ignored: true
                }
            }
        }
    }
}
