// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/blocked/blockedviewmodel.h"
#include "app/console/breakglass/breakglassviewmodel.h"
#include "app/console/breakglass/glassdesk.h"
#include "app/console/connections/connectionsviewmodel.h"
#include "app/console/contract/contractviewmodel.h"
#include "app/console/decisions/decisionsviewmodel.h"
#include "app/console/doctor/doctorviewmodel.h"
#include "app/console/drift/driftviewmodel.h"
#include "app/console/journal/journalviewmodel.h"
#include "app/console/liaison/liaisonviewmodel.h"
#include "app/console/overview/overviewviewmodel.h"
#include "app/console/policy/policyviewmodel.h"
#include "app/console/receipts/receiptsviewmodel.h"
#include "app/console/session/consolesettings.h"
#include "app/console/session/session.h"
#include "app/console/session/settingsviewmodel.h"
#include "app/console/shell/commandline.h"
#include "app/console/shell/demochild.h"
#include "app/console/shell/desktopnotifier.h"
#include "app/console/shell/sessionwatch.h"
#include "app/console/tools/toolsviewmodel.h"
#include "core/base/clock.h"
#include "core/journal/journalservice.h"

#include <QObject>
#include <QPointer>
#include <QQuickWindow>
#include <QTimer>
#include <QVariantMap>

#include <memory>

class QQmlApplicationEngine;

namespace algenta::console
{

/** The composition root: builds everything once, wires it, and gives it to the window. */
class Console : public QObject
{
    Q_OBJECT

public:
    explicit Console(const CommandLine &line);
    ~Console() override;

    /** Opens the journal and the engine (or starts the demo's). */
    void start();
    /** Loads the window; false if QML could not make it. */
    [[nodiscard]] bool show(QQmlApplicationEngine &engine);
    /** As the button of the window does, and again until no act is under way any more. */
    void closeWindow();
    /** What Main.qml requires. */
    [[nodiscard]] QVariantMap initialProperties();
    [[nodiscard]] Session &session() { return m_session; }
    /** Every list of every page. */
    [[nodiscard]] QList<RecordListModel *> lists();
    [[nodiscard]] const DoctorViewModel &doctor() const { return m_doctor; }
    [[nodiscard]] journal::JournalService &journal() { return m_journal; }

Q_SIGNALS:
    /** A notice on the desktop was opened: bring the window to the front, and nothing else. */
    void raiseRequested();

private:
    void startDemo();
    void watchTheDesk();

    CommandLine m_line;
    base::SystemClock m_clock;
    ConsoleSettings m_settings;
    journal::JournalService m_journal;
    Session m_session;
    SettingsViewModel m_settingsView;
    ConnectionsViewModel m_connections;
    DoctorViewModel m_doctor;
    OverviewViewModel m_overview;
    BlockedViewModel m_blocked;
    DecisionsViewModel m_decisions;
    ReceiptsViewModel m_receipts;
    ToolsViewModel m_tools;
    ContractViewModel m_contract;
    DriftViewModel m_drift;
    PolicyViewModel m_policy;
    LiaisonViewModel m_liaison;
    JournalViewModel m_journalView;
    BreakGlassViewModel m_breakGlass;
    GlassDesk m_glassDesk;
    DesktopNotifier m_notifier;
    SessionWatch m_watch;
    std::unique_ptr<DemoChild> m_demo;
    QPointer<QQuickWindow> m_window;
    QTimer m_closing;
};

} // namespace algenta::console
