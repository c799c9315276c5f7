// SPDX-License-Identifier: Apache-2.0
// Stacked bars: `series` of { name, kind }, `bars` of { label, values }; hover or Left and Right read one bar out in words.
pragma ComponentBehavior: Bound
import QtQuick

FocusScope {
    id: root

    required property string title
    required property var series
    // One value for each series, none negative.
    required property var bars
    property bool legend: true
    property Tokens tokens: Theme.current

    property int currentBar: -1
    readonly property real axisTop: root.niceTop(root.highest())
    readonly property bool empty: root.highest() <= 0
    readonly property int shownBar: hover.barAt >= 0 ? hover.barAt : root.activeFocus ? root.currentBar : -1

    signal barActivated(int index)

    function highest(): real {
        return root.bars.reduce((most, bar) => Math.max(most, root.total(bar)), 0)
    }
    function total(bar: var): real {
        return bar.values.reduce((sum, value) => sum + value, 0)
    }
    function niceTop(value: real): real {
        if (value <= 4)
            return Math.max(1, Math.ceil(value))
        const unit = Math.pow(10, Math.floor(Math.log10(value)))
        return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map(step => step * unit).find(top => top >= value)
    }
    function spoken(index: int): string {
        const bar = root.bars[index]
        if (bar === undefined)
            return ""
        const parts = root.series.map((one, i) => one.name + " " + (bar.values[i] ?? 0))
        return bar.label + ": " + parts.join(", ")
    }
    function choose(index: int): void {
        root.currentBar = Math.max(0, Math.min(root.bars.length - 1, index))
    }

    implicitWidth: 360
    implicitHeight: Math.round(150 * Theme.fontScale)
    activeFocusOnTab: root.bars.length > 0
    Accessible.role: Accessible.Chart
    Accessible.name: root.title
    Accessible.description: root.empty ? qsTr("No values") : root.spoken(root.currentBar)
    onActiveFocusChanged: if (root.activeFocus && root.currentBar < 0) root.choose(root.bars.length - 1)
    Keys.onPressed: event => {
        event.accepted = true
        if (event.key === Qt.Key_Left)
            root.choose(root.currentBar - 1)
        else if (event.key === Qt.Key_Right)
            root.choose(root.currentBar + 1)
        else if (event.key === Qt.Key_Home)
            root.choose(0)
        else if (event.key === Qt.Key_End)
            root.choose(root.bars.length - 1)
        else if ((event.key === Qt.Key_Return || event.key === Qt.Key_Enter) && root.currentBar >= 0)
            root.barActivated(root.currentBar)
        else
            event.accepted = false
    }

    Row {
        id: legendRow

        height: Math.round(18 * Theme.fontScale)
        spacing: 14

        Repeater {
            model: root.legend && root.shownBar < 0 ? root.series : []

            delegate: Row {
                id: key

                required property var modelData

                spacing: 5

                Rectangle {
                    anchors.verticalCenter: parent.verticalCenter
                    width: Math.round(10 * Theme.fontScale)
                    height: width
                    radius: 2
                    color: root.tokens.ink(key.modelData.kind)
                }
                PlainLabel {
                    text: key.modelData.name
                    color: root.tokens.textSecond
                    font.pixelSize: Theme.fontLabel
                }
            }
        }
        PlainLabel {
            objectName: "chartReadout"
            visible: root.shownBar >= 0
            width: root.width
            text: root.spoken(root.shownBar)
            tokens: root.tokens
            font.pixelSize: Theme.fontLabel
            font.weight: Font.DemiBold
        }
    }
    Item {
        id: plot

        readonly property real slot: root.bars.length > 0 ? width / root.bars.length : width

        anchors.fill: parent
        anchors.topMargin: legendRow.height + 10
        anchors.leftMargin: topLabel.width + 8
        anchors.bottomMargin: Math.round(18 * Theme.fontScale)

        Repeater {
            model: root.axisTop === 1 ? [0, 1] : [0, 0.5, 1]

            delegate: Rectangle {
                required property real modelData

                y: Math.round(plot.height * (1 - modelData))
                width: plot.width
                height: 1
                color: modelData === 0 ? root.tokens.lineStrong : root.tokens.line
            }
        }
        PlainLabel {
            visible: root.empty
            anchors.centerIn: parent
            text: qsTr("No values")
            color: root.tokens.textThird
            Accessible.ignored: true
        }
        Repeater {
            id: repeater

            model: root.bars

            delegate: Item {
                id: bar

                required property int index
                required property var modelData
                readonly property bool shown: root.shownBar === bar.index

                objectName: "bar_" + bar.index
                x: bar.index * plot.slot
                width: plot.slot
                height: plot.height
                Accessible.role: Accessible.ListItem
                Accessible.name: root.spoken(bar.index)
                Accessible.onPressAction: root.barActivated(bar.index)

                Rectangle {
                    visible: bar.shown
                    anchors.fill: parent
                    color: root.tokens.hover
                    radius: 3
                    border.width: root.activeFocus && root.currentBar === bar.index ? Theme.focusWidth : 0
                    border.color: root.tokens.focus
                }
                Column {
                    anchors.bottom: parent.bottom
                    anchors.horizontalCenter: parent.horizontalCenter
                    spacing: 1

                    Repeater {
                        model: bar.modelData.values.length

                        delegate: Rectangle {
                            required property int index
                            // The first series lies at the bottom.
                            readonly property int place: bar.modelData.values.length - 1 - index
                            readonly property real value: bar.modelData.values[place]

                            visible: value > 0
                            width: Math.max(2, Math.min(Math.round(28 * Theme.fontScale), plot.slot * 0.64))
                            // A value above zero is never too small to see.
                            height: Math.max(2, value / root.axisTop * plot.height - 1)
                            radius: Math.min(2, height / 2)
                            color: root.tokens.ink(root.series[place]?.kind ?? "neutral")
                        }
                    }
                }
            }
        }
        MouseArea {
            id: hover

            readonly property int barAt: containsMouse && root.bars.length > 0
                ? Math.max(0, Math.min(root.bars.length - 1, Math.floor(mouseX / plot.slot))) : -1

            anchors.fill: parent
            hoverEnabled: true
            onClicked: {
                root.forceActiveFocus(Qt.MouseFocusReason)
                root.choose(hover.barAt)
                root.barActivated(root.currentBar)
            }
        }
    }
    Mono {
        id: topLabel
        x: 0
        y: plot.y - height / 2
        text: String(root.axisTop)
        color: root.tokens.textThird
        font.pixelSize: Theme.fontLabel
        Accessible.ignored: true
    }
    Mono {
        x: topLabel.width - width
        y: plot.y + plot.height - height / 2
        text: "0"
        color: root.tokens.textThird
        font.pixelSize: Theme.fontLabel
        Accessible.ignored: true
    }
    Repeater {
        // As many labels as have room: every one, or every second, third…
        model: root.bars

        delegate: Mono {
            required property int index
            required property var modelData
            readonly property int every: Math.max(1, Math.ceil((widest.width + 12) / plot.slot))

            visible: (root.bars.length - 1 - index) % every === 0
            x: Math.max(0, Math.min(root.width - width, plot.x + (index + 0.5) * plot.slot - width / 2))
            y: plot.y + plot.height + 4
            text: modelData.label
            elide: Text.ElideNone
            color: root.tokens.textThird
            font.pixelSize: Theme.fontLabel
            Accessible.ignored: true
        }
    }
    TextMetrics {
        id: widest
        font.family: Theme.monoFamily
        font.pixelSize: Theme.fontLabel
        text: root.bars.reduce((longest, bar) => bar.label.length > longest.length ? bar.label : longest, "")
    }
}
