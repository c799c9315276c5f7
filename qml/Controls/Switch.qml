// SPDX-License-Identifier: Apache-2.0
// On or off, at once; the state is also a word beside the knob when `onText` and `offText` are set.
import QtQuick
import QtQuick.Templates as T

T.Switch {
    id: root

    property string onText: ""
    property string offText: ""
    property Tokens tokens: Theme.current

    // What a click does, for a screen reader.
    function press(): void {
        if (!root.enabled)
            return
        if (root.checkable) {
            root.toggle()
            root.toggled()
        }
        root.clicked()
    }

    implicitWidth: implicitContentWidth + leftPadding + rightPadding
    implicitHeight: Math.round(24 * Theme.fontScale)
    spacing: 8
    leftPadding: Math.round(32 * Theme.fontScale) + root.spacing
    hoverEnabled: true
    focusPolicy: Qt.StrongFocus
    font.family: Theme.fontFamily
    font.pixelSize: Theme.fontBody
    Accessible.role: Accessible.CheckBox
    Accessible.name: root.text
    Accessible.description: root.checked ? root.onText : root.offText
    Accessible.checkable: true
    Accessible.checked: root.checked
    Accessible.onPressAction: root.press()
    Accessible.onToggleAction: root.press()

    indicator: Rectangle {
        y: (root.height - height) / 2
        implicitWidth: Math.round(32 * Theme.fontScale)
        implicitHeight: Math.round(18 * Theme.fontScale)
        radius: height / 2
        color: root.checked ? root.tokens.accent : root.tokens.sunken
        border.width: Theme.lineWidth
        border.color: root.checked ? root.tokens.accent : root.tokens.textThird

        Rectangle {
            x: root.checked ? parent.width - width - 3 : 3
            anchors.verticalCenter: parent.verticalCenter
            width: parent.height - 6
            height: width
            radius: width / 2
            color: root.checked ? root.tokens.accentText : root.tokens.textThird

            Behavior on x {
                NumberAnimation { duration: Theme.motion }
            }
        }
        FocusRing {
            shown: root.visualFocus
            tokens: root.tokens
            radius: height / 2
        }
    }
    contentItem: PlainLabel {
        readonly property string stateWord: root.checked ? root.onText : root.offText

        text: stateWord.length > 0 ? root.text + " · " + stateWord : root.text
        font: root.font
        verticalAlignment: Text.AlignVCenter
        color: root.enabled ? root.tokens.text : root.tokens.textThird
        Accessible.ignored: true
    }
}
