// SPDX-License-Identifier: Apache-2.0
// Small text of the third rank: field labels, units, ages.
import QtQuick

PlainLabel {
    color: tokens.textThird
    font.pixelSize: Theme.fontLabel
}
