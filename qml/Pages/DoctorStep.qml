// SPDX-License-Identifier: Apache-2.0
// One step of the doctor: its state as word and sign, what was found, what to do, and the lines that prove it.
import QtQuick
import Algenta.Controls

Item {
    id: root

    // { title, state, kind, sign, finding, remedy, details }
    required property var step
    property bool marked: false

    implicitHeight: Math.max(badge.height, words.height) + Theme.space2 * 2
    Accessible.role: Accessible.ListItem
    Accessible.name: [
        //: %1 is a step, %2 its state
        qsTr("%1: %2").arg(root.step.title).arg(root.step.state),
        root.step.finding,
        //: %1 is an instruction
        root.step.remedy.length > 0 ? qsTr("What to do: %1").arg(root.step.remedy) : "",
        root.step.details
    ].filter(part => part.length > 0).join(". ")

    Badge {
        id: badge

        x: Theme.space3
        y: Theme.space2
        width: Theme.space5 * 5
        text: root.step.state
        kind: root.step.kind
        sign: root.step.sign
        Accessible.ignored: true
    }
    Column {
        id: words

        anchors.left: badge.right
        anchors.right: parent.right
        anchors.leftMargin: Theme.space4
        anchors.rightMargin: Theme.space3
        y: Theme.space2
        spacing: Theme.space1

        BodyText {
            width: parent.width
            text: root.step.title
            font.weight: Font.DemiBold
            Accessible.ignored: true
        }
        BodyText {
            width: parent.width
            visible: root.step.finding.length > 0
            text: root.step.finding
            wrapMode: Text.WrapAtWordBoundaryOrAnywhere
            Accessible.ignored: true
        }
        Item {
            width: parent.width
            height: remedy.height
            visible: root.step.remedy.length > 0

            Icon {
                id: arrow

                y: Theme.space1
                name: "right"
                size: Theme.space3
                color: Theme.textSecond
            }
            BodyText {
                id: remedy

                x: arrow.width + Theme.space2
                width: parent.width - x
                text: root.step.remedy
                wrapMode: Text.WrapAtWordBoundaryOrAnywhere
                Accessible.ignored: true
            }
        }
        Mono {
            width: parent.width
            visible: root.step.details.length > 0
            text: root.step.details
            color: Theme.textSecond
            wrapMode: Text.WrapAtWordBoundaryOrAnywhere
            Accessible.ignored: true
        }
    }
    Separator {
        anchors.bottom: parent.bottom
        width: parent.width
    }
    FocusRing {
        shown: root.marked
        distance: -Theme.focusWidth
    }
}
