// SPDX-License-Identifier: Apache-2.0
#include "core/net/httpanswerparser.h"

#include "core/base/textsafety.h"
#include "core/net/httptokens.h"

#include <algorithm>
#include <optional>

using namespace Qt::Literals::StringLiterals;

namespace algenta::net
{

using base::ErrorCode;
using base::fail;
using base::Result;

namespace
{

tl::unexpected<base::Error> malformed(const QString &what)
{
    return fail(ErrorCode::MalformedAnswer, u"The answer is not valid HTTP: %1."_s.arg(what),
                u"Check that the address belongs to the engine and that no proxy alters its answers."_s);
}

QString sizeText(qint64 bytes)
{
    constexpr qint64 mebibyte = 1024 * 1024;
    constexpr qint64 kibibyte = 1024;
    if (bytes >= mebibyte && bytes % mebibyte == 0) {
        return u"%1 MiB"_s.arg(bytes / mebibyte);
    }
    return bytes >= kibibyte && bytes % kibibyte == 0 ? u"%1 KiB"_s.arg(bytes / kibibyte)
                                                      : u"%1 bytes"_s.arg(bytes);
}

tl::unexpected<base::Error> bodyTooLarge(qint64 limit)
{
    return fail(
        ErrorCode::LimitExceeded,
        u"The answer is larger than the limit of %1, so it was not read to its end."_s.arg(sizeText(limit)),
        u"Ask for less at once, for example with a smaller page."_s);
}

/** Digits of one base only, no sign, no space, no overflow. */
std::optional<qint64> plainNumber(const QByteArray &text, int numberBase)
{
    const auto isDigit = [numberBase](char c) {
        return (c >= '0' && c <= '9') ||
               (numberBase == 16 && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')));
    };
    bool fits = false;
    const qint64 number = text.toLongLong(&fits, numberBase);
    if (!fits || !std::all_of(text.begin(), text.end(), isDigit)) {
        return std::nullopt;
    }
    return number;
}

/** Elements of every header line of that name, comma lists split, lower case. */
QList<QByteArray> listElements(const HttpResponse &response, QByteArrayView name)
{
    QList<QByteArray> elements;
    for (const Header &header : response.headers) {
        if (header.first.compare(name, Qt::CaseInsensitive) != 0) {
            continue;
        }
        const QList<QByteArray> parts = header.second.split(',');
        for (const QByteArray &part : parts) {
            elements.append(part.trimmed().toLower());
        }
    }
    return elements;
}

} // namespace

HttpAnswerParser::HttpAnswerParser(const HttpLimits &limits, const QByteArray &method)
    : m_limits(limits)
    , m_isHead(method == "HEAD")
{
}

QString HttpAnswerParser::position() const
{
    switch (m_state) {
    case State::StatusLine:
        return m_line.isEmpty() ? u"before any byte of the answer"_s : u"in the status line"_s;
    case State::Headers:
        return u"in the headers"_s;
    case State::Complete:
        return u"after the end of the answer"_s;
    case State::FixedBody:
        return u"in the body, %1 bytes before its end"_s.arg(m_left);
    default:
        return u"in the body"_s;
    }
}

bool HttpAnswerParser::inLine() const
{
    return m_state == State::StatusLine || m_state == State::Headers || m_state == State::ChunkSize ||
           m_state == State::ChunkEnd || m_state == State::Trailers;
}

Result<void> HttpAnswerParser::feed(QByteArrayView bytes)
{
    while (!bytes.isEmpty() && m_state != State::Complete) {
        Result<void> step = inLine() ? takeLine(bytes) : takeBody(bytes);
        if (!step) {
            return step;
        }
    }
    return {};
}

Result<void> HttpAnswerParser::close()
{
    if (m_state == State::BodyUntilClose) {
        m_state = State::Complete;
    }
    if (m_state == State::Complete) {
        return {};
    }
    return fail(ErrorCode::ConnectionLost, u"The connection ended %1."_s.arg(position()));
}

Result<void> HttpAnswerParser::takeLine(QByteArrayView &bytes)
{
    const qsizetype end = bytes.indexOf('\n');
    const QByteArrayView part = end < 0 ? bytes : bytes.first(end);
    m_lineBytes += part.size() + 1;
    if (m_lineBytes > m_limits.maxHead) {
        return fail(
            ErrorCode::LimitExceeded,
            u"The headers of the answer are larger than the limit of %1."_s.arg(sizeText(m_limits.maxHead)),
            u"Check that the address belongs to the engine."_s);
    }
    m_line.append(part);
    // Something that is not HTTP (TLS, SSH, a database) need not ever send a line feed.
    const QByteArrayView protocol("HTTP/1.");
    if (m_state == State::StatusLine && QByteArrayView(m_line).first(qMin(m_line.size(), protocol.size())) !=
                                            protocol.first(qMin(m_line.size(), protocol.size()))) {
        return fail(ErrorCode::NotAnEngine, u"What answers there does not speak HTTP/1.1."_s,
                    u"Check host and port, and whether the address must begin with https:// or http://."_s);
    }
    bytes = end < 0 ? QByteArrayView() : bytes.sliced(end + 1);
    if (end < 0) {
        return {};
    }
    QByteArray line = std::exchange(m_line, {});
    if (line.endsWith('\r')) {
        line.chop(1);
    }
    if (line.contains('\r') || line.contains('\0')) {
        return malformed(u"a stray control character stands in a header line"_s);
    }
    return endLine(line);
}

Result<void> HttpAnswerParser::takeBody(QByteArrayView &bytes)
{
    const bool untilClose = m_state == State::BodyUntilClose;
    const qsizetype count = untilClose ? bytes.size() : qMin<qint64>(m_left, bytes.size());
    if (m_response.body.size() + count > m_limits.maxBody) {
        return bodyTooLarge(m_limits.maxBody);
    }
    m_response.body.append(bytes.first(count));
    bytes = bytes.sliced(count);
    m_lineBytes = 0;
    if (!untilClose) {
        m_left -= count;
        if (m_left == 0) {
            m_state = m_state == State::ChunkData ? State::ChunkEnd : State::Complete;
        }
    }
    return {};
}

Result<void> HttpAnswerParser::endLine(const QByteArray &line)
{
    switch (m_state) {
    case State::StatusLine:
        return readStatusLine(line);
    case State::Headers:
        return line.isEmpty() ? endHead() : readHeader(line);
    case State::ChunkSize:
        return readChunkSize(line);
    case State::ChunkEnd:
        if (!line.isEmpty()) {
            return malformed(u"a chunk is longer than its stated size"_s);
        }
        m_state = State::ChunkSize;
        return {};
    default: // Trailers: read past, never merged into the headers.
        if (line.isEmpty()) {
            m_state = State::Complete;
        }
        return {};
    }
}

Result<void> HttpAnswerParser::readStatusLine(const QByteArray &line)
{
    const bool versionKnown = line.startsWith("HTTP/1.1 ") || line.startsWith("HTTP/1.0 ");
    const std::optional<qint64> status = plainNumber(line.mid(9, 3), 10);
    const bool endsWell = line.size() == 12 || (line.size() > 12 && line[12] == ' ');
    if (!versionKnown || !status || !endsWell || *status < 100 || *status > 599) {
        return malformed(u"the status line cannot be read"_s);
    }
    m_isOldVersion = line[7] == '0';
    m_response.status = static_cast<int>(*status);
    m_state = State::Headers;
    return {};
}

Result<void> HttpAnswerParser::readHeader(const QByteArray &line)
{
    const qsizetype colon = line.indexOf(':');
    if (colon <= 0) {
        return malformed(u"a header line has no name or no colon"_s);
    }
    const QByteArray name = line.first(colon);
    if (!isToken(name)) {
        return malformed(u"a header name contains a character that must not stand there"_s);
    }
    m_response.headers.append({name, line.sliced(colon + 1).trimmed()});
    return {};
}

Result<void> HttpAnswerParser::endHead()
{
    if (m_response.status == 101) {
        return malformed(u"it switches to another protocol, which was not asked for"_s);
    }
    if (m_response.status < 200) {
        m_response = {};
        m_state = State::StatusLine;
        return {};
    }
    return chooseFraming();
}

Result<void> HttpAnswerParser::chooseFraming()
{
    const QList<QByteArray> lengths = listElements(m_response, "content-length");
    const QList<QByteArray> codings = listElements(m_response, "transfer-encoding");
    const QList<QByteArray> contentCodings = listElements(m_response, "content-encoding");
    for (const QByteArray &coding : contentCodings) {
        if (!coding.isEmpty() && coding != "identity") {
            return malformed(u"its body is coded as %1 although plain bytes were asked for"_s.arg(
                base::elidedText(QString::fromLatin1(coding), 32)));
        }
    }
    if (!codings.isEmpty() && (!lengths.isEmpty() || m_isOldVersion)) {
        return malformed(u"it states its length in two ways"_s);
    }
    if (!codings.isEmpty() && codings != QList<QByteArray>{"chunked"}) {
        return malformed(u"it uses an unknown transfer coding"_s);
    }
    std::optional<qint64> length;
    for (const QByteArray &text : lengths) {
        const std::optional<qint64> one = plainNumber(text, 10);
        if (!one || (length && *length != *one)) {
            return malformed(u"its Content-Length is not one plain number"_s);
        }
        length = one;
    }
    if (m_isHead || m_response.status == 204 || m_response.status == 304 || (length && *length == 0)) {
        m_state = State::Complete;
    } else if (!codings.isEmpty()) {
        m_state = State::ChunkSize;
    } else if (length) {
        if (*length > m_limits.maxBody) {
            return bodyTooLarge(m_limits.maxBody);
        }
        m_left = *length;
        m_state = State::FixedBody;
    } else {
        m_state = State::BodyUntilClose;
    }
    m_lineBytes = 0;
    return {};
}

Result<void> HttpAnswerParser::readChunkSize(const QByteArray &line)
{
    const qsizetype extension = line.indexOf(';');
    const std::optional<qint64> size =
        plainNumber(extension < 0 ? line : line.first(extension).trimmed(), 16);
    if (!size) {
        return malformed(u"a chunk has no readable size"_s);
    }
    if (m_response.body.size() > m_limits.maxBody - qMin(*size, m_limits.maxBody + 1)) {
        return bodyTooLarge(m_limits.maxBody);
    }
    m_left = *size;
    m_state = *size == 0 ? State::Trailers : State::ChunkData;
    return {};
}

} // namespace algenta::net
