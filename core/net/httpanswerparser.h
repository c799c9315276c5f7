// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/net/http.h"

namespace algenta::net
{

/**
 * One HTTP/1.x answer from bytes that arrive in any pieces (RFC 9112), strict where a loose reading
 * could make a cut or forged answer look complete.
 *
 * Interim 1xx answers are skipped. Refused: a content coding other than identity, Content-Length
 * together with Transfer-Encoding, differing or negative lengths, folded or colon-less header lines.
 */
class HttpAnswerParser
{
public:
    HttpAnswerParser(const HttpLimits &limits, const QByteArray &method);

    /** Takes bytes up to the end of the answer; what follows it is ignored. */
    [[nodiscard]] base::Result<void> feed(QByteArrayView bytes);
    /** The peer ended the connection: completes a body that only the close ends. */
    [[nodiscard]] base::Result<void> close();

    /** True once status and headers of the final answer are there. */
    [[nodiscard]] bool hasHead() const { return m_state >= State::FixedBody; }
    [[nodiscard]] bool isComplete() const { return m_state == State::Complete; }
    /** True if only the close of the connection tells where the body ends. */
    [[nodiscard]] bool endsByClose() const { return m_state == State::BodyUntilClose; }
    /** Where the answer stood, for an error text: "in the status line", "in the body", … */
    [[nodiscard]] QString position() const;
    [[nodiscard]] const HttpResponse &response() const { return m_response; }

private:
    enum class State {
        StatusLine,
        Headers,
        FixedBody,
        ChunkSize,
        ChunkData,
        ChunkEnd,
        Trailers,
        BodyUntilClose,
        Complete
    };

    [[nodiscard]] bool inLine() const;
    [[nodiscard]] base::Result<void> takeLine(QByteArrayView &bytes);
    [[nodiscard]] base::Result<void> takeBody(QByteArrayView &bytes);
    [[nodiscard]] base::Result<void> endLine(const QByteArray &line);
    [[nodiscard]] base::Result<void> readStatusLine(const QByteArray &line);
    [[nodiscard]] base::Result<void> readHeader(const QByteArray &line);
    [[nodiscard]] base::Result<void> readChunkSize(const QByteArray &line);
    [[nodiscard]] base::Result<void> endHead();
    [[nodiscard]] base::Result<void> chooseFraming();

    HttpLimits m_limits;
    bool m_isHead;
    State m_state = State::StatusLine;
    QByteArray m_line;
    qint64 m_lineBytes = 0; ///< of all head, chunk-size and trailer lines since the last body byte
    bool m_isOldVersion = false;
    qint64 m_left = 0; ///< body or chunk bytes still to come
    HttpResponse m_response;
};

} // namespace algenta::net
