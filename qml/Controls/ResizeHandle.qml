// SPDX-License-Identifier: Apache-2.0
// A vertical edge to drag: `moved` carries pixels to the right, by mouse or by Left and Right while focused.
import QtQuick

Item {
    id: root

    required property string label
    property int step: 16
    property bool keyboard: true
    property Tokens tokens: Theme.current
    readonly property bool dragging: area.pressed

    signal moved(real delta)
    signal reset()

    implicitWidth: 9
    activeFocusOnTab: root.keyboard
    Accessible.role: Accessible.Splitter
    Accessible.name: root.label
    Accessible.ignored: !root.keyboard
    Keys.onLeftPressed: root.moved(-root.step)
    Keys.onRightPressed: root.moved(root.step)

    Rectangle {
        anchors.horizontalCenter: parent.horizontalCenter
        width: area.pressed || root.activeFocus ? 3 : area.containsMouse ? 2 : 0
        height: parent.height
        color: root.activeFocus ? root.tokens.focus : root.tokens.accent
    }
    MouseArea {
        id: area

        property real from: 0

        anchors.fill: parent
        hoverEnabled: true
        preventStealing: true
        cursorShape: Qt.SplitHCursor
        onPressed: mouse => { area.from = area.mapToGlobal(mouse.x, 0).x }
        onPositionChanged: mouse => {
            if (!area.pressed)
                return
            const now = area.mapToGlobal(mouse.x, 0).x
            root.moved(now - area.from)
            area.from = now
        }
        onDoubleClicked: root.reset()
    }
}
