// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/session/session.h"
#include "app/console/tools/toolformmodel.h"
#include "app/console/tools/toolrecord.h"
#include "app/console/tools/trialresult.h"
#include "core/engine/toolset.h"

#include <QElapsedTimer>
#include <QHash>
#include <QTimer>
#include <QtQmlIntegration/qqmlintegration.h>

#include <memory>

namespace algenta::console
{

/**
 * Trying a tool as a model under observe would call it: written in a form or as JSON, both in step,
 * sent once by an explicit command, and never by anything else.
 *
 * On each connection get_contract is read before another tool can be called. Only tools that are of
 * the profile observe, advertised once, and reading by our own class can be tried.
 */
class ToolTrial : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Belongs to a view model")
    Q_PROPERTY(QString tool READ tool NOTIFY changed FINAL)
    Q_PROPERTY(bool possible READ isPossible NOTIFY changed FINAL)
    /** Why the tool cannot be tried; empty if it can. */
    Q_PROPERTY(QString impossibleText READ impossibleText NOTIFY changed FINAL)
    /** "unread", "reading", "read" or "failed". */
    Q_PROPERTY(QString contractState READ contractState NOTIFY changed FINAL)
    Q_PROPERTY(QString contractText READ contractText NOTIFY changed FINAL)
    Q_PROPERTY(algenta::console::ToolFormModel *form READ form CONSTANT FINAL)
    /** The arguments as JSON; the form writes here too. */
    Q_PROPERTY(QString rawText READ rawText WRITE setRawText NOTIFY rawChanged FINAL)
    /** Why the text cannot be sent: not JSON (line and column), no object, a repeated key, a refused field.
     */
    Q_PROPERTY(QString rawError READ rawError NOTIFY rawChanged FINAL)
    /** Characters in it that cannot be seen; empty if there are none. */
    Q_PROPERTY(QString rawNote READ rawNote NOTIFY rawChanged FINAL)
    Q_PROPERTY(bool canSend READ canSend NOTIFY changed FINAL)
    /** Why it cannot be sent now; empty if it can. */
    Q_PROPERTY(QString sendHint READ sendHint NOTIFY changed FINAL)
    Q_PROPERTY(bool canReadContract READ canReadContract NOTIFY changed FINAL)
    Q_PROPERTY(bool busy READ isBusy NOTIFY changed FINAL)
    /** "simulate, 3.2 s". */
    Q_PROPERTY(QString elapsedText READ elapsedText NOTIFY elapsedChanged FINAL)
    Q_PROPERTY(algenta::console::TrialResult *result READ result CONSTANT FINAL)
    /** { number, text, outcome, kind, canRepeat, hint }, the newest first; in memory only. */
    Q_PROPERTY(QVariantList history READ history NOTIFY changed FINAL)

public:
    explicit ToolTrial(Session &session, QObject *parent = nullptr);
    ~ToolTrial() override;

    /** The tool that the pane shows; what was written for another one is kept. */
    void show(const std::optional<ToolRecord> &record);

    [[nodiscard]] QString tool() const;
    [[nodiscard]] bool isPossible() const { return !m_tool.isEmpty() && m_impossible.isEmpty(); }
    [[nodiscard]] QString impossibleText() const { return m_impossible; }
    [[nodiscard]] QString contractState() const;
    [[nodiscard]] QString contractText() const;
    [[nodiscard]] ToolFormModel *form() { return &m_form; }
    [[nodiscard]] QString rawText() const { return m_rawText; }
    void setRawText(const QString &text);
    [[nodiscard]] QString rawError() const { return m_rawError; }
    [[nodiscard]] QString rawNote() const;
    [[nodiscard]] bool canSend() const { return isPossible() && sendHint().isEmpty(); }
    [[nodiscard]] QString sendHint() const;
    [[nodiscard]] bool canReadContract() const;
    [[nodiscard]] bool isBusy() const { return m_toolset != nullptr; }
    [[nodiscard]] QString elapsedText() const;
    [[nodiscard]] TrialResult *result() { return &m_result; }
    [[nodiscard]] QVariantList history() const;

    /** Calls the tool with the arguments as they are. */
    Q_INVOKABLE void send();
    Q_INVOKABLE void readContract();
    /** Waits no longer. What has left may still be worked on; its answer is dropped. */
    Q_INVOKABLE void stop();
    Q_INVOKABLE void showAttempt(int number);
    /** Calls again what an earlier attempt called, with the same arguments. */
    Q_INVOKABLE void repeat(int number);
    /** Puts the arguments of an earlier attempt of this tool back into form and text. */
    Q_INVOKABLE void takeArguments(int number);

Q_SIGNALS:
    void changed();
    void rawChanged();
    void elapsedChanged();

private:
    enum class ContractState { Unread, Read, Failed };

    void onConnectionReplaced();
    void load(const QString &text);
    void takeForm();
    void judgeRaw();
    void start(const QString &tool, const QByteArray &arguments);
    void finish(const base::Result<engine::ToolAnswer> &outcome);
    void abandon(const QString &why);
    void noteContract(const TrialAttempt &attempt);
    void showInResult(const TrialAttempt &attempt);
    [[nodiscard]] QString whyImpossible() const;
    [[nodiscard]] QString whyNotNow(const QString &tool) const;
    [[nodiscard]] QString timeText(const QDateTime &time) const;
    [[nodiscard]] const TrialAttempt *attempt(int number) const;
    [[nodiscard]] QString whyNoRepeat(const TrialAttempt &attempt) const;

    Session &m_session;
    std::optional<ToolRecord> m_record;
    QString m_tool; ///< name of the record's tool
    QString m_impossible;
    ToolFormModel m_form;
    QString m_rawText = QStringLiteral("{}");
    QString m_rawError;
    QHash<QString, QString> m_drafts;                      ///< what was written, by tool
    std::unique_ptr<engine::ModelFacingToolset> m_toolset; ///< of the call under way
    int m_ticket = 0;                                      ///< answers to an older one are dropped
    QElapsedTimer m_clock;
    QTimer m_tick;
    ContractState m_contract = ContractState::Unread;
    QString m_contractText;
    QList<TrialAttempt> m_attempts; ///< the newest last
    int m_lastNumber = 0;
    TrialResult m_result;
};

} // namespace algenta::console
