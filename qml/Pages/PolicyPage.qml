// SPDX-License-Identifier: Apache-2.0
// The execution policy in force, how it came to be so, and what each change does to the decisions that were read.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

Page {
    id: root

    required property PolicyViewModel viewModel
    required property Session session
    required property ConsoleSettings settings
    property int tab: 0

    signal decisionRequested(string id)

    function showEffects(): void {
        root.tab = 1
        effects.takeFocus()
    }

    title: qsTr("Policy")
    subtitle: root.viewModel.chainText
    searchField: root.tab === 1 ? effects.searchField : chain.searchField
    Keys.onEscapePressed: event => {
        event.accepted = root.tab === 0 && root.viewModel.selectedKey.length > 0
        if (event.accepted)
            chain.closeDetails()
    }
    Component.onCompleted: root.viewModel.begin()

    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.space3

        Segmented {
            objectName: "policyTabs"
            label: qsTr("Part of the page")
            options: [qsTr("Policy and changes"), qsTr("Decisions affected")]
            currentIndex: root.tab
            onActivated: index => root.tab = index
        }
        Caption {
            objectName: "policyCoverage"
            Layout.fillWidth: true
            text: root.viewModel.coverageText
            wrapMode: Text.Wrap
        }
        Button {
            objectName: "policyReadOn"
            visible: root.viewModel.reviewing || root.viewModel.canReadOn
            enabled: root.viewModel.reviewing || root.session.state === "connected"
            text: root.viewModel.reviewing ? qsTr("Stop at %1 %").arg(Math.floor(root.viewModel.progress * 100)) : qsTr("Read older records")
            onClicked: root.viewModel.reviewing ? root.viewModel.stop() : root.viewModel.readOn()
        }
    }
    Banner {
        objectName: "policyReviewProblem"
        Layout.fillWidth: true
        visible: root.viewModel.reviewProblem.length > 0
        kind: "attention"
        text: qsTr("The numbers do not rest on every record")
        detail: root.viewModel.reviewProblem
    }
    Banner {
        objectName: "policyBreaks"
        Layout.fillWidth: true
        visible: root.viewModel.chainBreaks.length > 0
        kind: "failed"
        text: qsTr("The chain of snapshots does not hold")
        detail: root.viewModel.chainBreaks
    }
    main: Item {
        anchors.fill: parent

        PolicyChain {
            id: chain

            objectName: "policyChain"
            anchors.fill: parent
            visible: root.tab === 0
            focus: root.tab === 0
            viewModel: root.viewModel
            settings: root.settings
            onEffectsRequested: root.showEffects()
            onRawRequested: (title, text) => raw.show(title, text)
            onRetry: root.session.refresh()
        }
        PolicyEffects {
            id: effects

            objectName: "policyEffects"
            anchors.fill: parent
            visible: root.tab === 1
            focus: root.tab === 1
            viewModel: root.viewModel
            settings: root.settings
            onDecisionRequested: id => root.decisionRequested(id)
            onRawRequested: (title, text) => raw.show(title, text)
        }
    }
    RawView {
        id: raw
    }
}
