// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/journal/journallistmodel.h"
#include "app/console/journal/journalseal.h"
#include "app/console/journal/journalverdict.h"

#include <QObject>
#include <QVariantList>
#include <QtQmlIntegration/qqmlintegration.h>

#include <optional>

namespace algenta::console
{

/** The Journal page: the entries, one of them in full with its act, and the verification. */
class JournalViewModel : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("Made by the program")
    Q_PROPERTY(algenta::console::JournalListModel *list READ list CONSTANT FINAL)
    Q_PROPERTY(algenta::console::JournalVerdict *verdict READ verdict CONSTANT FINAL)
    Q_PROPERTY(algenta::console::JournalSeal *seal READ seal CONSTANT FINAL)
    Q_PROPERTY(QString countText READ countText NOTIFY listChanged FINAL)
    /** "operator ops@host\njournal 12 entries", for the rail. */
    Q_PROPERTY(QString headText READ headText NOTIFY headChanged FINAL)
    /** Why the journal cannot be read or written; empty if it can. */
    Q_PROPERTY(QString problem READ problem NOTIFY headChanged FINAL)
    Q_PROPERTY(QString path READ path CONSTANT FINAL)

    /** Number of the entry in the drawer as text; empty if it is closed. */
    Q_PROPERTY(QString selectedKey READ selectedKey NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QString title READ title NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QString subtitle READ subtitle NOTIFY selectionChanged FINAL)
    /** Why the entry must not be trusted; empty if it fits its hashes. */
    Q_PROPERTY(QString fault READ fault NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QVariantList rows READ rows NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QVariantList hashes READ hashes NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QString text READ text NOTIFY selectionChanged FINAL)
    /** The canonical bytes, exactly what was hashed. */
    Q_PROPERTY(QString exactBytes READ exactBytes NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QVariantList evidence READ evidence NOTIFY selectionChanged FINAL)
    /** All entries of the same act, oldest first; empty if the entry belongs to none. */
    Q_PROPERTY(QVariantList story READ story NOTIFY storyChanged FINAL)
    Q_PROPERTY(QString storyProblem READ storyProblem NOTIFY storyChanged FINAL)
    /** The act of the shown entry; empty if it belongs to none. */
    Q_PROPERTY(QString actId READ actId NOTIFY selectionChanged FINAL)
    /** Where saveReport() would write if nobody says otherwise. */
    Q_PROPERTY(QString suggestedReport READ suggestedReport NOTIFY selectionChanged FINAL)
    /** The same for the proof of the shown entry. */
    Q_PROPERTY(QString suggestedProof READ suggestedProof NOTIFY selectionChanged FINAL)
    /** What was written last, or why it was not; empty before. */
    Q_PROPERTY(QString savedText READ savedText NOTIFY saved FINAL)
    Q_PROPERTY(bool saveFailed READ saveFailed NOTIFY saved FINAL)

public:
    JournalViewModel(Session &session, journal::JournalService &journal, QObject *parent = nullptr);

    /** Reads head and entries; call it when the journal was opened. */
    void refresh();
    /** What an earlier run left armed could not be closed. */
    void setStartError(const base::Error &error);
    [[nodiscard]] JournalListModel *list() { return &m_list; }
    [[nodiscard]] JournalVerdict *verdict() { return &m_verdict; }
    [[nodiscard]] JournalSeal *seal() { return &m_seal; }
    [[nodiscard]] QString countText() const { return m_list.countText(); }
    [[nodiscard]] QString headText() const;
    [[nodiscard]] QString problem() const;
    [[nodiscard]] QString path() const;
    [[nodiscard]] QString selectedKey() const { return m_shown ? QString::number(m_shown->seq) : QString(); }
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString subtitle() const;
    [[nodiscard]] QString fault() const;
    [[nodiscard]] QVariantList rows() const;
    [[nodiscard]] QVariantList hashes() const;
    [[nodiscard]] QString text() const;
    [[nodiscard]] QString exactBytes() const;
    [[nodiscard]] QVariantList evidence() const;
    [[nodiscard]] QVariantList story() const;
    [[nodiscard]] QString storyProblem() const { return m_storyProblem; }
    [[nodiscard]] QString actId() const { return m_shown ? m_shown->draft.actId : QString(); }
    [[nodiscard]] QString suggestedReport() const;
    [[nodiscard]] QString suggestedProof() const;
    [[nodiscard]] QString savedText() const { return m_savedText; }
    [[nodiscard]] bool saveFailed() const { return m_saveFailed; }

    Q_INVOKABLE void select(const QString &key);
    Q_INVOKABLE void close();
    /** Shows only the entries of the shown entry's act. */
    Q_INVOKABLE void filterAct();
    /** Writes the report of the shown entry's act into a new file: .pdf or .json; see savedText(). */
    Q_INVOKABLE void saveReport(const QString &path);
    /** Writes the proof of the shown entry into a new file; see JournalSeal. */
    Q_INVOKABLE void saveProof(const QString &path);

Q_SIGNALS:
    void listChanged();
    void headChanged();
    void selectionChanged();
    void storyChanged();
    void saved();

private:
    void readHead();
    void readStory();
    void proveNext(std::shared_ptr<base::Json> report, QList<qint64> entries, const QString &path);
    void setSaved(const QString &path, const base::Result<void> &result);

    Session &m_session;
    journal::JournalService &m_journal;
    JournalListModel m_list;
    JournalVerdict m_verdict;
    JournalSeal m_seal;
    QString m_operator;
    std::optional<journal::Head> m_head;
    std::optional<base::Error> m_headError;
    std::optional<base::Error> m_startError;  ///< of the closing records of an earlier run
    std::optional<base::Error> m_appendError; ///< of the last entry that was to be written
    std::optional<journal::Entry> m_shown;
    int m_storyTicket = 0;
    QList<journal::Entry> m_story;
    QString m_storyProblem;
    QString m_savedText;
    bool m_saveFailed = false;
};

} // namespace algenta::console
