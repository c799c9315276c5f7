// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/output.h"

#include "core/base/jsonwriter.h"
#include "core/base/redaction.h"
#include "core/base/textsafety.h"
#include "core/base/utf8.h"

#include <cerrno>
#include <cstring>

#include <unistd.h>

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::Json;

namespace
{

constexpr qsizetype bufferSize = 64 * 1024;

/** 0, or the error number of the write that failed. */
int writeAll(int descriptor, QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), static_cast<size_t>(bytes.size()));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return errno;
        bytes = bytes.sliced(count);
    }
    return 0;
}

QByteArray unicodeEscape(char16_t unit)
{
    return "\\u" + QByteArray::number(unit, 16).rightJustified(4, '0');
}

} // namespace

QByteArray terminalSafeJson(const Json &value, bool indented)
{
    const QByteArray text =
        base::writeJson(value, indented ? base::JsonLayout::Indented : base::JsonLayout::Compact);
    QByteArray safe;
    safe.reserve(text.size());
    const char *at = text.constData();
    const char *const end = at + text.size();
    while (at < end) {
        const int length = std::max(1, base::utf8SequenceLength(at, end));
        const QByteArrayView sequence(at, length);
        at += length;
        // Outside of ASCII, JSON has characters in strings only, where an escape means the same.
        if (length == 1 && sequence.front() != '\x7f') {
            safe.append(sequence.front());
            continue;
        }
        const QString character = base::decodeUtf8(sequence);
        if (base::visibleText(character) == character) {
            safe.append(sequence);
            continue;
        }
        for (const QChar unit : character)
            safe.append(unicodeEscape(unit.unicode()));
    }
    return safe;
}

Json textOrNull(const QString &text)
{
    return text.isEmpty() ? Json() : Json::string(text);
}

Json stringList(const QStringList &texts)
{
    Json list = Json::array();
    for (const QString &text : texts)
        list.append(Json::string(text));
    return list;
}

Json errorJson(const base::Error &error)
{
    Json json = Json::object();
    json.set(u"code"_s, Json::string(base::errorCodeName(error.code)));
    json.set(u"message"_s, Json::string(base::redact(error.message)));
    json.set(u"remedy"_s, textOrNull(base::redact(error.remedy)));
    json.set(u"http_status"_s, error.httpStatus > 0 ? Json::integer(error.httpStatus) : Json());
    json.set(u"request_id"_s, textOrNull(base::redact(error.requestId)));
    json.set(u"engine_code"_s, textOrNull(base::redact(error.remoteCode)));
    return json;
}

Output::Output(bool json, int outDescriptor, int errDescriptor)
    : m_json(json)
    , m_out(outDescriptor)
    , m_err(errDescriptor)
{
}

Output::~Output()
{
    flush();
}

void Output::document(const Json &value)
{
    safe(terminalSafeJson(value, true) + '\n');
}

void Output::line(QStringView text)
{
    safe(base::terminalText(text, base::LineBreaks::Keep) + '\n');
}

void Output::exactBytes(const QByteArray &bytes)
{
    if (::isatty(m_out) == 1)
        line(QString::fromUtf8(bytes));
    else
        safe(bytes);
}

void Output::safe(QByteArrayView bytes)
{
    m_buffer.append(bytes);
    if (m_buffer.size() >= bufferSize)
        flush();
}

void Output::message(QStringView text)
{
    writeError("algentactl: " + base::terminalText(base::redact(text.toString())) + '\n');
}

void Output::gap(const base::Error &error)
{
    message(error.message);
    if (!error.remedy.isEmpty())
        writeError("  " + base::terminalText(base::redact(error.remedy)) + '\n');
    if (!error.requestId.isEmpty())
        writeError("  request id: " + base::terminalText(base::redact(error.requestId)) + '\n');
}

void Output::failure(const base::Error &error)
{
    if (m_json) {
        Json envelope = Json::object();
        envelope.set(u"error"_s, errorJson(error));
        document(envelope);
        flush();
    }
    gap(error);
}

bool Output::flush()
{
    if (m_writeError == 0 && !m_buffer.isEmpty()) {
        m_writeError = writeAll(m_out, m_buffer);
        // A reader that has seen enough closes the pipe: nothing to say about that.
        if (m_writeError != 0 && m_writeError != EPIPE)
            message(u"The output could not be written: %1."_s.arg(
                QString::fromLocal8Bit(std::strerror(m_writeError))));
    }
    m_buffer.clear();
    return m_writeError == 0;
}

ExitCode Output::finish(ExitCode code)
{
    return flush() || code != ExitCode::Good ? code : ExitCode::Incomplete;
}

void Output::writeError(const QByteArray &bytes) const
{
    // Nobody is left to be told if standard error fails.
    static_cast<void>(writeAll(m_err, bytes));
}

} // namespace algenta::ctl
