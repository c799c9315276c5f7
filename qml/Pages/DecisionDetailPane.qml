// SPDX-License-Identifier: Apache-2.0
// One decision in full: what its gates would say now, what happened to it, every field, the record itself.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

DetailPane {
    id: root

    required property DecisionDetail detail

    signal rawRequested()

    title: root.detail.title
    subtitle: root.detail.subtitle
    tools: [
        IconButton {
            objectName: "decisionReread"
            iconName: "refresh"
            text: qsTr("Read again")
            enabled: !root.detail.busy
            onClicked: root.detail.reread()
        },
        CopyButton {
            objectName: "decisionCopyId"
            value: root.detail.exactId
            what: qsTr("decision id")
        }
    ]

    BusyBar {
        Layout.fillWidth: true
        running: root.detail.busy
        label: qsTr("Reading the decision and the policy…")
    }
    Banner {
        objectName: "decisionProblem"
        Layout.fillWidth: true
        visible: root.detail.problem.length > 0
        kind: "attention"
        text: root.detail.problem
        detail: root.detail.problemAdvice
    }
    Heading {
        text: qsTr("Gates now")
    }
    SecondaryText {
        objectName: "decisionGatesText"
        Layout.fillWidth: true
        text: root.detail.gatesText
        wrapMode: Text.Wrap
    }
    KeyValueGrid {
        objectName: "decisionGates"
        Layout.fillWidth: true
        visible: root.detail.gates.length > 0
        rows: root.detail.gates
        copyable: false
    }
    ThresholdBar {
        objectName: "decisionConfidence"
        Layout.fillWidth: true
        visible: root.detail.gates.length > 0
        measured: root.detail.confidence
        threshold: root.detail.minConfidence
        measuredText: root.detail.confidenceText
        thresholdText: root.detail.minConfidenceText
        fromText: "0"
        toText: "1"
        kind: root.detail.confidenceKind
    }
    Heading {
        text: qsTr("What happened")
    }
    Timeline {
        objectName: "decisionEvents"
        Layout.fillWidth: true
        events: root.detail.events
    }
    Heading {
        text: qsTr("Record")
    }
    KeyValueGrid {
        objectName: "decisionRows"
        Layout.fillWidth: true
        rows: root.detail.rows
    }
    footer: [
        Button {
            objectName: "decisionShowRaw"
            text: qsTr("Raw record")
            onClicked: root.rawRequested()
        },
        Item {
            Layout.fillWidth: true
        }
    ]
}
