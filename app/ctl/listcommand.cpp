// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/listcommand.h"

#include "core/base/clock.h"
#include "core/base/textsafety.h"

#include <QLocale>

#include <algorithm>

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Json;
using base::Result;

namespace
{

constexpr qint64 maxLimit = 10'000'000;
constexpr qsizetype helpWidth = 98;

QString grouped(qint64 number)
{
    return QLocale(QLocale::English).toString(number);
}

/** The first column that the example of an age can stand for. */
QString timeColumn(const QList<Column> &columns)
{
    const auto found = std::find_if(columns.cbegin(), columns.cend(), [](const Column &column) {
        return column.kind == base::FieldKind::Time;
    });
    return found == columns.cend() ? QString() : found->name;
}

} // namespace

QList<OptionSpec> listOptions()
{
    return {
        {u"filter"_s, u"EXPR"_s, u"only records for which all terms hold (see above)"_s},
        {u"sort"_s, u"COL[:desc]"_s, u"order by a column; reads the whole list first"_s},
        {u"limit"_s, u"N"_s, u"print at most N records (default 100)"_s},
        {u"all"_s,
         {},
         u"print all of them; jsonl, csv and json need little memory for that,\nunless sorted"_s},
        {u"format"_s, u"F"_s, u"table (default), json, jsonl or csv"_s},
        {u"raw"_s,
         {},
         u"csv only: exact texts, without the apostrophe that keeps a spreadsheet\nfrom running a text as a formula, and with control characters as they are"_s}};
}

QString listHelp(const QList<Column> &columns)
{
    QString text = u"Columns:"_s;
    qsizetype width = text.size();
    const QStringList names = columnNames(columns);
    for (qsizetype i = 0; i < names.size(); ++i) {
        const QString word = names.at(i) + (i + 1 < names.size() ? u","_s : u"."_s);
        const bool breaks = width + 1 + word.size() > helpWidth;
        text += (breaks ? u"\n"_s : u" "_s) + word;
        width = breaks ? word.size() : width + 1 + word.size();
    }
    return text +
           u"\n\n"
           "Filter: terms separated by blanks, all must hold. A word or \"quoted words\" is searched in\n"
           "every column; COL:part and COL=exact look in one; numbers and times also take < <= > >=,\n"
           "a time against a date (2026-11-30) or an age (%1<24h is younger). “not” turns the\n"
           "next term round."_s.arg(timeColumn(columns));
}

QString listExitCodes()
{
    return u"  0  listed\n"
           "  2  wrong usage, or nothing could be read\n"
           "  3  something is missing: a record or a later page could not be read; the others are listed"_s;
}

void ListCommand::start()
{
    if (const auto good = readArguments(); !good) {
        fail(good.error());
        return;
    }
    m_now = base::SystemClock().now();
    readNext();
}

Result<void> ListCommand::readFormat()
{
    const auto text = arguments().value(u"format"_s);
    if (text) {
        const auto format = formatFromText(*text);
        if (!format)
            return base::fail(ErrorCode::InvalidInput,
                              u"“%1” is no format."_s.arg(base::elidedText(*text, 60)),
                              u"Formats: table, json, jsonl, csv."_s);
        if (arguments().isSet(u"json"_s) && *format != Format::Json)
            return base::fail(ErrorCode::InvalidInput,
                              u"--json and --format %1 exclude each other."_s.arg(*text));
        m_format = *format;
    } else if (arguments().isSet(u"json"_s)) {
        m_format = Format::Json;
    }
    if (arguments().isSet(u"raw"_s) && m_format != Format::Csv)
        return base::fail(ErrorCode::InvalidInput, u"--raw goes with --format csv."_s);
    return {};
}

Result<void> ListCommand::readLimit()
{
    if (arguments().isSet(u"all"_s)) {
        if (arguments().isSet(u"limit"_s))
            return base::fail(ErrorCode::InvalidInput, u"--all and --limit exclude each other."_s);
        m_limit.reset();
    } else if (const auto text = arguments().value(u"limit"_s)) {
        bool good = false;
        m_limit = text->toLongLong(&good);
        if (!good || *m_limit < 1 || *m_limit > maxLimit)
            return base::fail(ErrorCode::InvalidInput,
                              u"--limit takes a number from 1 to %1."_s.arg(grouped(maxLimit)),
                              u"For everything use --all."_s);
    }
    return {};
}

Result<void> ListCommand::readArguments()
{
    if (auto good = readFormat(); !good)
        return good;
    if (auto good = readLimit(); !good)
        return good;
    auto source = makeSource();
    if (!source)
        return base::fail(source.error());
    m_source = std::move(*source);
    m_columns = m_source->columns();
    if (const auto text = arguments().value(u"filter"_s)) {
        const auto filter = base::RecordFilter::parse(*text, filterFields(m_columns));
        if (!filter)
            return base::fail(filter.error());
        m_filter = *filter;
    }
    if (const auto text = arguments().value(u"sort"_s)) {
        const auto sort = parseSort(*text, m_columns);
        if (!sort)
            return base::fail(sort.error());
        m_sort = *sort;
    }
    m_writer = makeWriter(m_format, arguments().isSet(u"raw"_s), m_source->listName(), m_columns, output());
    return {};
}

void ListCommand::readNext()
{
    m_source->next([this](const Result<Batch> &batch) { take(batch); });
}

void ListCommand::take(const Result<Batch> &batch)
{
    if (!batch) {
        if (!m_began) {
            fail(batch.error());
            return;
        }
        m_error = batch.error();
        end();
        return;
    }
    m_began = true;
    for (const QString &note : batch->notes)
        output().message(note);
    for (const QString &gap : batch->gaps) {
        output().message(gap);
        m_gaps.append(gap);
    }
    for (const Json &item : batch->broken.items()) {
        output().message(u"A record cannot be read: %1"_s.arg(item[u"reason"].toString()));
        m_broken.append(item);
    }
    if (batch->total >= 0)
        m_total = batch->total;
    m_readAll = batch->last;
    takeRecords(*batch);
    if (!m_sort)
        m_writer->pause();
    // Nobody reads any more: there is no point in asking the engine for the rest.
    if (m_readAll || m_more || !output().flush())
        end();
    else
        readNext();
}

void ListCommand::takeRecords(const Batch &batch)
{
    for (const Record &record : batch.records) {
        const auto read = [&](const QString &field) {
            for (qsizetype i = 0; i < m_columns.size(); ++i) {
                if (m_columns.at(i).name == field)
                    return valueText(record.at(i));
            }
            return QString();
        };
        if (!m_filter.isEmpty() && !m_filter.matches(read, m_now))
            continue;
        ++m_matched;
        if (m_sort) {
            keepSorted(record);
        } else if (!m_limit || m_shown < *m_limit) {
            print(record);
        } else {
            m_more = true;
            return;
        }
    }
    const bool full = !m_sort && m_limit && m_shown >= *m_limit;
    // Without a filter the engine's total tells whether there is more; with one, only reading on does.
    if (full && !m_readAll && m_filter.isEmpty() && m_total > m_shown)
        m_more = true;
}

void ListCommand::keepSorted(const Record &record)
{
    m_sorted.append(record);
    if (m_limit && m_sorted.size() >= 2 * *m_limit + 1000)
        sortKept();
}

void ListCommand::sortKept()
{
    const SortOrder &order = *m_sort;
    std::stable_sort(m_sorted.begin(), m_sorted.end(),
                     [&order](const Record &left, const Record &right) { return order.before(left, right); });
    if (m_limit && m_sorted.size() > *m_limit)
        m_sorted.resize(*m_limit);
}

void ListCommand::print(const Record &record)
{
    ++m_shown;
    m_writer->write(record);
}

void ListCommand::end()
{
    if (m_sort) {
        sortKept();
        for (const Record &record : std::as_const(m_sorted))
            print(record);
        m_more = m_shown < m_matched;
    }
    m_writer->end(summary());
    if (m_error)
        output().gap(*m_error);
    if (output().flush())
        reportCount();
    const bool whole = !m_error && m_gaps.isEmpty() && m_broken.size() == 0;
    Q_EMIT finished(whole ? ExitCode::Good : ExitCode::Incomplete);
}

Json ListCommand::summary() const
{
    Json json = m_source->about();
    json.set(u"shown"_s, Json::integer(m_shown));
    json.set(u"total"_s, m_total >= 0 ? Json::integer(m_total) : Json());
    json.set(u"more"_s, Json::boolean(m_more));
    json.set(u"complete"_s, Json::boolean(!m_error && m_gaps.isEmpty() && m_broken.size() == 0));
    json.set(u"gaps"_s, stringList(m_gaps));
    json.set(u"broken"_s, m_broken);
    json.set(u"error"_s, m_error ? errorJson(*m_error) : Json());
    return json;
}

void ListCommand::reportCount()
{
    if (m_error)
        output().message(u"Incomplete: %1 shown, the rest could not be read."_s.arg(grouped(m_shown)));
    else if (m_more && m_sort)
        output().message(
            u"%1 of %2 shown; use --limit or --all."_s.arg(grouped(m_shown), grouped(m_matched)));
    else if (m_more && m_filter.isEmpty() && m_total >= 0)
        output().message(u"%1 of %2 shown; use --limit or --all."_s.arg(grouped(m_shown), grouped(m_total)));
    else if (m_more)
        output().message(
            u"%1 shown, there are more that match; use --limit or --all."_s.arg(grouped(m_shown)));
    else if (m_shown == 0 && m_format == Format::Table)
        output().message(m_filter.isEmpty() ? u"There are none."_s : u"None matches the filter."_s);
}

} // namespace algenta::ctl
