// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/journal/journallistmodel.h"
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

public:
    JournalViewModel(Session &session, journal::JournalService &journal, QObject *parent = nullptr);

    /** Reads head and entries; call it when the journal was opened. */
    void refresh();
    [[nodiscard]] JournalListModel *list() { return &m_list; }
    [[nodiscard]] JournalVerdict *verdict() { return &m_verdict; }
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

    Q_INVOKABLE void select(const QString &key);
    Q_INVOKABLE void close();
    /** Shows only the entries of the shown entry's act. */
    Q_INVOKABLE void filterAct();

Q_SIGNALS:
    void listChanged();
    void headChanged();
    void selectionChanged();
    void storyChanged();

private:
    void readHead();
    void readStory();

    Session &m_session;
    journal::JournalService &m_journal;
    JournalListModel m_list;
    JournalVerdict m_verdict;
    QString m_operator;
    std::optional<journal::Head> m_head;
    std::optional<base::Error> m_headError;
    std::optional<base::Error> m_appendError; ///< of the last entry that was to be written
    std::optional<journal::Entry> m_shown;
    int m_storyTicket = 0;
    QList<journal::Entry> m_story;
    QString m_storyProblem;
};

} // namespace algenta::console
