// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/contractdiffcommand.h"

#include "app/ctl/inputfile.h"
#include "app/ctl/toolscommand.h"
#include "core/base/jsonreader.h"
#include "core/base/ondone.h"
#include "core/contract/tokendiff.h"

#include <QCryptographicHash>

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::ErrorCode;
using base::Json;
using base::Result;
using contract::Drift;
using contract::DriftClass;
using contract::DriftItem;
using contract::DriftKind;

namespace
{

constexpr std::array classes{DriftClass::PermissionHint, DriftClass::Schema, DriftClass::Wording};

QString runName(contract::RunKind kind)
{
    switch (kind) {
    case contract::RunKind::Kept:
        return u"kept"_s;
    case contract::RunKind::Removed:
        return u"removed"_s;
    case contract::RunKind::Added:
        return u"added"_s;
    }
    Q_UNREACHABLE();
}

Json runsJson(const contract::TextDiff &diff)
{
    Json list = Json::array();
    for (const contract::TextRun &run : diff.runs) {
        Json item = Json::object();
        item.set(runName(run.kind), Json::string(run.text));
        list.append(item);
    }
    return list;
}

Json itemJson(const DriftItem &item)
{
    Json json = Json::object();
    json.set(u"class"_s, Json::string(contract::driftClassName(item.driftClass)));
    json.set(u"kind"_s, Json::string(contract::driftKindName(item.kind)));
    json.set(u"subject"_s, Json::string(item.subject));
    json.set(u"place"_s, Json::string(item.place));
    json.set(u"where"_s, Json::string(item.where));
    json.set(u"sentence"_s, Json::string(item.sentence));
    json.set(u"before"_s, item.before);
    json.set(u"after"_s, item.after);
    json.set(u"text_diff"_s, item.kind == DriftKind::Changed
                                 ? runsJson(contract::diffText(item.beforeText, item.afterText))
                                 : Json());
    json.set(u"key"_s, Json::string(item.key()));
    return json;
}

/** "one [-two-]{+three+}": what was replaced inside a text. */
QString inlineText(const DriftItem &item)
{
    QString text;
    for (const contract::TextRun &run : contract::diffText(item.beforeText, item.afterText).runs) {
        const bool kept = run.kind == contract::RunKind::Kept;
        const bool gone = run.kind == contract::RunKind::Removed;
        text += kept ? run.text : gone ? u"[-%1-]"_s.arg(run.text) : u"{+%1+}"_s.arg(run.text);
    }
    return text;
}

QString indented(const QString &text, const QString &mark)
{
    const QString start = u"    "_s + mark;
    return start + QString(text).replace(u"\n"_s, u'\n' + start);
}

bool isUrl(const QString &name)
{
    return name.startsWith("http://"_L1, Qt::CaseInsensitive) ||
           name.startsWith("https://"_L1, Qt::CaseInsensitive);
}

} // namespace

CommandSpec ContractDiffCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"contract"_s, u"diff"_s};
    spec.positional = u"A B"_s;
    spec.summary = u"Compare two contracts, tool lists or engines in three classes."_s;
    spec.description =
        u"A and B are each “embedded” (the contract that this program carries), the address of an engine,\n"
        "or a file: a contract, a saved tools/list, or a saved answer of get_contract. What both have is\n"
        "compared; a contract and a tool list are held against each other by the contract's tools.\n"
        "The classes are “wording”, “schema” and “permission hint” (annotations, tools that come or go,\n"
        "profiles, requirements, gates, fields that no model may set, and members that are not known).\n"
        "Listing tools asks for no key, and of two engines neither is given one. An engine's own contract "
        "is\n"
        "read, with the key, only if the other side is a file that holds one."_s;
    spec.options = connectionOptions() + commonOptions();
    spec.exitCodes = u"  0  the same\n"
                     "  1  different\n"
                     "  2  wrong usage, or a side could not be read, or there is nothing to compare\n"
                     "  3  the same as far as could be read"_s;
    return spec;
}

Result<void> ContractDiffCommand::open(Side *side)
{
    if (side->name == "embedded"_L1) {
        side->source = u"embedded"_s;
        side->bytes = contract::embeddedContractBytes();
        side->snapshot = contract::embeddedSnapshot();
        return {};
    }
    if (isUrl(side->name)) {
        side->source = u"engine"_s;
        const bool two = isUrl(other(*side).name);
        auto opened = openEngine(arguments(), side->name, two ? KeyUse::None : KeyUse::AsGiven);
        if (!opened)
            return base::fail(opened.error());
        side->engine = std::move(*opened);
        return {};
    }
    side->source = u"file"_s;
    auto bytes = readInput(side->name);
    if (!bytes)
        return base::fail(bytes.error());
    auto snapshot = contract::readSnapshot(*bytes);
    if (!snapshot)
        return base::fail(snapshot.error());
    side->bytes = std::move(*bytes);
    side->snapshot = std::move(*snapshot);
    if (side->snapshot.tools && !side->snapshot.tools->complete)
        side->gaps.append(side->snapshot.tools->incompleteReason);
    return {};
}

void ContractDiffCommand::start()
{
    const QStringList names = arguments().positionals();
    const bool engines = isUrl(names[0]) != isUrl(names[1]);
    if (!engines && (arguments().isSet(u"mcp"_s) || arguments().isSet(u"key-stdin"_s))) {
        fail(base::fail(ErrorCode::InvalidInput,
                        u"--mcp and --key-stdin go with one engine, not with two or none."_s)
                 .value());
        return;
    }
    m_sides[0].name = names[0];
    m_sides[1].name = names[1];
    for (Side &side : m_sides) {
        if (const auto opened = open(&side); !opened) {
            fail(opened.error());
            return;
        }
    }
    readNext();
}

const ContractDiffCommand::Side &ContractDiffCommand::other(const Side &side) const
{
    return &side == &m_sides[0] ? m_sides[1] : m_sides[0];
}

bool ContractDiffCommand::wantsContract(const Side &side) const
{
    return other(side).snapshot.discovery.has_value();
}

void ContractDiffCommand::readNext()
{
    while (m_next < m_sides.size() && !m_sides[m_next].engine)
        ++m_next;
    if (m_next == m_sides.size())
        print();
    else
        readTools(&m_sides[m_next++]);
}

void ContractDiffCommand::readTools(Side *side)
{
    base::onDone(side->engine->connection->mcp().listTools(), this,
                 [this, side](const Result<mcp::ToolList> &list) {
                     if (!list) {
                         fail(list.error());
                         return;
                     }
                     takeTools(side, *list);
                     if (wantsContract(*side))
                         readContract(side);
                     else
                         readNext();
                 });
}

void ContractDiffCommand::takeTools(Side *side, const mcp::ToolList &list)
{
    contract::AdvertisedTools tools;
    for (const mcp::Tool &tool : list.tools)
        tools.items.append(tool.raw);
    for (const mcp::BrokenTool &tool : list.broken) {
        // What cannot be called may still be there; without a name it cannot be compared.
        if (!tool.name.isEmpty())
            tools.items.append(tool.raw);
    }
    tools.complete = list.complete && tools.items.size() == list.tools.size() + list.broken.size();
    if (reportGaps(output(), list)) {
        tools.incompleteReason = list.complete ? u"Items of it cannot be read."_s : list.incompleteReason;
        side->gaps.append(tools.incompleteReason);
    }
    side->snapshot.tools = std::move(tools);
}

void ContractDiffCommand::readContract(Side *side)
{
    m_live.fetch(*side->engine, [this, side](const LiveContract::Answer &answer) {
        Result<void> added;
        if (!answer.bytes) {
            added = base::fail(answer.bytes.error());
        } else if (const auto root = base::readJson(*answer.bytes)) {
            added = contract::addDocument(&side->snapshot, *root, *answer.bytes);
        }
        if (!added) {
            output().gap(added.error());
            side->gaps.append(u"The contract of the engine could not be read: "_s + added.error().message);
        }
        readNext();
    });
}

void ContractDiffCommand::print()
{
    const Drift drift = contract::compareSnapshots(m_sides[0].snapshot, m_sides[1].snapshot);
    const bool complete = m_sides[0].gaps.isEmpty() && m_sides[1].gaps.isEmpty();
    if (!drift.compared) {
        fail(base::fail(ErrorCode::InvalidInput,
                        u"The two have nothing in common that could be compared. "_s +
                            drift.notCompared.join(u' '),
                        u"Give two contracts, two tool lists, or a contract and a tool list."_s)
                 .value());
        return;
    }
    if (output().isJson())
        output().document(toJson(drift, complete));
    else
        printText(drift);
    for (const QString &note : drift.notCompared)
        output().message(note);
    Q_EMIT finished(!drift.items.isEmpty() ? ExitCode::Finding
                    : complete             ? ExitCode::Good
                                           : ExitCode::Incomplete);
}

void ContractDiffCommand::printText(const Drift &drift)
{
    if (drift.items.isEmpty())
        output().line(u"no difference"_s);
    for (const DriftClass driftClass : classes) {
        if (const qsizetype count = drift.count(driftClass); count > 0)
            output().line(u"%1: %2"_s.arg(contract::driftClassName(driftClass), QString::number(count)));
        for (const DriftItem &item : drift.items) {
            if (item.driftClass != driftClass)
                continue;
            output().line(u"  "_s + item.sentence);
            if (item.kind != DriftKind::Changed)
                continue;
            if (item.before.isString() && item.after.isString()) {
                output().line(indented(inlineText(item), {}));
            } else {
                output().line(indented(item.beforeText, u"- "_s));
                output().line(indented(item.afterText, u"+ "_s));
            }
        }
    }
}

Json ContractDiffCommand::sideJson(const Side &side) const
{
    const QByteArray hash = QCryptographicHash::hash(side.bytes, QCryptographicHash::Sha256).toHex();
    const contract::Snapshot &snapshot = side.snapshot;
    QStringList parts;
    if (snapshot.contract)
        parts.append(u"contract"_s);
    if (snapshot.discovery)
        parts.append(u"discovery"_s);
    if (snapshot.tools)
        parts.append(u"tools"_s);
    Json json = Json::object();
    json.set(u"name"_s, Json::string(side.engine ? side.engine->address.origin() : side.name));
    json.set(u"source"_s, Json::string(side.source));
    json.set(u"sha256"_s, side.engine ? Json() : Json::string(QString::fromLatin1(hash)));
    json.set(u"contract_version"_s,
             snapshot.contract ? Json::string(snapshot.contract->contract.version) : Json());
    json.set(u"parts"_s, stringList(parts));
    json.set(u"gaps"_s, stringList(side.gaps));
    return json;
}

Json ContractDiffCommand::toJson(const Drift &drift, bool complete) const
{
    Json counts = Json::object();
    for (const DriftClass driftClass : classes)
        counts.set(contract::driftClassName(driftClass), Json::integer(drift.count(driftClass)));
    Json items = Json::array();
    for (const DriftItem &item : drift.items)
        items.append(itemJson(item));
    Json json = Json::object();
    json.set(u"same"_s, Json::boolean(drift.items.isEmpty()));
    json.set(u"complete"_s, Json::boolean(complete));
    json.set(u"before"_s, sideJson(m_sides[0]));
    json.set(u"after"_s, sideJson(m_sides[1]));
    json.set(u"counts"_s, counts);
    json.set(u"changes"_s, items);
    json.set(u"not_compared"_s, stringList(drift.notCompared));
    return json;
}

} // namespace algenta::ctl
