// SPDX-License-Identifier: Apache-2.0
#include "core/engine/outcome.h"
#include "core/engine/records.h"
#include "tests/fuzz/fuzz.h"

using namespace algenta;

/**
 * No bytes make a known gate without its code, a receipt with a doubled key, or anything but Unknown of
 * an answer that was lost.
 */
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 1)
        return 0;
    const int status = (data[0] & 3) == 0 ? 200 : (data[0] & 3) == 1 ? 409 : (data[0] & 3) == 2 ? 503 : 0;
    const QByteArray bytes = fuzz::bytesOf(data + 1, size - 1);
    const engine::ExecutionOutcome outcome =
        engine::parseExecutionAnswer(bytes, status, QStringLiteral("d1"));
    if (const auto *blocked = std::get_if<engine::ExecutionBlocked>(&outcome)) {
        FUZZ_DEMAND(!blocked->gateKnown ||
                    blocked->code == QStringLiteral("execution_blocked_") + blocked->gate);
    }
    if (const auto *receipt = std::get_if<engine::ExecutionReceipt>(&outcome)) {
        FUZZ_DEMAND(receipt->decisionId.isEmpty() || receipt->decisionId == QStringLiteral("d1") ||
                    receipt->generation == engine::ReceiptGeneration::Plan);
    }
    base::Error lost;
    lost.code = base::ErrorCode::ConnectionLost;
    const engine::ExecutionOutcome unknown =
        engine::interpret(net::AnswerLost{lost, bytes}, QStringLiteral("d1"));
    FUZZ_DEMAND(std::holds_alternative<engine::ExecutionUnknown>(unknown));
    static_cast<void>(engine::parseDecisionPage(bytes));
    static_cast<void>(engine::parseAuditPage(bytes));
    static_cast<void>(engine::parsePolicyPage(bytes));
    return 0;
}
