// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFuture>
#include <QPromise>
#include <QThreadPool>

#include <memory>
#include <utility>

namespace algenta::console
{

/** Runs a pure function on a thread of the pool; the future finishes with its value. */
template<typename Work>
[[nodiscard]] auto inPool(Work work) -> QFuture<decltype(work())>
{
    auto promise = std::make_shared<QPromise<decltype(work())>>();
    promise->start();
    QThreadPool::globalInstance()->start([promise, work = std::move(work)] {
        promise->addResult(work());
        promise->finish();
    });
    return promise->future();
}

} // namespace algenta::console
