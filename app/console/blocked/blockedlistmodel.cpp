// SPDX-License-Identifier: Apache-2.0
#include "app/console/blocked/blockedlistmodel.h"

#include "core/base/jsonwriter.h"
#include "core/base/ondone.h"
#include "core/base/textsafety.h"

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::FieldKind;
using engine::BlockedExecution;
using engine::BlockedSource;

BlockedListModel::BlockedListModel(Session &session, ActLedger &ledger, RecordCache &cache, QObject *parent)
    : TypedPagedListModel(parent)
    , m_session(session)
    , m_ledger(ledger)
    , m_cache(cache)
{
    connect(&m_cache, &RecordCache::decisionRead, this, &BlockedListModel::decisionRead);
    connect(&m_cache, &RecordCache::policyRead, this, [this] { presentationChanged({MeasuredRole}); });
    connect(&m_session, &Session::timeZoneChanged, this, [this] { presentationChanged({WhenRole}); });
    connect(&m_session, &Session::ageChanged, this, [this] { presentationChanged({AgeRole}); });
    connect(&m_ledger, &ActLedger::changed, this, &BlockedListModel::addOwn);
}

QHash<int, QByteArray> BlockedListModel::roleNames() const
{
    return {{KeyRole, "key"},
            {DecisionRole, "decision"},
            {ActionRole, "action"},
            {GateTextRole, "gateText"},
            {GateKindRole, "gateKind"},
            {GateSignRole, "gateSign"},
            {MeasuredRole, "measured"},
            {WhoRole, "who"},
            {SourceRole, "source"},
            {StatusTextRole, "statusText"},
            {StatusKindRole, "statusKind"},
            {WhenRole, "when"},
            {AgeRole, "age"},
            {SaidRole, "said"},
            {ExactDecisionRole, "exactDecision"},
            {JsonRole, "json"},
            {CommandRole, "command"}};
}

void BlockedListModel::clearRecords()
{
    TypedPagedListModel::clearRecords();
    m_ledger.reload();
}

void BlockedListModel::requestPage(int page, int ticket)
{
    if (!m_session.connection()) {
        base::Error error;
        error.code = base::ErrorCode::Unreachable;
        error.message = tr("No engine is connected.");
        error.remedy = tr("Set its address in Settings.");
        pageFailed(error, ticket);
        return;
    }
    const engine::BlockedRules &rules = engine::embeddedBlockedRules();
    engine::AuditQuery query;
    query.page = page;
    query.limit = pageSize;
    // With one rule the engine can choose the entries itself; several are told apart here.
    if (rules.rules.size() == 1) {
        query.action = rules.rules.constFirst().action;
        query.result = rules.rules.constFirst().result;
    }
    base::onDone(m_session.connection()->rest().auditLogs(query), this,
                 [this, ticket](const base::Result<engine::Page<engine::AuditEntry>> &answer) {
                     takePage(
                         answer, ticket, [](const engine::AuditEntry &entry) { return entry.id; },
                         [this](const engine::AuditEntry &entry) -> std::optional<BlockedExecution> {
                             auto blocked = engine::blockedFromAudit(engine::embeddedBlockedRules(), entry);
                             return blocked && m_ledger.knowsRequest(blocked->requestId) ? std::nullopt
                                                                                         : blocked;
                         });
                 });
}

void BlockedListModel::addOwn()
{
    QSet<QString> ownIds;
    for (const BlockedExecution &known : std::as_const(m_records)) {
        if (known.source == BlockedSource::OwnCall)
            ownIds.insert(known.id);
    }
    const int first = int(m_records.size());
    for (const ActRecord &act : m_ledger.acts()) {
        if (act.blocked && act.engine == m_session.origin() && !ownIds.contains(act.actId))
            m_records.append(*act.blocked);
    }
    const qsizetype before = m_records.size();
    m_records.removeIf([this](const BlockedExecution &known) {
        return known.source == BlockedSource::AuditLog && m_ledger.knowsRequest(known.requestId);
    });
    if (m_records.size() != before)
        recordsReset();
    else if (m_records.size() > first)
        recordsAppended(first, int(m_records.size()) - first);
    presentationChanged({StatusTextRole, StatusKindRole});
    Q_EMIT stateChanged();
}

void BlockedListModel::decisionRead(const QString &id)
{
    for (int record = 0; record < recordCount(); ++record) {
        if (m_records.at(record).decisionId == id)
            recordChanged(record);
    }
}

QString BlockedListModel::statusOf(const BlockedExecution &blocked) const
{
    return m_ledger.statusOf(m_session.origin(), blocked);
}

QString BlockedListModel::measuredOf(const BlockedExecution &blocked) const
{
    const engine::Decision *decision = m_cache.decision(blocked.decisionId);
    const std::optional<engine::Policy> &policy = m_cache.policy();
    if (!decision || !policy || !blocked.gateKnown)
        return {};
    const engine::GateCheck check = engine::checkGate(blocked.gate, *decision, *policy);
    if (check.measured.isEmpty())
        return {};
    if (check.threshold.isEmpty())
        return tr("delivered %1").arg(base::formatAge(decision->executedAt, QDateTime::currentDateTimeUtc()));
    const bool closed = check.verdict == engine::GateCheck::Verdict::Reproduced;
    return check.measured + (closed ? u" < "_s : u" ≥ "_s) + check.threshold;
}

int BlockedListModel::openLastDay() const
{
    const QDateTime day = QDateTime::currentDateTimeUtc().addDays(-1);
    int count = 0;
    for (const BlockedExecution &blocked : m_records)
        count += blocked.when.instant >= day && statusOf(blocked) == "open"_L1 ? 1 : 0;
    return count;
}

QVariant BlockedListModel::recordData(int record, int role) const
{
    const BlockedExecution &blocked = m_records.at(record);
    switch (role) {
    case KeyRole:
        return blocked.id;
    case Qt::DisplayRole:
    case DecisionRole:
        return base::elidedText(blocked.decisionId);
    case ActionRole: {
        const engine::Decision *decision = m_cache.decision(blocked.decisionId);
        if (decision)
            return base::elidedText(decision->chosenAction);
        const base::Error *error = m_cache.decisionError(blocked.decisionId);
        return error ? tr("decision could not be read") : QString();
    }
    case GateTextRole:
        return blocked.gate.isEmpty() ? tr("unnamed gate") : base::elidedText(blocked.gate, 40);
    case GateKindRole:
        return blocked.gateKnown ? u"blocked"_s : u"unknown"_s;
    case GateSignRole:
        return blocked.gateKnown ? u"blocked"_s : u"question"_s;
    case MeasuredRole:
        return base::visibleText(measuredOf(blocked));
    case WhoRole:
        return base::elidedText(blocked.who);
    case SourceRole:
        return blocked.source == BlockedSource::AuditLog ? tr("audit log") : tr("own call");
    case StatusTextRole:
        return statusOf(blocked);
    case StatusKindRole: {
        const QString status = statusOf(blocked);
        return status == "overridden"_L1         ? u"override"_s
               : status == "override unknown"_L1 ? u"unknown"_s
               : status == "open"_L1             ? u"neutral"_s
                                                 : u"failed"_s;
    }
    case WhenRole:
        return m_session.formatted(blocked.when);
    case AgeRole:
        return base::formatAge(blocked.when, QDateTime::currentDateTimeUtc());
    case SaidRole:
        return base::elidedText(blocked.message);
    case ExactDecisionRole:
        return blocked.decisionId;
    case JsonRole:
        return QString::fromUtf8(base::writeJson(blocked.raw, base::JsonLayout::Indented));
    case CommandRole: {
        const QString id = base::shellQuoted(blocked.decisionId);
        return id.isEmpty() ? QString() : u"algentactl decisions show "_s + id;
    }
    default:
        return {};
    }
}

QVariant BlockedListModel::sortValue(int record, int role) const
{
    const BlockedExecution &blocked = m_records.at(record);
    if (role == WhenRole || role == AgeRole) {
        const qint64 time = blocked.when.instant.toMSecsSinceEpoch();
        return blocked.when.isValid() ? QVariant(role == AgeRole ? -time : time) : QVariant();
    }
    return recordData(record, role);
}

QList<base::FilterField> BlockedListModel::filterFields() const
{
    return {{u"gate"_s},
            {u"decision"_s},
            {u"action"_s},
            {u"who"_s},
            {u"status"_s},
            {u"source"_s},
            {u"said"_s},
            {u"age"_s, FieldKind::Time},
            {u"when"_s, FieldKind::Time}};
}

QString BlockedListModel::filterValue(int record, const QString &field) const
{
    const BlockedExecution &blocked = m_records.at(record);
    if (field == "gate"_L1)
        return blocked.gate;
    if (field == "decision"_L1)
        return blocked.decisionId;
    if (field == "action"_L1) {
        const engine::Decision *decision = m_cache.known(blocked.decisionId);
        return decision ? decision->chosenAction : QString();
    }
    if (field == "who"_L1)
        return blocked.who;
    if (field == "status"_L1)
        return statusOf(blocked);
    if (field == "source"_L1)
        return blocked.source == BlockedSource::AuditLog ? u"audit"_s : u"own"_s;
    if (field == "said"_L1)
        return blocked.message;
    return blocked.when.raw;
}

} // namespace algenta::console
