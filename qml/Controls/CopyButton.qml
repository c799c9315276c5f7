// SPDX-License-Identifier: Apache-2.0
// Copies `value` exactly and says so for a moment; `what` names the value for the screen reader.
import QtQuick
import Algenta.Controls

IconButton {
    id: root

    required property string value
    property string what: ""
    readonly property bool justCopied: done.running

    iconName: root.justCopied ? "check" : "copy"
    //: %1 is the name of a field
    text: root.justCopied ? qsTr("Copied") : root.what.length > 0 ? qsTr("Copy %1").arg(root.what) : qsTr("Copy")
    enabled: root.value.length > 0

    onClicked: {
        Clipboard.copy(root.value)
        done.restart()
    }

    Timer {
        id: done
        interval: 1200
    }
}
