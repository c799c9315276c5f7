// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFuture>
#include <QFutureWatcher>
#include <QTestEventLoop>

namespace algenta::test
{

/** Runs the event loop until the future has finished; false after 20 s. */
template<typename T>
[[nodiscard]] bool finished(const QFuture<T> &future)
{
    QFutureWatcher<T> watcher;
    QTestEventLoop loop;
    QObject::connect(&watcher, &QFutureWatcherBase::finished, &loop, &QTestEventLoop::exitLoop);
    watcher.setFuture(future);
    if (!future.isFinished()) {
        loop.enterLoopMSecs(20'000);
    }
    return future.isFinished();
}

} // namespace algenta::test
