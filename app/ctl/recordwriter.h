// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/output.h"
#include "app/ctl/record.h"

#include <memory>
#include <optional>

namespace algenta::ctl
{

enum class Format { Table, Json, JsonLines, Csv };

[[nodiscard]] std::optional<Format> formatFromText(const QString &text);

/** Prints records as they come; nothing is held back but the first rows of a table, for its widths. */
class RecordWriter
{
public:
    virtual ~RecordWriter() = default;
    virtual void write(const Record &record) = 0;
    /** @p summary holds the members that follow the list in a JSON document. */
    virtual void end(const base::Json &summary) = 0;
    /** A good moment to hand over what is there: a part of the list is through. */
    virtual void pause() = 0;
};

/** @p rawCsv leaves out the guard against formulas. Nothing is printed before the first record or the end. */
[[nodiscard]] std::unique_ptr<RecordWriter> makeWriter(Format format, bool rawCsv, const QString &listName,
                                                       const QList<Column> &columns, Output &output);

/**
 * A CSV cell (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe in
 * front; numbers do not. Control characters are made visible, line feeds and tabs stay. With @p raw
 * the text stays as it is.
 */
[[nodiscard]] QByteArray csvCell(const QString &text, bool raw);

} // namespace algenta::ctl
