// SPDX-License-Identifier: Apache-2.0
// One text of a comparison: plain, read-only, selectable, with what was added or removed marked in it.
import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import Algenta.Console
import Algenta.Controls

ColumnLayout {
    id: root

    required property string heading
    required property string text
    required property var marks
    // What "copy" copies; empty hides the button.
    property string exact: ""
    property string emptyText: ""
    readonly property int textLength: area.length

    spacing: Theme.space1

    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.space2

        SecondaryText {
            Layout.fillWidth: true
            text: root.heading
        }
        CopyButton {
            visible: root.exact.length > 0
            value: root.exact
            what: root.heading
        }
    }
    FocusScope {
        Layout.fillWidth: true
        Layout.fillHeight: true

        Rectangle {
            anchors.fill: parent
            radius: Theme.radius
            color: Theme.sunken
            border.width: area.activeFocus ? Theme.focusWidth : Theme.lineWidth
            border.color: area.activeFocus ? Theme.focus : Theme.line
        }
        Flickable {
            id: flick

            anchors.fill: parent
            anchors.margins: Theme.space1
            clip: true
            contentWidth: width
            contentHeight: area.implicitHeight
            boundsBehavior: Flickable.StopAtBounds
            T.ScrollBar.vertical: ScrollBar {}

            T.TextArea.flickable: T.TextArea {
                id: area

                objectName: "driftTextArea"
                focus: true
                padding: Theme.space1
                readOnly: true
                text: root.text
                textFormat: TextEdit.PlainText
                wrapMode: TextEdit.Wrap
                selectByMouse: true
                selectByKeyboard: true
                activeFocusOnTab: true
                color: Theme.text
                selectionColor: Theme.accent
                selectedTextColor: Theme.accentText
                font.family: Theme.monoFamily
                font.preferShaping: false
                font.pixelSize: Theme.fontMono
                // Tab leaves the text; it cannot be written into it.
                KeyNavigation.priority: KeyNavigation.BeforeItem
                Keys.onTabPressed: area.nextItemInFocusChain(true).forceActiveFocus(Qt.TabFocusReason)
                Keys.onBacktabPressed: area.nextItemInFocusChain(false).forceActiveFocus(Qt.BacktabFocusReason)
                Accessible.role: Accessible.EditableText
                Accessible.name: root.heading
                Accessible.readOnly: true
                Accessible.multiLine: true
            }
        }
        SecondaryText {
            anchors.centerIn: parent
            visible: root.text.length === 0
            text: root.emptyText
        }
    }
    RunHighlighter {
        textDocument: area.textDocument
        marks: root.marks
        addedInk: Theme.ok
        addedGround: Theme.okGround
        removedInk: Theme.failed
        removedGround: Theme.failedGround
    }
}
