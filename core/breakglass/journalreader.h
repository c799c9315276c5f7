// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/journal/journalservice.h"

#include <QFuture>
#include <QPromise>

#include <utility>

namespace algenta::breakglass
{

/** A future that is finished already. */
template<typename T>
[[nodiscard]] QFuture<T> finished(T value)
{
    QPromise<T> promise;
    promise.start();
    promise.addResult(std::move(value));
    promise.finish();
    return promise.future();
}

/** The error that a damaged entry is, for rules that are decided from the journal. */
[[nodiscard]] base::Error damagedEntry(const journal::Entry &entry);

/**
 * Every entry that passes the filter, oldest first, read page by page. Tampered if one of them, or
 * any entry that cannot be told apart from them, is damaged.
 */
[[nodiscard]] QFuture<base::Result<QList<journal::Entry>>> readEntries(journal::JournalService &journal,
                                                                       const journal::EntryFilter &filter);

} // namespace algenta::breakglass
