// SPDX-License-Identifier: Apache-2.0
#include "core/net/sseparser.h"
#include "tests/fuzz/fuzz.h"

using namespace algenta;

namespace
{

/** The events of bytes that come in pieces of @p step. */
base::Result<QList<net::SseEvent>> eventsOf(const QByteArray &bytes, qsizetype step)
{
    net::SseParser parser(4096);
    QList<net::SseEvent> events;
    for (qsizetype at = 0; at < bytes.size(); at += step) {
        auto more = parser.feed(QByteArrayView(bytes).sliced(at, std::min(step, bytes.size() - at)));
        if (!more)
            return base::fail(more.error());
        events += *more;
    }
    return events;
}

} // namespace

/** However a stream is split, it holds the same events. */
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray bytes = fuzz::bytesOf(data, size);
    const auto whole = eventsOf(bytes, std::max<qsizetype>(1, bytes.size()));
    for (const qsizetype step : {1, 2, 7}) {
        const auto split = eventsOf(bytes, step);
        FUZZ_DEMAND(split.has_value() == whole.has_value());
        FUZZ_DEMAND(!whole || *split == *whole);
    }
    return 0;
}
