// SPDX-License-Identifier: Apache-2.0
// The ring around what has the keyboard focus; put it last into a control and bind `shown` to visualFocus.
import QtQuick

Rectangle {
    id: root

    property bool shown: false
    property Tokens tokens: Theme.current
    property int distance: 2

    anchors.fill: parent
    anchors.margins: -(root.distance + border.width - 1)
    visible: root.shown
    color: "transparent"
    radius: Theme.radius + root.distance
    border.width: Theme.focusWidth
    border.color: root.tokens.focus
}
