// SPDX-License-Identifier: Apache-2.0
#include "app/console/shell/console.h"

#include "core/base/ondone.h"
#include "core/breakglass/armingrecord.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QQmlApplicationEngine>
#include <QUrl>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace
{

/** The reading key of the environment; all its names are taken out so that no child inherits one. */
base::Secret takeKeyFromEnvironment()
{
    base::Secret first;
    for (const char *name : {"ALGENTA_API_KEY", "DE_API_KEY"}) {
        QByteArray key = qgetenv(name);
        qunsetenv(name);
        base::Secret taken = base::Secret::takeFrom(key);
        if (first.isEmpty())
            first = std::move(taken);
    }
    return first;
}

/** Sealed operator keys stand beside the journal: an owner-only folder. */
QString keyFolder(const CommandLine &line)
{
    return QFileInfo(line.journalPath).absolutePath() + u"/operator-keys"_s;
}

/** What engines have shown, beside the journal: another journal keeps a try apart from what counts. */
QString snapshotPath(const CommandLine &line)
{
    return QFileInfo(line.journalPath).absolutePath() +
           (line.demo ? u"/demo-snapshots.db"_s : u"/snapshots.db"_s);
}

} // namespace

Console::Console(const CommandLine &line)
    : m_line(line)
    , m_settings(line.settingsPath)
    , m_journal(line.journalPath, m_clock)
    , m_session(m_settings)
    , m_settingsView(line.journalPath, line.settingsPath)
    , m_connections(m_session, m_journal, std::make_unique<SystemKeyVault>())
    , m_doctor(m_session, m_clock)
    , m_overview(m_session, m_journal)
    , m_blocked(m_session, m_journal)
    , m_decisions(m_session)
    , m_receipts(m_session, m_journal)
    , m_tools(m_session)
    , m_contract(m_session)
    , m_drift(m_session, *m_contract.live(), m_journal, snapshotPath(line))
    , m_policy(m_session)
    , m_journalView(m_session, m_journal)
    , m_breakGlass(m_session, m_journal, m_clock)
    , m_glassDesk(m_session, m_journal, m_clock, keyFolder(line))
    , m_notifier(QDBusConnection::sessionBus())
    , m_watch(QDBusConnection::sessionBus(), QDBusConnection::systemBus())
{
    if (line.demo)
        m_journal.useUnattendedKey();
    m_closing.setInterval(500ms);
    connect(&m_closing, &QTimer::timeout, this, &Console::closeWindow);
    watchTheDesk();
    if (!line.scheme.isEmpty())
        m_settings.setSchemeForThisRun(line.scheme);
}

Console::~Console() = default;

void Console::watchTheDesk()
{
    m_breakGlass.setKeyFolder(keyFolder(m_line));
    m_breakGlass.setNotifier(&m_notifier);
    if (!m_watch.watchesLock())
        m_breakGlass.setDeskProblem(tr("No bus tells when the screen locks: disarm before you leave."));
    connect(&m_watch, &SessionWatch::locked, this,
            [this] { m_breakGlass.disarmBecause(breakglass::ArmingCause::ScreenLock); });
    connect(&m_watch, &SessionWatch::goingToSleep, this,
            [this] { m_breakGlass.disarmBecause(breakglass::ArmingCause::Sleep); });
    connect(&m_notifier, &DesktopNotifier::opened, this, &Console::raiseRequested);
}

void Console::start()
{
    base::onDone(m_journal.start(), this, [this](const base::Result<journal::Head> &) {
        m_journalView.refresh();
        m_glassDesk.reload();
        m_connections.acts()->reload();
        m_drift.start();
        m_breakGlass.openActs()->read();
        // What an earlier run left armed is over; its closing record says so.
        base::onDone(breakglass::closeStaleArmings(m_journal, journal::systemActor()), this,
                     [this](const base::Result<int> &closed) {
                         if (!closed)
                             m_journalView.setStartError(closed.error());
                     });
    });
    base::Secret environmentKey = takeKeyFromEnvironment();
    if (m_line.demo)
        startDemo();
    else
        m_connections.start(m_line.engine, std::move(environmentKey));
}

void Console::startDemo()
{
    m_demo = std::make_unique<DemoChild>(DemoChild::findProgram(), m_line.demoArguments);
    connect(m_demo.get(), &DemoChild::started, this, [this](const DemoChild::Announcement &said) {
        const auto address = engine::parseEngineAddress(said.address);
        if (!address) {
            m_session.setFailure(address.error());
            return;
        }
        m_connections.startDemo(*address);
        m_session.openDemo(*address, base::Secret(said.readingKey.toUtf8()), said.operatorKey);
    });
    connect(m_demo.get(), &DemoChild::failed, &m_session, &Session::setFailure);
    m_demo->start();
}

void Console::closeWindow()
{
    if (m_window && m_window->isVisible())
        m_window->close();
    else
        QCoreApplication::quit();
    m_closing.start();
}

QVariantMap Console::initialProperties()
{
    const auto object = [](QObject &value) { return QVariant::fromValue(&value); };
    return {{u"session"_s, object(m_session)},
            {u"settings"_s, object(m_settings)},
            {u"settingsView"_s, object(m_settingsView)},
            {u"overview"_s, object(m_overview)},
            {u"blocked"_s, object(m_blocked)},
            {u"decisions"_s, object(m_decisions)},
            {u"receipts"_s, object(m_receipts)},
            {u"tools"_s, object(m_tools)},
            {u"contract"_s, object(m_contract)},
            {u"drift"_s, object(m_drift)},
            {u"policy"_s, object(m_policy)},
            {u"liaison"_s, object(m_liaison)},
            {u"journal"_s, object(m_journalView)},
            {u"breakGlass"_s, object(m_breakGlass)},
            {u"glassDesk"_s, object(m_glassDesk)},
            {u"doctor"_s, object(m_doctor)},
            {u"connections"_s, object(m_connections)}};
}

QList<RecordListModel *> Console::lists()
{
    QList<RecordListModel *> all;
    for (const QVariant &property : initialProperties())
        all.append(property.value<QObject *>()->findChildren<RecordListModel *>());
    return all;
}

bool Console::show(QQmlApplicationEngine &engine)
{
    engine.addImportPath(u"qrc:/qt/qml"_s);
    engine.setInitialProperties(initialProperties());
    engine.load(QUrl(u"qrc:/qt/qml/Algenta/Pages/Main.qml"_s));
    m_window = qobject_cast<QQuickWindow *>(engine.rootObjects().value(0));
    if (m_window) {
        connect(this, &Console::raiseRequested, m_window, &QWindow::raise);
        connect(this, &Console::raiseRequested, m_window, &QWindow::requestActivate);
    }
    return !engine.rootObjects().isEmpty();
}

} // namespace algenta::console
