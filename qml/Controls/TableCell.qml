// SPDX-License-Identifier: Apache-2.0
// One cell of a DataTable: the column says the kind, the record gives value, second line, badge kind and sign by role.
pragma ComponentBehavior: Bound
import QtQuick

Item {
    id: root

    required property var column
    required property var record
    required property int row
    property bool marked: false
    property Tokens tokens: Theme.current

    readonly property var value: root.record?.[root.column.role]
    readonly property string shown: root.value === undefined || root.value === null ? "" : String(root.value)
    readonly property string second: root.column.secondRole ? String(root.record?.[root.column.secondRole] ?? "") : ""
    readonly property string kind: root.column.kind ?? "text"
    readonly property bool alignRight: (root.column.align ?? (root.kind === "number" ? "right" : "left")) === "right"
    readonly property bool alignCenter: root.column.align === "center"
    readonly property bool isMono: root.kind === "mono" || root.kind === "number" || root.kind === "time"

    height: parent ? parent.height : 0
    Accessible.role: Accessible.Cell
    //: %1 is the title of a column, %2 the value in it
    Accessible.name: qsTr("%1: %2").arg(root.column.title).arg(root.second.length > 0 ? root.shown + ", " + root.second : root.shown)

    Column {
        visible: root.kind !== "badge" && root.kind !== "custom"
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.leftMargin: 12
        anchors.rightMargin: 12
        anchors.verticalCenter: parent.verticalCenter
        spacing: 2

        PlainLabel {
            width: parent.width
            text: root.shown
            horizontalAlignment: root.alignRight ? Text.AlignRight : root.alignCenter ? Text.AlignHCenter : Text.AlignLeft
            maximumLineCount: 1
            color: root.kind === "time" || root.kind === "muted" ? root.tokens.textSecond : root.tokens.text
            font.family: root.isMono ? Theme.monoFamily : Theme.fontFamily
            // Ligatures would draw “://” or “!=” as other signs than were sent.
            font.preferShaping: !root.isMono
            font.pixelSize: root.isMono ? Theme.fontMono : Theme.fontBody
            Accessible.ignored: true
        }
        PlainLabel {
            width: parent.width
            visible: root.second.length > 0
            text: root.second
            maximumLineCount: 1
            color: root.tokens.textSecond
            Accessible.ignored: true
        }
    }
    // Repeaters, because a Loader of Qt 6.4 cannot create a bound component.
    Repeater {
        model: root.kind === "badge" && root.shown.length > 0 ? 1 : 0

        delegate: Badge {
            x: root.alignRight ? root.width - width - 12 : root.alignCenter ? (root.width - width) / 2 : 12
            anchors.verticalCenter: parent?.verticalCenter
            width: Math.min(implicitWidth, Math.max(0, root.width - 20))
            text: root.shown
            kind: String(root.record?.[root.column.kindRole ?? ""] ?? root.column.badgeKind ?? "neutral")
            sign: String(root.record?.[root.column.signRole ?? ""] ?? "")
            tokens: root.tokens
            Accessible.ignored: true
        }
    }
    Item {
        id: own

        anchors.fill: parent
        anchors.leftMargin: 12
        anchors.rightMargin: 12

        Repeater {
            model: root.kind === "custom" ? 1 : 0
            delegate: root.column.delegate ?? null
            onItemAdded: (index, item) => {
                for (const name of ["value", "record", "row"]) {
                    if (name in item)
                        item[name] = Qt.binding(() => root[name])
                }
                item.width = Qt.binding(() => own.width)
                item.height = Qt.binding(() => own.height)
            }
        }
    }
    Rectangle {
        visible: root.marked
        anchors.fill: parent
        anchors.margins: 2
        color: "transparent"
        radius: Theme.radiusBadge
        border.width: 1
        border.color: root.tokens.focus
    }
}
