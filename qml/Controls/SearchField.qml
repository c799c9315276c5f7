// SPDX-License-Identifier: Apache-2.0
// The filter box of a page: Escape clears it and then goes to `list`; `edited` comes after a short pause in typing, `accepted` at once.
import QtQuick
import Algenta.Controls

TextField {
    id: root

    // In milliseconds.
    property int pause: 200
    property string keys: ""
    // What the filter is for; gets the focus when Escape has nothing to clear.
    property Item list: null

    signal edited(string query)

    function flush(): void {
        wait.stop()
        root.edited(root.text)
    }
    function clearQuery(): void {
        root.clear()
        root.flush()
    }

    label: qsTr("Filter")
    mono: true
    leftPadding: 17 + Math.round(13 * Theme.fontScale)
    rightPadding: clearButton.visible ? 32 : root.keys.length > 0 ? hint.width + 14 : 10
    Accessible.searchEdit: true

    onTextEdited: wait.restart()
    onAccepted: root.flush()
    Keys.onEscapePressed: event => {
        event.accepted = root.length > 0 || (root.list?.visible ?? false)
        if (root.length > 0)
            root.clearQuery()
        else if (event.accepted)
            root.list?.forceActiveFocus(Qt.OtherFocusReason)
    }

    Timer {
        id: wait
        interval: root.pause
        onTriggered: root.edited(root.text)
    }
    Icon {
        x: 10
        anchors.verticalCenter: parent.verticalCenter
        name: "search"
        size: Math.round(13 * Theme.fontScale)
        color: root.tokens.textThird
    }
    KeyHint {
        id: hint
        visible: root.keys.length > 0 && root.length === 0
        anchors.right: parent.right
        anchors.rightMargin: 7
        anchors.verticalCenter: parent.verticalCenter
        keys: root.keys
        tokens: root.tokens
    }
    IconButton {
        id: clearButton
        objectName: "clearSearch"
        visible: root.length > 0 && root.enabled
        anchors.right: parent.right
        anchors.rightMargin: 2
        anchors.verticalCenter: parent.verticalCenter
        implicitWidth: Math.round(24 * Theme.fontScale)
        iconName: "close"
        //: empties the search box
        text: qsTr("Clear")
        tokens: root.tokens
        focusPolicy: Qt.NoFocus
        onClicked: root.clearQuery()
    }
}
