// SPDX-License-Identifier: Apache-2.0
#include "core/net/httpanswerparser.h"
#include "tests/fuzz/fuzz.h"

using namespace algenta;

namespace
{

struct Read {
    bool good = true;
    bool complete = false;
    net::HttpResponse response;
};

Read readIn(const QByteArray &bytes, qsizetype step)
{
    net::HttpLimits limits;
    limits.maxBody = 4096;
    limits.maxHead = 2048;
    net::HttpAnswerParser parser(limits, "GET");
    Read read;
    for (qsizetype at = 0; read.good && at < bytes.size() && !parser.isComplete(); at += step)
        read.good =
            parser.feed(QByteArrayView(bytes).sliced(at, std::min(step, bytes.size() - at))).has_value();
    read.complete = read.good && parser.isComplete();
    read.response = parser.response();
    FUZZ_DEMAND(read.response.body.size() <= limits.maxBody);
    return read;
}

} // namespace

/** However an answer is split, it is whole or not, and the same; no limit is passed. */
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray bytes = fuzz::bytesOf(data, size);
    const Read whole = readIn(bytes, std::max<qsizetype>(1, bytes.size()));
    for (const qsizetype step : {1, 3}) {
        const Read split = readIn(bytes, step);
        FUZZ_DEMAND(split.complete == whole.complete);
        if (whole.complete) {
            FUZZ_DEMAND(split.response.status == whole.response.status);
            FUZZ_DEMAND(split.response.body == whole.response.body);
            FUZZ_DEMAND(split.response.headers == whole.response.headers);
        }
    }
    return 0;
}
