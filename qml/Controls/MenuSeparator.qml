// SPDX-License-Identifier: Apache-2.0
// A hairline between the entries of a Menu.
import QtQuick
import QtQuick.Templates as T

T.MenuSeparator {
    id: root

    property Tokens tokens: Theme.current

    implicitWidth: 100
    implicitHeight: 9
    padding: 4

    contentItem: Rectangle {
        implicitHeight: 1
        color: root.tokens.line
    }
}
