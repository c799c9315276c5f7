// SPDX-License-Identifier: Apache-2.0
#include "app/console/shell/demochild.h"

#include "core/base/textsafety.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStandardPaths>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

DemoChild::DemoChild(QString program, QStringList arguments, QObject *parent)
    : QObject(parent)
    , m_program(std::move(program))
    , m_arguments(std::move(arguments))
    , m_process(std::make_unique<QProcess>())
{
    m_arguments.append(u"--exit-with-stdin"_s);
    m_patience.setSingleShot(true);
    m_patience.setInterval(10s);
    m_process->setProcessChannelMode(QProcess::SeparateChannels);
    connect(&m_patience, &QTimer::timeout, this,
            [this] { fail(tr("it did not say its address within 10 seconds")); });
    connect(m_process.get(), &QProcess::readyReadStandardOutput, this, &DemoChild::readLines);
    connect(m_process.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            fail(m_process->errorString());
    });
    connect(m_process.get(), &QProcess::finished, this, [this](int code) {
        const QString said = QString::fromUtf8(m_process->readAllStandardError()).trimmed();
        const QString ended = tr("it ended with code %1").arg(code);
        fail(said.isEmpty() ? ended : ended + u": "_s + said);
    });
}

DemoChild::~DemoChild()
{
    m_ending = true;
    m_process->disconnect(this);
    m_process->closeWriteChannel();
    m_process->terminate();
    // A QProcess that is destroyed while its child ends would block and complain. It is left to the
    // end of this program; the child ends by itself, since its input is closed.
    if (m_process->state() != QProcess::NotRunning)
        static_cast<void>(m_process.release());
}

QString DemoChild::Announcement::acceptingWebhook() const
{
    return address + u"/webhook/accept"_s;
}

QString DemoChild::findProgram()
{
    const QString name = u"algenta-demo-engine"_s;
    const QString beside = QCoreApplication::applicationDirPath() + u'/' + name;
    return QFileInfo(beside).isExecutable() ? beside : QStandardPaths::findExecutable(name);
}

void DemoChild::start()
{
    if (m_program.isEmpty()) {
        fail(tr("the program algenta-demo-engine is neither beside this one nor in PATH"));
        return;
    }
    m_patience.start();
    m_process->start(m_program, m_arguments);
}

void DemoChild::readLines()
{
    while (m_process->canReadLine()) {
        const QString line = QString::fromUtf8(m_process->readLine()).trimmed();
        const QStringList words = line.split(u' ', Qt::SkipEmptyParts);
        if (line.startsWith("listening on "_L1))
            m_announcement.address = words.last();
        else if (words.size() >= 3 && words.first() == "key"_L1 && words.at(1) == "reading"_L1)
            m_announcement.readingKey = words.at(2);
        else if (words.size() >= 3 && words.first() == "key"_L1 && words.at(1) == "operator"_L1)
            m_announcement.operatorKey = words.at(2);
        else if (words.size() >= 3 && words.first() == "key"_L1 && words.at(1) == "agent"_L1)
            m_announcement.agentKey = words.at(2);
    }
    if (!m_started && !m_announcement.address.isEmpty() && !m_announcement.readingKey.isEmpty() &&
        !m_announcement.operatorKey.isEmpty() && !m_announcement.agentKey.isEmpty()) {
        m_started = true;
        m_patience.stop();
        Q_EMIT started(m_announcement);
    }
}

void DemoChild::fail(const QString &why)
{
    if (m_ending)
        return;
    m_patience.stop();
    base::Error error;
    error.code = base::ErrorCode::Unreachable;
    error.message = m_started ? tr("The demo engine is gone: %1.").arg(base::visibleText(why))
                              : tr("The demo engine did not start: %1.").arg(base::visibleText(why));
    error.remedy = tr("Start it by hand to see what it says: algenta-demo-engine --port 8123");
    Q_EMIT failed(error);
}

} // namespace algenta::console
