// SPDX-License-Identifier: Apache-2.0
// Does what a model gets equal the contract? The verdict with reasons, the copy it rests on, the engine's own document.
pragma ComponentBehavior: Bound
import QtQuick
import Algenta.Console
import Algenta.Controls

Page {
    id: root

    required property ContractViewModel viewModel
    required property Session session
    required property ConsoleSettings settings
    property int tab: 0

    title: qsTr("Contract")
    subtitle: root.viewModel.statusText

    Segmented {
        objectName: "contractTabs"
        focus: true
        label: qsTr("Part of the page")
        options: [qsTr("Parity"), qsTr("Embedded copy"), qsTr("Live document"), qsTr("Execute profile")]
        currentIndex: root.tab
        onActivated: index => root.tab = index
    }
    main: Item {
        anchors.fill: parent

        ContractParity {
            objectName: "contractParity"
            anchors.fill: parent
            visible: root.tab === 0
            parity: root.viewModel.parity
            onRetry: root.session.refresh()
        }
        ContractCopy {
            objectName: "contractCopy"
            anchors.fill: parent
            visible: root.tab === 1
            viewModel: root.viewModel
        }
        ContractLive {
            objectName: "contractLive"
            anchors.fill: parent
            visible: root.tab === 2
            live: root.viewModel.live
        }
        ContractExecute {
            objectName: "contractExecute"
            anchors.fill: parent
            visible: root.tab === 3
            execution: root.viewModel.execution
            onRetry: root.session.refresh()
        }
    }
}
