// SPDX-License-Identifier: Apache-2.0
#include "app/console/breakglass/acttext.h"

#include "core/base/textsafety.h"
#include "core/net/tlsoptions.h"

#include <QCoreApplication>
#include <QVariantMap>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using breakglass::Act;
using breakglass::ActCategory;
using breakglass::ActState;

namespace
{

QString tr(const char *text)
{
    return QCoreApplication::translate("BreakGlass", text);
}

QVariantMap row(const QString &label, const QString &value, bool mono = true)
{
    return {
        {u"label"_s, label}, {u"value"_s, base::elidedText(value)}, {u"exact"_s, value}, {u"mono"_s, mono}};
}

QString digits(const base::Json &number)
{
    return number.isNumber() ? QString::fromLatin1(number.numberText()) : tr("none");
}

QString originText(const breakglass::RadiusLine &line)
{
    const QString origin = line.origin == breakglass::Origin::Engine    ? tr("engine")
                           : line.origin == breakglass::Origin::Agent   ? tr("written by an agent")
                           : line.origin == breakglass::Origin::Console ? tr("this console")
                                                                        : tr("typed here");
    return line.note.isEmpty() ? origin : origin + u" · "_s + line.note;
}

QVariantList receiptRows(const engine::ExecutionReceipt &receipt)
{
    const bool said = !receipt.missing.contains(u"safety_overridden"_s);
    QVariantList rows{
        row(tr("Delivery"), receipt.executionStatus),
        row(tr("Webhook answered"), digits(receipt.responseCode)),
        row(tr("Executed"), receipt.executedAt.raw),
        row(tr("Webhook"), receipt.webhookUrl),
        row(u"safety_overridden"_s,
            !said ? tr("not said") : (receipt.safetyOverridden ? u"true"_s : u"false"_s)),
        row(tr("Policy"), receipt.policySnapshotId),
    };
    if (!receipt.missing.isEmpty())
        rows.append(row(tr("Missing in the receipt"), receipt.missing.join(u", "_s)));
    return rows;
}

} // namespace

bool runs(ActState state)
{
    return state == ActState::Checking || state == ActState::Recording || state == ActState::Sending;
}

QVariantList factRows(const Act &act)
{
    QVariantList list;
    if (!act.radius())
        return list;
    for (const breakglass::RadiusLine &line : act.radius()->lines) {
        list.append(QVariantMap{{u"key"_s, line.key},
                                {u"label"_s, line.label},
                                {u"value"_s, base::elidedText(line.value)},
                                {u"exact"_s, line.value},
                                {u"note"_s, base::elidedText(originText(line))},
                                {u"mono"_s, line.key != "action"_L1},
                                {u"changed"_s, act.changes().contains(line.label)}});
    }
    return list;
}

QVariantList outcomeRows(const Act &act)
{
    if (!act.outcome())
        return {};
    const engine::ExecutionOutcome &outcome = *act.outcome();
    if (const auto *receipt = std::get_if<engine::ExecutionReceipt>(&outcome))
        return receiptRows(*receipt);
    if (const auto *blocked = std::get_if<engine::ExecutionBlocked>(&outcome)) {
        return {row(tr("Gate"), blocked->gate.isEmpty() ? tr("unnamed") : blocked->gate),
                row(tr("Code"), blocked->code), row(tr("Engine said"), blocked->message, false),
                row(tr("Request"), blocked->requestId)};
    }
    if (const auto *failure = std::get_if<engine::ExecutionFailure>(&outcome)) {
        return {row(tr("Why"), failure->error.message, false),
                row(tr("What to do"), failure->error.remedy, false),
                row(tr("Code"), failure->error.remoteCode)};
    }
    return {row(tr("Why"), std::get<engine::ExecutionUnknown>(outcome).error.message, false)};
}

QString silencesText(const Act &act)
{
    if (!act.radius() || !act.radius()->offered())
        return {};
    const breakglass::Bypass &bypass = act.radius()->bypass;
    return tr("%1 silences %2 for this one execution. The engine named %3.")
        .arg(bypass.fields().join(tr(" and ")), bypass.silencedGates().join(u", "_s), gateText(act));
}

QString gateText(const Act &act)
{
    return act.subject().gate.isEmpty() ? tr("an unnamed gate") : base::elidedText(act.subject().gate, 40);
}

QStringList categoryTitles()
{
    QStringList titles;
    for (const ActCategory category : breakglass::offeredCategories()) {
        switch (category) {
        case ActCategory::Outage:
            titles.append(tr("A service is down or degraded"));
            break;
        case ActCategory::Commitment:
            titles.append(tr("A promise to a customer or supplier"));
            break;
        case ActCategory::Deadline:
            titles.append(tr("Cannot wait for the regular way"));
            break;
        case ActCategory::WrongMeasurement:
            titles.append(tr("The measured value is known to be wrong"));
            break;
        case ActCategory::Repair:
            titles.append(tr("Repeats or repairs a delivery"));
            break;
        case ActCategory::Other:
            titles.append(tr("Something else"));
            break;
        case ActCategory::Drill:
            titles.append(tr("An exercise"));
            break;
        }
    }
    return titles;
}

QString stateWord(ActState state)
{
    switch (state) {
    case ActState::Reading:
        return tr("reading");
    case ActState::ReadFailed:
        return tr("not read");
    case ActState::NotEnrolled:
        return tr("engine not confirmed");
    case ActState::HostNotAllowed:
        return tr("host not allowed");
    case ActState::Refused:
        return tr("no bypass");
    case ActState::Ready:
        return tr("not armed");
    case ActState::Arming:
    case ActState::ArmRecording:
        return tr("arming");
    case ActState::Armed:
        return tr("armed");
    case ActState::Checking:
        return tr("reading again");
    case ActState::Changed:
        return tr("facts changed");
    case ActState::Recording:
        return tr("recording");
    case ActState::NotRecorded:
        return tr("not recorded");
    case ActState::Sending:
        return tr("sent, waiting");
    case ActState::Receipt:
        return tr("receipt");
    case ActState::StillBlocked:
        return tr("still blocked");
    case ActState::Failed:
        return tr("failed");
    case ActState::Unknown:
        return tr("outcome unknown");
    case ActState::Reconciled:
        return tr("settled");
    }
    return {};
}

QString stateText(const Act &act)
{
    switch (act.state()) {
    case ActState::Reading:
        return tr("Reading the live facts…");
    case ActState::ReadFailed:
        return tr("The live facts could not be read. Nothing was sent.");
    case ActState::NotEnrolled:
        return tr("This engine is not confirmed for acts from this console: %1, %2. Compare its address with "
                  "what you expect, and confirm it once; that is recorded in the journal.")
            .arg(act.radius() ? base::visibleText(act.radius()->input.engineOrigin) : QString(),
                 act.pin().isEmpty() ? tr("no public key pinned")
                                     : tr("public key %1").arg(net::pinText(act.pin())));
    case ActState::HostNotAllowed:
        return tr("No act on this engine was ever allowed to go to this host. Allowing it is an act of its "
                  "own, with a reason, in the journal. The address comes from data that an agent can write.");
    case ActState::Refused:
        return act.radius() ? base::visibleText(act.radius()->refusal) : QString();
    case ActState::Ready:
        return tr("Arm first: reason and key. Arming sends nothing.");
    case ActState::Arming:
        return tr("Reading once more before arming…");
    case ActState::ArmRecording:
        return tr("Recording the arming…");
    case ActState::Armed:
        return tr("Armed for this one execution. The intent is recorded before it is sent; sent once, never "
                  "repeated.");
    case ActState::Checking:
        return tr("Reading once more…");
    case ActState::Changed:
        return tr("Changed while this window was open: %1. Nothing was sent, and nothing is armed. Look at "
                  "the "
                  "facts and begin again.")
            .arg(act.changes().join(u", "_s));
    case ActState::Recording:
        return tr("Recording the intent…");
    case ActState::NotRecorded:
        return tr("The journal could not be written, so nothing was sent and nothing is armed.");
    case ActState::Sending:
        return tr("Sent. Waiting for the engine's answer; this can take 70 seconds.");
    case ActState::Receipt:
        return tr("The engine executed and gave a receipt.");
    case ActState::StillBlocked:
        return act.chained()
                   ? tr("Another gate answered. Nothing was executed. You can go on with an act of its own.")
                   : tr("The engine refused again. Nothing was executed, and no further bypass is known to "
                        "fit.");
    case ActState::Failed:
        return act.wasSent() ? tr("The request was refused. Nothing says that the engine executed.")
                             : tr("The request was not sent. Nothing was executed.");
    case ActState::Unknown:
        return tr("Sent, and no trustworthy answer came: the engine may have executed. It is not sent again; "
                  "reading the decision can settle it.");
    case ActState::Reconciled:
        return act.verdict() ? base::visibleText(act.verdict()->sentence) : QString();
    }
    return {};
}

} // namespace algenta::console
