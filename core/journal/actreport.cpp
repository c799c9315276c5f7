// SPDX-License-Identifier: Apache-2.0
#include "core/journal/actreport.h"

#include "core/base/timestamp.h"

#include <algorithm>

namespace algenta::journal
{

using namespace Qt::Literals::StringLiterals;
using base::Json;

namespace
{

Json text(const QString &value)
{
    return Json::string(value);
}

Json hex(const QByteArray &bytes)
{
    return text(QString::fromLatin1(bytes.toHex()));
}

/** Number, time and author of an entry, and some of its details. */
Json summary(const Entry &entry, const QStringList &keys)
{
    Json json = Json::object();
    json.set(u"entry"_s, text(QString::number(entry.seq)));
    json.set(u"time"_s, text(base::toRfc3339(entry.time)));
    json.set(u"by"_s, text(entry.draft.actor));
    for (const QString &key : keys) {
        if (const Json *value = entry.draft.details.find(key))
            json.set(key, *value);
    }
    return json;
}

Json entryJson(const Entry &entry)
{
    Json json = Json::object();
    json.set(u"seq"_s, text(QString::number(entry.seq)));
    json.set(u"kind"_s, text(entryKindName(entry.draft.kind)));
    json.set(u"time"_s, text(base::toRfc3339(entry.time)));
    json.set(u"bytes"_s, text(QString::fromLatin1(entry.bytes.toBase64())));
    json.set(u"leaf"_s, hex(entry.leaf));
    json.set(u"chain"_s, hex(entry.chain));
    json.set(u"inclusion_proof"_s, Json());
    return json;
}

/** What became of the act, in one sentence. */
QString verdictOf(const Entry *intent, const Entry *outcome, const Entry *reconciled)
{
    if (!intent)
        return u"Armed and not used: nothing was sent."_s;
    if (reconciled)
        return reconciled->draft.details[u"sentence"].toString();
    if (!outcome)
        return u"The intent is recorded and no outcome: it is not known whether the request was executed."_s;
    const Json &details = outcome->draft.details;
    const QString kind = details[u"outcome"].toString();
    if (!details[u"sent"].toBool(true))
        return u"Recorded but not sent: nothing was executed."_s;
    if (kind == "receipt"_L1)
        return u"The engine executed and gave a receipt: %1."_s.arg(
            details[u"receipt"][u"execution_status"].toString());
    if (kind == "blocked"_L1)
        return u"The engine blocked again: nothing was executed."_s;
    if (kind == "failure"_L1)
        return u"The request was refused: nothing says that the engine executed."_s;
    return u"Sent, and no trustworthy answer came: the engine may have executed."_s;
}

base::Error damaged(const Entry &entry)
{
    base::Error error;
    error.code = base::ErrorCode::Tampered;
    error.message =
        u"Entry %1 is damaged, so no report is made of the act. %2"_s.arg(entry.seq).arg(entry.fault);
    error.remedy = u"Verify the journal."_s;
    return error;
}

struct Parts {
    const Entry *intent = nullptr;
    const Entry *outcome = nullptr;
    const Entry *reconciled = nullptr;
    const Entry *armed = nullptr;
    Json armings = Json::array();
    Json reconciliations = Json::array();
    Json reviews = Json::array();
    Json entries = Json::array();
};

void take(const Entry &entry, Parts &parts)
{
    parts.entries.append(entryJson(entry));
    switch (entry.draft.kind) {
    case EntryKind::Armed:
        parts.armed = &entry;
        parts.armings.append(summary(entry, {u"until"_s, u"duration_seconds"_s, u"reason"_s, u"category"_s,
                                             u"ticket"_s, u"key_fingerprint"_s, u"transport"_s}));
        return;
    case EntryKind::ArmingClosed:
        parts.armings.append(summary(entry, {u"armed"_s, u"how"_s, u"cause"_s}));
        return;
    case EntryKind::Intent:
        parts.intent = &entry;
        return;
    case EntryKind::Outcome:
        parts.outcome = &entry;
        return;
    case EntryKind::Reconciled:
        parts.reconciled = &entry;
        parts.reconciliations.append(
            summary(entry, {u"settlement"_s, u"sentence"_s, u"read_at"_s, u"decision"_s}));
        return;
    case EntryKind::Reviewed:
        parts.reviews.append(summary(entry, {u"text"_s, u"self"_s}));
        return;
    default:
        return;
    }
}

} // namespace

base::Result<Json> actReport(const QList<Entry> &entries)
{
    QList<Entry> ordered = entries;
    std::sort(ordered.begin(), ordered.end(), [](const Entry &a, const Entry &b) { return a.seq < b.seq; });
    Parts parts;
    for (const Entry &entry : std::as_const(ordered)) {
        if (!entry.fault.isEmpty())
            return base::fail(damaged(entry));
        if (entry.draft.actId != ordered.constFirst().draft.actId)
            return base::fail(base::ErrorCode::InvalidInput, u"These entries are of several acts."_s);
        take(entry, parts);
    }
    const Entry *first = parts.intent ? parts.intent : parts.armed;
    if (!first || first->draft.actId.isEmpty())
        return base::fail(base::ErrorCode::NotFound, u"The journal holds no act of that id."_s);

    const Json &told = first->draft.details;
    Json report = Json::object();
    report.set(u"format"_s, text(u"algenta.act-report/1"_s));
    report.set(u"act"_s, text(first->draft.actId));
    for (const QString &key : {u"chain"_s, u"step"_s})
        report.set(key, told[key]);
    report.set(u"drill"_s, Json::boolean(told[u"drill"].toString() == "yes"_L1));
    report.set(u"engine"_s, text(first->draft.engine));
    report.set(u"decision"_s, text(first->draft.subject));
    report.set(u"by"_s, text(first->draft.actor));
    for (const QString &key : {u"reason"_s, u"category"_s, u"ticket"_s, u"gate"_s, u"fields"_s,
                               u"webhook_url"_s, u"webhook_host"_s, u"radius"_s, u"gates"_s, u"blocked"_s})
        report.set(key, told[key]);
    report.set(u"armings"_s, parts.armings);
    report.set(u"intent"_s, parts.intent ? summary(*parts.intent, {u"armed"_s, u"before"_s}) : Json());
    report.set(u"request"_s, parts.intent ? told[u"request"] : Json());
    report.set(u"answer"_s,
               parts.outcome ? summary(*parts.outcome, {u"outcome"_s, u"sent"_s, u"http_status"_s,
                                                        u"receipt"_s, u"blocked"_s, u"error"_s, u"answer"_s})
                             : Json());
    report.set(u"reconciliations"_s, parts.reconciliations);
    report.set(u"reviews"_s, parts.reviews);
    report.set(u"verdict"_s, text(verdictOf(parts.intent, parts.outcome, parts.reconciled)));
    report.set(u"entries"_s, parts.entries);
    return report;
}

bool setInclusionProof(Json &report, qint64 seq, const Json &proof)
{
    bool found = false;
    Json entries = Json::array();
    for (Json entry : report[u"entries"].items()) {
        if (entry[u"seq"].toString() == QString::number(seq)) {
            entry.set(u"inclusion_proof"_s, proof);
            found = true;
        }
        entries.append(entry);
    }
    if (found)
        report.set(u"entries"_s, entries);
    return found;
}

} // namespace algenta::journal
