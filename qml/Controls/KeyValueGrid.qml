// SPDX-License-Identifier: Apache-2.0
// Rows of { label, value, note?, mono?, kind?, exact? }: every value can be copied exactly, by button, menu or Ctrl+C.
pragma ComponentBehavior: Bound
import QtQuick

Column {
    id: root

    // A list of objects; `exact` is what is copied when it differs from the shown `value`.
    required property var rows
    property int labelWidth: Math.round(128 * Theme.fontScale)
    property int noteWidth: 0
    property bool copyable: true
    property Tokens tokens: Theme.current

    spacing: 2
    Accessible.role: Accessible.List

    Repeater {
        // Told by number: a new value changes a row and does not take the focus from it.
        model: root.rows.length

        delegate: KeyValueRow {
            required property int index
            readonly property var modelData: root.rows[index] ?? ({})

            width: root.width
            tokens: root.tokens
            labelWidth: root.labelWidth
            noteWidth: root.noteWidth
            copyable: root.copyable
            label: modelData.label ?? ""
            value: modelData.value ?? ""
            note: modelData.note ?? ""
            mono: modelData.mono ?? false
            kind: modelData.kind ?? ""
            exact: modelData.exact ?? modelData.value ?? ""
        }
    }
}
