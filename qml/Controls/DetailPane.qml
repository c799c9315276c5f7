// SPDX-License-Identifier: Apache-2.0
// The drawer at the right: title, sub-title, tools, scrolling content, footer; resized by its left edge.
import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import QtQuick.Window

FocusScope {
    id: root

    required property string title
    property string subtitle: ""
    property bool titleMono: false
    // In pixels; remember it and set it again.
    property real preferredWidth: Theme.drawerWidth
    property real minimumWidth: Math.round(300 * Theme.fontScale)
    property real maximumWidth: parent ? Math.max(root.minimumWidth, parent.width * 0.7) : 900
    property bool closable: true
    property Tokens tokens: Theme.current
    default property alias content: body.data
    property alias tools: toolRow.data
    property alias footer: footerRow.data

    signal closed()
    // After the user resized the pane.
    signal resized(real width)

    function resizeTo(width: real): void {
        root.preferredWidth = Math.round(Math.max(root.minimumWidth, Math.min(width, root.maximumWidth)))
        root.resized(root.preferredWidth)
    }
    function scrollToTop(): void {
        flick.contentY = 0
    }
    // Brings something inside to the top, as far as there is something below it.
    function scrollToItem(item: Item): void {
        const top = item.mapToItem(body, 0, 0).y
        flick.contentY = Math.max(0, Math.min(top, flick.contentHeight - flick.height))
    }

    // What the Tab key reaches inside must be seen.
    function reveal(item: Item): void {
        for (let above = item; above; above = above.parent) {
            if (above === body) {
                const top = item.mapToItem(body, 0, 0).y
                if (top < flick.contentY)
                    flick.contentY = Math.max(0, top - Theme.gap)
                else if (top + item.height > flick.contentY + flick.height)
                    flick.contentY = Math.max(0, Math.min(top - Theme.gap, top + item.height + Theme.gap - flick.height))
                return
            }
        }
    }

    implicitWidth: Math.max(root.minimumWidth, Math.min(root.preferredWidth, root.maximumWidth))
    Accessible.role: Accessible.Pane
    Accessible.name: root.title
    Keys.onEscapePressed: event => {
        event.accepted = root.closable
        if (root.closable)
            root.closed()
    }

    Connections {
        target: root.Window.window

        function onActiveFocusItemChanged(): void {
            if (root.activeFocus)
                root.reveal(root.Window.activeFocusItem)
        }
    }
    Rectangle {
        anchors.fill: parent
        radius: Theme.radiusCard
        color: root.tokens.surface
        border.width: Theme.lineWidth
        border.color: root.tokens.line
    }
    ColumnLayout {
        anchors.fill: parent
        anchors.margins: Theme.cardPadding
        spacing: Theme.gap

        ColumnLayout {
            Layout.fillWidth: true
            spacing: 2

            RowLayout {
                Layout.fillWidth: true
                spacing: 2

                DrawerTitle {
                    objectName: "paneTitle"
                    Layout.fillWidth: true
                    text: root.title
                    tokens: root.tokens
                    font.family: root.titleMono ? Theme.monoFamily : Theme.fontFamily
                    font.preferShaping: !root.titleMono
                    wrapMode: Text.WrapAtWordBoundaryOrAnywhere
                    maximumLineCount: 3
                    elide: Text.ElideRight
                }
                Row {
                    id: toolRow
                    Layout.alignment: Qt.AlignTop
                    spacing: 2
                }
                IconButton {
                    objectName: "paneClose"
                    Layout.alignment: Qt.AlignTop
                    visible: root.closable
                    iconName: "close"
                    text: qsTr("Close details")
                    tokens: root.tokens
                    onClicked: root.closed()
                }
            }
            Mono {
                Layout.fillWidth: true
                visible: root.subtitle.length > 0
                text: root.subtitle
                color: root.tokens.textSecond
                wrapMode: Text.WrapAnywhere
            }
        }
        Flickable {
            id: flick

            Layout.fillWidth: true
            Layout.fillHeight: true
            // Room for the focus rings of what lies inside.
            Layout.leftMargin: -4
            Layout.rightMargin: -8
            leftMargin: 4
            clip: true
            contentWidth: width - 12
            contentHeight: body.implicitHeight
            boundsBehavior: Flickable.StopAtBounds
            T.ScrollBar.vertical: ScrollBar { tokens: root.tokens }

            ColumnLayout {
                id: body
                width: flick.contentWidth
                spacing: Theme.gap
            }
        }
        RowLayout {
            id: footerRow
            Layout.fillWidth: true
            visible: children.length > 0
            spacing: 8
        }
    }
    ResizeHandle {
        anchors.left: parent.left
        anchors.leftMargin: -width / 2
        height: parent.height
        //: the handle that changes the width of the details pane
        label: qsTr("Width of the details")
        tokens: root.tokens
        onMoved: delta => root.resizeTo(root.implicitWidth - delta)
    }
}
