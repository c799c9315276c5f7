// SPDX-License-Identifier: Apache-2.0
// Megabytes a second of the outcome parser and the event stream parser, beside nlohmann's SAX parser
// over the same JSON with a handler that does nothing.
#include "core/engine/outcome.h"
#include "core/net/sseparser.h"
#include "tests/bench/nohandler.h"

#include <QElapsedTimer>

#include <cstdio>
#include <functional>

using namespace Qt::Literals::StringLiterals;
using namespace algenta;

namespace
{

constexpr qint64 enoughBytes = 64 * 1024 * 1024;

/** A receipt as an engine sends it, with a payload summary of some 100 kB. */
QByteArray receipt()
{
    QByteArray lines;
    for (int i = 0; i < 1200; ++i)
        lines += (i ? "," : "") + (R"({"sku":"A-)" + QByteArray::number(10'000 + i) + R"(","amount":)" +
                                   QByteArray::number(i * 7) + R"(,"price":12.50,"note":"café nº )" +
                                   QByteArray::number(i) + R"("})");
    return R"({"decision_id":"d1","webhook_url":"https://hooks.example/a","execution_status":"delivered",)"
           R"("response_code":200,"executed_at":"2026-11-30T09:39:02Z","policy_snapshot_id":"pol_1",)"
           R"("schema_snapshot_id":"sch_1","manifest_version":"1.0.0","safety_overridden":false,)"
           R"("payload_summary":{"lines":[)" +
           lines + "]}}";
}

double megabytesPerSecond(const QByteArray &bytes, const std::function<bool(const QByteArray &)> &parse)
{
    QElapsedTimer clock;
    qint64 done = 0;
    for (int i = 0; i < 3; ++i) {
        if (!parse(bytes))
            return -1;
    }
    clock.start();
    while (done < enoughBytes) {
        if (!parse(bytes))
            return -1;
        done += bytes.size();
    }
    return double(done) / 1'000'000 / (double(clock.nsecsElapsed()) / 1e9);
}

void print(const char *name, double ours, double peer)
{
    std::printf("%s ours=%.1f peer=%.1f ratio=%.2f\n", name, ours, peer, ours / peer);
    std::fflush(stdout);
}

} // namespace

int main()
{
    const QByteArray json = receipt();
    const double sax = megabytesPerSecond(json, [](const QByteArray &bytes) {
        bench::NoHandler nothing;
        return nlohmann::json::sax_parse(bytes.begin(), bytes.end(), &nothing);
    });
    const double outcome = megabytesPerSecond(json, [](const QByteArray &bytes) {
        return std::holds_alternative<engine::ExecutionReceipt>(
            engine::parseExecutionAnswer(bytes, 200, u"d1"_s));
    });
    print("outcome_mb_s_vs_sax", outcome, sax);
    QByteArray events;
    for (int i = 0; i < 10; ++i)
        events += "event: message\r\nid: " + QByteArray::number(i) + "\r\ndata: " + json + "\r\n\r\n";
    const double stream = megabytesPerSecond(events, [](const QByteArray &bytes) {
        net::SseParser parser;
        const auto read = parser.feed(bytes);
        return read && read->size() == 10;
    });
    print("sse_mb_s_vs_sax", stream, sax);
    return 0;
}
