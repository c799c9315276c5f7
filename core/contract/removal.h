// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/contract/scrub.h"

#include <QSet>

namespace algenta::contract
{

/**
 * Which nodes of one value go, and the copy without them.
 *
 * Nodes are known by address, so that of two members with one key the right one goes. The value
 * must stay as it is between the marking and apply().
 */
class Removal
{
public:
    /** The member or item goes. */
    void drop(const base::Json *node) { m_dropped.insert(node); }
    /** The schema gives way to `false`. */
    void close(const base::Json *node) { m_closed.insert(node); }

    [[nodiscard]] Scrubbed apply(const base::Json &root) const;

private:
    [[nodiscard]] base::Json copy(const base::Json &node, const QString &pointer, QStringList *removed) const;
    /** True, and noted in @p removed, if the node goes as a whole. */
    [[nodiscard]] bool goes(const base::Json &node, const QString &pointer, QStringList *removed) const;

    QSet<const base::Json *> m_dropped;
    QSet<const base::Json *> m_closed;
};

} // namespace algenta::contract
