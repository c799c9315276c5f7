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
    readonly property bool wide: root.width > Theme.drawerWidth * 1.1
    readonly property int schemaHeight: Theme.rowHeight * 9

    signal itemRequested()

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
    Banner {
        objectName: "toolProblem"
        Layout.fillWidth: true
        visible: root.detail.problem.length > 0
        kind: root.detail.problemKind
        text: root.detail.problem
        detail: root.detail.problemDetail
    }
    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.space2

        Icon {
            Layout.alignment: Qt.AlignTop
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
    BodyText {
        objectName: "toolDescription"
        Layout.fillWidth: true
        visible: text.length > 0
        text: root.detail.description
        color: Theme.current.textSecond
        wrapMode: Text.WrapAtWordBoundaryOrAnywhere
    }
    GridLayout {
        Layout.fillWidth: true
        visible: root.detail.hasSchema
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
        objectName: "toolRemoved"
        Layout.fillWidth: true
        visible: text.length > 0
        text: root.detail.removedText
        wrapMode: Text.WrapAtWordBoundaryOrAnywhere
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
        text: qsTr("Profiles")
    }
    KeyValueGrid {
        objectName: "toolProfiles"
        Layout.fillWidth: true
        copyable: false
        rows: root.detail.profileRows
    }
    Heading {
        text: qsTr("Class and claims")
    }
    KeyValueGrid {
        objectName: "toolClaims"
        Layout.fillWidth: true
        copyable: false
        rows: root.detail.claimRows
    }
}
