// SPDX-License-Identifier: Apache-2.0
// The rail at the left: `places` of { id, text, icon, count?, group? }; a change of group draws a hairline.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts

FocusScope {
    id: root

    required property var places
    property string currentId: ""
    property string brand: ""
    property Tokens tokens: Theme.current
    property alias footer: footerColumn.data

    signal activated(string id)

    implicitWidth: Theme.railWidth
    Accessible.role: Accessible.PageTabList
    //: the list of pages at the left of the window
    Accessible.name: qsTr("Pages")

    Rectangle {
        anchors.fill: parent
        color: root.tokens.sunken

        Separator {
            vertical: true
            anchors.right: parent.right
            height: parent.height
            tokens: root.tokens
        }
    }
    ColumnLayout {
        anchors.fill: parent
        anchors.margins: 8
        anchors.topMargin: 12
        spacing: 2

        RowLayout {
            visible: root.brand.length > 0
            Layout.leftMargin: 10
            Layout.bottomMargin: 10
            spacing: 8

            Rectangle {
                implicitWidth: Math.round(18 * Theme.fontScale)
                implicitHeight: implicitWidth
                radius: 5
                color: root.tokens.accent
            }
            PlainLabel {
                Layout.fillWidth: true
                text: root.brand
                tokens: root.tokens
                font.weight: Font.DemiBold
            }
        }
        Repeater {
            // Told by number: a new count changes an item and does not make new ones, see StatusBar.
            model: root.places.length

            delegate: ColumnLayout {
                id: place

                required property int index
                readonly property var modelData: root.places[place.index] ?? ({ id: "", text: "", icon: "" })
                readonly property bool startsGroup: place.index > 0
                    && (root.places[place.index - 1].group ?? "") !== (place.modelData.group ?? "")

                Layout.fillWidth: true
                spacing: 2

                Separator {
                    visible: place.startsGroup
                    Layout.fillWidth: true
                    Layout.margins: 6
                    tokens: root.tokens
                }
                NavItem {
                    objectName: "nav_" + place.modelData.id
                    Layout.fillWidth: true
                    text: place.modelData.text
                    iconName: place.modelData.icon
                    count: place.modelData.count ?? 0
                    current: place.modelData.id === root.currentId
                    tokens: root.tokens
                    onClicked: root.activated(place.modelData.id)
                }
            }
        }
        Item {
            Layout.fillHeight: true
        }
        ColumnLayout {
            id: footerColumn
            Layout.fillWidth: true
            Layout.leftMargin: 10
            spacing: 2
        }
    }
}
