// SPDX-License-Identifier: Apache-2.0
// The certificates that a server presents, which of them fails, and pinning its public key as a step of its own.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

Card {
    id: root

    required property ConnectionCertificates certificates

    ColumnLayout {
        width: parent.width
        spacing: Theme.space3

        Heading {
            text: qsTr("Certificates")
        }
        SecondaryText {
            Layout.fillWidth: true
            text: qsTr("One handshake, without a request and without a key. An authority that is not trusted is trusted only by naming its file above; no click does it.")
            wrapMode: Text.Wrap
        }
        Button {
            objectName: "certificatesLook"
            text: qsTr("Show the certificates")
            enabled: !root.certificates.looking
            onClicked: root.certificates.look()
        }
        BusyBar {
            Layout.fillWidth: true
            running: root.certificates.looking
            label: qsTr("Shaking hands…")
        }
        Banner {
            objectName: "certificatesVerdict"
            Layout.fillWidth: true
            visible: root.certificates.verdict.length > 0
            kind: root.certificates.verdictKind === "ok" ? "info" : "failed"
            text: root.certificates.verdict
        }
        Repeater {
            // Told by number, see StatusBar.
            model: root.certificates.chain.length

            delegate: ColumnLayout {
                id: certificate

                required property int index
                readonly property var modelData: root.certificates.chain[certificate.index] ?? ({ title: "", problem: "", rows: [] })

                Layout.fillWidth: true
                spacing: Theme.space1

                RowLayout {
                    Layout.fillWidth: true
                    spacing: Theme.space3

                    Heading {
                        text: certificate.modelData.title
                    }
                    Badge {
                        objectName: "certificateFailed_" + certificate.index
                        visible: certificate.modelData.problem.length > 0
                        kind: "failed"
                        text: qsTr("fails")
                    }
                    Item {
                        Layout.fillWidth: true
                    }
                }
                BodyText {
                    Layout.fillWidth: true
                    visible: certificate.modelData.problem.length > 0
                    text: certificate.modelData.problem
                    color: Theme.failed
                    wrapMode: Text.Wrap
                }
                KeyValueGrid {
                    Layout.fillWidth: true
                    rows: certificate.modelData.rows
                }
            }
        }
        Button {
            objectName: "certificatesPin"
            visible: root.certificates.canPin
            text: qsTr("Pin this key…")
            onClicked: pinning.open()
        }
    }
    Dialog {
        id: pinning

        title: qsTr("Pin this public key")

        ColumnLayout {
            anchors.fill: parent
            spacing: Theme.space3

            BodyText {
                Layout.fillWidth: true
                Layout.preferredWidth: Theme.drawerWidth
                text: qsTr("Every later connection must present this key, besides being trusted. Compare it with what the engine's administrator told you: whoever stands between could present one as well. The reading key does not go along, and acts need a new confirmation.")
                wrapMode: Text.Wrap
            }
            KeyValueGrid {
                Layout.fillWidth: true
                rows: [
                    { label: qsTr("Presented"), value: root.certificates.presentedPin, mono: true },
                    { label: qsTr("Pinned now"), value: root.certificates.pinNow.length > 0 ? root.certificates.pinNow : qsTr("none"), mono: root.certificates.pinNow.length > 0 }
                ]
            }
        }
        footer: RowLayout {
            spacing: Theme.space3

            Item {
                Layout.fillWidth: true
            }
            Button {
                objectName: "pinCancel"
                Layout.bottomMargin: Theme.space5
                text: qsTr("Cancel")
                onClicked: pinning.reject()
            }
            Button {
                objectName: "pinAccept"
                Layout.bottomMargin: Theme.space5
                Layout.rightMargin: Theme.space5
                kind: "primary"
                text: qsTr("Pin")
                onClicked: {
                    root.certificates.pin()
                    pinning.accept()
                }
            }
        }
    }
}
