// SPDX-License-Identifier: Apache-2.0
// One snapshot: what it changed, what that does to the decisions read, who and when, and its place in the chain.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

DetailPane {
    id: root

    required property PolicyViewModel viewModel

    signal effectsRequested()
    signal rawRequested()

    title: root.viewModel.selectedTitle
    tools: [
        CopyButton {
            objectName: "policyCopyId"
            value: root.viewModel.selectedSnapshot
            what: qsTr("snapshot id")
        }
    ]

    Banner {
        objectName: "policyLinkBroken"
        Layout.fillWidth: true
        visible: root.viewModel.selectedBreaks.length > 0
        kind: "failed"
        text: qsTr("The chain does not hold here")
        detail: root.viewModel.selectedBreaks
    }
    Heading {
        text: qsTr("What changed")
    }
    SecondaryText {
        objectName: "policyDifferenceNote"
        Layout.fillWidth: true
        visible: root.viewModel.differenceNote.length > 0
        text: root.viewModel.differenceNote
        wrapMode: Text.Wrap
    }
    KeyValueGrid {
        objectName: "policyDifferences"
        Layout.fillWidth: true
        visible: root.viewModel.differenceRows.length > 0
        labelWidth: Math.round(150 * Theme.fontScale)
        rows: root.viewModel.differenceRows
    }
    Heading {
        visible: root.viewModel.hasEffects
        text: qsTr("What it does to the records read")
    }
    Caption {
        objectName: "policyComputed"
        Layout.fillWidth: true
        visible: root.viewModel.hasEffects
        text: root.viewModel.coverageText
        wrapMode: Text.Wrap
    }
    KeyValueGrid {
        objectName: "policyEffectRows"
        Layout.fillWidth: true
        visible: root.viewModel.effectRows.length > 0
        labelWidth: Math.round(150 * Theme.fontScale)
        rows: root.viewModel.effectRows
    }
    SecondaryText {
        objectName: "policyNotComputed"
        Layout.fillWidth: true
        visible: root.viewModel.notComputed.length > 0
        text: root.viewModel.notComputed
        wrapMode: Text.Wrap
    }
    Heading {
        text: qsTr("Snapshot")
    }
    KeyValueGrid {
        objectName: "policyIdentity"
        Layout.fillWidth: true
        rows: root.viewModel.identityRows
    }
    footer: [
        Button {
            objectName: "policyShowEffects"
            visible: root.viewModel.hasEffects
            kind: "primary"
            text: qsTr("Show the decisions")
            onClicked: root.effectsRequested()
        },
        Button {
            objectName: "policyShowRaw"
            text: qsTr("As JSON")
            onClicked: root.rawRequested()
        },
        Item {
            Layout.fillWidth: true
        }
    ]
}
