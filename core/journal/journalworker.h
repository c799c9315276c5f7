// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/journal/journalfile.h"

#include <QFuture>
#include <QList>
#include <QObject>
#include <QPromise>

#include <functional>
#include <memory>
#include <utility>

namespace algenta::journal
{

[[nodiscard]] base::Error journalClosedError();
[[nodiscard]] base::Error journalNotOpenError();

/** What a future ends with whose work was never done. */
template<typename T>
struct Cancelled {
    static T value() { return base::fail(journalClosedError()); }
};

template<>
struct Cancelled<Verdict> {
    static Verdict value()
    {
        Verdict verdict;
        verdict.error = journalClosedError();
        return verdict;
    }
};

/** A promise that keeps itself: dropped without a result, it finishes with Cancelled. */
template<typename T>
class Reply
{
public:
    Reply() { m_promise.start(); }
    ~Reply()
    {
        if (!m_done)
            deliver(Cancelled<T>::value());
    }
    Reply(const Reply &) = delete;
    Reply &operator=(const Reply &) = delete;

    QFuture<T> future() { return m_promise.future(); }
    void deliver(T value)
    {
        m_done = true;
        m_promise.addResult(std::move(value));
        m_promise.finish();
    }

private:
    QPromise<T> m_promise;
    bool m_done = false;
};

/** Lives in one thread and owns that thread's connection. */
class JournalWorker : public QObject
{
public:
    using Task = std::function<void(JournalFile *, const base::Error &)>;

    /** Tasks from now on wait for finishOpening(). */
    void beginOpening() { m_opening = !m_file; }
    /** @p first runs before the tasks that wait. */
    void finishOpening(base::Result<std::unique_ptr<JournalFile>> opened,
                       const std::function<void(JournalFile &)> &first = {})
    {
        m_opening = false;
        if (opened)
            m_file = std::move(*opened);
        else
            m_error = opened.error();
        if (m_file && first)
            first(*m_file);
        const auto waiting = std::exchange(m_waiting, {});
        for (const Task &task : waiting)
            task(m_file.get(), m_error);
    }
    void run(const Task &task)
    {
        if (m_opening)
            m_waiting.append(task);
        else
            task(m_file.get(), m_error);
    }
    [[nodiscard]] bool isOpen() const { return m_file != nullptr; }
    [[nodiscard]] JournalFile *file() const { return m_file.get(); }

private:
    std::unique_ptr<JournalFile> m_file;
    base::Error m_error = journalNotOpenError();
    QList<Task> m_waiting;
    bool m_opening = false;
};

} // namespace algenta::journal
