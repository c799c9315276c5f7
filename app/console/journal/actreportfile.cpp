// SPDX-License-Identifier: Apache-2.0
#include "app/console/journal/actreportfile.h"

#include "core/base/jsonwriter.h"
#include "core/base/textsafety.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFile>
#include <QFont>
#include <QPageSize>
#include <QPdfWriter>
#include <QTextCursor>
#include <QTextDocument>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::Json;

namespace
{

constexpr int dotsPerInch = 300;
constexpr int marginMillimetres = 18;

QString tr(const char *text)
{
    return QCoreApplication::translate("ActReport", text);
}

/** One value in a line: a text as it is, anything else as JSON. */
QString inLine(const Json &value)
{
    if (value.isNull())
        return tr("none");
    if (value.isString())
        return value.toString().isEmpty() ? tr("none") : value.toString();
    if (value.isArray() && !value.items().isEmpty()) {
        QStringList words;
        for (const Json &item : value.items()) {
            if (!item.isString())
                return QString::fromUtf8(base::writeJson(value));
            words.append(item.toString());
        }
        return words.join(u", "_s);
    }
    return QString::fromUtf8(base::writeJson(value));
}

/** Writes headings, labelled values and exact texts one below the other. */
class Sheet
{
public:
    explicit Sheet(QTextDocument &document)
        : m_cursor(&document)
    {
        m_body.setFontFamilies({u"Inter"_s, u"Sans Serif"_s});
        m_body.setFontPointSize(9.5);
        m_label = m_body;
        m_label.setFontWeight(QFont::DemiBold);
        m_heading = m_label;
        m_heading.setFontPointSize(12);
        m_title = m_label;
        m_title.setFontPointSize(16);
        m_mono = m_body;
        m_mono.setFontFamilies({u"JetBrains Mono"_s, u"Monospace"_s});
        m_mono.setFontPointSize(7.5);
    }

    void title(const QString &text) { block(text, m_title, 0, 6); }
    void heading(const QString &text) { block(text, m_heading, 12, 4); }
    void paragraph(const QString &text) { block(text, m_body, 0, 4); }
    void exact(const QString &text) { block(text, m_mono, 0, 3); }
    void line(const QString &label, const QString &value)
    {
        block(label + u": "_s, m_label, 0, 1);
        m_cursor.insertText(base::visibleText(value), m_body);
    }

private:
    void block(const QString &text, const QTextCharFormat &format, qreal above, qreal below)
    {
        QTextBlockFormat place;
        place.setTopMargin(above);
        place.setBottomMargin(below);
        if (m_first)
            m_cursor.setBlockFormat(place);
        else
            m_cursor.insertBlock(place);
        m_first = false;
        // insertText() takes no markup; hidden characters are made visible.
        m_cursor.insertText(base::visibleText(text, base::LineBreaks::Keep), format);
    }

    QTextCursor m_cursor;
    QTextCharFormat m_body;
    QTextCharFormat m_label;
    QTextCharFormat m_heading;
    QTextCharFormat m_title;
    QTextCharFormat m_mono;
    bool m_first = true;
};

void writeFields(Sheet &sheet, const Json &object, const QStringList &leftOut = {})
{
    for (const base::JsonMember &member : object.members()) {
        if (!leftOut.contains(member.key))
            sheet.line(QString(member.key).replace(u'_', u' '), inLine(member.value));
    }
}

void writeRadius(Sheet &sheet, const Json &report)
{
    sheet.heading(tr("What was on the screen"));
    for (const Json &line : report[u"radius"][u"lines"].items()) {
        const QString note = line[u"note"].toString();
        sheet.line(line[u"label"].toString(), line[u"value"].toString() + u" ("_s +
                                                  line[u"origin"].toString() +
                                                  (note.isEmpty() ? QString() : u", "_s + note) + u')');
    }
    sheet.heading(tr("What each gate would have said"));
    for (const Json &gate : report[u"gates"].items())
        writeFields(sheet, gate);
}

void writeList(Sheet &sheet, const QString &heading, const Json &list)
{
    if (list.items().isEmpty())
        return;
    sheet.heading(heading);
    for (const Json &item : list.items())
        writeFields(sheet, item);
}

void writeProof(Sheet &sheet, const Json &report)
{
    sheet.heading(tr("Journal entries"));
    sheet.paragraph(
        tr("The leaf of an entry is SHA-256(0x00 ‖ bytes), RFC 6962. The JSON form of this report "
           "holds the exact bytes and, where a checkpoint covers them, the inclusion proofs."));
    for (const Json &entry : report[u"entries"].items()) {
        sheet.line(tr("Entry %1").arg(entry[u"seq"].toString()),
                   entry[u"kind"].toString() + u" · "_s + entry[u"time"].toString());
        sheet.exact(tr("leaf %1").arg(entry[u"leaf"].toString()));
        if (entry[u"inclusion_proof"].isNull())
            sheet.exact(tr("no checkpoint covers it yet"));
        else
            sheet.exact(inLine(entry[u"inclusion_proof"]));
    }
}

base::Error storageError(const QString &path, const QString &why)
{
    base::Error error;
    error.code = base::ErrorCode::StorageFailed;
    error.message = tr("%1 was not written: %2.").arg(path, why);
    error.remedy = tr("Choose another name or folder.");
    return error;
}

} // namespace

QByteArray reportPdf(const Json &report)
{
    QTextDocument document;
    Sheet sheet(document);
    const bool drill = report[u"drill"].toBool(false);
    sheet.title(drill ? tr("Exercise: override of one execution") : tr("Override of one execution"));
    sheet.paragraph(report[u"verdict"].toString());
    writeFields(sheet, report,
                {u"format"_s, u"verdict"_s, u"radius"_s, u"gates"_s, u"armings"_s, u"intent"_s, u"request"_s,
                 u"answer"_s, u"reconciliations"_s, u"reviews"_s, u"entries"_s, u"blocked"_s, u"drill"_s});
    writeRadius(sheet, report);
    writeList(sheet, tr("Armings"), report[u"armings"]);
    sheet.heading(tr("Request"));
    writeFields(sheet, report[u"request"]);
    sheet.heading(tr("Answer"));
    if (report[u"answer"].isNull())
        sheet.paragraph(tr("None is recorded."));
    writeFields(sheet, report[u"answer"]);
    writeList(sheet, tr("Settled by reading"), report[u"reconciliations"]);
    writeList(sheet, tr("Reviews"), report[u"reviews"]);
    writeProof(sheet, report);

    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(dotsPerInch);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(
        QMarginsF(marginMillimetres, marginMillimetres, marginMillimetres, marginMillimetres),
        QPageLayout::Millimeter);
    writer.setTitle(tr("Override of decision %1").arg(base::visibleText(report[u"decision"].toString())));
    writer.setCreator(u"Algenta Operator Console"_s);
    document.print(&writer);
    return buffer.data();
}

base::Result<void> saveReport(const Json &report, const QString &path)
{
    if (path.endsWith(".json"_L1, Qt::CaseInsensitive))
        return saveNewFile(path, base::writeJson(report) + '\n');
    if (path.endsWith(".pdf"_L1, Qt::CaseInsensitive))
        return saveNewFile(path, reportPdf(report));
    return base::fail(base::ErrorCode::InvalidInput, tr("The name says neither .pdf nor .json."),
                      tr("End the name in one of the two."));
}

base::Result<void> saveNewFile(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly))
        return base::fail(
            storageError(path, QFile::exists(path) ? tr("it is there already") : file.errorString()));
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    if (file.write(bytes) != bytes.size() || !file.flush()) {
        const QString why = file.errorString();
        // Half a report would look like a whole one.
        file.remove();
        return base::fail(storageError(path, why));
    }
    return {};
}

} // namespace algenta::console
