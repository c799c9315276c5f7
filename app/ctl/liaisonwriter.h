// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/recordwriter.h"
#include "core/liaison/transcriptstream.h"

#include <QList>
#include <QStringList>

#include <memory>

namespace algenta::ctl
{

/** Prints checked transcripts as they come: a line a violation for people, a record a transcript for
 * programs. */
class LiaisonWriter
{
public:
    LiaisonWriter(Format format, Output &output);

    void write(const QString &file, const liaison::CheckedTranscript &transcript);
    /** @p summary holds the members that follow the list in a JSON document. */
    void end(const base::Json &summary);

private:
    void writeRows(const QString &file, const liaison::CheckedTranscript &transcript);
    void addRow(const QStringList &cells);
    void printWaiting();
    void printRow(const QStringList &cells);

    Output &m_output;
    std::unique_ptr<RecordWriter> m_records; ///< null for a table
    QList<QStringList> m_waiting;            ///< the first rows of a table, which give its widths
    QList<qsizetype> m_widths;
};

} // namespace algenta::ctl
