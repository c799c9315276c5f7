// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/armingrecord.h"

#include "core/base/ondone.h"
#include "core/breakglass/drill.h"
#include "core/breakglass/journalreader.h"

#include <QFile>
#include <QSet>

#include <memory>

#include <unistd.h>

namespace algenta::breakglass
{

using namespace Qt::Literals::StringLiterals;
using base::Json;
using journal::EntryKind;

namespace
{

QString firstLine(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromLatin1(file.readLine()).trimmed() : QString();
}

/** Start of a process in clock ticks since boot; empty if there is no such process. */
QString startTicks(const QString &pid)
{
    const QString stat = firstLine(u"/proc/%1/stat"_s.arg(pid));
    // The name in brackets may hold blanks and brackets; the 22nd field is the 20th behind it.
    const QStringList fields = stat.mid(stat.lastIndexOf(u')') + 2).split(u' ');
    return fields.value(19);
}

} // namespace

journal::Draft armedDraft(const ActIdentity &act, const Arming &arming, const Radius &radius)
{
    const auto text = [](const QString &value) { return Json::string(value); };
    Json fields = Json::array();
    for (const QString &field : radius.bypass.fields())
        fields.append(text(field));
    Json details = Json::object();
    details.set(u"chain"_s, text(act.chainId));
    details.set(u"step"_s, text(QString::number(act.step)));
    details.set(u"gate"_s, outsideText(radius.input.gate));
    details.set(u"fields"_s, fields);
    details.set(u"reason"_s, outsideText(arming.request.reason));
    details.set(u"category"_s, text(actCategoryName(arming.request.category)));
    details.set(u"ticket"_s, outsideText(arming.request.ticket));
    details.set(u"duration_seconds"_s, text(QString::number(arming.request.duration.count())));
    details.set(u"until"_s, text(base::toRfc3339(arming.until())));
    details.set(u"webhook_url"_s, outsideText(radius.webhook.text));
    details.set(u"webhook_host"_s, outsideText(radius.webhook.host));
    details.set(u"key_fingerprint"_s, text(QString::fromLatin1(arming.keyFingerprint)));
    details.set(u"transport"_s, text(keyTransportName(arming.transport)));
    details.set(u"tls_pin"_s, text(arming.tlsPin));
    details.set(u"process"_s, text(processIdentity()));
    details.set(u"radius"_s, radius.toJson());
    if (act.drill)
        markDrill(details);

    journal::Draft draft;
    draft.kind = EntryKind::Armed;
    draft.actor = act.actor;
    draft.engine = radius.input.engineOrigin;
    draft.subject = radius.input.decision.id;
    draft.actId = act.actId;
    draft.details = details;
    return draft;
}

journal::Draft armingClosedDraft(const journal::Draft &armed, qint64 armedSeq, const ArmingEnd &end,
                                 const QString &actor)
{
    journal::Draft draft;
    draft.kind = EntryKind::ArmingClosed;
    draft.actor = actor;
    draft.engine = armed.engine;
    draft.subject = armed.subject;
    draft.actId = armed.actId;
    draft.details = Json::object();
    draft.details.set(u"how"_s, Json::string(armingHowName(end.how)));
    draft.details.set(u"cause"_s, Json::string(armingCauseName(end.cause)));
    draft.details.set(u"armed"_s, Json::string(QString::number(armedSeq)));
    if (isDrill(armed))
        markDrill(draft.details);
    return draft;
}

QString processIdentity()
{
    const QString pid = QString::number(::getpid());
    return firstLine(u"/proc/sys/kernel/random/boot_id"_s) + u'/' + pid + u'/' + startTicks(pid);
}

bool isRunning(const QString &identity)
{
    const QStringList parts = identity.split(u'/');
    if (parts.size() != 3 || parts.at(0) != firstLine(u"/proc/sys/kernel/random/boot_id"_s))
        return false;
    bool isNumber = false;
    const int pid = parts.at(1).toInt(&isNumber);
    return isNumber && pid > 0 && !parts.at(2).isEmpty() && startTicks(QString::number(pid)) == parts.at(2);
}

QList<journal::Draft> owedClosings(const QList<journal::Entry> &entries, const QString &actor)
{
    QSet<QString> closed;
    QSet<QString> used;
    for (const journal::Entry &entry : entries) {
        if (entry.draft.kind == EntryKind::ArmingClosed)
            closed.insert(entry.draft.details[u"armed"].toString());
        else if (entry.draft.kind == EntryKind::Intent)
            used.insert(entry.draft.details[u"armed"].toString());
    }
    QList<journal::Draft> owed;
    for (const journal::Entry &entry : entries) {
        const QString seq = QString::number(entry.seq);
        if (entry.draft.kind != EntryKind::Armed || closed.contains(seq) ||
            isRunning(entry.draft.details[u"process"].toString()))
            continue;
        const ArmingHow how = used.contains(seq) ? ArmingHow::Used : ArmingHow::Disarmed;
        owed.append(armingClosedDraft(entry.draft, entry.seq, {how, ArmingCause::Restart}, actor));
    }
    return owed;
}

QFuture<base::Result<int>> closeStaleArmings(journal::JournalService &journal, const QString &actor)
{
    journal::EntryFilter filter;
    filter.kinds = {EntryKind::Armed, EntryKind::ArmingClosed, EntryKind::Intent};
    auto promise = std::make_shared<QPromise<base::Result<int>>>();
    promise->start();
    const auto finish = [promise](base::Result<int> result) {
        promise->addResult(std::move(result));
        promise->finish();
    };
    base::onDone(readEntries(journal, filter), &journal,
                 [&journal, actor, finish](const base::Result<QList<journal::Entry>> &entries) {
                     if (!entries) {
                         finish(base::fail(entries.error()));
                         return;
                     }
                     const QList<journal::Draft> owed = owedClosings(*entries, actor);
                     if (owed.isEmpty()) {
                         finish(0);
                         return;
                     }
                     // Appends keep their order, so the last one that succeeds stands for all before it.
                     for (qsizetype i = 0; i + 1 < owed.size(); ++i)
                         static_cast<void>(journal.append(owed.at(i)));
                     base::onDone(
                         journal.append(owed.last()), &journal,
                         [finish, count = int(owed.size())](const base::Result<journal::Entry> &last) {
                             finish(last ? base::Result<int>(count)
                                         : base::Result<int>(base::fail(last.error())));
                         });
                 });
    return promise->future();
}

} // namespace algenta::breakglass
