// SPDX-License-Identifier: Apache-2.0
// One invocation as it went: the skill, the calls, the answer and its claims, with what each of them breaks.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

DetailPane {
    id: root

    required property LiaisonViewModel viewModel

    signal rawRequested()

    function showStep(index: int): void {
        const step = steps.itemAt(index) as LiaisonStep
        if (!step)
            return
        root.scrollToItem(step)
        step.forceActiveFocus()
    }

    title: root.viewModel.title
    titleMono: true
    subtitle: root.viewModel.subtitle
    footer: [
        Button {
            objectName: "liaisonShowRaw"
            text: qsTr("Transcript as read")
            enabled: root.viewModel.rawText.length > 0
            onClicked: root.rawRequested()
        },
        CopyButton {
            objectName: "liaisonCopyRaw"
            visible: root.viewModel.exactRaw.length > 0
            value: root.viewModel.exactRaw
            what: qsTr("transcript")
        },
        Item {
            Layout.fillWidth: true
        }
    ]

    Connections {
        target: root.viewModel
        function onSelectionChanged(): void {
            root.scrollToTop()
        }
    }
    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.space2

        Badge {
            objectName: "liaisonVerdict"
            Layout.alignment: Qt.AlignTop
            text: root.viewModel.accepted ? qsTr("accepted") : qsTr("rejected")
            kind: root.viewModel.accepted ? "ok" : "failed"
        }
        SecondaryText {
            objectName: "liaisonVerdictText"
            Layout.fillWidth: true
            text: root.viewModel.verdictText
            wrapMode: Text.Wrap
        }
    }
    BusyBar {
        Layout.fillWidth: true
        running: root.viewModel.reading
        label: qsTr("Reading the transcript…")
    }
    Banner {
        objectName: "liaisonStoryProblem"
        Layout.fillWidth: true
        visible: root.viewModel.storyProblem.length > 0
        kind: "attention"
        text: root.viewModel.storyProblem
    }
    Repeater {
        model: root.viewModel.violations

        delegate: Banner {
            id: violation

            required property var modelData

            objectName: "liaisonWholeViolation"
            Layout.fillWidth: true
            kind: "failed"
            text: violation.modelData.title
            detail: violation.modelData.detail
        }
    }
    Repeater {
        id: steps

        model: root.viewModel.steps

        delegate: LiaisonStep {
            id: step

            required property int index

            objectName: "liaisonStep" + step.index
            Layout.fillWidth: true
            onStepRequested: target => root.showStep(target)
        }
    }
}
