// SPDX-License-Identifier: Apache-2.0
// What stands around the break-glass window: exercises, allowed hosts, the sealed key, reviews.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Algenta.Console
import Algenta.Controls

Card {
    id: root

    required property GlassDesk desk
    required property BreakGlassViewModel breakGlass
    required property Session session

    ColumnLayout {
        width: parent.width
        spacing: Theme.space3

        Heading {
            text: qsTr("Break glass")
        }
        BodyText {
            objectName: "glassDrillText"
            Layout.fillWidth: true
            text: root.desk.drillText
            color: root.desk.drillDue ? Theme.blocked : Theme.text
            wrapMode: Text.Wrap
        }
        // Wrapped texts stand above their buttons or beside ones that are held at the top: a row that
        // centres a button keeps the place it had before the text had its width.
        SecondaryText {
            Layout.fillWidth: true
            text: qsTr("The same window and the same steps, on a demo engine of its own. Nothing leaves this machine.")
            wrapMode: Text.Wrap
        }
        Button {
            objectName: "glassStartDrill"
            text: qsTr("Begin an exercise…")
            enabled: !root.breakGlass.open && !root.breakGlass.preparingDrill
            onClicked: root.breakGlass.startDrill()
        }
        BusyBar {
            Layout.fillWidth: true
            running: root.breakGlass.preparingDrill || root.desk.busy
            label: root.desk.busy ? qsTr("Sealing the key…") : qsTr("Setting the exercise up…")
        }
        Banner {
            objectName: "glassDrillProblem"
            Layout.fillWidth: true
            visible: root.breakGlass.drillProblem.length > 0
            kind: "failed"
            text: root.breakGlass.drillProblem
        }
        Banner {
            objectName: "glassDeskProblem"
            Layout.fillWidth: true
            visible: root.desk.problem.length > 0
            kind: "failed"
            text: root.desk.problem
        }

        Heading {
            //: %1 is the address of an engine
            text: qsTr("Webhook hosts that acts on %1 may go to").arg(root.session.engineName)
            wrapMode: Text.Wrap
            Layout.fillWidth: true
        }
        Banner {
            Layout.fillWidth: true
            visible: root.desk.hostsProblem.length > 0
            kind: "failed"
            text: root.desk.hostsProblem
        }
        SecondaryText {
            objectName: "glassNoHosts"
            Layout.fillWidth: true
            visible: root.desk.hosts.length === 0 && root.desk.hostsProblem.length === 0
            text: qsTr("None yet. A host is allowed in the break-glass window, when an act wants to go there.")
            wrapMode: Text.Wrap
        }
        Repeater {
            // Told by number, see StatusBar.
            model: root.desk.hosts.length

            delegate: RowLayout {
                id: row

                required property int index
                readonly property var modelData: root.desk.hosts[row.index] ?? ({ host: "", exact: "", since: "", actor: "", reason: "" })

                Layout.fillWidth: true
                spacing: Theme.space3

                ColumnLayout {
                    Layout.fillWidth: true
                    spacing: 0

                    Mono {
                        Layout.fillWidth: true
                        text: row.modelData.host
                    }
                    Caption {
                        Layout.fillWidth: true
                        text: qsTr("%1 · %2 · %3").arg(row.modelData.since).arg(row.modelData.actor).arg(row.modelData.reason)
                        wrapMode: Text.Wrap
                    }
                }
                Button {
                    objectName: "glassWithdraw_" + row.index
                    Layout.alignment: Qt.AlignTop
                    text: qsTr("Withdraw…")
                    Accessible.name: qsTr("Withdraw %1").arg(row.modelData.host)
                    onClicked: withdrawal.ask(row.modelData.exact)
                }
            }
        }

        Heading {
            text: qsTr("Reviews after acts")
        }
        Banner {
            objectName: "glassReviewsProblem"
            Layout.fillWidth: true
            visible: root.desk.reviewsProblem.length > 0
            kind: "failed"
            text: root.desk.reviewsProblem
        }
        SecondaryText {
            objectName: "glassNoReviews"
            visible: root.desk.reviews.length === 0 && root.desk.reviewsProblem.length === 0
            text: qsTr("No act waits for a review.")
        }
        Repeater {
            model: root.desk.reviews.length

            delegate: RowLayout {
                id: due

                required property int index
                readonly property var modelData: root.desk.reviews[due.index] ?? ({ actId: "", title: "", detail: "", overdue: false })

                Layout.fillWidth: true
                spacing: Theme.space3

                ColumnLayout {
                    Layout.fillWidth: true
                    spacing: 0

                    Mono {
                        Layout.fillWidth: true
                        text: due.modelData.title
                    }
                    Caption {
                        Layout.fillWidth: true
                        text: due.modelData.detail
                        color: due.modelData.overdue ? Theme.failed : Theme.textThird
                        wrapMode: Text.Wrap
                    }
                }
                Badge {
                    Layout.alignment: Qt.AlignTop
                    visible: due.modelData.overdue
                    text: qsTr("overdue")
                    kind: "failed"
                }
                Button {
                    objectName: "glassReview_" + due.index
                    Layout.alignment: Qt.AlignTop
                    text: qsTr("Review…")
                    Accessible.name: qsTr("Review the act on %1").arg(due.modelData.title)
                    onClicked: review.ask(due.modelData.actId)
                }
            }
        }

        Heading {
            text: qsTr("Operator key on this machine")
        }
        SecondaryText {
            objectName: "glassKeyState"
            Layout.fillWidth: true
            text: root.desk.hasKey ? qsTr("A key for this engine is kept here, sealed by a passphrase that is typed for each arming.")
                : qsTr("None: the key is typed for each arming. It can be kept here instead, sealed by a passphrase (Argon2id) that is typed for each arming.")
            wrapMode: Text.Wrap
        }
        Button {
            objectName: "glassRemoveKey"
            visible: root.desk.hasKey
            text: qsTr("Remove the sealed key")
            onClicked: root.desk.removeKey()
        }
        GridLayout {
            Layout.fillWidth: true
            visible: !root.desk.hasKey
            columns: 2
            columnSpacing: Theme.space3
            rowSpacing: Theme.space2

            Caption {
                text: qsTr("Operator key")
            }
            SecretField {
                id: key

                objectName: "glassSealKey"
                Layout.fillWidth: true
                label: qsTr("Operator key")
            }
            Caption {
                text: qsTr("Passphrase")
            }
            SecretField {
                id: words

                objectName: "glassSealWords"
                Layout.fillWidth: true
                label: qsTr("Passphrase, twelve characters at least")
            }
            Caption {
                text: qsTr("Again")
            }
            SecretField {
                id: again

                objectName: "glassSealAgain"
                Layout.fillWidth: true
                label: qsTr("The passphrase again")
            }
        }
        RowLayout {
            Layout.fillWidth: true
            visible: !root.desk.hasKey
            spacing: Theme.space3

            Button {
                objectName: "glassSeal"
                Layout.alignment: Qt.AlignTop
                text: qsTr("Seal the key")
                enabled: key.length > 0 && words.length >= 12 && words.length === again.length && !root.desk.busy
                hint: enabled ? "" : qsTr("A key, and twice a passphrase of twelve characters.")
                onClicked: {
                    const first = words.take()
                    if (first !== again.take()) {
                        mismatch.shown = true
                        return
                    }
                    mismatch.shown = false
                    root.desk.sealKey(key.take(), first)
                }
            }
            BodyText {
                id: mismatch

                property bool shown: false

                objectName: "glassSealMismatch"
                Layout.fillWidth: true
                visible: mismatch.shown
                color: Theme.failed
                text: qsTr("The two passphrases differ. Nothing was sealed; type them again.")
                wrapMode: Text.Wrap
            }
        }
    }
    ReasonDialog {
        id: withdrawal

        title: qsTr("Withdraw %1").arg(withdrawal.subject)
        explanation: qsTr("Acts on this engine can then no longer go there, until it is allowed again. The reason goes into the journal.")
        acceptText: qsTr("Withdraw")
        onGiven: (subject, text) => root.desk.withdrawHost(subject, text)
    }
    ReasonDialog {
        id: review

        title: qsTr("Review of an act")
        explanation: qsTr("What you found when you looked at it afterwards: was it right, and what follows? It goes into the journal under your name. Somebody else than the person who acted should write it.")
        acceptText: qsTr("Record the review")
        onGiven: (subject, text) => root.desk.review(subject, text)
    }
}
