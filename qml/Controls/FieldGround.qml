// SPDX-License-Identifier: Apache-2.0
// The ground and border of everything that is typed into.
import QtQuick

Rectangle {
    id: root

    property bool focused: false
    property bool invalid: false
    property Tokens tokens: Theme.current

    radius: Theme.radius
    color: root.enabled ? root.tokens.surface : root.tokens.sunken
    border.width: root.focused ? Theme.focusWidth : Theme.lineWidth
    border.color: root.focused ? root.tokens.focus : root.invalid ? root.tokens.failed : root.tokens.lineStrong
}
