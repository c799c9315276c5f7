// SPDX-License-Identifier: Apache-2.0
// One choice of a few, as plain text; `label` is the accessible name, `model` a list of strings or a model with textRole.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Templates as T
import Algenta.Controls

T.ComboBox {
    id: root

    required property string label
    property Tokens tokens: Theme.current

    implicitWidth: Math.round(200 * Theme.fontScale)
    implicitHeight: Theme.controlHeight
    leftPadding: 10
    rightPadding: 28
    hoverEnabled: true
    focusPolicy: Qt.StrongFocus
    font.family: Theme.fontFamily
    font.pixelSize: Theme.fontBody
    Accessible.role: Accessible.ComboBox
    Accessible.name: root.label
    Accessible.description: root.displayText
    Accessible.onPressAction: root.popup.open()

    delegate: T.ItemDelegate {
        id: choice

        required property int index

        width: ListView.view ? ListView.view.width : 0
        height: Theme.controlHeight
        highlighted: root.highlightedIndex === choice.index
        text: root.textAt(choice.index)
        Accessible.role: Accessible.ListItem
        Accessible.name: choice.text
        Accessible.onPressAction: choice.clicked()

        contentItem: PlainLabel {
            leftPadding: 10
            rightPadding: 10
            verticalAlignment: Text.AlignVCenter
            text: choice.text
            color: root.tokens.text
            font.weight: root.currentIndex === choice.index ? Font.DemiBold : Font.Normal
            Accessible.ignored: true
        }
        background: Rectangle {
            color: choice.highlighted ? root.tokens.accentGround : "transparent"
        }
    }
    contentItem: PlainLabel {
        text: root.displayText
        font: root.font
        verticalAlignment: Text.AlignVCenter
        color: root.enabled ? root.tokens.text : root.tokens.textThird
        Accessible.ignored: true
    }
    indicator: Icon {
        x: root.width - width - 9
        y: (root.height - height) / 2
        name: "chevron"
        size: Math.round(12 * Theme.fontScale)
        color: root.tokens.textSecond
    }
    background: Rectangle {
        radius: Theme.radius
        color: root.hovered && root.enabled ? root.tokens.hover : root.tokens.raised
        border.width: Theme.lineWidth
        border.color: root.enabled ? root.tokens.lineStrong : root.tokens.line

        FocusRing {
            shown: root.visualFocus
            tokens: root.tokens
        }
    }
    popup: T.Popup {
        y: root.height + 3
        width: root.width
        height: Math.min(contentItem.implicitHeight + 2, Math.round(300 * Theme.fontScale))
        padding: 1
        margins: 6

        contentItem: ListView {
            clip: true
            implicitHeight: contentHeight
            model: root.delegateModel
            currentIndex: root.highlightedIndex
            boundsBehavior: Flickable.StopAtBounds
            T.ScrollBar.vertical: ScrollBar { tokens: root.tokens }
        }
        background: Rectangle {
            color: root.tokens.raised
            border.width: Theme.lineWidth
            border.color: root.tokens.lineStrong
            radius: Theme.radius
        }
    }
}
