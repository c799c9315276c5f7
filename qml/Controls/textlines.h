// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <QList>
#include <QString>
#include <qqmlregistration.h>

namespace algenta::controls
{

/**
 * A long text as rows for a virtual list: the text is kept once, rows are offsets into it. A line longer
 * than 512 characters continues on rows without a number, so that one huge line cannot stall the screen.
 */
class TextLines : public QAbstractListModel
{
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(QString text READ text WRITE setText NOTIFY textChanged FINAL)
    /** 1-based numbers of the lines that are shown as removed. */
    Q_PROPERTY(
        QList<int> removedLines READ removedLines WRITE setRemovedLines NOTIFY removedLinesChanged FINAL)
    /** Lines, not rows. */
    Q_PROPERTY(int lineCount READ lineCount NOTIFY textChanged FINAL)
    /** The longest row in characters. */
    Q_PROPERTY(int widest READ widest NOTIFY textChanged FINAL)

public:
    enum Role { TextRole = Qt::UserRole + 1, NumberRole, RemovedRole };
    static constexpr qsizetype RowLength = 512;

    using QAbstractListModel::QAbstractListModel;

    [[nodiscard]] QString text() const { return m_text; }
    void setText(const QString &text);
    [[nodiscard]] QList<int> removedLines() const { return m_removed; }
    void setRemovedLines(const QList<int> &lines);
    [[nodiscard]] int lineCount() const { return m_lineCount; }
    [[nodiscard]] int widest() const { return m_widest; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

    /** How often the needle occurs, without regard to case; counting stops at limit. */
    Q_INVOKABLE int count(const QString &needle, int limit) const;
    /** The row of the next (or previous) row that holds the needle, starting beside row `from` and going
        round once; -1 when there is none. Row -1 starts at the beginning. */
    Q_INVOKABLE int find(const QString &needle, int from, bool forward) const;

Q_SIGNALS:
    void textChanged();
    void removedLinesChanged();

private:
    struct Row {
        qsizetype start = 0;
        qsizetype length = 0;
        int line = 0;
        bool continues = false;
    };

    [[nodiscard]] QList<int> rowsWith(const QString &needle, qsizetype limit) const;
    [[nodiscard]] int rowAt(qsizetype offset) const;

    QString m_text;
    QList<Row> m_rows;
    QList<int> m_removed;
    int m_lineCount = 0;
    int m_widest = 0;
};

} // namespace algenta::controls
