// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFuture>
#include <QFutureWatcher>
#include <QObject>

#include <utility>

namespace algenta::base
{

/**
 * Calls @p function with the future's value on the thread of @p context, if @p context still lives.
 *
 * Not QFuture::then(context, …): that asserts in debug builds when the context died first.
 */
template<typename T, typename Function>
void onDone(const QFuture<T> &future, QObject *context, Function function)
{
    auto *watcher = new QFutureWatcher<T>(context);
    QObject::connect(watcher, &QFutureWatcherBase::finished, context,
                     [watcher, function = std::move(function)]() mutable {
                         watcher->deleteLater();
                         if (watcher->future().resultCount() > 0)
                             function(watcher->result());
                     });
    watcher->setFuture(future);
}

} // namespace algenta::base
