// SPDX-License-Identifier: Apache-2.0
#include "core/journal/standing.h"

#include "core/journal/journalrecords.h"
#include "core/journal/merkleproof.h"

#include <QHash>
#include <QMap>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

struct Rule {
    EntryKind says;
    std::optional<EntryKind> takesBack;
    bool bySubject = true; ///< false: one word an engine
};

constexpr std::array rules{
    Rule{EntryKind::ConnectionEnrolled, EntryKind::ConnectionWithdrawn},
    Rule{EntryKind::HostAllowed, EntryKind::HostWithdrawn},
    Rule{EntryKind::DriftAccepted, std::nullopt},
    Rule{EntryKind::DrillDone, std::nullopt, false},
};

/** What the word of an entry is about: of such words the last one counts. */
using Topic = std::tuple<EntryKind, QString, QString>;

std::optional<Topic> topicOf(const Draft &draft)
{
    for (const Rule &rule : rules) {
        if (draft.kind == rule.says || draft.kind == rule.takesBack)
            return Topic{rule.says, draft.engine, rule.bySubject ? draft.subject : QString()};
    }
    return std::nullopt;
}

/** Hashes beside the original that left with an earlier segment: only its proof still has them. */
SubtreeSource withKnown(const SubtreeSource &stored, const Carried &carried, qint64 oldSize)
{
    const qint64 index = carried.original.seq - 1;
    QHash<std::pair<int, qint64>, QByteArray> known;
    for (const TreeNode &edge : MerkleTree::edgeNodes(oldSize)) {
        if (index >> edge.level != edge.position)
            continue;
        for (int level = 0; level < edge.level && level < carried.path.size(); ++level)
            known.insert({level, (index >> level) ^ 1}, carried.path.at(level));
    }
    return [stored, known](const TreeNode &node) -> base::Result<QByteArray> {
        const auto found = known.constFind({node.level, node.position});
        return found != known.cend() ? base::Result<QByteArray>(*found) : stored(node);
    };
}

base::Result<Draft> carriedDraft(const JournalRecords &records, const Entry &entry, const Seam &seam,
                                 qint64 cut, const QString &actor)
{
    const auto before = carriedBy(entry);
    if (!before)
        return base::fail(before.error());
    SubtreeSource source = records.subtrees();
    if (*before) {
        const auto earlier = records.soundEntries(u"WHERE seq = ?"_s, {(*before)->cut});
        if (!earlier)
            return base::fail(earlier.error());
        const auto left =
            earlier->isEmpty()
                ? base::Result<Seam>(tamperedJournal(
                      u"Entry %1 is carried over by a cut that is not recorded."_s.arg(entry.seq)))
                : seamOf(earlier->first());
        if (!left)
            return base::fail(left.error());
        source = withKnown(source, **before, left->size);
    }
    const Entry original = *before ? (*before)->original : entry;
    const auto path = makeInclusionProof(original.seq - 1, seam.size, source);
    if (!path)
        return base::fail(path.error());
    if (!isProven({original, cut, *path}, seam))
        return tamperedJournal(u"It cannot be shown that entry %1 was in the journal."_s.arg(original.seq));
    base::Json hashes = base::Json::array();
    for (const QByteArray &hash : *path)
        hashes.append(base::Json::string(QString::fromLatin1(hash.toHex())));
    Draft draft = original.draft;
    draft.actor = actor;
    draft.details.set(QString(carriedKey),
                      base::Json::object({{u"entry"_s, evidence(original.bytes)},
                                          {u"cut"_s, base::Json::string(QString::number(cut))},
                                          {u"path"_s, hashes}}));
    return draft;
}

} // namespace

bool isStanding(EntryKind kind)
{
    return std::any_of(rules.cbegin(), rules.cend(), [kind](const Rule &rule) { return rule.says == kind; });
}

base::Result<std::optional<Carried>> carriedBy(const Entry &entry)
{
    const base::Json *given = entry.draft.details.find(QString(carriedKey));
    if (!given || !isStanding(entry.draft.kind))
        return std::nullopt;
    const auto malformed = [&entry] {
        return base::fail(base::ErrorCode::MalformedAnswer,
                          u"Entry %1 does not repeat the entry that it carries over."_s.arg(entry.seq));
    };
    const auto bytes = evidenceBytes((*given)[u"entry"]);
    const auto original = bytes ? parseEntry(*bytes) : base::Result<Entry>(base::fail(bytes.error()));
    if (!original)
        return malformed();
    Carried carried{*original, (*given)[u"cut"].toString().toLongLong(), {}};
    for (const base::Json &hash : (*given)[u"path"].items())
        carried.path.append(QByteArray::fromHex(hash.toString().toLatin1()));
    base::Json repeated = entry.draft.details;
    repeated.remove(QString(carriedKey));
    const Draft &said = original->draft;
    const bool repeats = said.kind == entry.draft.kind && said.engine == entry.draft.engine &&
                         said.subject == entry.draft.subject && said.actId == entry.draft.actId &&
                         said.details == repeated && !said.details.contains(QString(carriedKey)) &&
                         original->seq < carried.cut && carried.cut < entry.seq;
    if (!repeats)
        return malformed();
    return carried;
}

base::Result<Entry> statedBy(const Entry &entry)
{
    if (!entry.fault.isEmpty())
        return entry;
    const auto carried = carriedBy(entry);
    if (!carried)
        return tamperedJournal(carried.error().message);
    return *carried ? (*carried)->original : entry;
}

bool isProven(const Carried &carried, const Seam &seam)
{
    return carried.original.seq <= seam.size &&
           verifyInclusion(carried.original.leaf, carried.original.seq - 1, seam.size, carried.path,
                           seam.root);
}

base::Result<QList<Draft>> carriedDrafts(const JournalRecords &records, const Seam &seam, qint64 cut,
                                         const QString &actor)
{
    QStringList names;
    for (const Rule &rule : rules) {
        names << u'\'' + entryKindName(rule.says) + u'\'';
        if (rule.takesBack)
            names << u'\'' + entryKindName(*rule.takesBack) + u'\'';
    }
    const auto words = records.soundEntries(u"WHERE kind IN (%1) ORDER BY seq"_s.arg(names.join(u',')), {});
    if (!words)
        return base::fail(words.error());
    QMap<Topic, const Entry *> last;
    for (const Entry &entry : *words) {
        if (const auto topic = topicOf(entry.draft))
            last.insert(*topic, &entry);
    }
    QList<const Entry *> leaving;
    for (const Entry *entry : std::as_const(last)) {
        if (entry->seq <= seam.size && isStanding(entry->draft.kind))
            leaving.append(entry);
    }
    std::sort(leaving.begin(), leaving.end(), [](auto *a, auto *b) { return a->seq < b->seq; });
    QList<Draft> drafts;
    for (const Entry *entry : std::as_const(leaving)) {
        auto draft = carriedDraft(records, *entry, seam, cut, actor);
        if (!draft)
            return base::fail(draft.error());
        drafts.append(*draft);
    }
    return drafts;
}

} // namespace algenta::journal
