// SPDX-License-Identifier: Apache-2.0
// A hairline between groups, horizontal unless `vertical`.
import QtQuick

Rectangle {
    id: root

    property bool vertical: false
    property Tokens tokens: Theme.current

    implicitWidth: root.vertical ? Theme.lineWidth : 1
    implicitHeight: root.vertical ? 1 : Theme.lineWidth
    color: root.tokens.line
    Accessible.role: Accessible.Separator
    Accessible.ignored: true
}
