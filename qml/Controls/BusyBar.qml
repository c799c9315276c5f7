// SPDX-License-Identifier: Apache-2.0
// A thin bar that says work is under way and nothing about how long; still, with reduced motion.
import QtQuick

Rectangle {
    id: root

    property bool running: true
    property string label: qsTr("Loading")
    property Tokens tokens: Theme.current

    implicitWidth: 120
    implicitHeight: 3
    radius: 1.5
    clip: true
    visible: root.running
    color: root.tokens.accentGround
    Accessible.role: Accessible.ProgressBar
    Accessible.name: root.label

    Rectangle {
        id: runner
        width: Theme.reducedMotion ? root.width : Math.max(24, root.width * 0.3)
        height: parent.height
        radius: root.radius
        color: root.tokens.accent

        NumberAnimation on x {
            running: root.running && root.visible && !Theme.reducedMotion
            loops: Animation.Infinite
            from: -runner.width
            to: root.width
            duration: 1400
        }
    }
}
