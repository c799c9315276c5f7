// SPDX-License-Identifier: Apache-2.0
#include "app/console/journal/entrytext.h"

#include "core/base/textsafety.h"

#include <QCoreApplication>
#include <QHash>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using journal::Entry;
using journal::EntryKind;

namespace
{

QString tr(const char *text)
{
    return QCoreApplication::translate("JournalEntry", text);
}

QString outcomeOf(const Entry &entry)
{
    return entry.draft.details[QString(journal::outcomeKey)].toString();
}

QString joined(const base::Json &list)
{
    QStringList words;
    for (const base::Json &item : list.items())
        words.append(item.toString());
    return words.join(u" + "_s);
}

/** What a person wants to read first of the kinds that have one or two such fields; all texts of others. */
QString fieldsOf(EntryKind kind, const base::Json &details)
{
    static const QHash<EntryKind, QStringList> telling{
        {EntryKind::Armed, {u"category"_s, u"reason"_s}}, {EntryKind::ArmingClosed, {u"how"_s, u"cause"_s}},
        {EntryKind::ConnectionWithdrawn, {u"reason"_s}},  {EntryKind::HostAllowed, {u"reason"_s}},
        {EntryKind::HostWithdrawn, {u"reason"_s}},        {EntryKind::Reviewed, {u"text"_s}},
        {EntryKind::SigningKeySet, {u"public_key"_s}},
    };
    QStringList words;
    for (const QString &key : telling.value(kind))
        words.append(details[key].toString());
    if (telling.contains(kind))
        return words.join(u" · "_s);
    for (const base::JsonMember &member : details.members()) {
        if (member.value.isString())
            words.append(member.key + u' ' + member.value.toString());
    }
    return words.join(u" · "_s);
}

/** Whether an acceptance confirms a first sight or changes, how many, and why. */
QString acceptanceSummary(const base::Json &details)
{
    const base::Json &changes = details[u"changes"];
    QString text = changes.size() == 1  ? changes.at(0)[u"says"].toString()
                   : changes.size() > 1 ? tr("%1 changes of wording").arg(changes.size())
                                        : tr("what the engine showed first");
    const QString reason = details[u"reason"].toString();
    return reason.isEmpty() ? text : text + u" · "_s + reason;
}

QString outcomeSummary(const base::Json &details)
{
    if (const base::Json &receipt = details[u"receipt"]; receipt.isObject()) {
        const QString code = receipt[u"response_code"].toString();
        return receipt[u"execution_status"].toString() + u" · "_s + receipt[u"webhook_url"].toString() +
               (code.isEmpty() ? QString() : u" · "_s + code);
    }
    if (const base::Json &blocked = details[u"blocked"]; blocked.isObject()) {
        const QString gate = blocked[u"gate"].toString();
        return (gate.isEmpty() ? tr("unnamed gate") : gate) + u" · "_s + blocked[u"message"].toString();
    }
    return details[u"error"][u"message"].toString();
}

void collectEvidence(const QString &name, const base::Json &value, QVariantList &found)
{
    if (value.isObject() && value.contains(u"base64") && value.contains(u"sha256")) {
        const auto bytes = journal::evidenceBytes(value);
        const QString exact = bytes ? QString::fromUtf8(*bytes) : QString();
        found.append(
            QVariantMap{{u"name"_s, base::visibleText(name)},
                        {u"text"_s, base::visibleText(exact, base::LineBreaks::Keep)},
                        {u"exact"_s, exact},
                        {u"problem"_s, bytes ? QString() : base::visibleText(bytes.error().message)}});
        return;
    }
    for (const base::JsonMember &member : value.members())
        collectEvidence(name.isEmpty() ? member.key : name + u'.' + member.key, member.value, found);
    for (qsizetype i = 0; i < value.items().size(); ++i)
        collectEvidence(name + u'.' + QString::number(i + 1), value.at(i), found);
}

} // namespace

QString entryTitle(const Entry &entry)
{
    if (!entry.fault.isEmpty())
        return tr("damaged entry");
    const QString kind = journal::entryKindName(entry.draft.kind).replace(u'_', u' ');
    if (entry.draft.kind == EntryKind::Outcome)
        return kind + u": "_s +
               (outcomeOf(entry).isEmpty() ? tr("not said") : base::elidedText(outcomeOf(entry), 40));
    return kind;
}

QString entryBadge(const Entry &entry)
{
    if (!entry.fault.isEmpty())
        return u"failed"_s;
    switch (entry.draft.kind) {
    case EntryKind::Intent:
    case EntryKind::Armed:
        return u"override"_s;
    case EntryKind::Recovered:
        return u"failed"_s;
    case EntryKind::BlockedSeen:
        return u"blocked"_s;
    case EntryKind::ReceiptSeen:
        return u"ok"_s;
    case EntryKind::Outcome:
        break;
    default:
        return u"neutral"_s;
    }
    const QString outcome = outcomeOf(entry);
    const bool failedDelivery =
        entry.draft.details[u"receipt"][u"execution_status"].toString() == "failed"_L1;
    return outcome == "receipt"_L1   ? (failedDelivery ? u"failed"_s : u"ok"_s)
           : outcome == "blocked"_L1 ? u"blocked"_s
           : outcome == "failure"_L1 ? u"failed"_s
                                     : u"unknown"_s;
}

QString entrySummary(const Entry &entry)
{
    const base::Json &details = entry.draft.details;
    QString text;
    if (!entry.fault.isEmpty())
        text = entry.fault;
    else if (entry.draft.kind == EntryKind::Intent)
        text = joined(details[u"fields"]) + u" · "_s + details[u"reason"].toString();
    else if (entry.draft.kind == EntryKind::Outcome || entry.draft.kind == EntryKind::ReceiptSeen)
        text = outcomeSummary(details);
    else if (entry.draft.kind == EntryKind::DriftAccepted)
        text = acceptanceSummary(details);
    else if (entry.draft.kind == EntryKind::Reconciled)
        text = details[u"sentence"].toString();
    else if (entry.draft.kind == EntryKind::ConnectionEnrolled)
        text = entry.draft.engine + u' ' + details[u"pin"].toString();
    else
        text = fieldsOf(entry.draft.kind, details);
    return base::elidedText(text, 300);
}

QString entryTime(const Entry &entry, const Session &session)
{
    return entry.time.isValid() ? session.formatted(base::parseTimestamp(base::toRfc3339(entry.time)))
                                : tr("time not readable");
}

QVariantMap entryEvent(const Entry &entry, const Session &session)
{
    return {{u"title"_s, u"%1 · %2"_s.arg(QString::number(entry.seq), entryTitle(entry))},
            {u"time"_s, entryTime(entry, session)},
            {u"detail"_s, entrySummary(entry)},
            {u"kind"_s, entryBadge(entry)}};
}

QVariantList entryEvidence(const Entry &entry)
{
    QVariantList found;
    collectEvidence({}, entry.draft.details, found);
    return found;
}

} // namespace algenta::console
