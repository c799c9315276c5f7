// SPDX-License-Identifier: Apache-2.0
// What can be copied of a table's row. The model gives the roles "json" and "command"; an empty command cannot be copied.
import QtQuick
import Algenta.Controls

Menu {
    id: root

    required property DataTable table
    required property string listName
    property int row: -1
    property string role: ""

    function openAt(row: int, x: real, y: real): void {
        root.row = row
        root.popup(x, y)
    }
    function value(name: string): string {
        return String(ModelRows.value(root.table.model as QtObject, root.row, name) ?? "")
    }
    function csvCell(text: string): string {
        return "\"" + text.replace(/"/g, "\"\"") + "\""
    }
    function csvRow(): string {
        return root.table.columns.map(column => root.csvCell(root.value(column.copyRole ?? column.role))).join(",")
    }

    MenuItem {
        objectName: root.listName + "CopyRow"
        text: qsTr("Copy row")
        keys: "Ctrl C"
        onTriggered: root.table.copyRow(root.row)
    }
    MenuItem {
        objectName: root.listName + "CopyJson"
        text: qsTr("Copy as JSON")
        onTriggered: Clipboard.copy(root.value("json"))
    }
    MenuItem {
        objectName: root.listName + "CopyCsv"
        text: qsTr("Copy as CSV")
        onTriggered: Clipboard.copy(root.value("csv").length > 0 ? root.value("csv") : root.csvRow())
    }
    MenuItem {
        objectName: root.listName + "CopyCommand"
        text: qsTr("Copy as algentactl command")
        enabled: root.value("command").length > 0
        onTriggered: Clipboard.copy(root.value("command"))
    }
}
