// SPDX-License-Identifier: Apache-2.0
// A context menu; all entries are plain text.
import QtQuick
import QtQuick.Templates as T

T.Menu {
    id: root

    property Tokens tokens: Theme.current

    implicitWidth: Math.max(Math.round(180 * Theme.fontScale), contentWidth + leftPadding + rightPadding)
    implicitHeight: contentHeight + topPadding + bottomPadding
    margins: 4
    padding: 4
    overlap: 1
    delegate: MenuItem {}

    contentItem: ListView {
        implicitHeight: contentHeight
        implicitWidth: root.widest()
        model: root.contentModel
        interactive: Window.window ? contentHeight > Window.window.height : false
        clip: true
        currentIndex: root.currentIndex
        T.ScrollBar.vertical: ScrollBar { tokens: root.tokens }
    }
    background: Rectangle {
        color: root.tokens.raised
        border.width: Theme.lineWidth
        border.color: root.tokens.lineStrong
        radius: Theme.radius
    }

    function widest(): real {
        let width = 0
        for (let i = 0; i < root.count; ++i)
            width = Math.max(width, root.itemAt(i)?.implicitWidth ?? 0)
        return width
    }
}
