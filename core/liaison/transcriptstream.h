// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/liaison/liaisonreport.h"
#include "core/liaison/transcriptvalidator.h"

#include <QByteArray>
#include <QByteArrayView>

#include <optional>

class QIODevice;

namespace algenta::liaison
{

/** How the transcripts stand in a file. */
enum class TranscriptLayout {
    Unknown, ///< found out from the first lines: a whole first line that is JSON means JSON Lines
    Lines    ///< one transcript a line, whatever the first line looks like
};

/** The layout that the name of a file promises: .jsonl and .ndjson are lines. */
[[nodiscard]] TranscriptLayout layoutOfFile(const QString &name);

/** One transcript of a file with what its check found, and where it stands. */
struct CheckedTranscript {
    Report report;
    qint64 line = 1;   ///< of the file, from 1: where it begins, or where a broken document breaks
    qint64 column = 0; ///< in bytes from 1, of a broken document; 0 if there is none to name
    qint64 offset = 0; ///< of its first byte in the file
    qint64 length = 0; ///< in bytes
};

/**
 * Checks the transcripts of a device one after the other: one JSON document, or JSON Lines. A broken
 * line is a report of its own and does not stop the rest; a file without any transcript is one too.
 *
 * Memory is bounded by the longest document (16 MiB), not by the number of them.
 */
class TranscriptStream
{
public:
    /** @p device is open and outlives this. */
    TranscriptStream(QIODevice &device, const TranscriptValidator &validator,
                     TranscriptLayout layout = TranscriptLayout::Unknown);

    /** The next one; nothing at the end and after a failure, see error(). */
    [[nodiscard]] std::optional<CheckedTranscript> next();
    /** Bytes of the transcript that next() gave; valid until it is called again. Empty if too large. */
    [[nodiscard]] QByteArrayView bytes() const { return m_bytes; }
    /** Bytes that were taken from the device. */
    [[nodiscard]] qint64 position() const { return m_base + m_at; }
    /** Set if the device could not be read to its end. */
    [[nodiscard]] const std::optional<base::Error> &error() const { return m_error; }

private:
    enum class State { Undecided, Lines, Ended };
    struct Line {
        QByteArrayView text; ///< without its line feed; empty if too long
        qint64 offset = 0;
        qint64 length = 0;
        bool tooLong = false;
    };

    [[nodiscard]] bool fill();
    [[nodiscard]] std::optional<Line> takeLine();
    void skipLongLine(Line *line);
    [[nodiscard]] std::optional<CheckedTranscript> decide();
    [[nodiscard]] bool looksLikeLines() const;
    [[nodiscard]] CheckedTranscript checkWhole();
    [[nodiscard]] CheckedTranscript checked(QByteArrayView bytes, qint64 firstLine, qint64 offset);
    [[nodiscard]] std::optional<CheckedTranscript> nextLine();
    [[nodiscard]] CheckedTranscript refused(Problem problem, qint64 line, qint64 offset, qint64 length);

    QIODevice &m_device;
    const TranscriptValidator &m_validator;
    State m_state;
    QByteArray m_buffer; ///< what was read and not dropped yet
    qsizetype m_at = 0;  ///< first byte of the buffer that was not taken
    qint64 m_base = 0;   ///< place of the buffer's first byte in the device
    qint64 m_line = 0;   ///< lines taken so far
    bool m_atEnd = false;
    bool m_gaveAny = false;
    QByteArrayView m_bytes;
    std::optional<base::Error> m_error;
};

} // namespace algenta::liaison
