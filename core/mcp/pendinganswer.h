// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QFuture>
#include <QPromise>

#include <memory>
#include <utility>

namespace algenta::mcp
{

/** A promise that is always kept: whoever drops it without a value finishes it with the fallback. */
template<typename Value>
class PendingValue
{
public:
    explicit PendingValue(Value ifDropped)
        : m_ifDropped(std::move(ifDropped))
    {
        m_promise.start();
    }
    PendingValue(const PendingValue &) = delete;
    PendingValue &operator=(const PendingValue &) = delete;
    ~PendingValue() { finish(std::move(m_ifDropped)); }

    [[nodiscard]] QFuture<Value> future() { return m_promise.future(); }

    /** Only the first value counts. */
    void finish(Value value)
    {
        if (std::exchange(m_done, true))
            return;
        m_promise.addResult(std::move(value));
        m_promise.finish();
    }

private:
    QPromise<Value> m_promise;
    Value m_ifDropped;
    bool m_done = false;
};

template<typename T>
using PendingAnswer = PendingValue<base::Result<T>>;

/** A pending answer that ends with Cancelled if it is dropped. */
template<typename T>
[[nodiscard]] std::shared_ptr<PendingAnswer<T>> pendingAnswer()
{
    return std::make_shared<PendingAnswer<T>>(base::fail(
        base::ErrorCode::Cancelled, QStringLiteral("The operation ended before its answer came.")));
}

} // namespace algenta::mcp
