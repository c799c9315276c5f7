// SPDX-License-Identifier: Apache-2.0
// "n new": rows wait outside the list until this is clicked; invisible while nothing waits.
import QtQuick

Chip {
    id: root

    required property int waiting

    checkable: false
    visible: root.waiting > 0
    //: %n rows arrived and are not shown yet
    text: "↑ " + qsTr("%n new", "", root.waiting)
    Accessible.name: qsTr("Show %n new rows", "", root.waiting)
}
