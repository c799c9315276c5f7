// SPDX-License-Identifier: Apache-2.0
// The header of a DataTable: one tab stop; Left and Right choose a column, Space sorts, Shift with Left or Right resizes.
pragma ComponentBehavior: Bound
import QtQuick
import Algenta.Controls

FocusScope {
    id: root

    required property var columns
    required property var widths
    property string sortRole: ""
    property bool sortDescending: false
    property real scrolledBy: 0
    property int focusColumn: 0
    property Tokens tokens: Theme.current

    signal sortClicked(int column)
    signal resized(int column, real delta)
    signal resetWidth(int column)

    implicitHeight: Theme.headerHeight
    activeFocusOnTab: true
    clip: true
    Accessible.role: Accessible.Grouping
    //: the header of a table
    Accessible.name: qsTr("Columns")
    Keys.onPressed: event => {
        const step = event.key === Qt.Key_Left ? -1 : event.key === Qt.Key_Right ? 1 : 0
        event.accepted = true
        if (step !== 0 && event.modifiers & Qt.ShiftModifier)
            root.resized(root.focusColumn, step * 16)
        else if (step !== 0)
            root.focusColumn = Math.max(0, Math.min(root.columns.length - 1, root.focusColumn + step))
        else if ([Qt.Key_Space, Qt.Key_Return, Qt.Key_Enter].includes(event.key))
            root.sortClicked(root.focusColumn)
        else
            event.accepted = false
    }

    Rectangle {
        anchors.fill: parent
        color: root.tokens.sunken

        Separator {
            anchors.bottom: parent.bottom
            width: parent.width
            tokens: root.tokens
        }
    }
    Row {
        x: -root.scrolledBy
        height: parent.height

        Repeater {
            model: root.columns

            delegate: Item {
                id: cell

                required property int index
                required property var modelData
                readonly property bool sortable: cell.modelData.sortable ?? false
                readonly property bool sorted: cell.sortable && root.sortRole === (cell.modelData.sortRole ?? cell.modelData.role)
                readonly property bool alignRight: (cell.modelData.align ?? (cell.modelData.kind === "number" ? "right" : "left")) === "right"
                readonly property bool centered: cell.modelData.align === "center"
                readonly property string order: !cell.sorted ? "" : root.sortDescending
                    ? qsTr("sorted, largest or newest first") : qsTr("sorted, smallest or oldest first")

                objectName: "header_" + cell.modelData.role
                width: root.widths[cell.index] ?? 0
                height: parent.height
                Accessible.role: Accessible.ColumnHeader
                Accessible.name: cell.order.length > 0 ? cell.modelData.title + ", " + cell.order : cell.modelData.title
                Accessible.onPressAction: if (cell.sortable) root.sortClicked(cell.index)

                Rectangle {
                    anchors.fill: parent
                    visible: area.containsMouse && cell.sortable
                    color: root.tokens.hover
                }
                Row {
                    id: words

                    x: cell.alignRight ? cell.width - width - 12 : cell.centered ? (cell.width - width) / 2 : 12
                    anchors.verticalCenter: parent.verticalCenter
                    spacing: 4

                    PlainLabel {
                        width: Math.min(implicitWidth, Math.max(0, cell.width - 20 - (arrow.visible ? arrow.width + 4 : 0)))
                        text: cell.modelData.title
                        font.pixelSize: Theme.fontLabel
                        font.weight: Font.DemiBold
                        color: cell.sorted ? root.tokens.text : root.tokens.textThird
                        Accessible.ignored: true
                    }
                    Icon {
                        id: arrow
                        visible: cell.sorted
                        anchors.verticalCenter: parent.verticalCenter
                        name: root.sortDescending ? "down" : "up"
                        size: Math.round(10 * Theme.fontScale)
                        color: root.tokens.text
                    }
                }
                MouseArea {
                    id: area
                    anchors.fill: parent
                    hoverEnabled: true
                    onClicked: {
                        root.focusColumn = cell.index
                        if (cell.sortable)
                            root.sortClicked(cell.index)
                    }
                }
                ResizeHandle {
                    x: parent.width - width / 2
                    height: parent.height
                    keyboard: false
                    label: qsTr("Width of %1").arg(cell.modelData.title)
                    tokens: root.tokens
                    onMoved: delta => root.resized(cell.index, delta)
                    onReset: root.resetWidth(cell.index)
                }
                FocusRing {
                    shown: root.activeFocus && root.focusColumn === cell.index
                    tokens: root.tokens
                    distance: -2
                }
            }
        }
    }
}
