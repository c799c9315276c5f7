// SPDX-License-Identifier: Apache-2.0
#include "core/engine/policychain.h"

#include "core/engine/decimal.h"

#include <QHash>
#include <QSet>

#include <algorithm>

namespace algenta::engine
{

using namespace Qt::Literals::StringLiterals;
using base::Json;

namespace
{

/** Members that name or date a snapshot and are no part of what it decides. */
bool isIdentity(const QString &member)
{
    static const QSet<QString> names{u"org_id"_s,     u"snapshot_id"_s,     u"content_hash"_s,
                                     u"revision"_s,   u"schema_revision"_s, u"previous_snapshot_id"_s,
                                     u"created_at"_s, u"updated_at"_s};
    return names.contains(member);
}

bool isSameValue(const Json &left, const Json &right)
{
    const auto a = Decimal::fromJson(left);
    const auto b = Decimal::fromJson(right);
    return a && b ? *a == *b : left == right;
}

QString nameOf(const Policy &policy)
{
    if (!policy.snapshotId.isEmpty())
        return u"“%1”"_s.arg(policy.snapshotId);
    return policy.revision.isEmpty() ? u"without an id"_s : u"of revision %1"_s.arg(policy.revision);
}

class Builder
{
public:
    Builder(const QList<Policy> &snapshots, const std::optional<Policy> &current)
    {
        for (const Policy &policy : snapshots)
            take(policy);
        if (current)
            takeCurrent(*current);
        for (const Policy &policy : std::as_const(m_known)) {
            if (!previousSnapshotId(policy).isEmpty())
                m_followers[previousSnapshotId(policy)].append(policy.snapshotId);
        }
    }

    PolicyChain build()
    {
        for (const QString &head : heads())
            walk(head);
        // What no head leads to runs in a circle.
        for (const Policy &policy : std::as_const(m_known)) {
            if (!m_place.contains(policy.snapshotId)) {
                m_chain.breaks.append(
                    u"Snapshot %1 names, over others, itself as the one before it: the chain runs in a circle."_s
                        .arg(nameOf(policy)));
                walk(policy.snapshotId);
            }
        }
        m_chain.links.append(m_loose);
        for (PolicyLink &link : m_chain.links)
            tie(link);
        if (m_followers.contains(m_head))
            m_chain.breaks.append(
                u"Snapshot “%1” follows the one in force: the policy may have changed while it was read."_s
                    .arg(m_followers.value(m_head).constFirst()));
        const auto beginnings = std::count_if(m_known.cbegin(), m_known.cend(), [](const Policy &policy) {
            return previousSnapshotId(policy).isEmpty();
        });
        if (beginnings > 1)
            m_chain.breaks.append(
                u"%1 snapshots name none before them: there is more than one beginning."_s.arg(beginnings));
        return m_chain;
    }

private:
    void setAside(const Policy &policy, const QString &why) { m_loose.append({policy, {}, {}, {why}}); }

    void take(const Policy &policy)
    {
        const Policy *known = find(policy.snapshotId);
        if (policy.snapshotId.isEmpty())
            setAside(policy, u"It has no snapshot_id, so nothing can be said of its neighbours."_s);
        else if (!known)
            add(policy);
        else if (!(known->raw == policy.raw))
            setAside(policy,
                     u"Another snapshot has the same id %1 and another content."_s.arg(nameOf(policy)));
    }

    void takeCurrent(const Policy &current)
    {
        m_head = current.snapshotId;
        const Policy *listed = find(current.snapshotId);
        m_chain.currentListed = listed != nullptr;
        if (current.snapshotId.isEmpty()) {
            m_chain.breaks.append(
                u"The policy in force names no snapshot, so it cannot be placed in the chain."_s);
        } else if (!listed) {
            m_chain.breaks.append(
                u"The policy in force is snapshot %1, which the engine does not list."_s.arg(
                    nameOf(current)));
            add(current);
        } else if (const auto differences = policyDifferences(*listed, current); !differences.isEmpty()) {
            m_chain.breaks.append(u"The policy in force and its snapshot %1 differ in %2."_s.arg(
                nameOf(current), differences.constFirst().field));
        }
    }

    void add(const Policy &policy)
    {
        m_index.insert(policy.snapshotId, m_known.size());
        m_known.append(policy);
    }

    [[nodiscard]] const Policy *find(const QString &id) const
    {
        const auto at = m_index.constFind(id);
        return at == m_index.constEnd() ? nullptr : &m_known.at(*at);
    }

    /** The policy in force first, then every snapshot that none follows, in the engine's order. */
    [[nodiscard]] QStringList heads() const
    {
        QStringList heads;
        if (m_index.contains(m_head))
            heads.append(m_head);
        for (const Policy &policy : m_known) {
            if (!m_followers.contains(policy.snapshotId) && policy.snapshotId != m_head)
                heads.append(policy.snapshotId);
        }
        return heads;
    }

    void walk(QString id)
    {
        while (const Policy *policy = find(id)) {
            if (m_place.contains(id))
                return;
            m_place.insert(id, m_chain.links.size());
            m_chain.links.append({*policy, {}, {}, {}});
            id = previousSnapshotId(*policy);
        }
    }

    /** Finds the snapshot before a link, compares the two, and names what does not hold. */
    void tie(PolicyLink &link)
    {
        const Policy &policy = link.policy;
        if (previousSnapshotId(policy).isEmpty() || policy.snapshotId.isEmpty() || !link.breaks.isEmpty())
            return;
        const Policy *before = find(previousSnapshotId(policy));
        if (!before) {
            link.breaks.append(
                u"It names snapshot “%1” as the one before it, which the engine does not list: what changed "
                "here cannot be said."_s.arg(previousSnapshotId(policy)));
            return;
        }
        link.previous = m_place.value(previousSnapshotId(policy));
        link.differences = policyDifferences(*before, policy);
        if (const QStringList others = m_followers.value(previousSnapshotId(policy)); others.size() > 1)
            link.breaks.append(
                u"%1 snapshots follow %2: the chain forks."_s.arg(others.size()).arg(nameOf(*before)));
        compareOrder(link, *before);
        if (!link.differences.isEmpty() && !contentHash(policy).isEmpty() &&
            contentHash(policy) == contentHash(*before))
            link.breaks.append(u"It has the content hash of %1, and other values."_s.arg(nameOf(*before)));
    }

    static void compareOrder(PolicyLink &link, const Policy &before)
    {
        const Policy &policy = link.policy;
        const auto revision = Decimal::fromText(policy.revision.toLatin1());
        const auto earlier = Decimal::fromText(before.revision.toLatin1());
        if (revision && earlier && !(*earlier < *revision))
            link.breaks.append(u"Its revision %1 does not come after revision %2 of %3."_s.arg(
                policy.revision, before.revision, nameOf(before)));
        const base::Timestamp since = inForceSince(policy);
        const base::Timestamp earlierSince = inForceSince(before);
        if (since.isValid() && earlierSince.isValid() && since.instant < earlierSince.instant)
            link.breaks.append(u"It is dated before %1, which it follows."_s.arg(nameOf(before)));
    }

    QList<Policy> m_known; ///< one an id, in the engine's order
    QHash<QString, qsizetype> m_index;
    QHash<QString, QStringList> m_followers;
    QHash<QString, qsizetype> m_place; ///< id to link
    QList<PolicyLink> m_loose;         ///< cannot be placed, each with the reason
    QString m_head;
    PolicyChain m_chain;
};

} // namespace

QString previousSnapshotId(const Policy &policy)
{
    const Json &id = policy.raw[u"previous_snapshot_id"];
    return id.isNumber() ? QString::fromLatin1(id.numberText()) : id.toString();
}

QString contentHash(const Policy &policy)
{
    return policy.raw[u"content_hash"].toString();
}

base::Timestamp inForceSince(const Policy &policy)
{
    const Json &created = policy.raw[u"created_at"];
    return created.isString() ? base::parseTimestamp(created.toString()) : policy.updatedAt;
}

bool PolicyChain::holds() const
{
    return breaks.isEmpty() && std::all_of(links.cbegin(), links.cend(),
                                           [](const PolicyLink &link) { return link.breaks.isEmpty(); });
}

PolicyChain policyChain(const QList<Policy> &snapshots, const std::optional<Policy> &current, qint64 total)
{
    PolicyChain chain = Builder(snapshots, current).build();
    if (total >= 0 && total != snapshots.size())
        chain.breaks.append(
            u"The engine speaks of %1 snapshots and lists %2 that can be read."_s.arg(total).arg(
                snapshots.size()));
    return chain;
}

QList<PolicyDifference> policyDifferences(const Policy &from, const Policy &to)
{
    QStringList fields{u"min_confidence"_s, u"risk_floor"_s, u"require_calibration"_s,
                       u"allow_reexecution"_s};
    for (const Json &record : {from.raw, to.raw}) {
        for (const base::JsonMember &member : record.members()) {
            if (!isIdentity(member.key) && !fields.contains(member.key))
                fields.append(member.key);
        }
    }
    QList<PolicyDifference> differences;
    for (const QString &field : std::as_const(fields)) {
        if (!isSameValue(from.raw[field], to.raw[field]))
            differences.append({field, from.raw[field], to.raw[field]});
    }
    return differences;
}

} // namespace algenta::engine
