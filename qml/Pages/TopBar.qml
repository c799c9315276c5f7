// SPDX-License-Identifier: Apache-2.0
// The bar above every page: which engine, how fresh, which profile, the way to everything, the time zone.
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

Rectangle {
    id: root

    required property Session session
    // As the operator named it; may be the same as its host.
    required property string connectionName

    signal paletteRequested()
    signal switcherRequested()

    readonly property string kind: root.session.state === "connected" ? "ok" : root.session.state === "failed" ? "failed" : "unknown"
    readonly property bool narrow: root.width < Theme.railWidth * 5
    readonly property list<string> profiles: ["observe", "govern", "execute", "full"]

    implicitHeight: Theme.barHeight
    color: Theme.surface

    RowLayout {
        anchors.fill: parent
        anchors.leftMargin: Theme.pageMargin
        anchors.rightMargin: Theme.pageMargin
        spacing: Theme.space3

        Button {
            objectName: "topEngine"
            //: %1 is the name of a connection, %2 its host
            text: root.session.engineName.length === 0 ? qsTr("No engine")
                : root.connectionName.length === 0 || root.connectionName === root.session.engineName ? root.session.engineName
                : root.narrow ? root.connectionName : qsTr("%1 · %2").arg(root.connectionName).arg(root.session.engineName)
            icon.name: "plug"
            hint: root.session.origin
            Accessible.description: qsTr("Switch engine")
            onClicked: root.switcherRequested()
        }
        Badge {
            objectName: "topState"
            kind: root.kind
            text: root.session.state
        }
        Badge {
            objectName: "topPlainHttp"
            visible: root.session.plainHttp
            kind: "blocked"
            text: qsTr("plain HTTP")
        }
        SecondaryText {
            objectName: "topAge"
            Layout.fillWidth: true
            text: root.session.stateText
        }
        Caption {
            visible: !root.narrow
            text: qsTr("profile shown")
        }
        ComboBox {
            objectName: "topProfile"
            Layout.preferredWidth: root.narrow ? Theme.railWidth / 2 : implicitWidth
            //: which tool profile the screens show
            label: qsTr("Profile shown")
            model: root.profiles
            currentIndex: root.profiles.indexOf(root.session.profile)
            onActivated: index => root.session.profile = root.profiles[index]
        }
        Button {
            objectName: "topPalette"
            text: root.narrow ? qsTr("Search") : qsTr("Search or jump to…")
            icon.name: "search"
            rightPadding: paletteHint.visible ? paletteHint.width + Theme.space2 * 2 : leftPadding
            onClicked: root.paletteRequested()

            KeyHint {
                id: paletteHint

                anchors.right: parent.right
                anchors.rightMargin: Theme.space2
                anchors.verticalCenter: parent.verticalCenter
                keys: "Ctrl K"
                visible: !root.narrow
            }
        }
        Segmented {
            objectName: "topZone"
            label: qsTr("Time zone of all times")
            options: [qsTr("UTC"), qsTr("Local")]
            currentIndex: root.session.localTime ? 1 : 0
            onActivated: index => root.session.localTime = index === 1
        }
    }
    Separator {
        anchors.bottom: parent.bottom
        width: parent.width
    }
}
