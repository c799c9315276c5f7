// SPDX-License-Identifier: Apache-2.0
// Confirms only what is meant: hold the mouse for `holdDuration`, or press `shortcut`, wait as long, and press it again.
import QtQuick

FocusScope {
    id: root

    required property string text
    // In milliseconds of the program's own time: a stalled program does not count as holding.
    property int holdDuration: 2000
    // How long the second press of the shortcut is waited for.
    property int secondPressWithin: 5000
    property string shortcut: "Ctrl+Shift+S"
    property Tokens tokens: Theme.current

    readonly property real progress: root.heldFor / Math.max(1, root.holdDuration)
    readonly property alias holding: area.holding
    readonly property bool armedByKey: root.phase === "ready"
    // What is going on, in words; empty while nothing is.
    readonly property string progressText: root.holding
        //: %1 is a number of seconds with one decimal
        ? qsTr("Keep holding: %1 s").arg(root.secondsLeft()) : root.phase === "waiting"
        ? qsTr("Wait: %1 s").arg(root.secondsLeft()) : root.phase === "ready"
        //: %1 is a key combination
        ? qsTr("Press %1 again to confirm").arg(root.shortcut) : ""

    property int heldFor: 0
    property string phase: "idle"

    signal confirmed()
    // Let go too early, pressed again too early or too late, or the window lost the focus.
    signal cancelled()

    function secondsLeft(): string {
        return (Math.max(0, root.holdDuration - root.heldFor) / 1000).toFixed(1)
    }
    function reset(): void {
        const was = root.phase !== "idle"
        root.phase = "idle"
        root.heldFor = 0
        lateTimer.stop()
        if (was)
            root.cancelled()
    }
    function confirmNow(): void {
        root.phase = "idle"
        root.heldFor = 0
        lateTimer.stop()
        root.confirmed()
    }
    function keyPressed(): void {
        if (root.phase === "idle")
            root.phase = "waiting"
        else if (root.phase === "ready")
            root.confirmNow()
        else
            root.reset()
    }

    implicitWidth: Math.round(320 * Theme.fontScale)
    implicitHeight: Math.round(46 * Theme.fontScale)
    activeFocusOnTab: true
    // No press action: a screen reader's "press" must not be able to confirm, so this is not a button to it.
    Accessible.role: Accessible.StaticText
    Accessible.name: root.text
    Accessible.description: root.progressText.length > 0 ? root.progressText : hint.text
    Accessible.focusable: true
    onEnabledChanged: root.reset()
    onVisibleChanged: root.reset()
    Keys.onPressed: event => {
        event.accepted = [Qt.Key_Return, Qt.Key_Enter, Qt.Key_Space].includes(event.key)
    }

    Connections {
        function onActiveChanged(): void {
            if (!root.Window.active)
                root.reset()
        }
        target: root.Window.window
    }
    Shortcut {
        sequences: [root.shortcut]
        autoRepeat: false
        enabled: root.enabled && root.visible && root.shortcut.length > 0
        onActivated: root.keyPressed()
    }
    Timer {
        interval: 25
        repeat: true
        running: root.phase === "holding" || root.phase === "waiting"
        onTriggered: {
            root.heldFor = Math.min(root.holdDuration, root.heldFor + interval)
            if (root.heldFor < root.holdDuration)
                return
            if (root.phase === "holding") {
                root.confirmNow()
            } else {
                root.phase = "ready"
                lateTimer.restart()
            }
        }
    }
    Timer {
        id: lateTimer
        interval: root.secondPressWithin
        onTriggered: root.reset()
    }
    Rectangle {
        anchors.fill: parent
        radius: Theme.radiusCard
        color: root.enabled ? root.tokens.surface : root.tokens.sunken
        border.width: 2
        border.color: root.enabled ? root.tokens.accent : root.tokens.lineStrong

        Rectangle {
            x: 2
            y: 2
            width: (parent.width - 4) * Math.min(1, root.progress)
            height: parent.height - 4
            radius: Theme.radiusCard - 2
            color: root.tokens.accentGround
        }
        Row {
            anchors.centerIn: parent
            spacing: 10

            PlainLabel {
                id: words
                anchors.verticalCenter: parent.verticalCenter
                width: Math.min(implicitWidth, root.width - 24)
                text: root.progressText.length > 0 ? root.progressText
                    //: %1 is what happens, %2 a number of seconds
                    : qsTr("%1 · %2 s").arg(root.text).arg(root.secondsLeft())
                color: root.enabled ? root.tokens.text : root.tokens.textThird
                font.weight: Font.DemiBold
                Accessible.ignored: true
            }
            PlainLabel {
                id: hint
                anchors.verticalCenter: parent.verticalCenter
                visible: root.phase === "idle" && root.shortcut.length > 0
                    && root.width > words.implicitWidth + implicitWidth + 34
                //: %1 is a key combination: the other way to confirm
                text: qsTr("or %1, wait, again").arg(root.shortcut)
                color: root.enabled ? root.tokens.textSecond : root.tokens.textThird
                Accessible.ignored: true
            }
        }
    }
    MouseArea {
        id: area

        readonly property bool holding: root.phase === "holding"

        anchors.fill: parent
        preventStealing: true
        onPressed: {
            root.forceActiveFocus(Qt.MouseFocusReason)
            root.reset()
            root.phase = "holding"
        }
        onReleased: root.reset()
        onCanceled: root.reset()
        onPositionChanged: if (!area.containsMouse) root.reset()
    }
    FocusRing {
        shown: root.activeFocus
        tokens: root.tokens
        radius: Theme.radiusCard + 2
    }
}
