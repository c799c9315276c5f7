// SPDX-License-Identifier: Apache-2.0
#include "core/journal/segment.h"

#include "core/journal/journalexport.h"
#include "core/journal/journalfile_p.h"
#include "core/journal/journalschema.h"
#include "core/journal/privatefile.h"
#include "core/journal/standing.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <utility>

#include <unistd.h>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

namespace
{

tl::unexpected<base::Error> cannotWrite(const QFile &file)
{
    return base::fail(base::ErrorCode::StorageFailed,
                      u"The segment %1 cannot be written: %2."_s.arg(file.fileName(), file.errorString()),
                      u"Nothing was removed from the journal. Name another file."_s);
}

/** Writes the segment, synced, and returns its SHA-256. */
base::Result<QByteArray> writeSegment(const JournalFile &journal, const Seam &seam, const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly))
        return cannotWrite(file);
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const auto written = exportJournal(journal, seam.first, seam.size, [&](const QByteArray &line) {
        hash.addData(line);
        return file.write(line) == line.size();
    });
    const bool synced = written && file.flush() && ::fsync(file.handle()) == 0;
    if (!synced) {
        file.remove();
        return written || written.error().code == base::ErrorCode::Cancelled
                   ? base::Result<QByteArray>(cannotWrite(file))
                   : base::fail(written.error());
    }
    if (auto named = syncFolder(path); !named)
        return base::fail(named.error());
    return hash.result();
}

base::Result<Seam> plannedSeam(const JournalFile &file, const CutRequest &request)
{
    const JournalRecords &records = file.records();
    const auto checkpoint = records.checkpoint(request.checkpoint);
    if (!checkpoint)
        return base::fail(checkpoint.error());
    const auto before = records.seam();
    if (!before)
        return base::fail(before.error());
    Seam seam;
    seam.journalId = records.journalId();
    seam.first = *before ? (*before)->size + 1 : 1;
    seam.size = checkpoint->size;
    seam.root = checkpoint->root;
    seam.checkpoint = checkpoint->number;
    seam.reason = request.reason;
    seam.file = QFileInfo(request.segmentFile).fileName();
    if (seam.size < seam.first)
        return invalidInput(u"The entries up to checkpoint %1 left before."_s.arg(request.checkpoint));
    const auto last = records.soundEntries(u"WHERE seq = ?"_s, {seam.size});
    if (!last)
        return base::fail(last.error());
    if (last->isEmpty())
        return invalidInput(
            u"Checkpoint %1 covers entries that are not here; choose a later one."_s.arg(request.checkpoint));
    seam.chain = last->first().chain;
    for (const TreeNode &node : MerkleTree::edgeNodes(seam.size)) {
        auto hash = records.storedHash(node);
        if (!hash)
            return base::fail(hash.error());
        seam.edge.append(*hash);
    }
    if (*before) {
        seam.keys = (*before)->keys;
        seam.replacements = (*before)->replacements;
    }
    const auto keysSet = records.soundEntries(u"WHERE kind = ? AND seq <= ? ORDER BY seq"_s,
                                              {entryKindName(EntryKind::SigningKeySet), seam.size});
    if (!keysSet)
        return base::fail(keysSet.error());
    for (const Entry &entry : *keysSet) {
        if (const auto key = signingKeyOf(entry); key && !seam.keys.contains(*key))
            seam.keys.append(*key);
        if (const auto replacement = replacementOf(entry); replacement && *replacement)
            seam.replacements.append(**replacement);
    }
    return seam;
}

/** The first intent that would leave though it may have been sent and nobody reviewed it; 0 if none. */
base::Result<qint64> firstUnreviewed(const JournalFile &file, qint64 size)
{
    const auto intents = file.records().soundEntries(u"WHERE kind = ? AND seq <= ? ORDER BY seq"_s,
                                                     {entryKindName(EntryKind::Intent), size});
    if (!intents)
        return base::fail(intents.error());
    const auto endsIt = [](const Entry &entry) {
        return entry.draft.kind == EntryKind::Reviewed ||
               (entry.draft.kind == EntryKind::Outcome && !entry.draft.details[u"sent"].toBool(true));
    };
    for (const Entry &intent : *intents) {
        const auto act = file.act(intent.draft.actId);
        if (!act)
            return base::fail(act.error());
        const bool isDrill = intent.draft.details[u"drill"].toString() == "yes"_L1;
        if (!isDrill && std::none_of(act->cbegin(), act->cend(), endsIt))
            return intent.seq;
    }
    return 0;
}

base::Result<void> removeRows(const JournalRecords &records, const Seam &seam)
{
    const JournalDatabase &database = records.database();
    QList<std::pair<QString, QVariantList>> statements;
    for (const QString &name : deleteTriggers())
        statements.append({u"DROP TRIGGER "_s + name, {}});
    statements.append({u"DELETE FROM entry WHERE seq <= ?"_s, {seam.size}});
    QString kept;
    const QList<TreeNode> edge = MerkleTree::edgeNodes(seam.size);
    for (const TreeNode &node : edge)
        kept += u" AND NOT (level = %1 AND position = %2)"_s.arg(node.level).arg(node.position);
    statements.append({u"DELETE FROM node WHERE (position + 1) <= (? >> level)"_s + kept, {seam.size}});
    if (edge.last().level == 0)
        statements.append({u"INSERT OR IGNORE INTO node(level, position, hash) VALUES (0, ?, ?)"_s,
                           {edge.last().position, seam.edge.last()}});
    statements.append({u"DELETE FROM checkpoint WHERE number < ?"_s, {seam.checkpoint}});
    for (const QString &statement : journalSchema(newestFormat)) {
        for (const QString &name : deleteTriggers()) {
            if (statement.startsWith(u"CREATE TRIGGER %1 "_s.arg(name)))
                statements.append({statement, {}});
        }
    }
    for (const auto &[sql, values] : std::as_const(statements)) {
        if (auto done = database.run(sql, values); !done)
            return base::fail(done.error());
    }
    return database.checkStillThere();
}

} // namespace

base::Result<CutResult> cutSegment(JournalFile &file, const CutRequest &request)
{
    if (request.reason.trimmed().isEmpty())
        return invalidInput(u"Cutting a journal needs a reason; it is recorded."_s);
    const Verdict verdict = verifyJournal(file.path());
    if (verdict.integrity == Integrity::CouldNotRun)
        return base::fail(*verdict.error);
    if (verdict.integrity == Integrity::Tampered)
        return tamperedJournal(u"The journal does not verify, and evidence is not cut away: "_s +
                               verdict.findings.first().what);
    auto seam = plannedSeam(file, request);
    if (!seam)
        return base::fail(seam.error());
    auto hash = writeSegment(file, *seam, request.segmentFile);
    if (!hash)
        return base::fail(hash.error());
    seam->fileHash = *hash;
    auto recorded = file.cut(*seam, request.actor);
    if (!recorded) {
        QFile::remove(request.segmentFile);
        return base::fail(recorded.error());
    }
    return CutResult{*seam, recorded->first(), recorded->mid(1)};
}

base::Result<QList<Entry>> JournalFile::cut(const Seam &seam, const QString &actor)
{
    if (auto ready = d->checkWritable(); !ready)
        return base::fail(ready.error());
    const auto intents = openIntents();
    if (!intents)
        return base::fail(intents.error());
    if (!intents->isEmpty() && intents->first().seq <= seam.size)
        return invalidInput(u"Intent %1 has no outcome yet, so it must stay."_s.arg(intents->first().seq));
    const auto unreviewed = firstUnreviewed(*this, seam.size);
    if (!unreviewed)
        return base::fail(unreviewed.error());
    if (*unreviewed > 0)
        return invalidInput(
            u"The act of intent %1 was not reviewed yet, so it must stay: the review would be forgotten."_s
                .arg(*unreviewed));
    // What leaves must not stay readable in pages that are free.
    if (auto wiped = d->records.database().run(u"PRAGMA secure_delete=ON"_s); !wiped)
        return base::fail(wiped.error());
    if (auto begun = d->begin(); !begun)
        return base::fail(begun.error());
    QList<Entry> recorded;
    Tail tail;
    const auto put = [&](const Draft &draft) -> base::Result<void> {
        auto stored = d->put(draft);
        if (!stored)
            return base::fail(stored.error());
        recorded.append(std::move(stored->first));
        tail = std::move(stored->second);
        return {};
    };
    Draft draft;
    draft.kind = EntryKind::SegmentCut;
    draft.actor = actor;
    draft.details = seamDetails(seam);
    base::Result<void> done = put(draft);
    if (done) {
        const auto carried = carriedDrafts(d->records, seam, recorded.first().seq, actor);
        if (!carried)
            done = base::fail(carried.error());
        for (const Draft &word : carried.value_or(QList<Draft>())) {
            if (done)
                done = put(word);
        }
    }
    if (done)
        done = removeRows(d->records, seam);
    if (done)
        done = d->commit();
    if (!done) {
        d->rollBack();
        return base::fail(done.error());
    }
    d->records.setTail(tail);
    return recorded;
}

} // namespace algenta::journal
