// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/command.h"
#include "app/ctl/engineaccess.h"
#include "app/ctl/record.h"
#include "app/ctl/recordwriter.h"

#include <memory>
#include <optional>

namespace algenta::ctl
{

/** `--filter`, `--sort`, `--limit`, `--all`, `--format`, `--raw`. */
[[nodiscard]] QList<OptionSpec> listOptions();
/** The paragraph of a list's help that names columns and explains filter, sort and limit. */
[[nodiscard]] QString listHelp(const QList<Column> &columns);
[[nodiscard]] QString listExitCodes();

/**
 * A list command: reads its source part by part, filters, and prints as it goes.
 *
 * Without --sort it stops reading at the limit. With it everything is read, and as many records as
 * the limit says are kept.
 */
class ListCommand : public Command
{
    Q_OBJECT

public:
    using Command::Command;
    void start() final;

protected:
    /** InvalidInput and the like if the arguments do not allow one. Sends nothing. */
    [[nodiscard]] virtual base::Result<std::unique_ptr<RecordSource>> makeSource() = 0;

private:
    [[nodiscard]] base::Result<void> readArguments();
    [[nodiscard]] base::Result<void> readFormat();
    [[nodiscard]] base::Result<void> readLimit();
    void readNext();
    void take(const base::Result<Batch> &batch);
    void takeRecords(const Batch &batch);
    void keepSorted(const Record &record);
    /** Sorts what is kept, and lets go of what is beyond the limit. */
    void sortKept();
    void print(const Record &record);
    void end();
    [[nodiscard]] base::Json summary() const;
    void reportCount();

    std::unique_ptr<RecordSource> m_source;
    std::unique_ptr<RecordWriter> m_writer;
    QList<Column> m_columns;
    base::RecordFilter m_filter;
    std::optional<SortOrder> m_sort;
    Format m_format = Format::Table;
    std::optional<qint64> m_limit = 100;
    QDateTime m_now;

    QList<Record> m_sorted;
    base::Json m_broken = base::Json::array();
    qint64 m_total = -1;
    qint64 m_matched = 0;
    qint64 m_shown = 0;
    bool m_began = false; ///< a part of the list came
    bool m_readAll = false;
    bool m_more = false;
    QStringList m_gaps;
    std::optional<base::Error> m_error;
};

} // namespace algenta::ctl
