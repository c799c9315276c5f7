// SPDX-License-Identifier: Apache-2.0
// The window: rail, top bar, one page at a time, status line. Each page gets its view model from the program.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import QtQuick.Window
import Algenta.Console
import Algenta.Controls

Window {
    id: root

    required property Session session
    required property ConsoleSettings settings
    required property SettingsViewModel settingsView
    required property ConnectionsViewModel connections
    required property OverviewViewModel overview
    required property BlockedViewModel blocked
    required property DecisionsViewModel decisions
    required property ReceiptsViewModel receipts
    required property ToolsViewModel tools
    required property ContractViewModel contract
    required property DriftViewModel drift
    required property PolicyViewModel policy
    required property LiaisonViewModel liaison
    required property JournalViewModel journal
    required property BreakGlassViewModel breakGlass
    required property GlassDesk glassDesk
    required property DoctorViewModel doctor
    property string place: "overview"

    readonly property var places: [
        { id: "overview", text: qsTr("Overview"), icon: "overview", group: 0 },
        { id: "blocked", text: qsTr("Blocked"), icon: "blocked", group: 0, count: root.blocked.openCount },
        { id: "decisions", text: qsTr("Decisions"), icon: "decisions", group: 0 },
        { id: "receipts", text: qsTr("Receipts"), icon: "receipts", group: 0 },
        { id: "tools", text: qsTr("Tools"), icon: "tools", group: 1 },
        { id: "contract", text: qsTr("Contract"), icon: "contract", group: 1 },
        { id: "drift", text: qsTr("Drift"), icon: "drift", group: 1, count: root.drift.openCount },
        { id: "policy", text: qsTr("Policy"), icon: "policy", group: 1 },
        { id: "liaison", text: qsTr("Liaison"), icon: "liaison", group: 1 },
        { id: "journal", text: qsTr("Journal"), icon: "journal", group: 2 },
        { id: "connections", text: qsTr("Connections"), icon: "plug", group: 2 },
        { id: "settings", text: qsTr("Settings"), icon: "settings", group: 2 }
    ]

    // Follows the notices after the frame: pages that grow and shrink while notices wrap their text would go in circles.
    property real noticeHeight: 0

    function known(id: string): bool {
        return root.places.some(place => place.id === id)
    }
    function goTo(id: string): void {
        root.place = id
        root.settings.place = id
        pages.forceActiveFocus()
    }
    // Not a place of the rail: the way there is a question about one connection, and it is not where the next start begins.
    function checkConnection(): void {
        root.doctor.checkConnection()
        root.place = "doctor"
        pages.forceActiveFocus()
    }
    function showDecision(id: string): void {
        root.decisions.open(id)
        root.goTo("decisions")
    }
    width: root.settings.windowWidth > 0 ? Math.min(root.settings.windowWidth, Screen.desktopAvailableWidth) : 1440
    height: root.settings.windowHeight > 0 ? Math.min(root.settings.windowHeight, Screen.desktopAvailableHeight) : 900
    minimumWidth: Theme.railWidth * 4
    minimumHeight: Theme.rowHeight * 16
    visible: true
    color: Theme.background
    //: %1 is the name of the connected engine
    title: root.session.engineName.length > 0 ? qsTr("%1 · Algenta Operator").arg(root.session.engineName) : qsTr("Algenta Operator")

    onClosing: close => {
        // An act whose answer is awaited would end as Unknown: the window stays until it came or the limit passed.
        close.accepted = !root.breakGlass.underWay
        root.settings.rememberWindow(root.width, root.height)
    }

    Component.onCompleted: {
        // The remembered size is where the window starts: a later change of any setting must not bring it back.
        root.width = root.width
        root.height = root.height
        if (root.known(root.settings.place))
            root.place = root.settings.place
    }

    Timer {
        id: afterFrame

        interval: 0
        onTriggered: root.noticeHeight = notices.height
    }
    Binding {
        target: Theme
        property: "scheme"
        value: root.settings.scheme
    }

    Shortcut {
        sequences: ["F5", "Ctrl+R"]
        onActivated: root.session.refresh()
    }
    Shortcut {
        sequences: ["Ctrl+F", "F3"]
        onActivated: {
            for (let i = 0; i < pages.children.length; ++i) {
                const loader = pages.children[i] as PageLoader
                if (loader?.visible ?? false)
                    loader.focusSearch()
            }
        }
    }
    Shortcut {
        sequence: "Ctrl+,"
        onActivated: root.goTo("settings")
    }
    Shortcut {
        sequence: "Ctrl+K"
        onActivated: palette.open()
    }
    Shortcut {
        sequence: "Ctrl+E"
        onActivated: switcher.open()
    }
    Shortcut {
        sequence: "Ctrl+/"
        onActivated: keys.open()
    }
    Shortcut {
        sequence: "Ctrl+Q"
        onActivated: root.close()
    }
    Shortcut {
        sequence: "Ctrl+Shift+D"
        enabled: root.breakGlass.armed
        onActivated: root.breakGlass.disarm()
    }
    Shortcut {
        sequence: "Alt+1"
        onActivated: root.goTo(root.places[0].id)
    }
    Shortcut {
        sequence: "Alt+2"
        onActivated: root.goTo(root.places[1].id)
    }
    Shortcut {
        sequence: "Alt+3"
        onActivated: root.goTo(root.places[2].id)
    }
    Shortcut {
        sequence: "Alt+4"
        onActivated: root.goTo(root.places[3].id)
    }
    Shortcut {
        sequence: "Alt+5"
        onActivated: root.goTo(root.places[4].id)
    }
    Shortcut {
        sequence: "Alt+6"
        onActivated: root.goTo(root.places[5].id)
    }
    Shortcut {
        sequence: "Alt+7"
        onActivated: root.goTo(root.places[6].id)
    }
    Shortcut {
        sequence: "Alt+8"
        onActivated: root.goTo(root.places[7].id)
    }
    Shortcut {
        sequence: "Alt+9"
        onActivated: root.goTo(root.places[8].id)
    }
    Shortcut {
        sequence: "Alt+0"
        onActivated: root.goTo(root.places[9].id)
    }

    NavRail {
        id: rail

        objectName: "navRail"
        anchors.left: parent.left
        anchors.top: parent.top
        anchors.bottom: status.top
        brand: qsTr("Algenta Operator")
        places: root.places
        currentId: root.place
        onActivated: id => root.goTo(id)
        footer: Caption {
            Layout.fillWidth: true
            text: root.journal.headText
            wrapMode: Text.Wrap
        }
    }
    TopBar {
        id: topBar

        anchors.left: rail.right
        anchors.right: parent.right
        anchors.top: parent.top
        session: root.session
        connectionName: root.connections.currentName
        onPaletteRequested: palette.open()
        onSwitcherRequested: switcher.open()
    }
    // A scope, so that the focus goes on to the page that is shown and to its list.
    FocusScope {
        id: pages

        focus: true
        anchors.left: rail.right
        anchors.right: parent.right
        anchors.top: topBar.bottom
        anchors.topMargin: root.noticeHeight
        anchors.bottom: status.top

        PageLoader {
            page: "overview"
            place: root.place
            file: Qt.resolvedUrl("OverviewPage.qml")
            properties: ({ viewModel: root.overview, session: root.session, settings: root.settings, newestBlocked: root.blocked.newest })
            onBlockedRequested: root.goTo("blocked")
            onDecisionRequested: id => root.showDecision(id)
        }
        PageLoader {
            page: "blocked"
            place: root.place
            file: Qt.resolvedUrl("BlockedPage.qml")
            properties: ({ viewModel: root.blocked, session: root.session, settings: root.settings, breakGlass: root.breakGlass })
            onDecisionRequested: id => root.showDecision(id)
        }
        PageLoader {
            page: "decisions"
            place: root.place
            file: Qt.resolvedUrl("DecisionsPage.qml")
            properties: ({ viewModel: root.decisions, session: root.session, settings: root.settings })
        }
        PageLoader {
            page: "receipts"
            place: root.place
            file: Qt.resolvedUrl("ReceiptsPage.qml")
            properties: ({ viewModel: root.receipts, session: root.session, settings: root.settings })
            onDecisionRequested: id => root.showDecision(id)
        }
        PageLoader {
            page: "tools"
            place: root.place
            file: Qt.resolvedUrl("ToolsPage.qml")
            properties: ({ viewModel: root.tools, session: root.session, settings: root.settings })
        }
        PageLoader {
            page: "contract"
            place: root.place
            file: Qt.resolvedUrl("ContractPage.qml")
            properties: ({ viewModel: root.contract, session: root.session, settings: root.settings })
        }
        PageLoader {
            page: "drift"
            place: root.place
            file: Qt.resolvedUrl("DriftPage.qml")
            properties: ({ viewModel: root.drift, session: root.session, settings: root.settings })
        }
        PageLoader {
            page: "policy"
            place: root.place
            file: Qt.resolvedUrl("PolicyPage.qml")
            properties: ({ viewModel: root.policy, session: root.session, settings: root.settings })
            onDecisionRequested: id => root.showDecision(id)
        }
        PageLoader {
            page: "liaison"
            place: root.place
            file: Qt.resolvedUrl("LiaisonPage.qml")
            properties: ({ viewModel: root.liaison, settings: root.settings })
        }
        PageLoader {
            page: "journal"
            place: root.place
            file: Qt.resolvedUrl("JournalPage.qml")
            properties: ({ viewModel: root.journal, session: root.session, settings: root.settings, desk: root.glassDesk })
        }
        PageLoader {
            page: "connections"
            place: root.place
            file: Qt.resolvedUrl("ConnectionsPage.qml")
            properties: ({ viewModel: root.connections, session: root.session })
            onCheckRequested: root.checkConnection()
        }
        PageLoader {
            page: "settings"
            place: root.place
            file: Qt.resolvedUrl("SettingsPage.qml")
            properties: ({ viewModel: root.settingsView, session: root.session, settings: root.settings, desk: root.glassDesk, breakGlass: root.breakGlass })
            onCheckRequested: root.checkConnection()
        }
        PageLoader {
            page: "doctor"
            place: root.place
            file: Qt.resolvedUrl("DoctorPage.qml")
            properties: ({ viewModel: root.doctor, session: root.session })
        }
    }
    // What must be seen on every page: no engine, acts without a known outcome, a journal or settings file in trouble.
    Column {
        id: notices

        anchors.left: rail.right
        anchors.right: parent.right
        anchors.top: topBar.bottom
        onHeightChanged: afterFrame.restart()

        Banner {
            objectName: "noticeConnection"
            width: parent.width
            visible: root.session.state === "failed"
            kind: "failed"
            text: root.session.failedWhy
            detail: root.session.failedAdvice
            actionText: qsTr("Try again")
            otherText: root.place === "doctor" ? "" : qsTr("Check this connection")
            onTriggered: root.session.refresh()
            onOtherTriggered: root.checkConnection()
        }
        Banner {
            objectName: "noticeJournal"
            width: parent.width
            visible: root.journal.problem.length > 0
            kind: "failed"
            text: root.journal.problem
            detail: qsTr("Nothing can be sent through break-glass until the journal can be written.")
        }
        Banner {
            objectName: "noticeActsNotRead"
            width: parent.width
            visible: root.breakGlass.openActs.problem.length > 0
            kind: "failed"
            text: qsTr("Whether an act was sent whose outcome is unknown cannot be read from the journal.")
            detail: root.breakGlass.openActs.problem
        }
        Banner {
            objectName: "noticeUnknown"
            width: parent.width
            visible: root.breakGlass.openActs.count > 0
            kind: "attention"
            //: %n is a number of acts
            text: qsTr("%n act(s) were sent and no answer was recorded: their outcome is unknown.", "", root.breakGlass.openActs.count)
            detail: root.breakGlass.openActs.text
            actionText: qsTr("Settle by reading")
            onTriggered: root.breakGlass.openActs.settle()
        }
        Banner {
            objectName: "noticeArmed"
            width: parent.width
            visible: root.breakGlass.armed
            kind: "attention"
            //: %1 is the time left, %2 the decision, gate and engine
            text: qsTr("Armed, %1 left: %2").arg(root.breakGlass.timeLeft).arg(root.breakGlass.armedText)
            actionText: qsTr("Disarm")
            onTriggered: root.breakGlass.disarm()
        }
        Banner {
            objectName: "noticeReviews"
            width: parent.width
            visible: root.glassDesk.overdue > 0
            kind: "attention"
            //: %n is a number of acts
            text: qsTr("%n act(s) should have been reviewed by now. Nothing can be armed until that is done.", "", root.glassDesk.overdue)
            actionText: qsTr("Show the act")
            onTriggered: {
                root.journal.list.filterText = 'act="' + root.glassDesk.firstOverdue + '"'
                root.goTo("journal")
            }
        }
        Banner {
            objectName: "noticeDrift"
            width: parent.width
            visible: root.drift.noticeText.length > 0 && root.place !== "drift"
            kind: "attention"
            //: %1 is a sentence, %2 the counts of the changes or why they are not known
            text: qsTr("%1: %2").arg(root.drift.noticeText).arg(root.drift.noticeDetail)
            actionText: qsTr("Show the changes")
            onTriggered: root.goTo("drift")
        }
        Banner {
            objectName: "noticeUnderWay"
            width: parent.width
            visible: root.breakGlass.underWay
            kind: "attention"
            text: qsTr("An override is under way. The program ends only after its outcome is recorded.")
        }
        Banner {
            objectName: "noticeSettings"
            width: parent.width
            visible: root.settings.problem.length > 0
            kind: "attention"
            text: root.settings.problem
        }
    }
    StatusBar {
        id: status

        objectName: "statusBar"
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.bottom: parent.bottom
        leftParts: [
            { text: root.blocked.statusText },
            { text: root.session.keyText, kind: root.session.keyKind === "failed" ? "failed" : "" }
        ]
        rightParts: [
            { text: root.contract.statusText, kind: root.contract.statusKind },
            { text: root.session.demo ? qsTr("demo engine") : qsTr("demo off"), kind: root.session.demo ? "override" : "" }
        ]
    }
    CommandPalette {
        id: palette

        anchors.fill: parent
        places: root.places
        session: root.session
        settings: root.settings
        connections: root.connections
        onSwitcherRequested: switcher.open()
        onPlaceRequested: id => root.goTo(id)
        onDecisionRequested: id => root.showDecision(id)
        onCheckRequested: root.checkConnection()
    }
    EngineSwitcher {
        id: switcher

        anchors.fill: parent
        viewModel: root.connections
        onManageRequested: root.goTo("connections")
    }
    ShortcutSheet {
        id: keys

        anchors.fill: parent
        places: root.places
    }
    BreakGlassWindow {
        viewModel: root.breakGlass
        session: root.session
    }
}
