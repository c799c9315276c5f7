// SPDX-License-Identifier: Apache-2.0
// A long text line by line, virtual, so that 20 MB do not stall: line numbers, removed lines, search, exact copy of all.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import Algenta.Controls

FocusScope {
    id: root

    required property string text
    required property string label
    // 1-based numbers of the lines that a model never sees.
    property var removedLines: []
    property bool toolbar: true
    property bool lineNumbers: true
    // What "Copy all" copies when the shown text is not the original, for example indented or made visible.
    property string exact: root.text
    property Tokens tokens: Theme.current
    property int foundRow: -1
    property int foundCount: 0
    readonly property alias lineCount: lines.lineCount

    function search(needle: string): void {
        root.foundCount = lines.count(needle, 10000)
        root.foundRow = -1
        root.step(true)
    }
    function step(forward: bool): void {
        root.foundRow = lines.find(searchField.text, root.foundRow, forward)
        if (root.foundRow >= 0)
            list.positionViewAtIndex(root.foundRow, ListView.Contain)
    }

    implicitWidth: 320
    implicitHeight: 200
    Accessible.role: Accessible.Document
    Accessible.name: root.label
    onTextChanged: {
        root.foundRow = -1
        root.foundCount = lines.count(searchField.text, 10000)
    }

    TextLines {
        id: lines
        text: root.text
        removedLines: root.removedLines
    }
    TextMetrics {
        id: digit
        font.family: Theme.monoFamily
        font.preferShaping: false
        font.pixelSize: Theme.fontMono
        text: "0"
    }
    Rectangle {
        anchors.fill: parent
        radius: Theme.radius
        color: root.tokens.sunken
        border.width: list.activeFocus ? Theme.focusWidth : Theme.lineWidth
        border.color: list.activeFocus ? root.tokens.focus : root.tokens.line
    }
    RowLayout {
        id: bar

        visible: root.toolbar
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.margins: 6
        y: 6
        spacing: 4

        SearchField {
            id: searchField
            objectName: "jsonSearch"
            Layout.fillWidth: true
            Layout.maximumWidth: Math.round(280 * Theme.fontScale)
            implicitHeight: Math.round(26 * Theme.fontScale)
            label: qsTr("Find in this text")
            placeholderText: qsTr("Find")
            tokens: root.tokens
            onEdited: query => root.search(query)
            Keys.onReturnPressed: event => root.step(!(event.modifiers & Qt.ShiftModifier))
        }
        Caption {
            objectName: "jsonFound"
            visible: searchField.length > 0
            tokens: root.tokens
            //: %n places where the searched text occurs
            text: root.foundCount >= 10000 ? qsTr("10000 or more") : qsTr("%n found", "", root.foundCount)
        }
        IconButton {
            visible: root.foundCount > 0
            iconName: "up"
            text: qsTr("Previous")
            tokens: root.tokens
            onClicked: root.step(false)
        }
        IconButton {
            visible: root.foundCount > 0
            iconName: "down"
            text: qsTr("Next")
            tokens: root.tokens
            onClicked: root.step(true)
        }
        Item {
            Layout.fillWidth: true
        }
        Caption {
            //: %n lines of a text
            text: qsTr("%n lines", "", lines.lineCount)
            tokens: root.tokens
        }
        CopyButton {
            objectName: "jsonCopyAll"
            value: root.exact
            what: root.label
            tokens: root.tokens
        }
    }
    ListView {
        id: list

        readonly property int gutter: root.lineNumbers ? (String(lines.lineCount).length + 1) * digit.advanceWidth + 8 : 6
        readonly property int signWidth: Math.ceil(digit.advanceWidth) + 8

        objectName: "jsonLines"
        anchors.fill: parent
        anchors.margins: 4
        anchors.topMargin: root.toolbar ? bar.height + 10 : 6
        clip: true
        focus: true
        activeFocusOnTab: true
        reuseItems: true
        cacheBuffer: 0
        boundsBehavior: Flickable.StopAtBounds
        flickableDirection: Flickable.AutoFlickIfNeeded
        contentWidth: Math.max(width, list.gutter + list.signWidth + (lines.widest + 2) * digit.advanceWidth)
        model: lines
        currentIndex: -1
        highlightMoveDuration: 0
        T.ScrollBar.vertical: ScrollBar { tokens: root.tokens }
        T.ScrollBar.horizontal: ScrollBar { tokens: root.tokens }
        Keys.onPressed: event => {
            event.accepted = true
            if (event.matches(StandardKey.Copy))
                Clipboard.copy(root.exact)
            else if (event.key === Qt.Key_Down)
                list.scrollBy(1)
            else if (event.key === Qt.Key_Up)
                list.scrollBy(-1)
            else if (event.key === Qt.Key_PageDown)
                list.scrollBy(Math.floor(list.height / list.lineHeight) - 1)
            else if (event.key === Qt.Key_PageUp)
                list.scrollBy(1 - Math.floor(list.height / list.lineHeight))
            else if (event.key === Qt.Key_Home)
                list.positionViewAtBeginning()
            else if (event.key === Qt.Key_End)
                list.positionViewAtEnd()
            else
                event.accepted = false
        }

        readonly property int lineHeight: Math.round(18 * Theme.fontScale)

        function scrollBy(rows: int): void {
            const first = Math.max(0, list.indexAt(1, list.contentY + 1))
            list.positionViewAtIndex(Math.max(0, Math.min(list.count - 1, first + rows)), ListView.Beginning)
        }

        delegate: Rectangle {
            id: lineItem

            required property int index
            required property string line
            required property int number
            required property bool removed

            objectName: "line_" + lineItem.index
            width: list.contentWidth
            height: list.lineHeight
            color: lineItem.index === root.foundRow ? root.tokens.accentGround
                : lineItem.removed ? root.tokens.failedGround : "transparent"
            Accessible.role: Accessible.ListItem
            //: %1 is a line of text that was taken out
            Accessible.name: lineItem.removed ? qsTr("removed: %1").arg(lineItem.line) : lineItem.line

            Mono {
                visible: root.lineNumbers && lineItem.number > 0
                width: list.gutter - 8
                height: parent.height
                horizontalAlignment: Text.AlignRight
                verticalAlignment: Text.AlignVCenter
                text: String(lineItem.number)
                color: root.tokens.textThird
                Accessible.ignored: true
            }
            Mono {
                visible: lineItem.removed
                x: list.gutter
                height: parent.height
                verticalAlignment: Text.AlignVCenter
                text: "−"
                font.weight: Font.Bold
                color: root.tokens.failed
                Accessible.ignored: true
            }
            Mono {
                x: list.gutter + list.signWidth
                height: parent.height
                verticalAlignment: Text.AlignVCenter
                elide: Text.ElideNone
                text: lineItem.line
                font.strikeout: lineItem.removed
                color: lineItem.removed ? root.tokens.failed : root.tokens.text
                Accessible.ignored: true
            }
        }
    }
}
