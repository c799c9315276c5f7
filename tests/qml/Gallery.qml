// SPDX-License-Identifier: Apache-2.0
// Every component once, for looking at and for the tests; `table` is given by the test.
import QtQuick
import QtQuick.Layouts
import Algenta.Controls

Rectangle {
    id: root

    required property QtObject table
    readonly property QtObject theme: Theme
    property string listStatus: "ready"
    property var asked: []

    function note(what: string): void {
        root.asked = root.asked.concat([what])
    }

    width: 1440
    height: 1360
    color: Theme.background

    NavRail {
        id: rail
        objectName: "rail"
        height: parent.height - status.height
        brand: "Algenta Operator"
        currentId: "blocked"
        places: [
            { id: "overview", text: "Overview", icon: "overview", group: "1" },
            { id: "blocked", text: "Blocked", icon: "blocked", count: 14, group: "1" },
            { id: "decisions", text: "Decisions", icon: "decisions", group: "1" },
            { id: "receipts", text: "Receipts", icon: "receipts", group: "1" },
            { id: "tools", text: "Tools", icon: "tools", group: "2" },
            { id: "contract", text: "Contract", icon: "contract", group: "2" },
            { id: "liaison", text: "Liaison", icon: "liaison", group: "2" },
            { id: "journal", text: "Journal", icon: "journal", group: "3" },
            { id: "settings", text: "Settings", icon: "settings", group: "3" }
        ]
        onActivated: id => root.note("nav " + id)
        footer: [
            Caption { text: "operator ops@warehouse-1" },
            Caption { text: "journal sealed 12 s ago" }
        ]
    }
    StatusBar {
        id: status
        width: parent.width
        anchors.bottom: parent.bottom
        leftParts: [{ text: "14 blocked · 3 unassigned" }, { text: "mirror complete to 09:41:07Z" }]
        rightParts: [{ text: "contract 0.1.0 · parity ✓" }, { text: "journal broken", kind: "failed" }]
    }
    ColumnLayout {
        anchors.left: rail.right
        anchors.right: parent.right
        anchors.top: parent.top
        anchors.bottom: status.top
        anchors.margins: Theme.pageMargin
        spacing: Theme.gap

        RowLayout {
            spacing: 12
            Title { text: "Blocked executions" }
            SecondaryText { text: "14 · newest first" }
            Item { Layout.fillWidth: true }
            Button { objectName: "primary"; text: "Assign to me"; kind: "primary"; onClicked: root.note("primary") }
            Button { text: "Export…"; icon.name: "export" }
            Button { text: "Delete"; kind: "danger" }
            Button { text: "Quiet"; kind: "quiet" }
            Button { text: "Not now"; enabled: false; hint: "Nothing is selected" }
            IconButton { iconName: "refresh"; text: "Refresh" }
            KeyHint { keys: "Ctrl K" }
        }
        RowLayout {
            spacing: 8
            SearchField {
                objectName: "search"
                Layout.preferredWidth: 300
                placeholderText: "gate:confidence age<24h"
                keys: "Ctrl F"
                onEdited: query => root.note("query " + query)
            }
            Chip { objectName: "chip"; text: "Unassigned"; count: 3; checked: true }
            Chip { text: "Mine"; count: 2 }
            Pill { objectName: "pill"; waiting: 2; onClicked: root.note("pill") }
            Segmented { objectName: "segmented"; label: "Time"; options: ["UTC", "Local"]; onActivated: i => root.note("segment " + i) }
            CheckBox { objectName: "check"; text: "Keep"; checked: true }
            Switch { objectName: "switch"; text: "Demo"; checked: true; onText: "on"; offText: "off" }
            ComboBox { objectName: "combo"; label: "Theme"; model: ["System", "Light", "Dark", "High contrast"] }
        }
        RowLayout {
            spacing: 8
            Badge { text: "delivered"; kind: "ok" }
            Badge { text: "confidence"; kind: "blocked" }
            Badge { text: "failed"; kind: "failed" }
            Badge { text: "acts"; kind: "failed"; sign: "triangle" }
            Badge { text: "overridden"; kind: "override" }
            Badge { text: "not known here"; kind: "unknown" }
            Badge { text: "demo"; kind: "accent" }
            Badge { text: "reads"; kind: "neutral" }
        }
        RowLayout {
            spacing: 8
            TextField { objectName: "text"; label: "Address"; text: "http://127.0.0.1:8123"; mono: true }
            TextField { label: "Bad"; text: "nope"; error: "Not an address"; Layout.preferredWidth: 90 }
            SecretField { objectName: "secret"; label: "Operator key"; placeholderText: "Key" }
            Repeater {
                model: ["glass", "warning", "info", "lock", "plug", "clock", "filter", "more", "question", "tilde", "plus"]
                delegate: Icon {
                    required property string modelData
                    name: modelData
                    color: Theme.textSecond
                }
            }
        }
        Banner {
            Layout.fillWidth: true
            objectName: "banner"
            kind: "attention"
            text: "The engine changed two tool descriptions"
            detail: "First seen today at 06:00Z."
            actionText: "Compare"
            closable: true
            onTriggered: root.note("banner")
        }
        RowLayout {
            Layout.fillWidth: true
            Layout.preferredHeight: 420
            spacing: Theme.gap

            Card {
                Layout.fillWidth: true
                Layout.fillHeight: true
                padding: 0

                ListStates {
                    objectName: "states"
                    anchors.fill: parent
                    status: root.listStatus
                    filterText: "gate:nothing"
                    failedWhat: "The audit log could not be read"
                    failedWhy: "The engine answered 403: this key may not read it."
                    failedAdvice: "Use another key in Settings, then retry."
                    hasRawAnswer: true
                    incompleteText: "3 rows could not be read"
                    incompleteDetail: "They are listed in the raw answer."
                    onClearFilter: root.note("clear")
                    onRetry: root.note("retry")
                    onShowRawAnswer: root.note("raw")

                    DataTable {
                        objectName: "table"
                        anchors.fill: parent
                        label: "Blocked executions"
                        model: root.table
                        keyRole: "key"
                        twoLines: true
                        sortRole: "when"
                        sortDescending: true
                        columns: [
                            { title: "Decision", role: "key", kind: "mono", secondRole: "action", width: 150, fill: true, sortable: true },
                            { title: "Gate", role: "gate", kind: "badge", kindRole: "gateKind", width: 116 },
                            { title: "Measured", role: "measured", kind: "mono", width: 105 },
                            { title: "Amount", role: "amount", kind: "number", width: 90, sortable: true, descendingFirst: true },
                            { title: "Who", role: "who", kind: "muted", width: 96 },
                            { title: "Own", role: "measured", kind: "custom", width: 70, delegate: own },
                            { title: "When", role: "when", kind: "time", width: 100, sortable: true }
                        ]
                        onSortRequested: (role, descending) => root.note("sort " + role + " " + descending)
                        onRowActivated: row => root.note("activated " + row)
                        onContextMenuRequested: (row, role) => root.note("menu " + row + " " + role)
                        onEndReached: root.note("end")
                    }
                }
            }
            DetailPane {
                objectName: "pane"
                Layout.fillHeight: true
                Layout.preferredWidth: implicitWidth
                title: "Reorder SKU 8841"
                subtitle: "dec_7f3a91c2"
                onClosed: root.note("closed")
                tools: [
                    CopyButton { value: "dec_7f3a91c2"; what: "id" },
                    IconButton { iconName: "more"; text: "More" }
                ]
                footer: [
                    Button { text: "Assign to me"; kind: "primary" },
                    Button { text: "Decline…" },
                    Item { Layout.fillWidth: true },
                    Button { text: "Break glass…" }
                ]

                ThresholdBar {
                    Layout.fillWidth: true
                    measured: 0.41
                    threshold: 0.6
                    measuredText: "0.41 measured"
                    thresholdText: "0.60 minimum"
                    fromText: "0"
                    toText: "1"
                }
                KeyValueGrid {
                    objectName: "grid"
                    Layout.fillWidth: true
                    rows: [
                        { label: "Expected value", value: "4,180.00", mono: true, exact: "4180.00" },
                        { label: "Risk p5", value: "−310.00", note: "(floor −800, would pass)", mono: true },
                        { label: "Outcome", value: "delivered", kind: "ok" },
                        { label: "Source", value: "audit log" }
                    ]
                }
                Timeline {
                    Layout.fillWidth: true
                    events: [
                        { title: "planned", time: "09:38:12Z" },
                        { title: "logged", time: "09:38:40Z" },
                        { title: "execute refused", time: "09:39:02Z", kind: "blocked", detail: "“confidence 0.41 is below policy.min_confidence 0.60”" }
                    ]
                }
            }
        }
        RowLayout {
            Layout.fillWidth: true
            Layout.preferredHeight: 220
            spacing: Theme.gap

            Card {
                Layout.fillWidth: true
                Layout.fillHeight: true

                Heading { id: chartTitle; text: "Blocked by gate" }
                BarChart {
                    objectName: "chart"
                    anchors.fill: parent
                    anchors.topMargin: chartTitle.height + 8
                    title: chartTitle.text
                    series: [{ name: "confidence", kind: "blocked" }, { name: "risk_floor", kind: "override" }, { name: "idempotency", kind: "unknown" }]
                    bars: [[4, 1, 1], [6, 2, 0], [3, 1, 2], [0, 0, 0], [8, 3, 1], [2, 0, 0], [9, 3, 2]].map((v, i) => ({ label: "11-" + (20 + i), values: v }))
                    onBarActivated: i => root.note("bar " + i)
                }
            }
            JsonView {
                objectName: "json"
                Layout.fillWidth: true
                Layout.fillHeight: true
                label: "schema"
                text: "{\n  \"type\": \"object\",\n  \"properties\": {\n    \"decision_id\": { \"type\": \"string\" },\n    \"force\": { \"type\": \"boolean\" },\n    \"override_safety\": { \"type\": \"boolean\" },\n    \"metadata\": { \"type\": \"object\" }\n  }\n}\n"
                removedLines: [5, 6]
            }
            Card {
                Layout.preferredWidth: 180
                Layout.fillHeight: true

                ColumnLayout {
                    anchors.fill: parent
                    SecondaryText { text: "Delivered" }
                    Figure { text: "1,284" }
                    Caption { text: "99.2 % of executions"; Layout.fillWidth: true }
                    BusyBar { Layout.fillWidth: true }
                    Item { Layout.fillHeight: true }
                }
            }
        }
        Rectangle {
            Layout.fillWidth: true
            Layout.fillHeight: true
            Layout.minimumHeight: 160
            color: Theme.glassGround
            border.width: 4
            border.color: Theme.glassEdge

            RowLayout {
                anchors.fill: parent
                anchors.margins: 20
                spacing: 20

                KeyValueGrid {
                    Layout.preferredWidth: 480
                    Layout.alignment: Qt.AlignTop
                    tokens: Theme.glass
                    noteWidth: 130
                    rows: [
                        { label: "Decision", value: "dec_7f3a91c2", mono: true, note: "engine" },
                        { label: "Goes to", value: "hooks.wms.example/orders", mono: true, note: "agent · host allowed" },
                        { label: "Gate", value: "confidence", kind: "blocked", note: "engine" }
                    ]
                }
                TextArea {
                    objectName: "area"
                    Layout.fillWidth: true
                    Layout.fillHeight: true
                    tokens: Theme.glass
                    label: "Why now"
                    placeholderText: "Why now, and who asked"
                }
                ColumnLayout {
                    Layout.preferredWidth: 380
                    ComboBox { Layout.fillWidth: true; tokens: Theme.glass; label: "Category"; model: ["Missing data in the model"] }
                    TextField { Layout.fillWidth: true; tokens: Theme.glass; label: "Host"; placeholderText: "Type the host that it goes to" }
                    HoldButton {
                        objectName: "hold"
                        Layout.fillWidth: true
                        tokens: Theme.glass
                        text: "Hold to send"
                        onConfirmed: root.note("confirmed")
                        onCancelled: root.note("cancelled")
                    }
                }
            }
        }
    }
    Component {
        id: own

        Mono {
            property var value
            text: "own " + value
            verticalAlignment: Text.AlignVCenter
        }
    }
    Menu {
        id: menu
        objectName: "menu"
        MenuItem { objectName: "menuCopy"; text: "Copy <b>value</b>"; icon.name: "copy"; keys: "Ctrl+C"; onTriggered: root.note("copy") }
        MenuSeparator {}
        MenuItem { text: "Copy as JSON" }
    }
    Dialog {
        id: dialog
        objectName: "dialog"
        title: "Decline this execution?"

        contentItem: BodyText { text: "The engine is not told."; wrapMode: Text.Wrap }
        footer: Item {
            implicitHeight: 60
            Button { anchors.right: parent.right; anchors.rightMargin: 20; text: "Decline"; onClicked: dialog.accept() }
        }
    }
}
