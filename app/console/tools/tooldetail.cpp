// SPDX-License-Identifier: Apache-2.0
#include "app/console/tools/tooldetail.h"

#include "app/console/tools/removedlines.h"
#include "core/base/jsonwriter.h"
#include "core/base/textsafety.h"
#include "core/contract/scrub.h"
#include "core/engine/toolcategory.h"

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::Json;
using contract::embeddedContract;
using contract::ProfileName;

namespace
{

constexpr qsizetype longestName = 256;
constexpr qsizetype longestDescription = 16 * 1024;

QString shownJson(const Json &value)
{
    return base::visibleText(QString::fromUtf8(base::writeJson(value, base::JsonLayout::Indented)),
                             base::LineBreaks::Keep);
}

QString exactJson(const Json &value)
{
    return QString::fromUtf8(base::writeJson(value, base::JsonLayout::Indented));
}

QVariantMap row(const QString &label, const QString &value, const QString &note = {},
                const QString &kind = {})
{
    return {{u"label"_s, label}, {u"value"_s, value}, {u"note"_s, note}, {u"kind"_s, kind}};
}

/** @p fallback is what MCP takes an absent hint for. */
QVariantMap hintRow(const QString &label, const std::optional<bool> &hint, bool fallback, const QString &note)
{
    const auto word = [](bool value) { return value ? ToolDetail::tr("yes") : ToolDetail::tr("no"); };
    if (hint)
        return row(label, word(*hint), note);
    return row(label, ToolDetail::tr("says nothing"),
               note.isEmpty() ? ToolDetail::tr("MCP takes that for %1").arg(word(fallback)) : note);
}

bool requiresDecision(const Json &schema)
{
    for (const Json &item : schema[u"required"].items()) {
        if (item.toString() == "decision_id"_L1)
            return true;
    }
    return false;
}

} // namespace

ToolDetail::ToolDetail(QObject *parent)
    : QObject(parent)
    , m_tree(this)
{
}

void ToolDetail::show(const std::optional<ToolRecord> &record, ProfileName profile)
{
    const QString before = m_record.key;
    const auto schemaOf = [](const ToolRecord &tool) {
        return tool.published ? std::optional(tool.published->inputSchema) : std::nullopt;
    };
    const auto schemaBefore = schemaOf(m_record);
    m_record = record.value_or(ToolRecord());
    m_profile = profile;
    m_modelSchema = {};
    m_removed.clear();
    m_removedLines.clear();
    if (m_record.published) {
        const Json &published = m_record.published->inputSchema;
        const contract::Scrubbed scrubbed = contract::scrubSchema(embeddedContract(), published);
        m_modelSchema = scrubbed.value;
        m_removed = scrubbed.removed;
        m_removedLines = console::removedLines(published, m_modelSchema);
    }
    // The same schema again keeps what is open in the tree.
    const bool sameTree = m_record.key == before && schemaOf(m_record) == schemaBefore;
    if (!m_record.published)
        m_tree.clear();
    else if (!sameTree)
        m_tree.setRoot(m_record.published->inputSchema, m_removed);
    Q_EMIT changed();
    if (m_record.key != before)
        Q_EMIT keyChanged();
}

QString ToolDetail::name() const
{
    return m_record.name.isEmpty() ? tr("(no name)") : base::elidedText(m_record.name, longestName);
}

QString ToolDetail::flatName() const
{
    const auto flat = contract::flatName(embeddedContract(), m_record.name);
    return flat ? *flat : QString();
}

QString ToolDetail::description() const
{
    if (m_record.description.size() <= longestDescription)
        return base::visibleText(m_record.description, base::LineBreaks::Keep);
    return base::visibleText(QStringView(m_record.description).left(longestDescription),
                             base::LineBreaks::Keep) +
           tr("\n… The rest stands in the item below.");
}

QString ToolDetail::problem() const
{
    switch (m_record.kind) {
    case ToolRecord::Kind::Advertised:
        return base::visibleText(m_record.note);
    case ToolRecord::Kind::Omitted:
        return m_record.listIsComplete ? tr("This engine does not advertise the tool.")
                                       : tr("Whether this engine advertises the tool is not known.");
    case ToolRecord::Kind::Broken:
        return tr("This item of the engine's list cannot be used.");
    }
    Q_UNREACHABLE();
}

QString ToolDetail::problemDetail() const
{
    if (m_record.kind == ToolRecord::Kind::Omitted && !m_record.listIsComplete)
        return tr("The contract names it, and the list that was read is incomplete. Read it again.");
    if (m_record.kind == ToolRecord::Kind::Omitted)
        return tr("The contract names it. An engine hides tools by its product edition or has a different "
                  "version; no profile can show a model what is not advertised.");
    return base::visibleText(m_record.brokenReason);
}

QString ToolDetail::problemKind() const
{
    return m_record.kind == ToolRecord::Kind::Broken ? u"failed"_s : u"attention"_s;
}

QString ToolDetail::profileText() const
{
    const QString profile = contract::profileText(m_profile);
    if (isInProfile())
        return tr("Advertised to a model under %1, the profile of this session.").arg(profile);
    return tr("Never advertised to a model under %1, the profile of this session.").arg(profile);
}

QString ToolDetail::modelLabel() const
{
    const auto first = m_record.isIn(m_profile) ? std::optional(m_profile) : m_record.firstProfile();
    //: %1 is a profile
    return first ? tr("What a model sees under %1").arg(contract::profileText(*first))
                 : tr("What a model would see");
}

QString ToolDetail::modelText() const
{
    return hasSchema() ? shownJson(m_modelSchema) : QString();
}

QString ToolDetail::exactModel() const
{
    return hasSchema() ? exactJson(m_modelSchema) : QString();
}

QString ToolDetail::publishedText() const
{
    return hasSchema() ? shownJson(m_record.published->inputSchema) : QString();
}

QString ToolDetail::exactPublished() const
{
    return hasSchema() ? exactJson(m_record.published->inputSchema) : QString();
}

QString ToolDetail::removedText() const
{
    if (!hasSchema())
        return {};
    if (m_removed.isEmpty())
        return tr("Nothing had to be removed: both are the same.");
    constexpr qsizetype mostNamed = 8;
    QStringList shown;
    for (const QString &pointer : m_removed.mid(0, mostNamed))
        shown.append(base::elidedText(pointer, longestName));
    if (m_removed.size() > mostNamed)
        shown.append(tr("%1 more").arg(m_removed.size() - mostNamed));
    return tr("No model gets: %1").arg(shown.join(u", "_s));
}

QString ToolDetail::itemText() const
{
    return hasItem() ? shownJson(m_record.raw) : QString();
}

QString ToolDetail::exactItem() const
{
    return hasItem() ? QString::fromUtf8(base::writeJson(m_record.raw)) : QString();
}

QVariantList ToolDetail::profileRows() const
{
    QVariantList rows;
    for (const ProfileName profile : contract::allProfiles()) {
        const QString why = m_record.whyNotIn(profile).reason;
        const QString own = profile == m_profile ? tr("(this session)") : QString();
        rows.append(row(contract::profileText(profile) + (own.isEmpty() ? QString() : u' ' + own),
                        why.isEmpty() ? tr("has it") : tr("has it not"), base::visibleText(why),
                        why.isEmpty() ? u"ok"_s : u"neutral"_s));
    }
    return rows;
}

QVariantList ToolDetail::classRows() const
{
    QVariantList rows;
    if (m_record.name.isEmpty())
        return rows;
    rows.append(row(tr("Danger class"), engine::dangerClassText(m_record.danger),
                    dangerMeaning(m_record.danger), dangerKind(m_record.danger)));
    rows.append(row(tr("Determined by"),
                    m_record.danger == engine::DangerClass::NotClassified
                        ? tr("the name, which is not in this console's table of known tools")
                        : tr("the name, by this console's own table of the public registry; the engine was "
                             "not asked and its hints do not count")));
    rows.append(row(tr("Group"), m_record.category.isEmpty() ? tr("not in the public registry")
                                                             : engine::toolCategoryTitle(m_record.category)));
    if (!m_record.contractCategory.isEmpty() && m_record.contractCategory != m_record.category)
        rows.append(row(tr("Contract's word"), base::visibleText(m_record.contractCategory),
                        tr("the category in the tool-profile contract")));
    return rows;
}

QVariantList ToolDetail::claimRows() const
{
    QVariantList rows;
    if (!m_record.published)
        return rows;
    if (!m_record.published->title.isEmpty())
        rows.append(row(tr("Title"), base::elidedText(m_record.published->title, longestName)));
    const mcp::ToolAnnotations hints = m_record.published->annotations.value_or(mcp::ToolAnnotations());
    if (!hints.title.isEmpty())
        rows.append(row(tr("Title (hint)"), base::elidedText(hints.title, longestName)));
    // Of a tool that is called read-only, MCP gives the next two no meaning.
    const bool readOnly = hints.readOnly.value_or(false);
    const QString without = readOnly ? tr("without meaning for a read-only tool") : QString();
    rows.append(hintRow(tr("Read-only"), hints.readOnly, false, {}));
    rows.append(hintRow(tr("Destructive"), hints.destructive, true, without));
    rows.append(hintRow(tr("Idempotent"), hints.idempotent, false, without));
    rows.append(hintRow(tr("Open world"), hints.openWorld, true, {}));
    return rows;
}

QString ToolDetail::disagreementText() const
{
    return disagreements(m_record).join(u' ');
}

QVariantList ToolDetail::requirementRows() const
{
    const contract::ContractTool *tool = embeddedContract().tool(m_record.name);
    if (!tool || !tool->safetyCritical)
        return {};
    QVariantList rows;
    const QStringList &demanded = embeddedContract().profile(ProfileName::Execute).requirements;
    for (qsizetype i = 0; i < demanded.size(); ++i)
        rows.append(row(QString::number(i + 1), enforcedText(i), demanded.at(i)));
    return rows;
}

QString ToolDetail::enforcedText(qsizetype requirement) const
{
    const QString unknown = tr("Cannot be known from here.");
    constexpr qsizetype loggedDecision = 2;
    if (requirement != loggedDecision || !hasSchema())
        return unknown;
    // Only what was published is known. Whether the engine refuses is known by executing, which is no way to
    // look.
    return requiresDecision(m_record.published->inputSchema)
               ? tr("%1 The published schema asks for decision_id; what the engine does without one was not "
                    "tried.")
                     .arg(unknown)
               : tr("%1 The published schema does not ask for decision_id.").arg(unknown);
}

} // namespace algenta::console
