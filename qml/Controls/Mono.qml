// SPDX-License-Identifier: Apache-2.0
// Ids, hosts, numbers that are compared: monospaced, no separators.
import QtQuick

PlainLabel {
    color: tokens.text
    font.pixelSize: Theme.fontMono
    font.family: Theme.monoFamily
    // Ligatures would draw “://” or “!=” as other signs than were sent.
    font.preferShaping: false
}
