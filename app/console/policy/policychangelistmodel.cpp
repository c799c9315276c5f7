// SPDX-License-Identifier: Apache-2.0
#include "app/console/policy/policychangelistmodel.h"

#include "app/console/decisions/recordtext.h"
#include "core/base/jsonwriter.h"
#include "core/base/textsafety.h"

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::FieldKind;
using base::Json;
using engine::PolicyLink;

QString policyValue(const QString &field, const Json &value)
{
    if (value.isNumber())
        return digitsOf(value);
    if (value.isBool())
        return value.toBool() ? PolicyChangeListModel::tr("yes") : PolicyChangeListModel::tr("no");
    if (value.isNull())
        return field == "risk_floor"_L1 ? PolicyChangeListModel::tr("off")
                                        : PolicyChangeListModel::tr("not said");
    return value.isString() ? value.toString() : QString::fromUtf8(base::writeJson(value));
}

QString differencesText(const PolicyLink &link)
{
    QStringList parts;
    for (const engine::PolicyDifference &difference : link.differences)
        parts.append(u"%1 %2 → %3"_s.arg(difference.field, policyValue(difference.field, difference.from),
                                         policyValue(difference.field, difference.to)));
    return parts.join(u" · "_s);
}

PolicyChangeListModel::PolicyChangeListModel(Session &session, PolicyReader &reader, PolicyReview &review,
                                             QObject *parent)
    : RecordListModel(parent)
    , m_session(session)
    , m_reader(reader)
    , m_review(review)
{
    connect(&m_session, &Session::timeZoneChanged, this, [this] { presentationChanged({SinceRole}); });
}

QHash<int, QByteArray> PolicyChangeListModel::roleNames() const
{
    return {{KeyRole, "key"},
            {SnapshotRole, "snapshot"},
            {SinceRole, "since"},
            {WhoRole, "who"},
            {ChangedRole, "changed"},
            {BlocksRole, "blocks"},
            {LetsThroughRole, "letsThrough"},
            {CannotJudgeRole, "cannotJudge"},
            {LinkRole, "link"},
            {LinkKindRole, "linkKind"},
            {ExactSnapshotRole, "exactSnapshot"},
            {JsonRole, "json"},
            {CsvRole, "csv"},
            {CommandRole, "command"}};
}

void PolicyChangeListModel::reload()
{
    m_reader.reload();
}

void PolicyChangeListModel::takeChain()
{
    recordsReset();
}

void PolicyChangeListModel::takeTallies()
{
    presentationChanged({BlocksRole, LetsThroughRole, CannotJudgeRole, JsonRole, CsvRole});
}

void PolicyChangeListModel::takeState()
{
    if (!m_session.connection())
        setFailure(base::fail(base::ErrorCode::Unreachable, tr("No engine is connected."),
                              tr("Set its address in Settings."))
                       .value());
    else
        setFailure(m_reader.chainError());
    if (m_reader.chainError() && recordCount() > 0)
        setIncomplete(tr("The engine did not list its snapshots when asked again: these are what is known."),
                      m_reader.chainError()->message + u' ' + m_reader.chainError()->remedy,
                      m_reader.chainError()->raw);
    else if (!m_reader.broken().isEmpty())
        setIncomplete(tr("%n snapshot(s) could not be read and are not among the rows.", nullptr,
                         int(m_reader.broken().size())),
                      m_reader.broken().constFirst().reason, m_reader.raw());
    else
        setIncomplete({});
    setBusy(m_reader.isReading());
}

const PolicyLink &PolicyChangeListModel::link(qsizetype at) const
{
    return m_reader.chain().links.at(at);
}

QString PolicyChangeListModel::keyOf(qsizetype at) const
{
    if (at < 0 || at >= m_reader.chain().links.size())
        return {};
    return QString::number(m_reader.chain().links.size() - at) + u':' + link(at).policy.snapshotId;
}

qsizetype PolicyChangeListModel::linkOf(const QString &key) const
{
    for (qsizetype at = 0; at < m_reader.chain().links.size(); ++at) {
        if (keyOf(at) == key)
            return at;
    }
    return -1;
}

qsizetype PolicyChangeListModel::stepOf(const engine::PolicyChain &chain, qsizetype link)
{
    if (link < 0 || link >= chain.links.size() || !chain.links.at(link).previous)
        return -1;
    qsizetype step = 0;
    for (qsizetype at = 0; at < link; ++at)
        step += chain.links.at(at).previous ? 1 : 0;
    return step;
}

int PolicyChangeListModel::recordCount() const
{
    return int(m_reader.chain().links.size());
}

QString PolicyChangeListModel::tallyText(int record, qsizetype StepTally::*member) const
{
    const qsizetype step = stepOf(m_reader.chain(), record);
    return step < 0 || m_review.judged() == 0 ? QString() : QString::number(m_review.tally(step).*member);
}

QVariant PolicyChangeListModel::recordData(int record, int role) const
{
    // The chain is the reader's: it may be shorter than the rows until takeChain().
    if (record >= recordCount())
        return {};
    const PolicyLink &at = link(record);
    const engine::Policy &policy = at.policy;
    const bool isFirst = engine::previousSnapshotId(policy).isEmpty() && at.breaks.isEmpty();
    switch (role) {
    case KeyRole:
        return keyOf(record);
    case ExactSnapshotRole:
        return policy.snapshotId;
    case Qt::DisplayRole:
    case SnapshotRole:
        return policy.snapshotId.isEmpty() ? tr("no id") : base::elidedText(policy.snapshotId, 80);
    case SinceRole:
        return m_session.formatted(engine::inForceSince(policy));
    case WhoRole: {
        const auto author = m_reader.author(policy.snapshotId);
        return author ? base::elidedText(author->who, 80) : QString();
    }
    case ChangedRole:
        if (!at.differences.isEmpty())
            return base::elidedText(differencesText(at), 300);
        return at.previous ? tr("no value changed") : isFirst ? tr("the first one") : tr("not comparable");
    case BlocksRole:
        return tallyText(record, &StepTally::blocks);
    case LetsThroughRole:
        return tallyText(record, &StepTally::letsThrough);
    case CannotJudgeRole:
        return tallyText(record, &StepTally::cannotJudge);
    case LinkRole:
        return !at.breaks.isEmpty() ? tr("broken") : isFirst ? tr("first") : tr("linked");
    case LinkKindRole:
        return !at.breaks.isEmpty() ? u"failed"_s : isFirst ? u"neutral"_s : u"ok"_s;
    case JsonRole:
        return jsonText(json(record));
    case CsvRole:
        return csvLine({policy.revision, policy.snapshotId, engine::previousSnapshotId(policy),
                        engine::inForceSince(policy).raw, filterValue(record, u"who"_s), differencesText(at),
                        tallyText(record, &StepTally::blocks), tallyText(record, &StepTally::letsThrough),
                        tallyText(record, &StepTally::cannotJudge), at.breaks.join(u' ')});
    default:
        return {};
    }
}

Json PolicyChangeListModel::json(qsizetype record) const
{
    const PolicyLink &at = link(record);
    Json::Array differences;
    for (const engine::PolicyDifference &difference : at.differences) {
        Json one = Json::object();
        one.set(u"field"_s, Json::string(difference.field));
        one.set(u"from"_s, difference.from);
        one.set(u"to"_s, difference.to);
        differences.append(one);
    }
    Json::Array breaks;
    for (const QString &broken : at.breaks)
        breaks.append(Json::string(broken));
    Json json = Json::object();
    json.set(u"snapshot"_s, at.policy.raw);
    json.set(u"changed"_s, at.previous ? Json::array(differences) : Json());
    json.set(u"chain_breaks"_s, Json::array(breaks));
    const auto author = m_reader.author(at.policy.snapshotId);
    json.set(u"changed_by"_s, author ? Json::string(author->who) : Json());
    json.set(u"audit_entry"_s, author ? Json::string(author->entryId) : Json());
    const qsizetype step = stepOf(m_reader.chain(), record);
    if (step < 0 || m_review.judged() == 0)
        return json;
    const StepTally tally = m_review.tally(step);
    Json computed = Json::object();
    computed.set(u"by"_s, Json::string(u"this console, not the engine"_s));
    computed.set(u"records_read"_s, Json::integer(m_review.judged()));
    computed.set(u"records_at_the_engine"_s, m_review.total() < 0 ? Json() : Json::integer(m_review.total()));
    computed.set(u"would_block"_s, Json::integer(tally.blocks));
    computed.set(u"would_let_through"_s, Json::integer(tally.letsThrough));
    computed.set(u"unchanged"_s, Json::integer(tally.unchanged));
    computed.set(u"cannot_be_judged"_s, Json::integer(tally.cannotJudge));
    json.set(u"computed"_s, computed);
    return json;
}

QVariant PolicyChangeListModel::sortValue(int record, int role) const
{
    const qsizetype step = stepOf(m_reader.chain(), record);
    const auto number = [step](qsizetype value) { return step < 0 ? QVariant() : QVariant(value); };
    switch (role) {
    case SinceRole:
        return timeKey(engine::inForceSince(link(record).policy));
    case BlocksRole:
        return number(m_review.tally(step).blocks);
    case LetsThroughRole:
        return number(m_review.tally(step).letsThrough);
    case CannotJudgeRole:
        return number(m_review.tally(step).cannotJudge);
    default:
        return recordData(record, role);
    }
}

QList<base::FilterField> PolicyChangeListModel::filterFields() const
{
    return {{u"snapshot"_s}, {u"changed"_s}, {u"who"_s}, {u"link"_s}, {u"since"_s, FieldKind::Time}};
}

QString PolicyChangeListModel::filterValue(int record, const QString &field) const
{
    const PolicyLink &at = link(record);
    if (field == "snapshot"_L1)
        return at.policy.snapshotId;
    if (field == "changed"_L1)
        return differencesText(at);
    if (field == "who"_L1) {
        const auto author = m_reader.author(at.policy.snapshotId);
        return author ? author->who : QString();
    }
    if (field == "link"_L1)
        return recordData(record, LinkRole).toString();
    return engine::inForceSince(at.policy).raw;
}

} // namespace algenta::console
