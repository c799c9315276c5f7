// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFuture>
#include <QTest>

namespace algenta::test
{

/** The value of a future once the event loop has brought it; ends the test program if it never comes. */
template<typename T>
[[nodiscard]] T settled(QFuture<T> future)
{
    if (!QTest::qWaitFor([&future] { return future.isFinished(); }, 30'000) || future.resultCount() == 0)
        qFatal("a future did not finish with a value");
    return future.result();
}

} // namespace algenta::test
