// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/blockedlist.h"

#include "app/ctl/pagereader.h"
#include "core/base/ondone.h"
#include "core/engine/blocked.h"

#include <algorithm>

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::FieldKind;
using base::Json;
using base::Result;

namespace
{

QList<Column> blockedColumns()
{
    return {{u"when"_s, FieldKind::Time, true},        {u"gate"_s, FieldKind::Text, true},
            {u"decision_id"_s, FieldKind::Text, true}, {u"who"_s, FieldKind::Text, true},
            {u"message"_s, FieldKind::Text, true},     {u"gate_known"_s, FieldKind::Text, false},
            {u"code"_s, FieldKind::Text, false},       {u"webhook_url"_s, FieldKind::Text, false},
            {u"request_id"_s, FieldKind::Text, false}, {u"id"_s, FieldKind::Text, false},
            {u"source"_s, FieldKind::Text, false}};
}

std::optional<Record> toRecord(const engine::AuditEntry &entry)
{
    const auto blocked = engine::blockedFromAudit(engine::embeddedBlockedRules(), entry);
    if (!blocked)
        return std::nullopt;
    return Record{
        textOrNull(blocked->when.raw), textOrNull(blocked->gate),       textOrNull(blocked->decisionId),
        textOrNull(blocked->who),      textOrNull(blocked->message),    Json::boolean(blocked->gateKnown),
        textOrNull(blocked->code),     textOrNull(blocked->webhookUrl), textOrNull(blocked->requestId),
        Json::string(blocked->id),     Json::string(u"audit_log"_s)};
}

bool rulesVerified()
{
    const QList<engine::BlockedRules::Rule> &rules = engine::embeddedBlockedRules().rules;
    return !rules.isEmpty() &&
           std::all_of(rules.cbegin(), rules.cend(),
                       [](const engine::BlockedRules::Rule &rule) { return rule.verified; });
}

/** The audit log, asked once for each rule that knows a blocked execution. */
class BlockedSource final : public QObject, public RecordSource
{
public:
    explicit BlockedSource(std::unique_ptr<EngineAccess> engine)
        : m_engine(std::move(engine))
    {
    }

    QList<Column> columns() const override { return blockedColumns(); }
    QString listName() const override { return u"blocked"_s; }

    Json about() const override
    {
        Json json = Json::object();
        json.set(u"engine"_s, Json::string(m_engine->address.origin()));
        json.set(u"rules_version"_s, Json::string(engine::embeddedBlockedRules().version));
        json.set(u"rules_verified"_s, Json::boolean(rulesVerified()));
        return json;
    }

    void next(Next done) override
    {
        const engine::BlockedRules &rules = engine::embeddedBlockedRules();
        engine::AuditQuery query;
        query.action = rules.rules.at(m_rule).action;
        query.result = rules.rules.at(m_rule).result;
        query.page = m_pages.page();
        query.limit = PageReader::pageSize;
        base::onDone(m_engine->connection->rest().auditLogs(query), this,
                     [this, done](const Result<engine::Page<engine::AuditEntry>> &page) {
                         done(page ? Result<Batch>(take(*page)) : Result<Batch>(base::fail(page.error())));
                     });
    }

private:
    Batch take(const engine::Page<engine::AuditEntry> &page)
    {
        Batch batch = m_pages.take(page, &toRecord);
        m_found += batch.records.size();
        const qsizetype ruleCount = engine::embeddedBlockedRules().rules.size();
        if (ruleCount > 1)
            batch.total = -1; // of one rule only
        if (batch.last && ++m_rule < ruleCount) {
            m_pages = PageReader();
            batch.last = false;
        }
        if (batch.last && m_found == 0 && !rulesVerified())
            batch.notes.append(
                u"No audit entry matched. The rules that recognise blocked executions were not "
                "confirmed on every engine: blocks by agents may be invisible here."_s);
        return batch;
    }

    std::unique_ptr<EngineAccess> m_engine;
    PageReader m_pages;
    qsizetype m_rule = 0;
    qsizetype m_found = 0;
};

} // namespace

CommandSpec BlockedListCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"blocked"_s, u"list"_s};
    spec.summary = u"List refused executions, from the audit log of an engine."_s;
    spec.description =
        u"Rules that come with this program say which audit entries are refused executions. Whether they\n"
        "fit a certain engine is not known for sure (rules_verified): an empty list is no proof that\n"
        "nothing was blocked. An empty gate means that the entry names none.\n\n"_s +
        listHelp(blockedColumns());
    spec.options = listOptions() + engineOptions() + commonOptions();
    spec.exitCodes = listExitCodes();
    return spec;
}

Result<std::unique_ptr<RecordSource>> BlockedListCommand::makeSource()
{
    if (engine::embeddedBlockedRules().rules.isEmpty())
        return base::fail(base::ErrorCode::NotFound,
                          u"This program carries no rules for blocked executions."_s);
    auto opened = openEngine(arguments());
    if (!opened)
        return base::fail(opened.error());
    return std::make_unique<BlockedSource>(std::move(*opened));
}

} // namespace algenta::ctl
