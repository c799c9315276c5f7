// SPDX-License-Identifier: Apache-2.0
// A scroll bar that stays tall enough to grab on a list of a million rows.
import QtQuick
import QtQuick.Templates as T

T.ScrollBar {
    id: root

    property Tokens tokens: Theme.current

    implicitWidth: root.horizontal ? 100 : 10
    implicitHeight: root.horizontal ? 10 : 100
    padding: 2
    minimumSize: Math.min(1, 28 / Math.max(28, root.horizontal ? root.width : root.height))
    visible: root.policy !== T.ScrollBar.AlwaysOff && root.size < 1

    contentItem: Rectangle {
        implicitWidth: 6
        implicitHeight: 6
        radius: 3
        color: root.pressed || root.hovered ? root.tokens.textThird : root.tokens.lineStrong
    }
}
