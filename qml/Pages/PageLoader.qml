// SPDX-License-Identifier: Apache-2.0
// A page that is made when it is first shown, and kept, so that its selection and scroll position stay.
import QtQuick

Loader {
    id: root

    required property string page
    // The place that is shown now.
    required property string place
    required property url file
    // What the page requires; read once, when it is made.
    required property var properties

    signal blockedRequested()
    signal decisionRequested(string id)
    signal checkRequested()

    function make(): void {
        if (root.visible && root.status === Loader.Null)
            root.setSource(root.file, root.properties)
    }
    function focusSearch(): void {
        (root.item as Page)?.focusSearch()
    }

    anchors.fill: parent
    visible: root.page === root.place
    focus: root.visible
    onVisibleChanged: root.make()
    Component.onCompleted: root.make()

    Connections {
        target: root.item
        ignoreUnknownSignals: true

        function onBlockedRequested(): void {
            root.blockedRequested()
        }
        function onDecisionRequested(id: string): void {
            root.decisionRequested(id)
        }
        function onCheckRequested(): void {
            root.checkRequested()
        }
    }
}
