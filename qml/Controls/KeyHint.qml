// SPDX-License-Identifier: Apache-2.0
// A key combination as small key caps would print it, for example "Ctrl K".
import QtQuick

Rectangle {
    id: root

    required property string keys
    property Tokens tokens: Theme.current

    implicitWidth: label.implicitWidth + 10
    implicitHeight: Math.round(18 * Theme.fontScale)
    radius: Theme.radiusBadge
    color: root.tokens.sunken
    border.width: 1
    border.color: root.tokens.lineStrong
    Accessible.role: Accessible.StaticText
    Accessible.name: root.keys

    PlainLabel {
        id: label
        anchors.centerIn: parent
        text: root.keys
        color: root.tokens.textSecond
        font.pixelSize: Theme.fontLabel
        Accessible.ignored: true
    }
}
