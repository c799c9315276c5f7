// SPDX-License-Identifier: Apache-2.0
// One palette: every colour by its meaning, each ink readable on each ground of the same palette.
import QtQuick

QtObject {
    required property string name

    required property color background
    required property color surface
    required property color raised
    required property color sunken
    required property color hover
    required property color line
    required property color lineStrong
    required property color focus

    required property color text
    required property color textSecond
    required property color textThird

    required property color accent
    required property color accentGround
    // Ink on a ground of the full accent colour
    required property color accentText
    required property color ok
    required property color okGround
    required property color blocked
    required property color blockedGround
    required property color failed
    required property color failedGround
    // Ink on a ground of the full failed colour
    required property color failedText
    required property color override
    required property color overrideGround
    required property color unknown
    required property color unknownGround

    function ink(kind: string): color {
        switch (kind) {
        case "ok": return ok
        case "blocked": return blocked
        case "failed": return failed
        case "override": return override
        case "accent": return accent
        case "neutral": return textSecond
        case "text": return text
        default: return unknown
        }
    }

    function ground(kind: string): color {
        switch (kind) {
        case "ok": return okGround
        case "blocked": return blockedGround
        case "failed": return failedGround
        case "override": return overrideGround
        case "accent": return accentGround
        default: return unknownGround
        }
    }
}
