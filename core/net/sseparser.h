// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

#include <optional>

namespace algenta::net
{

struct SseEvent {
    QByteArray type = "message";
    QByteArray data; ///< data lines joined by LF, bytes as sent
    QByteArray id;   ///< last event id in force

    bool operator==(const SseEvent &) const = default;
};

/**
 * Server-sent events from bytes that arrive in any pieces (WHATWG HTML, section 9.2): CR, LF and
 * CRLF end a line also when split over chunks, a leading byte order mark is dropped, an event
 * without its blank line is not delivered.
 */
class SseParser
{
public:
    /** @p maxEvent: bytes of one event; LimitExceeded beyond. */
    explicit SseParser(qsizetype maxEvent = 8 * 1024 * 1024);

    /** Events completed by these bytes. After an error the parser takes nothing more. */
    [[nodiscard]] base::Result<QList<SseEvent>> feed(QByteArrayView bytes);
    /** Reconnection time in milliseconds, if the server gave one. */
    [[nodiscard]] std::optional<int> retryMilliseconds() const { return m_retry; }

private:
    void endLine(QList<SseEvent> &events);

    qsizetype m_maxEvent;
    QByteArray m_line;
    SseEvent m_event;
    QByteArray m_lastId;
    bool m_hasData = false;
    bool m_skipLineFeed = false;
    bool m_atStart = true;
    bool m_failed = false;
    std::optional<int> m_retry;
};

} // namespace algenta::net
