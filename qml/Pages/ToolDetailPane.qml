// SPDX-License-Identifier: Apache-2.0
// One tool: what a model sees beside what the engine publishes, in which profiles, and what is claimed about it.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

DetailPane {
    id: root

    required property ToolDetail detail
    required property ToolTrial trial
    // 0 about, 1 schema, 2 try.
    property int tab: 0
    property bool asTree: false
    readonly property bool wide: root.width > Theme.drawerWidth * 1.1
    readonly property int schemaHeight: Theme.rowHeight * 9

    signal itemRequested()
    signal rawRequested(string heading, string text)

    // From the list into the details.
    function enter(): void {
        tabs.forceActiveFocus(Qt.TabFocusReason)
    }

    component Schema: ColumnLayout {
        id: schema

        required property string heading
        required property string name
        required property string text
        required property string exact
        property var removedLines: []

        Layout.fillWidth: true
        Layout.preferredWidth: 1
        spacing: Theme.space1

        SecondaryText {
            Layout.fillWidth: true
            text: schema.heading
        }
        JsonView {
            objectName: schema.name
            Layout.fillWidth: true
            Layout.preferredHeight: root.schemaHeight
            label: schema.heading
            lineNumbers: false
            text: schema.text
            exact: schema.exact
            removedLines: schema.removedLines
        }
    }

    title: root.detail.name
    titleMono: true
    subtitle: root.detail.flatName
    tools: [
        CopyButton {
            objectName: "toolCopyName"
            value: root.detail.exactName
            what: qsTr("name")
        },
        CopyButton {
            objectName: "toolCopyFlatName"
            visible: root.detail.flatName.length > 0
            value: root.detail.flatName
            what: qsTr("flat name")
        }
    ]
    footer: [
        Button {
            objectName: "toolShowItem"
            visible: root.detail.hasItem
            text: qsTr("Item as sent…")
            onClicked: root.itemRequested()
        },
        Item {
            Layout.fillWidth: true
        }
    ]

    Connections {
        target: root.detail
        function onKeyChanged(): void {
            root.scrollToTop()
        }
    }
    // What came of a call is brought into view, after the frame in which the layout has seen it; while it is
    // awaited, the button that ends the waiting stays.
    Connections {
        target: root.trial.result
        function onChanged(): void {
            if (root.visible && root.tab === 2 && !root.trial.busy)
                afterLayout.restart()
        }
    }
    Timer {
        id: afterLayout

        interval: 60
        onTriggered: root.scrollToItem(tryPane.resultItem)
    }
    Segmented {
        id: tabs

        objectName: "toolTabs"
        label: qsTr("Part of the details")
        options: [qsTr("About"), qsTr("Schema"), qsTr("Try")]
        currentIndex: root.tab
        onActivated: index => {
            root.tab = index
            root.scrollToTop()
        }
    }
    Banner {
        objectName: "toolProblem"
        Layout.fillWidth: true
        visible: root.detail.problem.length > 0 && root.tab < 2
        kind: root.detail.problemKind
        text: root.detail.problem
        detail: root.detail.problemDetail
    }
    ColumnLayout {
        Layout.fillWidth: true
        visible: root.tab === 0
        spacing: Theme.gap

        Banner {
            objectName: "toolDisagreement"
            Layout.fillWidth: true
            visible: root.detail.disagreementText.length > 0
            kind: "attention"
            text: root.detail.disagreementText
        }
        BodyText {
            objectName: "toolDescription"
            Layout.fillWidth: true
            visible: text.length > 0
            text: root.detail.description
            color: Theme.current.textSecond
            wrapMode: Text.WrapAtWordBoundaryOrAnywhere
        }
        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space2

            Icon {
                Layout.alignment: Qt.AlignTop
                Layout.topMargin: Theme.lineWidth
                name: root.detail.inProfile ? "dot" : "minus"
                size: Theme.fontBody
                color: root.detail.inProfile ? Theme.current.ok : Theme.current.textThird
            }
            BodyText {
                objectName: "toolProfile"
                Layout.fillWidth: true
                text: root.detail.profileText
                wrapMode: Text.Wrap
            }
        }
        Heading {
            text: qsTr("Profiles")
        }
        KeyValueGrid {
            objectName: "toolProfiles"
            Layout.fillWidth: true
            copyable: false
            rows: root.detail.profileRows
        }
        Heading {
            visible: root.detail.requirementRows.length > 0
            text: qsTr("What the engine must enforce")
        }
        KeyValueGrid {
            objectName: "toolRequirements"
            Layout.fillWidth: true
            visible: root.detail.requirementRows.length > 0
            labelWidth: Theme.space5 * 2
            copyable: false
            rows: root.detail.requirementRows
        }
        Heading {
            text: qsTr("We say")
        }
        KeyValueGrid {
            objectName: "toolClass"
            Layout.fillWidth: true
            copyable: false
            rows: root.detail.classRows
        }
        Heading {
            visible: root.detail.claimRows.length > 0
            text: qsTr("The server says")
        }
        KeyValueGrid {
            objectName: "toolClaims"
            Layout.fillWidth: true
            visible: root.detail.claimRows.length > 0
            copyable: false
            rows: root.detail.claimRows
        }
        SecondaryText {
            Layout.fillWidth: true
            visible: root.detail.claimRows.length > 0
            text: qsTr("Claims of the server, which nothing here has checked.")
            wrapMode: Text.Wrap
        }
    }
    ColumnLayout {
        Layout.fillWidth: true
        visible: root.tab === 1
        spacing: Theme.gap

        SecondaryText {
            Layout.fillWidth: true
            visible: !root.detail.hasSchema
            text: qsTr("There is no schema to show.")
        }
        Segmented {
            objectName: "toolSchemaWay"
            visible: root.detail.hasSchema
            label: qsTr("View of the schema")
            options: [qsTr("Text"), qsTr("Tree")]
            currentIndex: root.asTree ? 1 : 0
            onActivated: index => root.asTree = index === 1
        }
        GridLayout {
            Layout.fillWidth: true
            visible: root.detail.hasSchema && !root.asTree
            columns: root.wide ? 2 : 1
            columnSpacing: Theme.space3
            rowSpacing: Theme.space3

            Schema {
                name: "toolModelView"
                heading: root.detail.modelLabel
                text: root.detail.modelText
                exact: root.detail.exactModel
            }
            Schema {
                name: "toolPublishedView"
                heading: qsTr("What the engine publishes")
                text: root.detail.publishedText
                exact: root.detail.exactPublished
                removedLines: root.detail.removedLines
            }
        }
        SecondaryText {
            Layout.fillWidth: true
            visible: root.detail.hasSchema && root.asTree
            text: qsTr("What the engine publishes; what no model sees is struck out.")
            wrapMode: Text.Wrap
        }
        JsonTree {
            objectName: "toolSchemaTree"
            Layout.fillWidth: true
            Layout.preferredHeight: Math.min(root.schemaHeight * 2, Math.max(Theme.rowHeight * 3, lineHeight * count + Theme.space3))
            visible: root.detail.hasSchema && root.asTree
            label: qsTr("Published schema as a tree")
            model: root.detail.schemaTree
            onToggled: row => root.detail.schemaTree.toggle(row)
        }
        SecondaryText {
            objectName: "toolRemoved"
            Layout.fillWidth: true
            visible: text.length > 0
            text: root.detail.removedText
            wrapMode: Text.WrapAtWordBoundaryOrAnywhere
        }
    }
    ToolTryPane {
        id: tryPane

        objectName: "toolTry"
        Layout.fillWidth: true
        visible: root.tab === 2
        trial: root.trial
        onRawRequested: (heading, text) => root.rawRequested(heading, text)
    }
}
