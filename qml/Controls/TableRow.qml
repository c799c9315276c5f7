// SPDX-License-Identifier: Apache-2.0
// One row of a DataTable: its cells, the mouse, and what a screen reader says for the whole row.
pragma ComponentBehavior: Bound
import QtQuick
import Algenta.Controls

Item {
    id: root

    required property var columns
    required property var widths
    required property var record
    required property int row
    // Not empty: the row heads a group and has this title in place of cells.
    property string heading: ""
    property string headingDetail: ""
    property bool expanded: false
    property real headingWidth: root.width
    property real scrolledBy: 0
    property bool current: false
    property int markedColumn: -1
    property bool tableFocused: false
    property Tokens tokens: Theme.current
    readonly property bool isHeading: root.heading.length > 0

    signal pressed(int column)
    signal toggled()
    signal activated()
    signal contextMenu(int column, real x, real y)

    function columnAt(x: real): int {
        let right = 0
        for (let i = 0; i < root.widths.length; ++i) {
            right += root.widths[i]
            if (x < right)
                return i
        }
        return -1
    }
    function spoken(): string {
        if (root.isHeading)
            //: the heading of a group of rows: title, how many rows, whether they are shown
            return qsTr("Group %1, %2, %3").arg(root.heading).arg(root.headingDetail)
                .arg(root.expanded ? qsTr("open") : qsTr("closed"))
        const parts = []
        for (const column of root.columns) {
            const value = root.record?.[column.role]
            if (value !== undefined && value !== null && String(value).length > 0)
                parts.push(column.title.length > 0 ? column.title + ": " + value : String(value))
        }
        return parts.join(", ")
    }

    Accessible.role: Accessible.Row
    Accessible.name: root.spoken()
    Accessible.selectable: true
    Accessible.selected: root.current
    Accessible.focusable: true
    Accessible.onPressAction: root.pressed(-1)

    Rectangle {
        anchors.fill: parent
        color: root.current ? root.tokens.accentGround : area.containsMouse ? root.tokens.hover
            : root.isHeading ? root.tokens.sunken : "transparent"

        Rectangle {
            visible: root.current
            width: 3
            height: parent.height
            color: root.tableFocused ? root.tokens.focus : root.tokens.lineStrong
        }
        Separator {
            anchors.bottom: parent.bottom
            width: parent.width
            tokens: root.tokens
        }
    }
    MouseArea {
        id: area

        anchors.fill: parent
        hoverEnabled: true
        acceptedButtons: Qt.LeftButton | Qt.RightButton
        onPressed: mouse => root.pressed(mouse.button === Qt.RightButton ? root.columnAt(mouse.x) : -1)
        onClicked: mouse => {
            if (root.isHeading)
                root.toggled()
            else if (mouse.button === Qt.RightButton)
                root.contextMenu(root.columnAt(mouse.x), mouse.x, mouse.y)
        }
        onDoubleClicked: mouse => {
            if (mouse.button === Qt.LeftButton)
                root.activated()
        }
    }
    Row {
        visible: root.isHeading
        x: root.scrolledBy + Theme.space3
        height: parent.height
        spacing: Theme.space2

        Icon {
            anchors.verticalCenter: parent.verticalCenter
            name: root.expanded ? "chevron" : "right"
            size: Math.round(12 * Theme.fontScale)
            color: root.tokens.textSecond
        }
        PlainLabel {
            anchors.verticalCenter: parent.verticalCenter
            width: Math.min(implicitWidth, Math.max(0, root.headingWidth - 40))
            text: root.heading
            tokens: root.tokens
            font.weight: Font.DemiBold
            Accessible.ignored: true
        }
        PlainLabel {
            anchors.verticalCenter: parent.verticalCenter
            text: root.headingDetail
            color: root.tokens.textSecond
            Accessible.ignored: true
        }
    }
    // Hidden, not taken away: a row is used again for a tool and for a heading.
    Row {
        visible: !root.isHeading
        height: parent.height

        Repeater {
            model: root.columns

            delegate: TableCell {
                required property int index
                required property var modelData

                width: root.widths[index] ?? 0
                column: modelData
                record: root.record
                row: root.row
                marked: root.markedColumn === index
                tokens: root.tokens
            }
        }
    }
}
