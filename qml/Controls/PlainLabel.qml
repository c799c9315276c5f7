// SPDX-License-Identifier: Apache-2.0
// The base of every label: text from outside is only ever plain text, whatever a user of the label sets.
import QtQuick

Text {
    id: root

    property Tokens tokens: Theme.current

    textFormat: Text.PlainText
    color: root.tokens.text
    linkColor: root.tokens.accent
    font.family: Theme.fontFamily
    font.pixelSize: Theme.fontBody
    elide: root.wrapMode === Text.NoWrap ? Text.ElideRight : Text.ElideNone
    Accessible.role: Accessible.StaticText
    Accessible.name: root.text
    Accessible.ignored: root.text.length === 0

    onTextFormatChanged: {
        if (root.textFormat !== Text.PlainText)
            root.textFormat = Text.PlainText
    }
}
