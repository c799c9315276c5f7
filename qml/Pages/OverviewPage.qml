// SPDX-License-Identifier: Apache-2.0
// What is wrong now, how the last days went, and what the connected engine is.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import Algenta.Console
import Algenta.Controls

Page {
    id: root

    required property OverviewViewModel viewModel
    required property PagedListModel newestBlocked
    required property Session session
    required property ConsoleSettings settings

    signal blockedRequested()
    signal decisionRequested(string id)

    title: qsTr("Overview")
    subtitle: root.viewModel.readText

    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.gap

        Repeater {
            // The number of tiles never changes: they are updated, not made anew.
            model: root.viewModel.tiles.length
            delegate: Card {
                id: tile

                required property int index
                readonly property var facts: root.viewModel.tiles[tile.index]

                objectName: "tile_" + tile.index
                Layout.fillWidth: true
                Layout.preferredWidth: 1
                Layout.preferredHeight: Theme.rowHeight * 3.6
                Accessible.role: Accessible.StaticText
                Accessible.name: tile.facts.title + ": " + tile.facts.figure + ", " + tile.facts.detail

                ColumnLayout {
                    anchors.fill: parent
                    spacing: 0

                    SecondaryText {
                        text: tile.facts.title
                    }
                    Figure {
                        text: tile.facts.figure
                    }
                    Caption {
                        Layout.fillWidth: true
                        Layout.fillHeight: true
                        text: tile.facts.detail
                        wrapMode: Text.Wrap
                    }
                }
            }
        }
    }
    RowLayout {
        Layout.fillWidth: true
        Layout.preferredHeight: Theme.rowHeight * 6
        Layout.maximumHeight: Theme.rowHeight * 6
        spacing: Theme.gap

        Card {
            Layout.fillWidth: true
            Layout.fillHeight: true
            Layout.preferredWidth: 13

            ColumnLayout {
                anchors.fill: parent
                spacing: Theme.space2

                RowLayout {
                    spacing: Theme.space3

                    Heading {
                        text: qsTr("Blocked by gate")
                    }
                    Caption {
                        Layout.fillWidth: true
                        text: root.viewModel.gateNote
                    }
                }
                BarChart {
                    objectName: "chartGates"
                    Layout.fillWidth: true
                    Layout.fillHeight: true
                    title: qsTr("Blocked by gate · %1").arg(root.viewModel.gateNote)
                    series: root.viewModel.gateSeries
                    bars: root.viewModel.gateBars
                }
            }
        }
        Card {
            Layout.fillWidth: true
            Layout.fillHeight: true
            Layout.preferredWidth: 10

            ColumnLayout {
                anchors.fill: parent
                spacing: Theme.space2

                RowLayout {
                    spacing: Theme.space3

                    Heading {
                        text: qsTr("Delivery outcome")
                    }
                    Caption {
                        Layout.fillWidth: true
                        text: root.viewModel.deliveryNote
                    }
                }
                BarChart {
                    objectName: "chartDelivery"
                    Layout.fillWidth: true
                    Layout.fillHeight: true
                    title: qsTr("Delivery outcome · %1").arg(root.viewModel.deliveryNote)
                    series: root.viewModel.deliverySeries
                    bars: root.viewModel.deliveryBars
                }
            }
        }
    }
    main: RowLayout {
        anchors.fill: parent
        spacing: Theme.gap

        Card {
            Layout.fillWidth: true
            Layout.fillHeight: true
            Layout.preferredWidth: 16
            padding: 0

            ListStates {
                anchors.fill: parent
                status: root.newestBlocked.status
                emptyText: qsTr("Nothing is blocked")
                emptyDetail: qsTr("Blocks by agents are seen only if this engine writes them into its audit log.")
                failedWhat: qsTr("The audit log could not be read")
                failedWhy: root.newestBlocked.failedWhy
                failedAdvice: root.newestBlocked.failedAdvice
                onRetry: root.newestBlocked.refresh()

                DataTable {
                    objectName: "newestBlocked"
                    focus: true
                    anchors.fill: parent
                    label: qsTr("Newest blocked executions")
                    model: root.newestBlocked
                    keyRole: "key"
                    columns: [
                        { title: qsTr("Newest blocked"), role: "action", kind: "text", width: 240, fill: true },
                        { title: qsTr("Gate"), role: "gateText", kind: "badge", kindRole: "gateKind", signRole: "gateSign", width: 140 },
                        { title: qsTr("Age"), role: "age", kind: "muted", width: 90, align: "right" },
                        { title: qsTr("Who"), role: "who", kind: "muted", width: 160 }
                    ]
                    onRowActivated: root.blockedRequested()
                }
            }
        }
        Card {
            Layout.fillWidth: true
            Layout.fillHeight: true
            Layout.preferredWidth: 10

            ColumnLayout {
                anchors.fill: parent
                spacing: Theme.space3

                Heading {
                    text: qsTr("This engine")
                }
                Flickable {
                    Layout.fillWidth: true
                    Layout.fillHeight: true
                    clip: true
                    contentHeight: engineRows.implicitHeight
                    boundsBehavior: Flickable.StopAtBounds
                    T.ScrollBar.vertical: ScrollBar {}

                    KeyValueGrid {
                        id: engineRows

                        objectName: "engineRows"
                        width: parent.width
                        labelWidth: Math.round(Theme.railWidth / 2)
                        rows: root.viewModel.engineRows
                    }
                }
            }
        }
    }
}
