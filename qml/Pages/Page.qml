// SPDX-License-Identifier: Apache-2.0
// The root of every page: title row at the top, content below, and a place for Ctrl+F to go.
import QtQuick
import QtQuick.Layouts
import Algenta.Controls

FocusScope {
    id: root

    required property string title
    property string subtitle: ""
    // What Ctrl+F focuses, if the page can be searched.
    property SearchField searchField: null
    // Rows above the main part, one below the other, as high as they need to be.
    default property alias content: body.data
    // The part that takes the rest of the height; it fills its parent.
    property alias main: rest.data
    property alias actions: actionRow.data

    function focusSearch(): void {
        root.searchField?.forceActiveFocus()
    }

    focus: true
    Accessible.role: Accessible.Pane
    Accessible.name: root.title

    // Anchors between the parts: a layout of all of them goes in circles when the height changes while texts wrap.
    RowLayout {
        id: header

        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: parent.top
        anchors.leftMargin: Theme.pageMargin
        anchors.rightMargin: Theme.pageMargin
        anchors.topMargin: Theme.gap
        height: Theme.controlHeight
        spacing: Theme.space3

        Title {
            text: root.title
        }
        SecondaryText {
            Layout.fillWidth: true
            Layout.alignment: Qt.AlignBaseline
            text: root.subtitle
        }
        RowLayout {
            id: actionRow

            spacing: Theme.space2
        }
    }
    ColumnLayout {
        id: body

        anchors.left: header.left
        anchors.right: header.right
        anchors.top: header.bottom
        anchors.topMargin: Theme.gap
        spacing: Theme.gap
    }
    Item {
        id: rest

        anchors.left: header.left
        anchors.right: header.right
        anchors.top: body.bottom
        anchors.bottom: parent.bottom
        anchors.topMargin: body.implicitHeight > 0 ? Theme.gap : 0
        anchors.bottomMargin: Theme.gap
    }
}
