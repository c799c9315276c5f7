// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/liaison/liaisonlistmodel.h"
#include "app/console/liaison/liaisonstory.h"

#include <QList>
#include <QObject>
#include <QUrl>
#include <QVariantList>
#include <QtQmlIntegration/qqmlintegration.h>

#include <optional>

namespace algenta::console
{

/** The Liaison page: transcripts from files, judged by the contract. It reads files and nothing else. */
class LiaisonViewModel : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Made by the program")
    Q_PROPERTY(algenta::console::LiaisonListModel *list READ list CONSTANT FINAL)
    Q_PROPERTY(QString countText READ countText NOTIFY listChanged FINAL)
    /** A check is under way. */
    Q_PROPERTY(bool checking READ isChecking NOTIFY listChanged FINAL)
    /** From 0 to 1. */
    Q_PROPERTY(qreal progress READ progress NOTIFY listChanged FINAL)
    Q_PROPERTY(QString progressText READ progressText NOTIFY listChanged FINAL)
    /** What was asked to be checked; empty before that. */
    Q_PROPERTY(QString sourceText READ sourceText NOTIFY listChanged FINAL)
    /** Why something that was given cannot be checked. */
    Q_PROPERTY(QString inputProblem READ inputProblem NOTIFY inputProblemChanged FINAL)
    Q_PROPERTY(bool submission READ isSubmission WRITE setSubmission NOTIFY optionsChanged FINAL)
    Q_PROPERTY(bool extraRules READ hasExtraRules WRITE setExtraRules NOTIFY optionsChanged FINAL)
    Q_PROPERTY(bool rejectedOnly READ isRejectedOnly NOTIFY filterChanged FINAL)

    /** Key of the invocation that is shown; empty if none is. */
    Q_PROPERTY(QString selectedKey READ selectedKey NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QString title READ title NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QString subtitle READ subtitle NOTIFY selectionChanged FINAL)
    Q_PROPERTY(bool accepted READ isAccepted NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QString verdictText READ verdictText NOTIFY selectionChanged FINAL)
    Q_PROPERTY(bool reading READ isReading NOTIFY storyChanged FINAL)
    Q_PROPERTY(QString storyProblem READ storyProblem NOTIFY storyChanged FINAL)
    /** { title, detail } of what the transcript as a whole breaks. */
    Q_PROPERTY(QVariantList violations READ violations NOTIFY storyChanged FINAL)
    /** See liaisonSteps(). */
    Q_PROPERTY(QVariantList steps READ steps NOTIFY storyChanged FINAL)
    Q_PROPERTY(QString rawText READ rawText NOTIFY storyChanged FINAL)
    Q_PROPERTY(QString exactRaw READ exactRaw NOTIFY storyChanged FINAL)

public:
    explicit LiaisonViewModel(QObject *parent = nullptr);

    [[nodiscard]] LiaisonListModel *list() { return &m_list; }
    [[nodiscard]] QString countText() const;
    [[nodiscard]] bool isChecking() const { return m_list.isBusy(); }
    [[nodiscard]] qreal progress() const;
    [[nodiscard]] QString progressText() const;
    [[nodiscard]] QString sourceText() const;
    [[nodiscard]] QString inputProblem() const { return m_inputProblem; }
    [[nodiscard]] bool isSubmission() const { return m_options.submission; }
    void setSubmission(bool submission);
    [[nodiscard]] bool hasExtraRules() const { return m_options.extraRules; }
    void setExtraRules(bool extraRules);
    [[nodiscard]] bool isRejectedOnly() const;

    [[nodiscard]] QString selectedKey() const { return m_selectedKey; }
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString subtitle() const;
    [[nodiscard]] bool isAccepted() const { return m_shown && m_shown->isAccepted(); }
    [[nodiscard]] QString verdictText() const;
    [[nodiscard]] bool isReading() const { return m_reading; }
    [[nodiscard]] QString storyProblem() const { return m_story.problem; }
    [[nodiscard]] QVariantList violations() const { return m_story.violations; }
    [[nodiscard]] QVariantList steps() const { return m_story.steps; }
    [[nodiscard]] QString rawText() const;
    [[nodiscard]] QString exactRaw() const { return QString::fromUtf8(m_story.bytes); }

    /** Checks files and folders, in place of what is shown; addresses that are no files are refused. */
    Q_INVOKABLE void openUrls(const QList<QUrl> &urls);
    /** A path as it was typed: a file, a folder, or a file:// address. */
    Q_INVOKABLE void openPath(const QString &path);
    Q_INVOKABLE void cancel();
    Q_INVOKABLE void toggleRejected();
    Q_INVOKABLE void select(const QString &key);
    Q_INVOKABLE void close();

Q_SIGNALS:
    void listChanged();
    void inputProblemChanged();
    void optionsChanged();
    void filterChanged();
    void selectionChanged();
    void storyChanged();

private:
    void check(const QStringList &paths);
    void checkAgain();
    void setInputProblem(const QString &problem);
    void readStory();

    LiaisonListModel m_list;
    liaison::ValidatorOptions m_options;
    QString m_inputProblem;
    QString m_selectedKey;
    std::optional<LiaisonRecord> m_shown;
    LiaisonStory m_story;
    bool m_reading = false;
    int m_storyTicket = 0;
};

} // namespace algenta::console
