// SPDX-License-Identifier: Apache-2.0
#include "core/journal/keyepochs.h"

#include "core/journal/journalrecords.h"

namespace algenta::journal
{

using namespace Qt::Literals::StringLiterals;

bool isFollowedBy(const NoteKey &earlier, const NoteKey &later, const QList<KeyReplacement> &replacements)
{
    QList<NoteKey> reached{earlier};
    for (qsizetype i = 0; i < reached.size(); ++i) {
        for (const KeyReplacement &replacement : replacements) {
            if (replacement.before == reached.at(i) && !reached.contains(replacement.after))
                reached.append(replacement.after);
        }
    }
    return earlier != later && reached.contains(later);
}

base::Result<QList<KeyReplacement>> keyReplacements(const JournalRecords &records)
{
    const auto seam = records.seam();
    if (!seam)
        return base::fail(seam.error());
    QList<KeyReplacement> found = *seam ? (*seam)->replacements : QList<KeyReplacement>();
    const auto entries =
        records.entries(u"WHERE kind = ? ORDER BY seq"_s, {entryKindName(EntryKind::SigningKeySet)});
    if (!entries)
        return base::fail(entries.error());
    for (const Entry &entry : *entries) {
        const auto replacement = replacementOf(entry);
        if (entry.fault.isEmpty() && replacement && *replacement)
            found.append(**replacement);
    }
    return found;
}

} // namespace algenta::journal
