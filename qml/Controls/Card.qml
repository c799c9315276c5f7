// SPDX-License-Identifier: Apache-2.0
// A surface with a hairline border; children lie inside the padding, `padding: 0` for tables.
import QtQuick

Rectangle {
    id: root

    default property alias content: inner.data
    property int padding: Theme.cardPadding
    property Tokens tokens: Theme.current

    implicitWidth: inner.childrenRect.width + 2 * root.padding
    implicitHeight: inner.childrenRect.height + 2 * root.padding
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
