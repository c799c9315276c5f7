// SPDX-License-Identifier: Apache-2.0
// What came of one try: the documented members, the whole answer as a tree and as text, and its bytes.
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

ColumnLayout {
    id: root

    required property TrialResult result
    // "fields", "tree" or "text"; shown as the first that there is.
    property string wanted: "fields"
    readonly property bool hasFields: root.result.rows.length > 0
    readonly property bool hasTree: root.result.tree.count > 0
    readonly property bool hasText: root.result.exact.length > 0
    readonly property var allViews: [
        { id: "fields", text: qsTr("Fields"), there: root.hasFields },
        { id: "tree", text: qsTr("Tree"), there: root.hasTree },
        { id: "text", text: qsTr("Text"), there: root.hasText }
    ]
    readonly property var views: root.allViews.filter(view => view.there)
    readonly property string shown: root.views.some(view => view.id === root.wanted) ? root.wanted : root.views[0]?.id ?? ""

    signal rawRequested()

    visible: root.result.number > 0
    spacing: Theme.space2

    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.space2

        Heading {
            text: qsTr("Result")
        }
        Badge {
            objectName: "tryOutcome"
            text: root.result.outcome
            kind: root.result.kind
        }
        Item {
            Layout.fillWidth: true
        }
        CopyButton {
            objectName: "tryCopyText"
            visible: root.hasText
            value: root.result.exact
            what: qsTr("answer")
        }
        Button {
            objectName: "tryShowRaw"
            visible: root.result.rawText.length > 0
            kind: "quiet"
            text: qsTr("Raw answer…")
            onClicked: root.rawRequested()
        }
    }
    SecondaryText {
        objectName: "tryHeading"
        Layout.fillWidth: true
        text: root.result.heading
        wrapMode: Text.WrapAtWordBoundaryOrAnywhere
    }
    Banner {
        objectName: "tryFailure"
        Layout.fillWidth: true
        visible: root.result.failedWhat.length > 0
        kind: root.result.kind === "failed" ? "failed" : "attention"
        text: root.result.failedWhat
        detail: root.result.failedAdvice
    }
    SecondaryText {
        objectName: "tryNote"
        Layout.fillWidth: true
        visible: text.length > 0
        text: root.result.note
        wrapMode: Text.WrapAtWordBoundaryOrAnywhere
    }
    Segmented {
        objectName: "tryViews"
        visible: root.views.length > 1
        label: qsTr("View of the answer")
        options: root.views.map(view => view.text)
        currentIndex: root.views.findIndex(view => view.id === root.shown)
        onActivated: index => root.wanted = root.views[index].id
    }
    SecondaryText {
        objectName: "tryRowsNote"
        Layout.fillWidth: true
        visible: text.length > 0
        text: root.result.rowsNote
        wrapMode: Text.WrapAtWordBoundaryOrAnywhere
    }
    KeyValueGrid {
        objectName: "tryFields"
        Layout.fillWidth: true
        visible: root.shown === "fields"
        labelWidth: Theme.drawerWidth * 0.42
        rows: root.result.rows
    }
    JsonTree {
        objectName: "tryTree"
        Layout.fillWidth: true
        Layout.preferredHeight: Math.min(Theme.rowHeight * 12, Math.max(Theme.rowHeight * 3, lineHeight * count + Theme.space3))
        visible: root.shown === "tree"
        label: qsTr("Answer as a tree")
        model: root.result.tree
        onToggled: row => root.result.tree.toggle(row)
    }
    JsonView {
        objectName: "tryText"
        Layout.fillWidth: true
        Layout.preferredHeight: Theme.rowHeight * 10
        visible: root.shown === "text"
        label: qsTr("Answer as text")
        text: root.result.text
        exact: root.result.exact
    }
}
