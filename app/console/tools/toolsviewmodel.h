// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/session/session.h"
#include "app/console/tools/tooldetail.h"
#include "app/console/tools/toollistmodel.h"
#include "app/console/tools/tooltrial.h"

#include <QDateTime>
#include <QObject>
#include <QtQmlIntegration/qqmlintegration.h>

namespace algenta::console
{

/** The Tools page: what the engine advertises, which profile shows it to a model, and how. */
class ToolsViewModel : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Made by the program")
    Q_PROPERTY(algenta::console::ToolListModel *tools READ tools CONSTANT FINAL)
    Q_PROPERTY(algenta::console::ToolDetail *detail READ detail CONSTANT FINAL)
    Q_PROPERTY(algenta::console::ToolTrial *trial READ trial CONSTANT FINAL)
    /** "140 advertised · 1 not advertised · read 14:03:12Z". */
    Q_PROPERTY(QString summary READ summary NOTIFY changed FINAL)
    Q_PROPERTY(QString profile READ profile NOTIFY profileChanged FINAL)

public:
    explicit ToolsViewModel(Session &session, QObject *parent = nullptr);

    [[nodiscard]] ToolListModel *tools() { return &m_tools; }
    [[nodiscard]] ToolDetail *detail() { return &m_detail; }
    [[nodiscard]] ToolTrial *trial() { return &m_trial; }
    [[nodiscard]] QString summary() const;
    [[nodiscard]] QString profile() const { return m_session.profile(); }

    Q_INVOKABLE void open(const QString &key);
    Q_INVOKABLE void close();

Q_SIGNALS:
    void changed();
    void profileChanged();

private:
    void forget();
    void update();
    void take(const engine::ConnectionState &state);
    void describeGaps();
    [[nodiscard]] QString command() const;
    void refreshDetail();
    void showTool(const std::optional<ToolRecord> &record);
    [[nodiscard]] QString readTime() const;

    Session &m_session;
    ToolListModel m_tools;
    ToolDetail m_detail;
    ToolTrial m_trial;
    std::optional<mcp::ToolList> m_list; ///< the last one that could be read from this engine
    QDateTime m_readAt;
    std::optional<base::Error> m_stale; ///< why a newer list could not be read
};

} // namespace algenta::console
