// SPDX-License-Identifier: Apache-2.0
// One change: what it is, both texts laid over each other by token, side by side or in one, and how it is accepted.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

DetailPane {
    id: root

    required property DriftDetail detail
    // The comparison is the one that alarms.
    required property bool watched
    property bool inOne: false
    readonly property int textHeight: Theme.rowHeight * 9

    signal layoutChosen(bool inOne)
    signal acceptRequested()

    title: root.detail.title
    titleMono: true
    footer: [
        Button {
            objectName: "driftAccept"
            visible: root.watched && !root.detail.accepted
            kind: "primary"
            text: qsTr("Accept this change…")
            onClicked: root.acceptRequested()
        },
        SecondaryText {
            Layout.fillWidth: true
            visible: !root.watched
            text: qsTr("What stands between the first sight and now can be accepted.")
            wrapMode: Text.Wrap
        },
        Item {
            Layout.fillWidth: true
        }
    ]

    Connections {
        target: root.detail
        function onChanged(): void {
            root.scrollToTop()
        }
    }
    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.space2

        Badge {
            objectName: "driftClass"
            text: root.detail.classWord
            kind: root.detail.classKind
            sign: root.detail.classSign
        }
        Badge {
            objectName: "driftState"
            text: root.detail.accepted ? qsTr("accepted") : qsTr("not accepted")
            kind: root.detail.accepted ? "ok" : "blocked"
            sign: root.detail.accepted ? "check" : "warning"
        }
        Item {
            Layout.fillWidth: true
        }
    }
    BodyText {
        objectName: "driftSentence"
        Layout.fillWidth: true
        text: root.detail.sentence
        wrapMode: Text.WrapAtWordBoundaryOrAnywhere
    }
    Segmented {
        objectName: "driftLayout"
        label: qsTr("Layout of the comparison")
        options: [qsTr("Side by side"), qsTr("Inline")]
        currentIndex: root.inOne ? 1 : 0
        onActivated: index => root.layoutChosen(index === 1)
    }
    GridLayout {
        Layout.fillWidth: true
        visible: !root.inOne
        columns: 2
        columnSpacing: Theme.space3

        DriftText {
            objectName: "driftBefore"
            Layout.fillWidth: true
            Layout.preferredWidth: 1
            Layout.preferredHeight: root.textHeight
            heading: qsTr("Before")
            text: root.detail.beforeText
            marks: root.detail.beforeMarks
            exact: root.detail.exactBefore
            emptyText: qsTr("was not there")
        }
        DriftText {
            objectName: "driftAfter"
            Layout.fillWidth: true
            Layout.preferredWidth: 1
            Layout.preferredHeight: root.textHeight
            heading: qsTr("After")
            text: root.detail.afterText
            marks: root.detail.afterMarks
            exact: root.detail.exactAfter
            emptyText: qsTr("is not there")
        }
    }
    DriftText {
        objectName: "driftInline"
        Layout.fillWidth: true
        Layout.preferredHeight: root.textHeight
        visible: root.inOne
        heading: qsTr("Removed is struck out, added is underlined")
        text: root.detail.inlineText
        marks: root.detail.inlineMarks
    }
    SecondaryText {
        objectName: "driftNote"
        Layout.fillWidth: true
        visible: text.length > 0
        text: root.detail.note
        wrapMode: Text.Wrap
    }
    KeyValueGrid {
        objectName: "driftRows"
        Layout.fillWidth: true
        labelWidth: Theme.space5 * 5
        rows: root.detail.rows
    }
}
