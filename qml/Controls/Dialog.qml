// SPDX-License-Identifier: Apache-2.0
// A modal dialog in the window: title, content, and a footer of the page's own buttons; Escape rejects.
import QtQuick
import QtQuick.Templates as T

T.Dialog {
    id: root

    property Tokens tokens: Theme.current

    parent: T.Overlay.overlay
    anchors.centerIn: parent
    implicitWidth: Math.max(Math.round(420 * Theme.fontScale), implicitContentWidth + leftPadding + rightPadding,
                            implicitFooterWidth)
    implicitHeight: implicitHeaderHeight + implicitContentHeight + implicitFooterHeight + topPadding + bottomPadding
    margins: 20
    padding: 20
    topPadding: 12
    modal: true
    focus: true
    closePolicy: T.Popup.CloseOnEscape

    header: DrawerTitle {
        text: root.title
        tokens: root.tokens
        visible: root.title.length > 0
        padding: 20
        bottomPadding: 0
    }
    background: Rectangle {
        color: root.tokens.surface
        border.width: Theme.lineWidth
        border.color: root.tokens.lineStrong
        radius: Theme.radiusCard
    }
    T.Overlay.modal: Rectangle {
        color: Qt.rgba(0, 0, 0, 0.45)
    }
}
