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
    default property alias content: body.data
    property alias actions: actionRow.data

    function focusSearch(): void {
        root.searchField?.forceActiveFocus()
    }

    Accessible.role: Accessible.Pane
    Accessible.name: root.title

    ColumnLayout {
        anchors.fill: parent
        anchors.leftMargin: Theme.pageMargin
        anchors.rightMargin: Theme.pageMargin
        anchors.topMargin: Theme.gap
        anchors.bottomMargin: Theme.gap
        spacing: Theme.gap

        RowLayout {
            Layout.fillWidth: true
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

            Layout.fillWidth: true
            Layout.fillHeight: true
            spacing: Theme.gap
        }
    }
}
