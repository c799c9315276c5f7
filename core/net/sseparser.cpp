// SPDX-License-Identifier: Apache-2.0
#include "core/net/sseparser.h"

#include <algorithm>

using namespace Qt::Literals::StringLiterals;

namespace algenta::net
{

namespace
{

bool allDigits(QByteArrayView text)
{
    return !text.isEmpty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

SseParser::SseParser(qsizetype maxEvent)
    : m_maxEvent(maxEvent)
{
}

base::Result<QList<SseEvent>> SseParser::feed(QByteArrayView bytes)
{
    QList<SseEvent> events;
    qsizetype from = 0;
    while (!m_failed && from < bytes.size()) {
        if (m_skipLineFeed && bytes[from] == '\n') {
            ++from;
        }
        m_skipLineFeed = false;
        qsizetype to = from;
        while (to < bytes.size() && bytes[to] != '\r' && bytes[to] != '\n') {
            ++to;
        }
        m_failed = m_event.data.size() + m_line.size() + (to - from) > m_maxEvent;
        if (m_failed) {
            break;
        }
        m_line.append(bytes.sliced(from, to - from));
        if (to < bytes.size()) {
            m_skipLineFeed = bytes[to] == '\r';
            endLine(events);
        }
        from = to + 1;
    }
    if (m_failed) {
        m_line.clear();
        m_event = {};
        return base::fail(base::ErrorCode::LimitExceeded,
                          u"One event of the stream is larger than the limit of %1 bytes."_s.arg(m_maxEvent),
                          u"Ask for less at once; nothing after this event was read."_s);
    }
    return events;
}

void SseParser::endLine(QList<SseEvent> &events)
{
    QByteArray line = std::exchange(m_line, {});
    if (std::exchange(m_atStart, false) && line.startsWith("\xEF\xBB\xBF")) {
        line.remove(0, 3);
    }
    if (line.isEmpty()) {
        SseEvent event = std::exchange(m_event, {});
        if (std::exchange(m_hasData, false)) {
            event.id = m_lastId;
            events.append(std::move(event));
        }
        return;
    }
    const qsizetype colon = line.indexOf(':');
    const QByteArray field = colon < 0 ? line : line.first(colon);
    QByteArray value = colon < 0 ? QByteArray() : line.sliced(colon + 1);
    if (value.startsWith(' ')) {
        value.remove(0, 1);
    }
    if (field == "data") {
        if (std::exchange(m_hasData, true)) {
            m_event.data.append('\n');
        }
        m_event.data.append(value);
    } else if (field == "event") {
        m_event.type = value.isEmpty() ? QByteArray("message") : value;
    } else if (field == "id") {
        if (!value.contains('\0')) {
            m_lastId = value;
        }
    } else if (field == "retry" && allDigits(value)) {
        bool fits = false;
        const int milliseconds = value.toInt(&fits);
        if (fits) {
            m_retry = milliseconds;
        }
    }
}

} // namespace algenta::net
