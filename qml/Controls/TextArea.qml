// SPDX-License-Identifier: Apache-2.0
// Several lines of plain text that scroll when they do not fit; `label` is the accessible name.
import QtQuick
import QtQuick.Templates as T

FocusScope {
    id: root

    required property string label
    property alias text: area.text
    property alias placeholderText: area.placeholderText
    property alias readOnly: area.readOnly
    property bool mono: false
    property string error: ""
    property int maximumLength: 4000
    property Tokens tokens: Theme.current
    readonly property int length: area.length

    signal edited()

    implicitWidth: Math.round(320 * Theme.fontScale)
    implicitHeight: Math.round(72 * Theme.fontScale)

    FieldGround {
        anchors.fill: parent
        focused: area.activeFocus
        invalid: root.error.length > 0
        enabled: root.enabled
        tokens: root.tokens
    }
    Flickable {
        id: flick

        anchors.fill: parent
        anchors.margins: 3
        clip: true
        contentWidth: width
        contentHeight: area.implicitHeight
        boundsBehavior: Flickable.StopAtBounds
        T.ScrollBar.vertical: ScrollBar { tokens: root.tokens }

        T.TextArea.flickable: T.TextArea {
            id: area

            focus: true
            padding: 7
            topPadding: 5
            bottomPadding: 5
            textFormat: TextEdit.PlainText
            wrapMode: TextEdit.Wrap
            selectByMouse: true
            color: root.enabled ? root.tokens.text : root.tokens.textThird
            placeholderTextColor: root.tokens.textThird
            selectionColor: root.tokens.accent
            selectedTextColor: root.tokens.accentText
            font.family: root.mono ? Theme.monoFamily : Theme.fontFamily
            font.preferShaping: !root.mono
            font.pixelSize: root.mono ? Theme.fontMono : Theme.fontBody
            KeyNavigation.priority: KeyNavigation.BeforeItem
            // Tab leaves the field; a reason has no tabs in it.
            Keys.onTabPressed: area.nextItemInFocusChain(true).forceActiveFocus(Qt.TabFocusReason)
            Keys.onBacktabPressed: area.nextItemInFocusChain(false).forceActiveFocus(Qt.BacktabFocusReason)
            Accessible.role: Accessible.EditableText
            Accessible.name: root.label
            Accessible.description: root.error
            Accessible.multiLine: true

            onTextChanged: {
                if (area.length > root.maximumLength)
                    area.remove(root.maximumLength, area.length)
                root.edited()
            }

            PlainLabel {
                x: area.leftPadding
                y: area.topPadding
                width: area.width - area.leftPadding - area.rightPadding
                visible: area.length === 0 && area.preeditText.length === 0
                text: area.placeholderText
                font: area.font
                wrapMode: Text.Wrap
                color: area.placeholderTextColor
                Accessible.ignored: true
            }
        }
    }
}
