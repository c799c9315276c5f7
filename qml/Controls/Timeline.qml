// SPDX-License-Identifier: Apache-2.0
// Events from top to bottom, each { title, time?, detail?, kind?, mono? }; kind colours the mark, the words carry the meaning.
pragma ComponentBehavior: Bound
import QtQuick

Column {
    id: root

    required property var events
    property Tokens tokens: Theme.current

    spacing: 0
    Accessible.role: Accessible.List

    Repeater {
        id: repeater

        // Told by number: a new event does not make the others anew.
        model: root.events.length

        delegate: Item {
            id: entry

            required property int index
            readonly property var modelData: root.events[entry.index] ?? ({ title: "" })
            readonly property string kind: entry.modelData.kind ?? ""
            readonly property string time: entry.modelData.time ?? ""
            readonly property string detail: entry.modelData.detail ?? ""

            width: root.width
            implicitHeight: words.height + 12
            Accessible.role: Accessible.ListItem
            Accessible.name: [entry.modelData.title, entry.time, entry.detail].filter(part => part.length > 0).join(", ")

            Rectangle {
                visible: entry.index < repeater.count - 1
                x: 5
                y: 10
                width: 2
                height: entry.height
                color: root.tokens.lineStrong
            }
            Rectangle {
                x: 1
                y: Math.round(titleText.height / 2) - 5
                width: 10
                height: 10
                radius: 5
                color: entry.kind.length > 0 ? root.tokens.ink(entry.kind) : root.tokens.surface
                border.width: 2
                border.color: entry.kind.length > 0 ? root.tokens.ink(entry.kind) : root.tokens.lineStrong
            }
            Column {
                id: words

                x: 24
                width: entry.width - x
                spacing: 2

                Flow {
                    width: parent.width
                    spacing: 8

                    PlainLabel {
                        id: titleText
                        width: Math.min(implicitWidth, words.width)
                        text: entry.modelData.title
                        tokens: root.tokens
                        wrapMode: Text.Wrap
                        font.weight: entry.kind.length > 0 ? Font.DemiBold : Font.Normal
                        Accessible.ignored: true
                    }
                    Mono {
                        visible: entry.time.length > 0
                        height: titleText.height
                        verticalAlignment: Text.AlignVCenter
                        text: entry.time
                        color: root.tokens.textSecond
                        Accessible.ignored: true
                    }
                }
                PlainLabel {
                    visible: entry.detail.length > 0
                    width: parent.width
                    text: entry.detail
                    color: root.tokens.textSecond
                    wrapMode: Text.WrapAtWordBoundaryOrAnywhere
                    font.family: entry.modelData.mono ? Theme.monoFamily : Theme.fontFamily
                    font.preferShaping: !(entry.modelData.mono ?? false)
                    font.pixelSize: entry.modelData.mono ? Theme.fontMono : Theme.fontBody
                    Accessible.ignored: true
                }
            }
        }
    }
}
