// SPDX-License-Identifier: Apache-2.0
// One of a few words side by side; Left and Right change it, `activated` comes from the user only.
pragma ComponentBehavior: Bound
import QtQuick

FocusScope {
    id: root

    required property string label
    required property list<string> options
    property int currentIndex: 0
    property Tokens tokens: Theme.current

    signal activated(int index)

    function choose(index: int): void {
        if (index < 0 || index >= root.options.length || index === root.currentIndex)
            return
        root.activated(index)
        // Whoever binds the index to a state of its own has changed it by now, and keeps the binding.
        if (root.currentIndex !== index)
            root.currentIndex = index
    }

    implicitWidth: row.implicitWidth + 2 * Theme.lineWidth
    implicitHeight: Theme.controlHeight
    activeFocusOnTab: true
    Accessible.role: Accessible.PageTabList
    Accessible.name: root.label
    Keys.onLeftPressed: root.choose(root.currentIndex - 1)
    Keys.onRightPressed: root.choose(root.currentIndex + 1)

    Rectangle {
        anchors.fill: parent
        radius: Theme.radius
        color: root.tokens.sunken
        border.width: Theme.lineWidth
        border.color: root.tokens.lineStrong
    }
    Row {
        id: row

        x: Theme.lineWidth
        y: Theme.lineWidth

        Repeater {
            model: root.options

            delegate: Rectangle {
                id: segment

                required property int index
                required property string modelData
                readonly property bool current: segment.index === root.currentIndex

                width: word.implicitWidth + 24
                height: root.height - 2 * Theme.lineWidth
                radius: Theme.radius - 1
                color: segment.current ? root.tokens.accentGround : area.containsMouse ? root.tokens.hover : "transparent"
                border.width: segment.current ? 1 : 0
                border.color: root.tokens.accent
                Accessible.role: Accessible.PageTab
                Accessible.name: segment.modelData
                Accessible.selected: segment.current
                Accessible.onPressAction: root.choose(segment.index)

                PlainLabel {
                    id: word
                    anchors.centerIn: parent
                    text: segment.modelData
                    font.weight: segment.current ? Font.DemiBold : Font.Normal
                    color: segment.current ? root.tokens.accent : root.tokens.textSecond
                    Accessible.ignored: true
                }
                MouseArea {
                    id: area
                    anchors.fill: parent
                    hoverEnabled: true
                    onClicked: {
                        root.forceActiveFocus(Qt.MouseFocusReason)
                        root.choose(segment.index)
                    }
                }
            }
        }
    }
    FocusRing {
        shown: root.activeFocus
        tokens: root.tokens
    }
}
