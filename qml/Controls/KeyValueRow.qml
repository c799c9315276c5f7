// SPDX-License-Identifier: Apache-2.0
// One line of a KeyValueGrid: label, value (or a badge when `kind` is set), note, and a copy button.
import QtQuick
import Algenta.Controls

FocusScope {
    id: root

    required property string label
    required property string value
    property string note: ""
    property string kind: ""
    property string exact: root.value
    property bool mono: false
    property bool copyable: true
    property int labelWidth: Math.round(128 * Theme.fontScale)
    // Zero puts the note behind the value.
    property int noteWidth: 0
    property Tokens tokens: Theme.current

    readonly property int lineHeight: Math.round(24 * Theme.fontScale)
    readonly property int copyWidth: root.copyable ? copy.width + 4 : 0
    readonly property int room: root.width - root.labelWidth - root.copyWidth - (root.noteWidth > 0 ? root.noteWidth + 10 : 0)

    function copyExact(): void {
        if (root.copyable)
            Clipboard.copy(root.exact)
    }

    implicitHeight: Math.max(root.lineHeight, flow.y + flow.height + 3, labelText.height + 7, sideNote.visible ? sideNote.height + 6 : 0)
    activeFocusOnTab: root.copyable && root.exact.length > 0
    Accessible.role: Accessible.ListItem
    Accessible.name: root.note.length > 0 ? root.label + ": " + root.value + ", " + root.note : root.label + ": " + root.value
    Accessible.focusable: root.activeFocusOnTab
    Keys.onPressed: event => {
        if (event.matches(StandardKey.Copy)) {
            root.copyExact()
            event.accepted = true
        }
    }

    Rectangle {
        anchors.fill: parent
        anchors.leftMargin: -4
        radius: Theme.radiusBadge
        color: hover.hovered && root.copyable ? root.tokens.hover : "transparent"
    }
    HoverHandler { id: hover }
    TapHandler {
        acceptedButtons: Qt.RightButton
        onTapped: if (root.copyable) menu.popup()
    }
    PlainLabel {
        id: labelText

        y: 4
        width: root.labelWidth - 8
        text: root.label
        color: root.tokens.textThird
        wrapMode: Text.Wrap
        Accessible.ignored: true
    }
    // A wrapped text's own implicit width changes with its width; what it would need in one line does not.
    TextMetrics {
        id: valueSize
        font: valueText.font
        text: root.value
    }
    TextMetrics {
        id: noteSize
        font: noteText.font
        text: root.note
    }
    Flow {
        id: flow

        x: root.labelWidth
        y: root.kind.length > 0 ? 2 : 4
        width: Math.max(0, root.room)
        spacing: 8

        Badge {
            visible: root.kind.length > 0
            width: Math.min(implicitWidth, flow.width)
            text: root.value
            kind: root.kind.length > 0 ? root.kind : "neutral"
            tokens: root.tokens
            Accessible.ignored: true
        }
        PlainLabel {
            id: valueText

            visible: root.kind.length === 0
            width: Math.min(Math.ceil(valueSize.advanceWidth) + 1, flow.width)
            text: root.value
            tokens: root.tokens
            wrapMode: Text.WrapAtWordBoundaryOrAnywhere
            font.family: root.mono ? Theme.monoFamily : Theme.fontFamily
            font.preferShaping: !root.mono
            font.pixelSize: root.mono ? Theme.fontMono : Theme.fontBody
            Accessible.ignored: true
        }
        PlainLabel {
            id: noteText

            visible: root.note.length > 0 && root.noteWidth === 0
            width: Math.min(Math.ceil(noteSize.advanceWidth) + 1, flow.width)
            // On the line of the words in the badge.
            topPadding: root.kind.length > 0 ? 2 : 0
            text: root.note
            color: root.tokens.textSecond
            wrapMode: Text.WrapAtWordBoundaryOrAnywhere
            font.pixelSize: root.mono ? Theme.fontMono : Theme.fontBody
            Accessible.ignored: true
        }
    }
    PlainLabel {
        id: sideNote

        y: 4
        x: root.width - root.copyWidth - root.noteWidth
        width: root.noteWidth
        visible: root.noteWidth > 0 && root.note.length > 0
        text: root.note
        color: root.tokens.textThird
        font.pixelSize: Theme.fontLabel
        wrapMode: Text.Wrap
        Accessible.ignored: true
    }
    CopyButton {
        id: copy

        x: root.width - width
        visible: root.copyable
        opacity: hover.hovered || root.activeFocus || copy.justCopied ? 1 : 0
        implicitWidth: Math.round(24 * Theme.fontScale)
        focusPolicy: Qt.NoFocus
        value: root.exact
        what: root.label
        tokens: root.tokens
    }
    Menu {
        id: menu

        tokens: root.tokens

        MenuItem {
            text: qsTr("Copy value")
            onTriggered: root.copyExact()
        }
        MenuItem {
            text: qsTr("Copy name and value")
            onTriggered: Clipboard.copy(root.label + ": " + root.exact)
        }
    }
    FocusRing {
        shown: root.activeFocus
        tokens: root.tokens
        distance: 0
    }
}
