// SPDX-License-Identifier: Apache-2.0
// One row of the form of a tool's arguments: name and demand, the field for its kind, and what is wrong with the value.
import QtQuick
import QtQuick.Layouts
import Algenta.Controls

ColumnLayout {
    id: root

    required property int index
    required property string pointer
    required property string kind
    required property int depth
    required property string name
    required property string description
    required property string hint
    required property string placeholder
    required property bool required
    required property bool item
    required property bool present
    required property bool open
    required property string value
    required property var choices
    required property int choice
    required property bool hasFallback
    required property string note
    required property string error
    readonly property int buttonHeight: Math.round(Theme.headerHeight * 0.8)
    readonly property bool written: root.kind === "text" || root.kind === "number" || root.kind === "json"
    //: %1 counts the items of a list
    readonly property string title: root.item ? qsTr("item %1").arg(root.name) : root.name
    readonly property string spoken: root.required ? qsTr("%1, demanded, %2").arg(root.title).arg(root.hint)
        : qsTr("%1, %2").arg(root.title).arg(root.hint)

    signal textChosen(string text)
    signal choiceChosen(int choice)
    signal cleared()
    signal added()
    signal fallbackChosen()

    objectName: "field" + root.pointer
    spacing: Theme.space1

    // Always as high as its buttons: a field must not move when one appears.
    RowLayout {
        Layout.fillWidth: true
        Layout.leftMargin: root.depth * Theme.space4
        Layout.preferredHeight: root.buttonHeight
        spacing: Theme.space2

        Mono {
            Layout.maximumWidth: root.width / 2
            text: root.title
            font.weight: Font.DemiBold
            elide: Text.ElideRight
        }
        Caption {
            visible: root.required
            //: the schema of a tool demands this field
            text: qsTr("demanded")
            color: root.present ? Theme.current.textSecond : Theme.current.blocked
        }
        Caption {
            Layout.fillWidth: true
            text: root.hint
            color: Theme.current.textThird
        }
        Button {
            objectName: "fieldFallback"
            visible: root.hasFallback
            kind: "quiet"
            text: qsTr("Send default")
            implicitHeight: root.buttonHeight
            onClicked: root.fallbackChosen()
        }
        Button {
            objectName: "fieldAdd"
            visible: root.kind === "list" || (root.kind === "group" && !root.open)
            kind: "quiet"
            text: root.kind === "list" ? qsTr("Add item") : qsTr("Add")
            hint: root.title
            implicitHeight: root.buttonHeight
            onClicked: root.added()
        }
        IconButton {
            objectName: "fieldClear"
            visible: root.present
            iconName: "close"
            //: %1 is a field: it is not sent any more
            text: qsTr("Take out %1").arg(root.title)
            implicitWidth: root.buttonHeight
            onClicked: root.cleared()
        }
    }
    TextField {
        objectName: "fieldText"
        Layout.fillWidth: true
        Layout.leftMargin: root.depth * Theme.space4
        visible: root.written
        label: root.spoken
        mono: root.kind !== "text"
        text: root.value
        placeholderText: root.placeholder
        error: root.error
        onTextEdited: root.textChosen(text)
    }
    ComboBox {
        objectName: "fieldChoice"
        Layout.fillWidth: true
        Layout.leftMargin: root.depth * Theme.space4
        visible: root.kind === "choice"
        label: root.spoken
        model: root.choices
        currentIndex: root.choice
        onActivated: index => root.choiceChosen(index)
    }
    SecondaryText {
        objectName: "fieldDescription"
        Layout.fillWidth: true
        Layout.leftMargin: root.depth * Theme.space4
        visible: text.length > 0
        text: root.description
        wrapMode: Text.WrapAtWordBoundaryOrAnywhere
    }
    BodyText {
        objectName: "fieldProblem"
        Layout.fillWidth: true
        Layout.leftMargin: root.depth * Theme.space4
        visible: text.length > 0
        text: root.error.length > 0 ? root.error : root.note
        color: root.error.length > 0 ? Theme.current.failed : Theme.current.blocked
        wrapMode: Text.WrapAtWordBoundaryOrAnywhere
    }
}
