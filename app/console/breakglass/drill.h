// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/shell/demochild.h"
#include "core/engine/connection.h"
#include "core/engine/outcome.h"
#include "core/engine/toolset.h"

#include <QObject>

#include <memory>
#include <optional>

namespace algenta::console
{

/**
 * The scene of an exercise: a demo engine of its own, on which an agent has just been refused. What
 * the operator does then takes the path of every override; nothing leaves this machine.
 */
class Drill : public QObject
{
    Q_OBJECT

public:
    explicit Drill(QObject *parent = nullptr);
    ~Drill() override;

    /** Ends in ready() or failed(). */
    void start();
    /** The engine of the exercise, read with its demo key; only after ready(). */
    [[nodiscard]] engine::EngineConnection &connection() { return *m_reader; }
    [[nodiscard]] const QString &decisionId() const { return m_decisionId; }
    [[nodiscard]] QString webhook() const { return m_said.acceptingWebhook(); }
    /** The throw-away key to type; it works on this engine alone. */
    [[nodiscard]] const QString &operatorKey() const { return m_said.operatorKey; }
    [[nodiscard]] const engine::ExecutionBlocked &refusal() const { return *m_refusal; }

Q_SIGNALS:
    void ready();
    /** Also later, if the engine of the exercise ends. */
    void failed(const algenta::base::Error &error);

private:
    void logDecision();
    void execute();
    void call(const QString &tool, const QByteArray &arguments,
              const std::function<void(const engine::ToolAnswer &)> &done);

    DemoChild m_child;
    DemoChild::Announcement m_said;
    std::unique_ptr<engine::EngineConnection> m_agent;
    std::unique_ptr<engine::ModelFacingToolset> m_toolset;
    std::unique_ptr<engine::EngineConnection> m_reader;
    QString m_decisionId;
    std::optional<engine::ExecutionBlocked> m_refusal;
};

} // namespace algenta::console
