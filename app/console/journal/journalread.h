// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/journal/journalservice.h"

#include <QPointer>

namespace algenta::console
{

/**
 * Calls @p function with the future's value in the thread of @p journal while @p owner lives. Not
 * `QFuture::then(owner, …)`, which asserts when the owner died first.
 */
template<typename T, typename Function>
void whenRead(QFuture<T> future, journal::JournalService &journal, QObject *owner, Function function)
{
    future.then(&journal,
                [guard = QPointer<QObject>(owner), function = std::move(function)](const T &value) mutable {
                    if (guard)
                        function(value);
                });
}

} // namespace algenta::console
