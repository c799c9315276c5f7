// SPDX-License-Identifier: Apache-2.0
// One line of text; `label` is its accessible name, `error` marks it invalid and is read aloud.
import QtQuick
import QtQuick.Templates as T

T.TextField {
    id: root

    required property string label
    property string error: ""
    property bool mono: false
    property Tokens tokens: Theme.current

    implicitWidth: Math.round(240 * Theme.fontScale)
    implicitHeight: Theme.controlHeight
    leftPadding: 10
    rightPadding: 10
    verticalAlignment: TextInput.AlignVCenter
    selectByMouse: true
    color: root.enabled ? root.tokens.text : root.tokens.textThird
    placeholderTextColor: root.tokens.textThird
    selectionColor: root.tokens.accent
    selectedTextColor: root.tokens.accentText
    font.family: root.mono ? Theme.monoFamily : Theme.fontFamily
    font.preferShaping: !root.mono
    font.pixelSize: root.mono ? Theme.fontMono : Theme.fontBody
    Accessible.role: Accessible.EditableText
    Accessible.name: root.label
    Accessible.description: root.error
    Accessible.passwordEdit: root.echoMode !== TextInput.Normal

    background: FieldGround {
        focused: root.activeFocus
        invalid: root.error.length > 0
        tokens: root.tokens
    }

    PlainLabel {
        x: root.leftPadding
        width: root.width - root.leftPadding - root.rightPadding
        height: root.height
        verticalAlignment: Text.AlignVCenter
        visible: root.length === 0 && root.preeditText.length === 0
        text: root.placeholderText
        font: root.font
        color: root.placeholderTextColor
        Accessible.ignored: true
    }
}
