// SPDX-License-Identifier: Apache-2.0
#include "core/liaison/transcriptstream.h"

#include "core/base/jsonreader.h"

#include <QIODevice>
#include <QRegularExpression>

#include <algorithm>
#include <cstring>

namespace algenta::liaison
{

using namespace Qt::Literals::StringLiterals;

namespace
{

constexpr qsizetype chunk = 256 * 1024;
const qsizetype longest = base::JsonLimits().maxBytes;

bool isBlank(QByteArrayView text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
}

Problem problemOf(base::ErrorCode code)
{
    return code == base::ErrorCode::DuplicateKey    ? Problem::DuplicateKey
           : code == base::ErrorCode::LimitExceeded ? Problem::TooLarge
                                                    : Problem::NotJson;
}

} // namespace

TranscriptLayout layoutOfFile(const QString &name)
{
    const bool lines =
        name.endsWith(".jsonl"_L1, Qt::CaseInsensitive) || name.endsWith(".ndjson"_L1, Qt::CaseInsensitive);
    return lines ? TranscriptLayout::Lines : TranscriptLayout::Unknown;
}

TranscriptStream::TranscriptStream(QIODevice &device, const TranscriptValidator &validator,
                                   TranscriptLayout layout)
    : m_device(device)
    , m_validator(validator)
    , m_state(layout == TranscriptLayout::Lines ? State::Lines : State::Undecided)
{
}

std::optional<CheckedTranscript> TranscriptStream::next()
{
    m_bytes = {};
    if (m_state == State::Undecided) {
        if (auto whole = decide()) {
            m_gaveAny = true;
            return whole;
        }
    }
    if (m_state == State::Ended)
        return std::nullopt;
    auto line = nextLine();
    if (line) {
        m_gaveAny = true;
        return line;
    }
    m_state = State::Ended;
    // A file that holds nothing must not pass for one in which everything is good.
    if (!m_gaveAny && !m_error)
        return refused(Problem::NotJson, 1, 0, 0);
    return std::nullopt;
}

/** Reads on; false at the end of the device. */
bool TranscriptStream::fill()
{
    if (m_atEnd)
        return false;
    if (m_at > 0 && m_at == m_buffer.size()) {
        m_base += m_at;
        m_buffer.clear();
        m_at = 0;
    } else if (m_at >= chunk) {
        m_base += m_at;
        m_buffer.remove(0, m_at);
        m_at = 0;
    }
    const qsizetype before = m_buffer.size();
    m_buffer.resize(before + chunk);
    const qint64 count = m_device.read(m_buffer.data() + before, chunk);
    m_buffer.resize(before + std::max<qint64>(count, 0));
    if (count < 0) {
        base::Error error;
        error.code = base::ErrorCode::StorageFailed;
        error.message = u"The transcripts could not be read to the end: %1."_s.arg(m_device.errorString());
        m_error = error;
    }
    m_atEnd = count <= 0;
    return count > 0;
}

std::optional<TranscriptStream::Line> TranscriptStream::takeLine()
{
    qsizetype searched = 0;
    for (;;) {
        const char *const begin = m_buffer.constData() + m_at;
        const qsizetype size = m_buffer.size() - m_at;
        const void *const feed =
            size > searched ? std::memchr(begin + searched, '\n', static_cast<size_t>(size - searched))
                            : nullptr;
        if (feed) {
            const qsizetype length = static_cast<const char *>(feed) - begin;
            Line line{QByteArrayView(begin, length), m_base + m_at, length, false};
            m_at += length + 1;
            ++m_line;
            return line;
        }
        searched = size;
        if (size > longest) {
            Line line{{}, m_base + m_at, 0, true};
            skipLongLine(&line);
            ++m_line;
            return line;
        }
        if (fill())
            continue;
        if (m_at == m_buffer.size())
            return std::nullopt;
        Line line{QByteArrayView(m_buffer).sliced(m_at), m_base + m_at, m_buffer.size() - m_at, false};
        m_at = m_buffer.size();
        ++m_line;
        return line;
    }
}

/** Drops the rest of a line that is longer than a document may be, without keeping it. */
void TranscriptStream::skipLongLine(Line *line)
{
    do {
        const qsizetype feed = m_buffer.indexOf('\n', m_at);
        if (feed >= 0) {
            line->length = m_base + feed - line->offset;
            m_at = feed + 1;
            return;
        }
        m_at = m_buffer.size();
    } while (fill());
    line->length = m_base + m_at - line->offset;
}

/** The first line decides. Gives the document if the device holds a single one; nothing if it holds lines. */
std::optional<CheckedTranscript> TranscriptStream::decide()
{
    qsizetype first = 0;
    for (;;) {
        const qsizetype feed = m_buffer.indexOf('\n', first);
        const qsizetype end = feed < 0 ? m_buffer.size() : feed;
        const QByteArrayView line = QByteArrayView(m_buffer).sliced(first, end - first);
        if (feed < 0 && m_buffer.size() <= longest && fill())
            continue;
        if (feed >= 0 && isBlank(line)) {
            first = feed + 1;
            continue;
        }
        if (isBlank(line) || base::readJson(line).has_value()) {
            m_state = State::Lines;
            return std::nullopt;
        }
        break;
    }
    while (m_buffer.size() <= longest && fill()) {
    }
    if (m_buffer.size() <= longest && base::readJson(m_buffer).has_value())
        return checkWhole();
    if (looksLikeLines()) {
        m_state = State::Lines;
        return std::nullopt;
    }
    return checkWhole();
}

/** True if an object stands alone in one of the lines that were read; inside a document it is indented. */
bool TranscriptStream::looksLikeLines() const
{
    qsizetype start = 0;
    while (start < m_buffer.size()) {
        const qsizetype feed = m_buffer.indexOf('\n', start);
        const qsizetype end = feed < 0 ? m_buffer.size() : feed;
        if (m_buffer.at(start) == '{' &&
            base::readJson(QByteArrayView(m_buffer).sliced(start, end - start)).has_value())
            return true;
        start = end + 1;
    }
    return false;
}

CheckedTranscript TranscriptStream::checkWhole()
{
    m_state = State::Ended;
    if (m_buffer.size() > longest)
        return refused(Problem::TooLarge, 1, 0, m_buffer.size());
    m_at = m_buffer.size();
    return checked(m_buffer, 1, 0);
}

CheckedTranscript TranscriptStream::checked(QByteArrayView bytes, qint64 firstLine, qint64 offset)
{
    m_bytes = bytes;
    const auto document = base::readJson(bytes, {}, base::DuplicateKeys::Refuse);
    if (document) {
        CheckedTranscript transcript;
        transcript.report = m_validator.check(*document);
        transcript.line = firstLine;
        transcript.offset = offset;
        transcript.length = bytes.size();
        return transcript;
    }
    CheckedTranscript broken = refused(problemOf(document.error().code), firstLine, offset, bytes.size());
    static const QRegularExpression place(u"\\(line (\\d+), column (\\d+)\\)"_s);
    const QRegularExpressionMatch match = place.match(document.error().message);
    if (match.hasMatch()) {
        broken.line = firstLine + match.captured(1).toLongLong() - 1;
        broken.column = match.captured(2).toLongLong();
    }
    return broken;
}

std::optional<CheckedTranscript> TranscriptStream::nextLine()
{
    while (const auto line = takeLine()) {
        if (line->tooLong)
            return refused(Problem::TooLarge, m_line, line->offset, line->length);
        if (!isBlank(line->text))
            return checked(line->text, m_line, line->offset);
    }
    return std::nullopt;
}

CheckedTranscript TranscriptStream::refused(Problem problem, qint64 line, qint64 offset, qint64 length)
{
    CheckedTranscript transcript;
    transcript.report.violations.append(Violation{problem, {}, 0});
    transcript.line = line;
    transcript.offset = offset;
    transcript.length = length;
    return transcript;
}

} // namespace algenta::liaison
