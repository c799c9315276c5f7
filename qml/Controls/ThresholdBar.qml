// SPDX-License-Identifier: Apache-2.0
// A measured value against a threshold: two numbers beside each other on one scale; an unknown value says so in words.
import QtQuick

Item {
    id: root

    // NaN is not known.
    required property real measured
    required property real threshold
    property real from: 0
    property real to: 1
    // The exact texts; the bar never formats a number itself.
    required property string measuredText
    required property string thresholdText
    property string fromText: ""
    property string toText: ""
    property string kind: "blocked"
    property Tokens tokens: Theme.current

    readonly property bool known: !isNaN(root.measured) && !isNaN(root.threshold) && root.to > root.from

    function at(value: real): real {
        return Math.max(0, Math.min(1, (value - root.from) / (root.to - root.from))) * root.width
    }
    function centred(value: real, width: real): real {
        return Math.round(Math.max(0, Math.min(root.width - width, root.at(value) - width / 2)))
    }

    implicitWidth: 240
    implicitHeight: root.known ? below.y + below.height : notKnown.height
    Accessible.role: Accessible.Indicator
    Accessible.name: root.known ? qsTr("%1, %2").arg(root.measuredText).arg(root.thresholdText) : notKnown.text

    PlainLabel {
        id: notKnown
        visible: !root.known
        width: parent.width
        wrapMode: Text.Wrap
        //: the measured value of a gate could not be read
        text: root.measuredText.length > 0 ? root.measuredText : qsTr("Measured value not known here")
        color: root.tokens.unknown
        Accessible.ignored: true
    }
    Mono {
        id: above
        visible: root.known
        x: root.known ? root.centred(root.threshold, width) : 0
        text: root.thresholdText
        tokens: root.tokens
        font.pixelSize: Theme.fontLabel
        Accessible.ignored: true
    }
    Rectangle {
        id: bar

        visible: root.known
        y: above.height + 6
        width: parent.width
        height: Math.round(8 * Theme.fontScale)
        radius: height / 2
        color: root.tokens.sunken
        border.width: 1
        border.color: root.tokens.lineStrong

        Rectangle {
            width: root.known ? Math.max(parent.height, root.at(root.measured)) : 0
            height: parent.height
            radius: parent.radius
            color: root.tokens.ink(root.kind)
        }
        Rectangle {
            x: root.known ? Math.round(Math.max(0, Math.min(root.width - width, root.at(root.threshold) - width / 2))) : 0
            y: -5
            width: 2
            height: parent.height + 10
            color: root.tokens.text
        }
    }
    Item {
        id: below

        visible: root.known
        y: bar.y + bar.height + 6
        width: parent.width
        height: measuredLabel.height

        Mono {
            visible: measuredLabel.x > width + 8
            text: root.fromText
            color: root.tokens.textThird
            font.pixelSize: Theme.fontLabel
            Accessible.ignored: true
        }
        Mono {
            id: measuredLabel
            x: root.known ? root.centred(root.measured, width) : 0
            text: root.measuredText
            color: root.tokens.ink(root.kind)
            font.pixelSize: Theme.fontLabel
            font.weight: Font.Bold
            Accessible.ignored: true
        }
        Mono {
            anchors.right: parent.right
            visible: x > measuredLabel.x + measuredLabel.width + 8
            text: root.toText
            color: root.tokens.textThird
            font.pixelSize: Theme.fontLabel
            Accessible.ignored: true
        }
    }
}
