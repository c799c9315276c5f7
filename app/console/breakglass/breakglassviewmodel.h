// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/blocked/blockedviewmodel.h"
#include "app/console/breakglass/drill.h"
#include "app/console/breakglass/openacts.h"
#include "app/console/session/session.h"
#include "app/console/shell/desktopnotifier.h"
#include "core/base/clock.h"
#include "core/breakglass/act.h"

#include <QObject>
#include <QVariantList>
#include <QtQmlIntegration/qqmlintegration.h>

#include <memory>
#include <vector>

namespace algenta::console
{

/**
 * The break-glass window: one act at a time, opened by the operator from a blocked execution or as
 * an exercise, and from nowhere else.
 */
class BreakGlassViewModel : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Made by the program")
    Q_PROPERTY(bool open READ isOpen NOTIFY changed FINAL)
    /** An exercise: everything goes to a demo engine of its own. */
    Q_PROPERTY(bool drill READ isDrill NOTIFY changed FINAL)
    /** The exercise is being set up; its window is not there yet. */
    Q_PROPERTY(bool preparingDrill READ isPreparingDrill NOTIFY changed FINAL)
    /** Why the exercise could not begin; empty if nothing is wrong. */
    Q_PROPERTY(QString drillProblem READ drillProblem NOTIFY changed FINAL)
    /** The throw-away key to type in an exercise; empty otherwise. */
    Q_PROPERTY(QString drillKey READ drillKey NOTIFY changed FINAL)
    /** breakglass::actStateName() of the act; empty without one. */
    Q_PROPERTY(QString state READ state NOTIFY changed FINAL)
    Q_PROPERTY(QString stateWord READ stateWord NOTIFY changed FINAL)
    Q_PROPERTY(QString engineName READ engineName NOTIFY changed FINAL)
    Q_PROPERTY(QString gate READ gate NOTIFY changed FINAL)
    Q_PROPERTY(QString action READ action NOTIFY changed FINAL)
    /** { key, label, value, note, origin } */
    Q_PROPERTY(QVariantList lines READ lines NOTIFY changed FINAL)
    /** What the flag silences, in a sentence; empty while no bypass is offered. */
    Q_PROPERTY(QString silences READ silences NOTIFY changed FINAL)
    Q_PROPERTY(QString host READ host NOTIFY changed FINAL)
    /** What about the form of the host could deceive; empty if nothing. */
    Q_PROPERTY(QString hostWarning READ hostWarning NOTIFY changed FINAL)
    Q_PROPERTY(QString readText READ readText NOTIFY ageChanged FINAL)
    /** What the state means for the operator, in a sentence or two. */
    Q_PROPERTY(QString stateText READ stateText NOTIFY changed FINAL)
    /** Why a step did not go on; empty if nothing is wrong. */
    Q_PROPERTY(QString problem READ problem NOTIFY changed FINAL)
    Q_PROPERTY(QString advice READ advice NOTIFY changed FINAL)
    /** How the last arming ended, until the next one; empty if none did. */
    Q_PROPERTY(QString remark READ remark NOTIFY changed FINAL)
    /** { label, value, mono } of the receipt, the refusal or the failure. */
    Q_PROPERTY(QVariantList outcomeRows READ outcomeRows NOTIFY changed FINAL)
    Q_PROPERTY(QString rawAnswer READ rawAnswer NOTIFY changed FINAL)
    Q_PROPERTY(bool needsWebhook READ needsWebhook NOTIFY changed FINAL)
    /** The facts are on the screen and a bypass is offered. */
    Q_PROPERTY(bool canArm READ canArm NOTIFY changed FINAL)
    Q_PROPERTY(bool armed READ isArmed NOTIFY changed FINAL)
    /** "13:42" while something is armed. */
    Q_PROPERTY(QString timeLeft READ timeLeft NOTIFY timeLeftChanged FINAL)
    /** "dec_1 past confidence on localhost:8000", for the other windows. */
    Q_PROPERTY(QString armedText READ armedText NOTIFY changed FINAL)
    Q_PROPERTY(bool canReadAgain READ canReadAgain NOTIFY changed FINAL)
    Q_PROPERTY(bool canChain READ canChain NOTIFY changed FINAL)
    Q_PROPERTY(bool busy READ isBusy NOTIFY changed FINAL)
    /** The request is out: the window cannot be left before the answer or the time limit. */
    Q_PROPERTY(bool sending READ isSending NOTIFY changed FINAL)
    /** Something is recorded or sent whose outcome this program still waits for, window or not. */
    Q_PROPERTY(bool underWay READ isUnderWay NOTIFY changed FINAL)
    Q_PROPERTY(QString actor READ actor CONSTANT FINAL)
    Q_PROPERTY(QString intentText READ intentText NOTIFY changed FINAL)
    Q_PROPERTY(QStringList categories READ categories CONSTANT FINAL)
    /** A sealed operator key for this engine is on this machine. */
    Q_PROPERTY(bool hasSealedKey READ hasSealedKey NOTIFY changed FINAL)
    /** What does not watch over the desk or alert others; empty if all does. */
    Q_PROPERTY(QString watchProblem READ watchProblem NOTIFY changed FINAL)
    Q_PROPERTY(algenta::console::OpenActs *openActs READ openActs CONSTANT FINAL)

public:
    BreakGlassViewModel(Session &session, journal::JournalService &journal, const base::Clock &clock,
                        QObject *parent = nullptr);
    ~BreakGlassViewModel() override;

    [[nodiscard]] bool isOpen() const { return m_act != nullptr; }
    [[nodiscard]] bool isDrill() const { return m_act && m_drill; }
    [[nodiscard]] bool isPreparingDrill() const { return m_drill && !m_act; }
    [[nodiscard]] QString drillProblem() const { return m_drillProblem; }
    [[nodiscard]] QString drillKey() const;
    [[nodiscard]] QString state() const;
    [[nodiscard]] QString stateWord() const;
    [[nodiscard]] QString engineName() const;
    [[nodiscard]] QString gate() const;
    [[nodiscard]] QString action() const;
    [[nodiscard]] QVariantList lines() const;
    [[nodiscard]] QString silences() const;
    [[nodiscard]] QString host() const;
    [[nodiscard]] QString hostWarning() const;
    [[nodiscard]] QString readText() const;
    [[nodiscard]] QString stateText() const;
    [[nodiscard]] QString problem() const;
    [[nodiscard]] QString advice() const;
    [[nodiscard]] QString remark() const;
    [[nodiscard]] QVariantList outcomeRows() const;
    [[nodiscard]] QString rawAnswer() const;
    [[nodiscard]] bool needsWebhook() const;
    [[nodiscard]] bool canArm() const;
    [[nodiscard]] bool isArmed() const;
    [[nodiscard]] QString timeLeft() const;
    [[nodiscard]] QString armedText() const;
    [[nodiscard]] bool canReadAgain() const;
    [[nodiscard]] bool canChain() const;
    [[nodiscard]] bool isBusy() const;
    [[nodiscard]] bool isSending() const;
    [[nodiscard]] bool isUnderWay() const;
    [[nodiscard]] QString actor() const { return m_actor; }
    [[nodiscard]] QString intentText() const;
    [[nodiscard]] QStringList categories() const;
    [[nodiscard]] bool hasSealedKey() const;
    [[nodiscard]] QString watchProblem() const;
    [[nodiscard]] OpenActs *openActs() { return &m_openActs; }

    /** Opens the window for the execution that the Blocked page shows. */
    Q_INVOKABLE void openFor(algenta::console::BlockedViewModel *blocked);
    /** Sets an exercise up and opens the window on it; see drillProblem(). */
    Q_INVOKABLE void startDrill();
    /** Leaves the act; while it is sending, the window only closes and the answer is still recorded. */
    Q_INVOKABLE void close();
    Q_INVOKABLE void readAgain();
    Q_INVOKABLE void enrol();
    Q_INVOKABLE void allowHost(const QString &reason);
    Q_INVOKABLE void setWebhookUrl(const QString &url);
    /** Arms with the operator key; @p secret is wiped in any case. */
    Q_INVOKABLE void arm(const QString &reason, int category, const QString &ticket, int minutes,
                         const QString &secret);
    /** The same with the key that is sealed on this machine; @p passphrase opens it. */
    Q_INVOKABLE void armWithSealedKey(const QString &reason, int category, const QString &ticket, int minutes,
                                      const QString &passphrase);
    Q_INVOKABLE void disarm();
    /** The operator's word on what is armed. */
    Q_INVOKABLE void confirm(const QString &typedHost);
    /** Goes on with the gate that answered now, as an act of its own. */
    Q_INVOKABLE void chain();
    Q_INVOKABLE void settle();

    /** Where sealed operator keys are kept; empty: none are. */
    void setKeyFolder(const QString &folder) { m_keyFolder = folder; }
    void setNotifier(DesktopNotifier *notifier);
    /** What does not watch the desk, for watchProblem(). */
    void setDeskProblem(const QString &problem);
    /** Ends what is armed, because of something outside of the window. */
    void disarmBecause(breakglass::ArmingCause cause);

Q_SIGNALS:
    void changed();
    void ageChanged();
    void timeLeftChanged();
    /** A new act began: the window clears what was typed. */
    void actReplaced();

private:
    void start(const breakglass::ActSubject &subject);
    void actChanged();
    void letGo();
    void alert();
    void armWith(const breakglass::ArmRequest &request, base::Secret key);
    [[nodiscard]] breakglass::ArmRequest request(const QString &reason, int category, const QString &ticket,
                                                 int minutes) const;
    [[nodiscard]] breakglass::ActState actState() const;
    [[nodiscard]] engine::EngineConnection *connection();

    Session &m_session;
    journal::JournalService &m_journal;
    const base::Clock &m_clock;
    QString m_actor;
    QString m_keyFolder;
    QString m_deskProblem;
    DesktopNotifier *m_notifier = nullptr;
    std::unique_ptr<Drill> m_drill;
    QString m_drillProblem;
    std::unique_ptr<breakglass::Act> m_act;
    std::vector<std::unique_ptr<breakglass::Act>> m_leaving; ///< closed while sending
    breakglass::ActState m_alerted = breakglass::ActState::Reading;
    bool m_openingKey = false;
    std::optional<base::Error> m_keyError;
    OpenActs m_openActs;
};

} // namespace algenta::console
