// SPDX-License-Identifier: Apache-2.0
// The engine's own discovery document: its members at the left, its text at the right, indented or as sent.
import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import Algenta.Console
import Algenta.Controls

Card {
    id: root

    required property LiveContract live
    property bool asSent: false

    ListStates {
        anchors.fill: parent
        status: root.live.status
        loadingText: qsTr("Reading the engine's document…")
        failedWhat: qsTr("The engine's document could not be read")
        failedWhy: root.live.failedWhy
        failedAdvice: root.live.failedAdvice
        hasRawAnswer: root.live.rawAnswer.length > 0
        incompleteText: root.live.staleText
        onRetry: root.live.reload()
        onShowRawAnswer: raw.show(qsTr("Answer of the engine"), root.live.rawAnswer)

        RowLayout {
            anchors.fill: parent
            spacing: Theme.gap

            Flickable {
                objectName: "liveScroll"
                Layout.fillWidth: true
                Layout.fillHeight: true
                Layout.preferredWidth: 6
                clip: true
                contentHeight: content.implicitHeight
                boundsBehavior: Flickable.StopAtBounds
                T.ScrollBar.vertical: ScrollBar {}

                ColumnLayout {
                    id: content

                    width: parent.width - Theme.space4
                    spacing: Theme.gap

                    BodyText {
                        objectName: "liveNote"
                        Layout.fillWidth: true
                        text: root.live.note
                        wrapMode: Text.Wrap
                    }
                    SecondaryText {
                        objectName: "liveOrigin"
                        Layout.fillWidth: true
                        text: root.live.origin
                        wrapMode: Text.Wrap
                    }
                    KeyValueGrid {
                        objectName: "liveRows"
                        Layout.fillWidth: true
                        labelWidth: Math.min(Theme.drawerWidth / 2, content.width * 0.4)
                        rows: root.live.rows
                    }
                }
            }
            ColumnLayout {
                Layout.fillWidth: true
                Layout.fillHeight: true
                Layout.preferredWidth: 5
                spacing: Theme.space2

                Segmented {
                    objectName: "liveLayout"
                    label: qsTr("Layout of the text")
                    options: [qsTr("Indented"), qsTr("As sent")]
                    currentIndex: root.asSent ? 1 : 0
                    onActivated: index => root.asSent = index === 1
                }
                JsonView {
                    objectName: "liveText"
                    Layout.fillWidth: true
                    Layout.fillHeight: true
                    label: qsTr("Live document")
                    text: root.asSent ? root.live.asSent : root.live.text
                    exact: root.live.exact
                }
            }
        }
    }
    RawView {
        id: raw
    }
}
