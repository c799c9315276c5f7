// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/liaisonwriter.h"

#include "core/base/textsafety.h"

#include <algorithm>

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::Json;
using liaison::CheckedTranscript;

namespace
{

constexpr qsizetype rowsForWidths = 100;
constexpr qsizetype widest = 100;

QList<Column> recordColumns()
{
    return {{u"file"_s},
            {u"line"_s, base::FieldKind::Number},
            {u"column"_s, base::FieldKind::Number},
            {u"invocation_id"_s},
            {u"verdict"_s},
            {u"rules"_s},
            {u"violations"_s}};
}

QString verdictOf(const liaison::Report &report)
{
    return report.isAccepted() ? u"accepted"_s : u"rejected"_s;
}

QString placeOf(const QString &file, const CheckedTranscript &transcript)
{
    QString place = base::visibleText(file) + u':' + QString::number(transcript.line);
    if (transcript.column > 0)
        place += u':' + QString::number(transcript.column);
    return place;
}

} // namespace

LiaisonWriter::LiaisonWriter(Format format, Output &output)
    : m_output(output)
    , m_records(format == Format::Table
                    ? nullptr
                    : makeWriter(format, false, u"transcripts"_s, recordColumns(), output))
{
}

void LiaisonWriter::write(const QString &file, const CheckedTranscript &transcript)
{
    if (!m_records) {
        writeRows(file, transcript);
        return;
    }
    const Json report = liaison::reportJson(transcript.report);
    m_records->write({Json::string(file), Json::integer(transcript.line),
                      transcript.column > 0 ? Json::integer(transcript.column) : Json(),
                      report[u"invocation_id"], report[u"verdict"], stringList(transcript.report.ruleNames()),
                      report[u"violations"]});
}

void LiaisonWriter::end(const Json &summary)
{
    if (m_records)
        m_records->end(summary);
    else if (!m_waiting.isEmpty())
        printWaiting();
}

void LiaisonWriter::writeRows(const QString &file, const CheckedTranscript &transcript)
{
    const QString place = placeOf(file, transcript);
    const QString id = base::elidedText(transcript.report.invocationId, 200);
    const QString verdict = verdictOf(transcript.report);
    if (transcript.report.isAccepted())
        addRow({place, id, verdict, u"–"_s, u"–"_s, {}});
    for (const liaison::Violation &violation : transcript.report.violations) {
        addRow({place, id.isEmpty() ? u"–"_s : id, verdict, liaison::ruleName(violation.rule()),
                violation.path.isEmpty() ? u"–"_s : violation.path, violation.message()});
    }
}

void LiaisonWriter::addRow(const QStringList &cells)
{
    if (!m_widths.isEmpty()) {
        printRow(cells);
        return;
    }
    m_waiting.append(cells);
    if (m_waiting.size() >= rowsForWidths)
        printWaiting();
}

void LiaisonWriter::printWaiting()
{
    m_waiting.prepend({u"file"_s, u"invocation_id"_s, u"verdict"_s, u"rule"_s, u"path"_s, u"message"_s});
    for (qsizetype i = 0; i < m_waiting.constFirst().size(); ++i) {
        qsizetype width = 0;
        for (const QStringList &row : std::as_const(m_waiting))
            width = std::max(width, std::min(row.at(i).size(), widest));
        m_widths.append(width);
    }
    for (const QStringList &row : std::as_const(m_waiting))
        printRow(row);
    m_waiting.clear();
}

void LiaisonWriter::printRow(const QStringList &cells)
{
    QString text;
    for (qsizetype i = 0; i < cells.size(); ++i)
        text += cells.at(i).leftJustified(m_widths.at(i)) + "  "_L1;
    while (text.endsWith(u' '))
        text.chop(1);
    m_output.line(text);
}

} // namespace algenta::ctl
