// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/secret.h"

#include <QObject>
#include <QProcess>
#include <QString>
#include <QTimer>

#include <memory>

namespace algenta::console
{

/**
 * The demo engine as a child process on loopback. It ends with this program: the child watches its
 * standard input.
 */
class DemoChild : public QObject
{
    Q_OBJECT

public:
    /** What the child prints about itself once it listens. */
    struct Announcement {
        QString address;
        QString readingKey;
        QString operatorKey;
        QString agentKey; ///< may execute, as an agent would
        /** Where a delivery is accepted. */
        [[nodiscard]] QString acceptingWebhook() const;
    };

    explicit DemoChild(QString program, QStringList arguments, QObject *parent = nullptr);
    ~DemoChild() override;

    /** Ends in started() or failed(). */
    void start();
    /** `algenta-demo-engine` beside this program, else from PATH. */
    [[nodiscard]] static QString findProgram();

Q_SIGNALS:
    void started(const algenta::console::DemoChild::Announcement &announcement);
    /** It did not start, said nothing for ten seconds, or ended later. */
    void failed(const algenta::base::Error &error);

private:
    void readLines();
    void fail(const QString &why);

    QString m_program;
    QStringList m_arguments;
    std::unique_ptr<QProcess> m_process;
    QTimer m_patience;
    Announcement m_announcement;
    bool m_started = false;
    bool m_ending = false;
};

} // namespace algenta::console
