// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/blocked/blockedviewmodel.h"
#include "app/console/session/session.h"
#include "core/base/clock.h"
#include "core/breakglass/act.h"
#include "core/breakglass/settler.h"

#include <QObject>
#include <QSet>
#include <QVariantList>
#include <QtQmlIntegration/qqmlintegration.h>

#include <memory>
#include <vector>

namespace algenta::console
{

/**
 * The break-glass window: one act at a time, opened by the operator from a blocked execution and
 * from nowhere else.
 */
class BreakGlassViewModel : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Made by the program")
    Q_PROPERTY(bool open READ isOpen NOTIFY changed FINAL)
    /** breakglass::actStateName() of the act; empty without one. */
    Q_PROPERTY(QString state READ state NOTIFY changed FINAL)
    Q_PROPERTY(QString gate READ gate NOTIFY changed FINAL)
    Q_PROPERTY(QString action READ action NOTIFY changed FINAL)
    /** { key, label, value, note, origin } */
    Q_PROPERTY(QVariantList lines READ lines NOTIFY changed FINAL)
    /** What the flag silences, in a sentence; empty while no bypass is offered. */
    Q_PROPERTY(QString silences READ silences NOTIFY changed FINAL)
    Q_PROPERTY(QString host READ host NOTIFY changed FINAL)
    Q_PROPERTY(QString readText READ readText NOTIFY ageChanged FINAL)
    /** What the state means for the operator, in a sentence or two. */
    Q_PROPERTY(QString stateText READ stateText NOTIFY changed FINAL)
    /** Why a step did not go on; empty if nothing is wrong. */
    Q_PROPERTY(QString problem READ problem NOTIFY changed FINAL)
    Q_PROPERTY(QString advice READ advice NOTIFY changed FINAL)
    /** { label, value, mono } of the receipt, the refusal or the failure. */
    Q_PROPERTY(QVariantList outcomeRows READ outcomeRows NOTIFY changed FINAL)
    Q_PROPERTY(QString rawAnswer READ rawAnswer NOTIFY changed FINAL)
    Q_PROPERTY(bool needsWebhook READ needsWebhook NOTIFY changed FINAL)
    /** The facts are on the screen and a bypass is offered. */
    Q_PROPERTY(bool canConfirm READ canConfirm NOTIFY changed FINAL)
    Q_PROPERTY(bool canReadAgain READ canReadAgain NOTIFY changed FINAL)
    Q_PROPERTY(bool canChain READ canChain NOTIFY changed FINAL)
    Q_PROPERTY(bool busy READ isBusy NOTIFY changed FINAL)
    /** The request is out: the window cannot be left before the answer or the time limit. */
    Q_PROPERTY(bool sending READ isSending NOTIFY changed FINAL)
    /** Something is recorded or sent whose outcome this program still waits for, window or not. */
    Q_PROPERTY(bool underWay READ isUnderWay NOTIFY changed FINAL)
    Q_PROPERTY(QString actor READ actor CONSTANT FINAL)
    Q_PROPERTY(QString intentText READ intentText NOTIFY changed FINAL)

    /** Acts of this journal whose outcome is not known. */
    Q_PROPERTY(int openActs READ openActs NOTIFY openActsChanged FINAL)
    Q_PROPERTY(QString openActsText READ openActsText NOTIFY openActsChanged FINAL)

public:
    BreakGlassViewModel(Session &session, journal::JournalService &journal, const base::Clock &clock,
                        QObject *parent = nullptr);
    ~BreakGlassViewModel() override;

    [[nodiscard]] bool isOpen() const { return m_act != nullptr; }
    [[nodiscard]] QString state() const;
    [[nodiscard]] QString gate() const;
    [[nodiscard]] QString action() const;
    [[nodiscard]] QVariantList lines() const;
    [[nodiscard]] QString silences() const;
    [[nodiscard]] QString host() const;
    [[nodiscard]] QString readText() const;
    [[nodiscard]] QString stateText() const;
    [[nodiscard]] QString problem() const;
    [[nodiscard]] QString advice() const;
    [[nodiscard]] QVariantList outcomeRows() const;
    [[nodiscard]] QString rawAnswer() const;
    [[nodiscard]] bool needsWebhook() const;
    [[nodiscard]] bool canConfirm() const;
    [[nodiscard]] bool canReadAgain() const;
    [[nodiscard]] bool canChain() const;
    [[nodiscard]] bool isBusy() const;
    [[nodiscard]] bool isSending() const;
    [[nodiscard]] bool isUnderWay() const;
    [[nodiscard]] QString actor() const { return m_actor; }
    [[nodiscard]] QString intentText() const;
    [[nodiscard]] int openActs() const { return int(m_openActs.size()); }
    [[nodiscard]] QString openActsText() const { return m_openActsText; }

    /** Opens the window for the execution that the Blocked page shows. */
    Q_INVOKABLE void openFor(algenta::console::BlockedViewModel *blocked);
    /** Leaves the act; while it is sending, the window only closes and the answer is still recorded. */
    Q_INVOKABLE void close();
    Q_INVOKABLE void readAgain();
    Q_INVOKABLE void enrol();
    Q_INVOKABLE void setWebhookUrl(const QString &url);
    /** True if the words are good enough and the act goes on; the key is wiped in any case. */
    Q_INVOKABLE bool confirm(const QString &reason, const QString &ticket, const QString &typedHost,
                             const QString &operatorKey);
    /** Goes on with the gate that answered now, as an act of its own. */
    Q_INVOKABLE void chain();
    Q_INVOKABLE void settle();
    /** Reads which acts have no known outcome. */
    void readOpenActs();
    /** Settles, by reading, those that were sent to the connected engine. */
    Q_INVOKABLE void settleOpenActs();

Q_SIGNALS:
    void changed();
    void ageChanged();
    void openActsChanged();
    /** A new act began: the window clears what was typed. */
    void actReplaced();

private:
    void start(const breakglass::ActSubject &subject);
    void letGo();
    [[nodiscard]] breakglass::ActState actState() const;

    Session &m_session;
    journal::JournalService &m_journal;
    const base::Clock &m_clock;
    QString m_actor;
    QString m_typedHost; ///< confirms as soon as the act is armed
    breakglass::Settler m_settler;
    std::unique_ptr<breakglass::Act> m_act;
    std::vector<std::unique_ptr<breakglass::Act>> m_leaving; ///< closed while sending
    QList<breakglass::OpenAct> m_openActs;
    QSet<qint64> m_settling;
    QString m_openActsText;
};

} // namespace algenta::console
