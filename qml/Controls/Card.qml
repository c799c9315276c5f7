// SPDX-License-Identifier: Apache-2.0
// A surface with a hairline border; children lie inside the padding, `padding: 0` for tables.
import QtQuick

Rectangle {
    id: root

    default property alias content: inner.data
    property int padding: Theme.cardPadding
    property Tokens tokens: Theme.current

    // A table fills its card, so that the card must not take its size from the table.
    implicitWidth: root.padding === 0 ? 0 : inner.childrenRect.width + 2 * root.padding
    implicitHeight: root.padding === 0 ? 0 : inner.childrenRect.height + 2 * root.padding
    radius: Theme.radiusCard
    color: root.tokens.surface
    border.width: Theme.lineWidth
    border.color: root.tokens.line

    Item {
        id: inner
        anchors.fill: parent
        anchors.margins: root.padding > 0 ? root.padding : Theme.lineWidth
        clip: root.padding === 0
    }
}
