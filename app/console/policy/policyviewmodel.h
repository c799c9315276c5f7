// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/policy/policychangelistmodel.h"
#include "app/console/policy/policyeffectlistmodel.h"

#include <QObject>
#include <QVariantList>
#include <QtQmlIntegration/qqmlintegration.h>

namespace algenta::console
{

/**
 * The Policy page: the execution policy in force, the chain of its snapshots, and what each change
 * does to the decisions that were read. Nothing here can change a policy.
 */
class PolicyViewModel : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Made by the program")
    Q_PROPERTY(algenta::console::RecordListModel *list READ list CONSTANT FINAL)
    Q_PROPERTY(algenta::console::RecordListModel *effects READ effects CONSTANT FINAL)

    /** "loading", "failed" or "ready": the policy in force. */
    Q_PROPERTY(QString forceStatus READ forceStatus NOTIFY policyChanged FINAL)
    Q_PROPERTY(QString forceWhy READ forceWhy NOTIFY policyChanged FINAL)
    Q_PROPERTY(QString forceAdvice READ forceAdvice NOTIFY policyChanged FINAL)
    /** The policy is shown as it was; it could not be read again. */
    Q_PROPERTY(QString forceStale READ forceStale NOTIFY policyChanged FINAL)
    Q_PROPERTY(QVariantList forceRows READ forceRows NOTIFY policyChanged FINAL)
    /** Which request it came from and when. */
    Q_PROPERTY(QString forceOrigin READ forceOrigin NOTIFY policyChanged FINAL)
    /** What it says to the decisions that were read. */
    Q_PROPERTY(QVariantList forceTallyRows READ forceTallyRows NOTIFY reviewChanged FINAL)
    /** "5 snapshots, the chain holds". */
    Q_PROPERTY(QString chainText READ chainText NOTIFY policyChanged FINAL)
    /** Every place where the chain does not hold, one a line; empty if it holds. */
    Q_PROPERTY(QString chainBreaks READ chainBreaks NOTIFY policyChanged FINAL)

    /** Who computed the numbers, from how many records. */
    Q_PROPERTY(QString coverageText READ coverageText NOTIFY reviewChanged FINAL)
    /** Why records are missing; empty if none are known to be. */
    Q_PROPERTY(QString reviewProblem READ reviewProblem NOTIFY reviewChanged FINAL)
    Q_PROPERTY(bool reviewing READ isReviewing NOTIFY reviewChanged FINAL)
    Q_PROPERTY(bool canReadOn READ canReadOn NOTIFY reviewChanged FINAL)
    /** 0 … 1 of the records that are being read. */
    Q_PROPERTY(double progress READ progress NOTIFY reviewChanged FINAL)

    /** Key of the change in the drawer and in the list of decisions; empty if none is chosen. */
    Q_PROPERTY(QString selectedKey READ selectedKey NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QString selectedTitle READ selectedTitle NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QString selectedSnapshot READ selectedSnapshot NOTIFY selectionChanged FINAL)
    /** What the values were and are. */
    Q_PROPERTY(QVariantList differenceRows READ differenceRows NOTIFY selectionChanged FINAL)
    /** Why there is nothing to compare; empty if there is. */
    Q_PROPERTY(QString differenceNote READ differenceNote NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QString selectedBreaks READ selectedBreaks NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QVariantList identityRows READ identityRows NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QVariantList effectRows READ effectRows NOTIFY reviewChanged FINAL)
    /** What of this change cannot be computed at all; empty if nothing. */
    Q_PROPERTY(QString notComputed READ notComputed NOTIFY selectionChanged FINAL)
    Q_PROPERTY(bool hasEffects READ hasEffects NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QString json READ json NOTIFY selectionChanged FINAL)
    /** The changes that can be looked at: { key, text }. */
    Q_PROPERTY(QStringList changeNames READ changeNames NOTIFY policyChanged FINAL)
    Q_PROPERTY(int changeIndex READ changeIndex NOTIFY selectionChanged FINAL)

    Q_PROPERTY(bool blocksOnly READ isBlocksOnly NOTIFY filterChanged FINAL)
    Q_PROPERTY(bool letsThroughOnly READ isLetsThroughOnly NOTIFY filterChanged FINAL)
    Q_PROPERTY(bool cannotJudgeOnly READ isCannotJudgeOnly NOTIFY filterChanged FINAL)
    Q_PROPERTY(QString savedText READ savedText NOTIFY savedChanged FINAL)
    Q_PROPERTY(QString saveProblem READ saveProblem NOTIFY savedChanged FINAL)
    Q_PROPERTY(QString suggestedFile READ suggestedFile NOTIFY selectionChanged FINAL)

public:
    explicit PolicyViewModel(Session &session, QObject *parent = nullptr);

    [[nodiscard]] PolicyChangeListModel *list() { return &m_list; }
    [[nodiscard]] PolicyEffectListModel *effects() { return &m_effects; }
    [[nodiscard]] const PolicyReview &review() const { return m_review; }
    [[nodiscard]] QString forceStatus() const;
    [[nodiscard]] QString forceWhy() const;
    [[nodiscard]] QString forceAdvice() const;
    [[nodiscard]] QString forceStale() const;
    [[nodiscard]] QVariantList forceRows() const;
    [[nodiscard]] QString forceOrigin() const;
    [[nodiscard]] QVariantList forceTallyRows() const;
    [[nodiscard]] QString chainText() const;
    [[nodiscard]] QString chainBreaks() const;
    [[nodiscard]] QString coverageText() const;
    [[nodiscard]] QString reviewProblem() const;
    [[nodiscard]] bool isReviewing() const { return m_review.isReading() || m_review.isJudging(); }
    [[nodiscard]] bool canReadOn() const { return m_review.canReadOn(); }
    [[nodiscard]] double progress() const { return m_review.progress(); }
    [[nodiscard]] QString selectedKey() const { return m_key; }
    [[nodiscard]] QString selectedTitle() const;
    [[nodiscard]] QString selectedSnapshot() const;
    [[nodiscard]] QVariantList differenceRows() const;
    [[nodiscard]] QString differenceNote() const;
    [[nodiscard]] QString selectedBreaks() const;
    [[nodiscard]] QVariantList identityRows() const;
    [[nodiscard]] QVariantList effectRows() const;
    [[nodiscard]] QString notComputed() const;
    [[nodiscard]] bool hasEffects() const { return step() >= 0; }
    [[nodiscard]] QString json() const;
    [[nodiscard]] QStringList changeNames() const;
    [[nodiscard]] int changeIndex() const;
    [[nodiscard]] bool isBlocksOnly() const;
    [[nodiscard]] bool isLetsThroughOnly() const;
    [[nodiscard]] bool isCannotJudgeOnly() const;
    [[nodiscard]] QString savedText() const { return m_savedText; }
    [[nodiscard]] QString saveProblem() const { return m_saveProblem; }
    [[nodiscard]] QString suggestedFile() const;

    /** The page is looked at: reads the decisions, if that has not begun. */
    Q_INVOKABLE void begin();
    Q_INVOKABLE void readOn() { m_review.readOn(); }
    Q_INVOKABLE void stop() { m_review.stop(); }
    Q_INVOKABLE void select(const QString &key);
    Q_INVOKABLE void selectChange(int index);
    Q_INVOKABLE void close();
    Q_INVOKABLE void toggleBlocks() { toggle(u"effect:blocks"); }
    Q_INVOKABLE void toggleLetsThrough() { toggle(u"effect:lets"); }
    Q_INVOKABLE void toggleCannotJudge() { toggle(u"effect:cannot"); }
    /** Writes the shown decisions of the chosen change into a new file, .csv or .json by its name. */
    Q_INVOKABLE void save(const QString &path);

Q_SIGNALS:
    void policyChanged();
    void reviewChanged();
    void selectionChanged();
    void filterChanged();
    void savedChanged();

private:
    void restart();
    void takeChain();
    void choose(const QString &key);
    void toggle(QStringView term);
    [[nodiscard]] bool hasFilter(const char *term) const;
    [[nodiscard]] const engine::PolicyLink *chosen() const;
    [[nodiscard]] qsizetype step() const;
    [[nodiscard]] QList<qsizetype> comparable() const;
    [[nodiscard]] base::Json exported() const;

    Session &m_session;
    PolicyReader m_reader;
    PolicyReview m_review;
    PolicyChangeListModel m_list;
    PolicyEffectListModel m_effects;
    bool m_begun = false;
    QString m_key;
    QString m_savedText;
    QString m_saveProblem;
};

} // namespace algenta::console
