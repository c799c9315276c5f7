// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/recordwriter.h"

#include "core/base/textsafety.h"

#include <QRegularExpression>

#include <algorithm>

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::FieldKind;
using base::Json;

namespace
{

constexpr qsizetype widest = 60;
constexpr qsizetype rowsForWidths = 100;

Json objectOf(const QList<Column> &columns, const Record &record)
{
    Json::Object members;
    members.reserve(columns.size());
    for (qsizetype i = 0; i < columns.size(); ++i)
        members.append({columns.at(i).name, record.at(i)});
    return Json::object(members);
}

class TableWriter final : public RecordWriter
{
public:
    TableWriter(QList<Column> columns, Output &output)
        : m_columns(std::move(columns))
        , m_output(output)
    {
    }

    void write(const Record &record) override
    {
        QStringList cells;
        for (qsizetype i = 0; i < m_columns.size(); ++i) {
            if (m_columns.at(i).inTable)
                cells.append(cellText(m_columns.at(i), record.at(i)));
        }
        if (m_widths.isEmpty()) {
            m_waiting.append(cells);
            if (m_waiting.size() >= rowsForWidths)
                printWaiting();
        } else {
            printRow(cells, false);
        }
    }

    void pause() override
    {
        if (!m_waiting.isEmpty())
            printWaiting();
        m_output.flush();
    }

    void end(const Json &) override
    {
        if (!m_waiting.isEmpty())
            printWaiting();
    }

private:
    /** Ids are what an operator copies: they are never cut. */
    static QString cellText(const Column &column, const Json &value)
    {
        const QString text = value.isNull() ? u"–"_s : valueText(value);
        const bool isId = column.name == "id"_L1 || column.name.endsWith("_id"_L1);
        return base::elidedText(text, isId ? 4096 : widest);
    }

    void printWaiting()
    {
        QStringList titles;
        for (const Column &column : m_columns) {
            if (column.inTable)
                titles.append(column.name);
        }
        for (qsizetype i = 0; i < titles.size(); ++i) {
            qsizetype width = titles.at(i).size();
            for (const QStringList &row : m_waiting)
                width = std::max(width, std::min(row.at(i).size(), widest));
            m_widths.append(width);
        }
        printRow(titles, true);
        for (const QStringList &row : m_waiting)
            printRow(row, false);
        m_waiting.clear();
    }

    void printRow(const QStringList &cells, bool title)
    {
        QString text;
        qsizetype shown = 0;
        for (const Column &column : m_columns) {
            if (!column.inTable)
                continue;
            const QString &cell = cells.at(shown);
            const bool right = column.kind == FieldKind::Number && !title;
            const qsizetype width = m_widths.at(shown++);
            text += (right ? cell.rightJustified(width) : cell.leftJustified(width)) + "  "_L1;
        }
        while (text.endsWith(u' '))
            text.chop(1);
        m_output.line(text);
    }

    QList<Column> m_columns;
    Output &m_output;
    QList<QStringList> m_waiting;
    QList<qsizetype> m_widths;
};

/** One document, written as it comes so that its length does not matter. */
class DocumentWriter final : public RecordWriter
{
public:
    DocumentWriter(QString listName, QList<Column> columns, Output &output)
        : m_listName(std::move(listName))
        , m_columns(std::move(columns))
        , m_output(output)
    {
    }

    void write(const Record &record) override
    {
        begin();
        m_output.safe(m_first ? "\n    " : ",\n    ");
        m_output.safe(terminalSafeJson(objectOf(m_columns, record), false));
        m_first = false;
    }

    void pause() override { m_output.flush(); }

    void end(const Json &summary) override
    {
        begin();
        m_output.safe(m_first ? "]" : "\n  ]");
        for (const base::JsonMember &member : summary.members()) {
            m_output.safe(",\n  " + terminalSafeJson(Json::string(member.key), false) + ": " +
                          terminalSafeJson(member.value, false));
        }
        m_output.safe("\n}\n");
    }

private:
    void begin()
    {
        if (m_begun)
            return;
        m_begun = true;
        m_output.safe("{\n  " + terminalSafeJson(Json::string(m_listName), false) + ": [");
    }

    QString m_listName;
    QList<Column> m_columns;
    Output &m_output;
    bool m_begun = false;
    bool m_first = true;
};

class LinesWriter final : public RecordWriter
{
public:
    LinesWriter(QList<Column> columns, Output &output)
        : m_columns(std::move(columns))
        , m_output(output)
    {
    }

    void write(const Record &record) override
    {
        m_output.safe(terminalSafeJson(objectOf(m_columns, record), false) + '\n');
    }
    void pause() override { m_output.flush(); }
    void end(const Json &) override {}

private:
    QList<Column> m_columns;
    Output &m_output;
};

class CsvWriter final : public RecordWriter
{
public:
    CsvWriter(QList<Column> columns, bool raw, Output &output)
        : m_columns(std::move(columns))
        , m_raw(raw)
        , m_output(output)
    {
    }

    void write(const Record &record) override
    {
        begin();
        QByteArrayList cells;
        for (const Json &value : record)
            cells.append(csvCell(valueText(value), m_raw || !value.isString()));
        m_output.safe(cells.join(',') + "\r\n");
    }
    void pause() override { m_output.flush(); }
    void end(const Json &) override { begin(); }

private:
    void begin()
    {
        if (std::exchange(m_begun, true))
            return;
        m_output.safe(columnNames(m_columns).join(u',').toUtf8() + "\r\n");
    }

    QList<Column> m_columns;
    bool m_raw;
    Output &m_output;
    bool m_begun = false;
};

bool isFormula(const QString &text)
{
    // Blanks and line breaks in front do not stop a spreadsheet; a plain number is no formula.
    static const QRegularExpression formula(uR"(^(\s*[=+\-@]|[\t\r]))"_s);
    static const QRegularExpression number(uR"(^[+\-]?(\d+\.?\d*|\.\d+)([eE][+\-]?\d+)?$)"_s);
    return formula.match(text).hasMatch() && !number.match(text).hasMatch();
}

} // namespace

std::optional<Format> formatFromText(const QString &text)
{
    if (text == "table"_L1)
        return Format::Table;
    if (text == "json"_L1)
        return Format::Json;
    if (text == "jsonl"_L1)
        return Format::JsonLines;
    if (text == "csv"_L1)
        return Format::Csv;
    return std::nullopt;
}

QByteArray csvCell(const QString &text, bool raw)
{
    QString cell = raw ? text : base::visibleText(text, base::LineBreaks::Keep);
    if (!raw && isFormula(text))
        cell.prepend(u'\'');
    static const QRegularExpression special(u"[\",\r\n\t]|^ | $"_s);
    if (special.match(cell).hasMatch())
        cell = u'"' + cell.replace(u'"', "\"\""_L1) + u'"';
    return cell.toUtf8();
}

std::unique_ptr<RecordWriter> makeWriter(Format format, bool rawCsv, const QString &listName,
                                         const QList<Column> &columns, Output &output)
{
    switch (format) {
    case Format::Table:
        return std::make_unique<TableWriter>(columns, output);
    case Format::Json:
        return std::make_unique<DocumentWriter>(listName, columns, output);
    case Format::JsonLines:
        return std::make_unique<LinesWriter>(columns, output);
    case Format::Csv:
        return std::make_unique<CsvWriter>(columns, rawCsv, output);
    }
    Q_UNREACHABLE();
}

} // namespace algenta::ctl
