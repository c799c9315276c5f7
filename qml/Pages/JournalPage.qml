// SPDX-License-Identifier: Apache-2.0
// What operators and this console did, entry by entry, with the bytes and hashes that make changes show.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

Page {
    id: root

    required property JournalViewModel viewModel
    required property Session session
    required property ConsoleSettings settings
    required property GlassDesk desk
    // Read so that the review button follows the list of due reviews.
    readonly property int dueReviews: root.desk.reviews.length
    readonly property JournalListModel list: root.viewModel.list

    function closeDetails(): void {
        root.viewModel.close()
        table.currentRow = -1
        table.forceActiveFocus()
    }

    title: qsTr("Journal")
    subtitle: root.viewModel.countText
    searchField: search
    Keys.onEscapePressed: event => {
        event.accepted = root.viewModel.selectedKey.length > 0
        if (event.accepted)
            root.closeDetails()
    }
    actions: Button {
        objectName: "journalVerify"
        text: root.viewModel.verdict.busy ? qsTr("Verifying…") : qsTr("Verify")
        enabled: !root.viewModel.verdict.busy
        hint: qsTr("Reads the whole journal and recomputes every hash")
        onClicked: root.viewModel.verdict.run()
    }

    BusyBar {
        objectName: "journalVerifyBusy"
        Layout.fillWidth: true
        visible: root.viewModel.verdict.busy
        running: root.viewModel.verdict.busy
        label: qsTr("Every entry of the journal is being read and its hashes recomputed…")
    }
    JournalSealCard {
        objectName: "journalSeal"
        Layout.fillWidth: true
        visible: root.viewModel.seal.key !== "unknown"
        seal: root.viewModel.seal
    }
    JournalVerdictCard {
        objectName: "journalVerdict"
        Layout.fillWidth: true
        visible: root.viewModel.verdict.shown
        verdict: root.viewModel.verdict
    }
    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.space2

        SearchField {
            id: search

            objectName: "journalSearch"
            list: table
            Layout.preferredWidth: Theme.drawerWidth
            placeholderText: qsTr("kind:outcome outcome:receipt time<7d")
            keys: "Ctrl F"
            text: root.list.filterText
            error: root.list.filterError
            onEdited: query => root.list.filterText = query
        }
        Caption {
            objectName: "journalCoverage"
            Layout.fillWidth: true
            text: root.list.coverage.length > 0 ? root.list.coverage : root.viewModel.path
            elide: Text.ElideMiddle
        }
        Pill {
            objectName: "journalWaiting"
            waiting: root.list.waiting
            onClicked: root.list.showWaiting()
        }
    }
    BodyText {
        objectName: "journalFilterError"
        Layout.fillWidth: true
        visible: root.list.filterError.length > 0
        text: root.list.filterError
        color: Theme.failed
        wrapMode: Text.Wrap
    }
    // Anchors, not a layout: pane and card change their implicit sizes while they are being laid out.
    main: Item {
        anchors.fill: parent

        Card {
            anchors.fill: parent
            anchors.rightMargin: details.visible ? details.width + Theme.gap : 0
            padding: 0

            ListStates {
                anchors.fill: parent
                status: root.list.status
                loadingText: qsTr("Reading the journal…")
                emptyText: qsTr("The journal is empty")
                filterText: root.list.filterText
                failedWhat: qsTr("The journal could not be read")
                failedWhy: root.list.failedWhy
                failedAdvice: root.list.failedAdvice
                incompleteText: root.list.incompleteText
                incompleteDetail: root.list.incompleteDetail
                onClearFilter: root.list.clearFilter()
                onRetry: root.list.reload()

                DataTable {
                    id: table

                    objectName: "journalTable"
                    anchors.fill: parent
                    focus: true
                    label: qsTr("Entries of the journal")
                    model: root.list
                    keyRole: "key"
                    sortRole: root.list.sortRole
                    sortDescending: root.list.sortDescending
                    columnWidths: root.settings.columnWidths("journal")
                    columns: [
                        { title: qsTr("Entry"), role: "seq", kind: "mono", width: 70, align: "right", sortable: true, descendingFirst: true },
                        { title: qsTr("Time"), role: "time", kind: "time", width: 230, sortable: true, descendingFirst: true },
                        { title: qsTr("What"), role: "title", kind: "badge", kindRole: "badge", width: 160, sortable: true },
                        { title: qsTr("Says"), role: "summary", kind: "text", width: 220, fill: true },
                        { title: qsTr("About"), role: "subject", copyRole: "exactSubject", kind: "mono", width: 170, sortable: true },
                        { title: qsTr("Who"), role: "actor", copyRole: "exactActor", kind: "muted", width: 140, sortable: true }
                    ]
                    onSortRequested: (role, descending) => root.list.sortBy(role, descending)
                    onColumnResized: (role, width) => root.settings.setColumnWidth("journal", role, width)
                    onCurrentKeyChanged: {
                        if (table.currentKey !== undefined)
                            root.viewModel.select(table.currentKey)
                    }
                    onContextMenuRequested: (row, role, x, y) => menu.openAt(row, x, y)

                    RowMenu {
                        id: menu

                        table: table
                        listName: "journal"
                    }
                }
            }
        }
        DetailPane {
            id: details

            objectName: "journalDetails"
            anchors.right: parent.right
            anchors.top: parent.top
            anchors.bottom: parent.bottom
            width: details.implicitWidth
            visible: root.viewModel.selectedKey.length > 0
            title: root.viewModel.title
            subtitle: root.viewModel.subtitle
            preferredWidth: root.settings.paneWidth("journal") > 0 ? root.settings.paneWidth("journal") : Theme.drawerWidth
            onResized: width => root.settings.setPaneWidth("journal", width)
            onClosed: root.closeDetails()

            Banner {
                objectName: "journalFault"
                Layout.fillWidth: true
                visible: root.viewModel.fault.length > 0
                kind: "failed"
                text: root.viewModel.fault
            }
            KeyValueGrid {
                objectName: "journalRows"
                Layout.fillWidth: true
                rows: root.viewModel.rows
            }
            Heading {
                visible: root.viewModel.story.length > 0
                text: qsTr("The whole act")
            }
            Timeline {
                objectName: "journalStory"
                Layout.fillWidth: true
                visible: root.viewModel.story.length > 0
                events: root.viewModel.story
            }
            Banner {
                objectName: "journalSaved"
                Layout.fillWidth: true
                visible: root.viewModel.savedText.length > 0
                kind: root.viewModel.saveFailed ? "failed" : "info"
                text: root.viewModel.savedText
            }
            Banner {
                objectName: "journalStoryProblem"
                Layout.fillWidth: true
                visible: root.viewModel.storyProblem.length > 0
                kind: "attention"
                text: root.viewModel.storyProblem
            }
            Heading {
                text: qsTr("Hashes")
            }
            KeyValueGrid {
                objectName: "journalHashes"
                Layout.fillWidth: true
                rows: root.viewModel.hashes
            }
            Heading {
                visible: root.viewModel.evidence.length > 0
                text: qsTr("Recorded bytes")
            }
            Repeater {
                // Told by number, see StatusBar.
                model: root.viewModel.evidence.length

                delegate: RowLayout {
                    id: piece

                    required property int index
                    readonly property var modelData: root.viewModel.evidence[piece.index] ?? ({ name: "", problem: "", text: "", exact: "" })

                    Layout.fillWidth: true
                    spacing: Theme.space2

                    Mono {
                        Layout.fillWidth: true
                        text: piece.modelData.problem.length > 0 ? piece.modelData.name + ": " + piece.modelData.problem : piece.modelData.name
                        wrapMode: Text.WrapAnywhere
                    }
                    CopyButton {
                        objectName: "journalCopyEvidence_" + piece.index
                        value: piece.modelData.exact
                        what: piece.modelData.name
                    }
                    Button {
                        objectName: "journalShowEvidence_" + piece.index
                        kind: "quiet"
                        text: qsTr("Show")
                        Accessible.name: qsTr("Show %1").arg(piece.modelData.name)
                        enabled: piece.modelData.text.length > 0
                        onClicked: raw.show(piece.modelData.name, piece.modelData.text)
                    }
                }
            }
            footer: [
                Button {
                    objectName: "journalShowBytes"
                    text: qsTr("Entry as JSON")
                    onClicked: raw.show(root.viewModel.title, root.viewModel.text)
                },
                CopyButton {
                    objectName: "journalCopyBytes"
                    value: root.viewModel.exactBytes
                    what: qsTr("canonical bytes")
                },
                Item {
                    Layout.fillWidth: true
                },
                Button {
                    objectName: "journalReview"
                    visible: root.viewModel.actId.length > 0 && root.dueReviews >= 0 && root.desk.isDue(root.viewModel.actId)
                    text: qsTr("Review…")
                    onClicked: review.ask(root.viewModel.actId)
                },
                Button {
                    objectName: "journalProof"
                    text: qsTr("Proof…")
                    onClicked: proof.askFor(root.viewModel.suggestedProof)
                },
                Button {
                    objectName: "journalReport"
                    visible: root.viewModel.actId.length > 0
                    text: qsTr("Report…")
                    onClicked: report.askFor(root.viewModel.suggestedReport)
                },
                Button {
                    objectName: "journalFilterAct"
                    visible: root.viewModel.story.length > 0
                    text: qsTr("Only this act")
                    onClicked: root.viewModel.filterAct()
                }
            ]
        }
    }
    RawView {
        id: raw
    }
    SaveDialog {
        id: proof

        title: qsTr("Proof of the entry")
        explanation: qsTr("A C2SP tlog-proof: the entry's bytes, its path in the tree and the signed checkpoint. algentactl journal verify-proof checks it without this journal. Nothing is overwritten.")
        onGiven: path => root.viewModel.saveProof(path)
    }
    SaveDialog {
        id: report

        title: qsTr("Report of the act")
        explanation: qsTr("A name that ends in .pdf for people, in .json with the exact bytes for checking. Nothing is overwritten.")
        onGiven: path => root.viewModel.saveReport(path)
    }
    ReasonDialog {
        id: review

        title: qsTr("Review of an act")
        explanation: qsTr("What you found when you looked at it afterwards: was it right, and what follows? It goes into the journal under your name. Somebody else than the person who acted should write it.")
        acceptText: qsTr("Record the review")
        onGiven: (subject, text) => root.desk.review(subject, text)
    }
}
