// SPDX-License-Identifier: Apache-2.0
#include "app/console/tools/removedlines.h"

namespace algenta::console
{

using base::Json;

namespace
{

bool isContainer(const Json &value)
{
    return value.isObject() || value.isArray();
}

/** Walks two values in the order in which the indented writer puts lines. */
class LineWalk
{
public:
    /** @p line is the line on which the value begins; returns the one after it. */
    int keep(const Json &published, const Json &scrubbed, int line)
    {
        if (!isContainer(published) || published.size() == 0)
            return line + 1;
        if (published.type() != scrubbed.type())
            return drop(published, line);
        const bool isObject = published.isObject();
        int next = line + 1;
        qsizetype kept = 0;
        for (qsizetype i = 0; i < published.size(); ++i) {
            const Json &child = isObject ? published.members().at(i).value : published.at(i);
            const bool stays =
                isObject ? sameKey(published, i, scrubbed, kept) : sameItem(child, scrubbed, kept);
            if (!stays) {
                next = drop(child, next);
                continue;
            }
            next = keep(child, isObject ? scrubbed.members().at(kept).value : scrubbed.at(kept), next);
            ++kept;
        }
        return next + 1;
    }

    QList<int> lines;

private:
    /** All members of one key go together, so the next key that stayed decides. */
    static bool sameKey(const Json &published, qsizetype at, const Json &scrubbed, qsizetype kept)
    {
        return kept < scrubbed.size() && scrubbed.members().at(kept).key == published.members().at(at).key;
    }

    /** Of a list only texts go, every one of them that names a field. */
    static bool sameItem(const Json &item, const Json &scrubbed, qsizetype kept)
    {
        return kept < scrubbed.size() && (!item.isString() || scrubbed.at(kept) == item);
    }

    int drop(const Json &value, int line)
    {
        lines.append(line);
        int next = line + 1;
        if (!isContainer(value) || value.size() == 0)
            return next;
        for (const base::JsonMember &member : value.members())
            next = drop(member.value, next);
        for (const Json &item : value.items())
            next = drop(item, next);
        lines.append(next);
        return next + 1;
    }
};

} // namespace

QList<int> removedLines(const Json &published, const Json &scrubbed)
{
    LineWalk walk;
    walk.keep(published, scrubbed, 1);
    return walk.lines;
}

} // namespace algenta::console
