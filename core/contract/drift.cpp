// SPDX-License-Identifier: Apache-2.0
#include "core/contract/drift.h"

#include "core/contract/driftclass.h"
#include "core/contract/driftsentence.h"
#include "core/contract/jsondiff.h"
#include "core/contract/scrub.h"

#include <QCryptographicHash>
#include <QHash>

#include <algorithm>

namespace algenta::contract
{

using namespace Qt::Literals::StringLiterals;
using base::Json;
using base::jsonPointer;

namespace
{

QByteArray hashOf(const DriftItem &item)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const auto part = [&hash](const QByteArray &bytes) {
        hash.addData(QByteArray::number(bytes.size()) + ':' + bytes);
    };
    part(driftClassName(item.driftClass).toUtf8());
    part(driftKindName(item.kind).toUtf8());
    part(item.place.toUtf8());
    part(stableText(item.before));
    part(stableText(item.after));
    return hash.result().toHex();
}

/** The advertised tools by name, and the further ones of a repeated name apart. */
struct NamedTools {
    explicit NamedTools(const AdvertisedTools &tools)
    {
        QHash<QString, int> times;
        for (const Json &item : tools.items) {
            const QString name = item[u"name"].toString();
            const int turn = ++times[name];
            const QString place = turn == 1 ? jsonPointer(u"/tools"_s, name)
                                            : jsonPointer(jsonPointer(u"/repeated tools"_s, name), turn);
            places.append(place);
            items.insert(place, item);
        }
    }

    QStringList places; ///< in the order of the list
    QHash<QString, Json> items;
};

class Comparer
{
public:
    Comparer(const Snapshot &before, const Snapshot &after);
    Drift compare();

private:
    void add(DriftItem item);
    void compareContracts();
    void compareDiscovery();
    void compareTools();
    void compareTool(const QString &place, const Json &before, const Json &after);
    void wholeTool(const QString &place, const Json &item, DriftKind kind);
    void compareContractWithTools(const ContractDocument &contract, const AdvertisedTools &tools,
                                  DriftKind missing);
    void noteOneSided(bool left, bool right, const QString &what);
    /** True if the change is about a field that no model may set. */
    bool touchesFields(const QString &where, const QStringList &fields) const;

    const Snapshot &m_before;
    const Snapshot &m_after;
    ToolContract m_rules; ///< the fields that either side, or this version, keeps from models
    Drift m_drift;
};

Comparer::Comparer(const Snapshot &before, const Snapshot &after)
    : m_before(before)
    , m_after(after)
    , m_rules(embeddedContract())
{
    for (const Snapshot *side : {&before, &after}) {
        if (side->contract)
            m_rules.neverModelFacing += side->contract->contract.neverModelFacing;
    }
    m_rules.neverModelFacing.removeDuplicates();
}

void Comparer::add(DriftItem item)
{
    item.beforeText = readableText(item.before, item.place);
    item.afterText = readableText(item.after, item.place);
    if (item.sentence.isEmpty())
        item.sentence = driftSentence(item);
    item.hash = hashOf(item);
    m_drift.items.append(item);
}

DriftItem itemOf(const JsonChange &change, const QString &part)
{
    DriftItem item;
    item.kind = !change.hasBefore  ? DriftKind::Added
                : !change.hasAfter ? DriftKind::Removed
                                   : DriftKind::Changed;
    item.where = change.where;
    item.place = part + change.where;
    item.before = change.before;
    item.after = change.after;
    return item;
}

/** A section of the contract that one side lacks counts member by member. */
QList<JsonChange> splitSections(const QList<JsonChange> &changes)
{
    QList<JsonChange> split;
    for (const JsonChange &change : changes) {
        const Json &only = change.hasBefore ? change.before : change.after;
        if (change.where != "/gates"_L1 || (change.hasBefore && change.hasAfter)) {
            split.append(change);
            continue;
        }
        for (const base::JsonMember &member : only.members()) {
            JsonChange part = change;
            part.where = jsonPointer(change.where, member.key);
            (change.hasBefore ? part.before : part.after) = member.value;
            split.append(part);
        }
    }
    return split;
}

void Comparer::compareContracts()
{
    const QString part = u"/contract"_s;
    for (const JsonChange &change :
         splitSections(diffJson(m_before.contract->root, m_after.contract->root, contractListRule))) {
        DriftItem item = itemOf(change, part);
        item.driftClass = contractClass(change.where);
        const QStringList path = pointerTokens(change.where);
        item.subject = path.size() > 1 ? path[1] : u"contract"_s;
        // Prose as one text or as lines is the same prose.
        const bool sameProse = change.hasBefore && change.hasAfter && isContractProse(change.where) &&
                               readableText(item.before, item.place) == readableText(item.after, item.place);
        if (!sameProse)
            add(item);
    }
}

void Comparer::compareDiscovery()
{
    for (const JsonChange &change : diffJson(*m_before.discovery, *m_after.discovery, discoveryListRule)) {
        DriftItem item = itemOf(change, u"/discovery"_s);
        item.driftClass = discoveryClass(change.where);
        item.subject = u"get_contract"_s;
        add(item);
    }
}

bool Comparer::touchesFields(const QString &where, const QStringList &fields) const
{
    const auto isBelow = [](const QString &inner, const QString &outer) {
        return inner == outer || inner.startsWith(outer + u'/');
    };
    return std::any_of(fields.cbegin(), fields.cend(), [&](const QString &field) {
        const QString pointer = u"/inputSchema"_s + field;
        return isBelow(pointer, where) || isBelow(where, pointer);
    });
}

void Comparer::compareTool(const QString &place, const Json &before, const Json &after)
{
    QStringList fields = scrubSchema(m_rules, before[u"inputSchema"]).removed;
    fields += scrubSchema(m_rules, after[u"inputSchema"]).removed;
    for (const JsonChange &change : diffJson(before, after, toolListRule)) {
        DriftItem item = itemOf(change, place);
        item.subject = after[u"name"].toString();
        item.driftClass = toolClass(change.where);
        if (touchesFields(change.where, fields)) {
            item.driftClass = DriftClass::PermissionHint;
            item.sentence = fieldSentence(item);
        }
        add(item);
    }
}

void Comparer::wholeTool(const QString &place, const Json &tool, DriftKind kind)
{
    DriftItem item;
    item.kind = kind;
    item.place = place;
    item.subject = tool[u"name"].toString();
    (kind == DriftKind::Added ? item.after : item.before) = tool;
    add(item);
}

void Comparer::compareTools()
{
    const NamedTools left(*m_before.tools);
    const NamedTools right(*m_after.tools);
    for (const QString &place : left.places) {
        if (right.items.contains(place))
            compareTool(place, left.items[place], right.items[place]);
        else if (m_after.tools->complete)
            wholeTool(place, left.items[place], DriftKind::Removed);
    }
    for (const QString &place : right.places) {
        if (!left.items.contains(place) && m_before.tools->complete)
            wholeTool(place, right.items[place], DriftKind::Added);
    }
}

void Comparer::compareContractWithTools(const ContractDocument &contract, const AdvertisedTools &tools,
                                        DriftKind missing)
{
    const NamedTools advertised(tools);
    for (const ContractTool &tool : contract.contract.tools) {
        const Json &reference = contract.root[u"mcp_tool_reference"][tool.name];
        const auto item = advertised.items.constFind(jsonPointer(u"/tools"_s, tool.name));
        DriftItem found;
        found.place = jsonPointer(u"/contract tools"_s, tool.name);
        found.subject = tool.name;
        found.kind = missing;
        const bool contractFirst = missing == DriftKind::Removed;
        (contractFirst ? found.before : found.after) = reference;
        if (item == advertised.items.cend()) {
            found.sentence = notAdvertisedSentence(tool.name);
            if (tools.complete)
                add(found);
        } else if (tool.safetyCritical && (*item)[u"annotations"][u"readOnlyHint"].toBool()) {
            found.kind = DriftKind::Changed;
            (contractFirst ? found.after : found.before) = (*item)[u"annotations"];
            found.sentence = contradictionSentence(tool.name);
            add(found);
        }
    }
}

void Comparer::noteOneSided(bool left, bool right, const QString &what)
{
    if (left != right)
        m_drift.notCompared.append(u"Only the %1 side has %2."_s.arg(left ? u"first"_s : u"second"_s, what));
}

Drift Comparer::compare()
{
    noteOneSided(m_before.contract.has_value(), m_after.contract.has_value(), u"a tool-profile contract"_s);
    noteOneSided(m_before.discovery.has_value(), m_after.discovery.has_value(),
                 u"an engine's own contract"_s);
    noteOneSided(m_before.tools.has_value(), m_after.tools.has_value(), u"a list of tools"_s);
    for (const auto &[side, name] : {std::pair(&m_before, u"first"_s), std::pair(&m_after, u"second"_s)}) {
        if (side->tools && !side->tools->complete)
            m_drift.notCompared.append(
                u"The tool list of the %1 side is not whole, so no tool counts as missing there. %2"_s.arg(
                    name, side->tools->incompleteReason));
    }
    const bool contracts = m_before.contract && m_after.contract;
    const bool discoveries = m_before.discovery && m_after.discovery;
    const bool tools = m_before.tools && m_after.tools;
    m_drift.compared = contracts || discoveries || tools;
    if (contracts)
        compareContracts();
    if (discoveries)
        compareDiscovery();
    if (tools)
        compareTools();
    if (!m_drift.compared && m_before.contract && m_after.tools) {
        m_drift.compared = true;
        compareContractWithTools(*m_before.contract, *m_after.tools, DriftKind::Removed);
    } else if (!m_drift.compared && m_before.tools && m_after.contract) {
        m_drift.compared = true;
        compareContractWithTools(*m_after.contract, *m_before.tools, DriftKind::Added);
    }
    return std::move(m_drift);
}

} // namespace

QString driftClassName(DriftClass driftClass)
{
    switch (driftClass) {
    case DriftClass::Wording:
        return u"wording"_s;
    case DriftClass::Schema:
        return u"schema"_s;
    case DriftClass::PermissionHint:
        return u"permission hint"_s;
    }
    Q_UNREACHABLE();
}

QString driftKindName(DriftKind kind)
{
    switch (kind) {
    case DriftKind::Added:
        return u"added"_s;
    case DriftKind::Removed:
        return u"removed"_s;
    case DriftKind::Changed:
        return u"changed"_s;
    }
    Q_UNREACHABLE();
}

QString DriftItem::key() const
{
    return place + u'@' + QString::fromLatin1(hash);
}

qsizetype Drift::count(DriftClass driftClass) const
{
    return std::count_if(items.cbegin(), items.cend(),
                         [driftClass](const DriftItem &item) { return item.driftClass == driftClass; });
}

Drift compareSnapshots(const Snapshot &before, const Snapshot &after)
{
    return Comparer(before, after).compare();
}

} // namespace algenta::contract
