// SPDX-License-Identifier: Apache-2.0
#include "app/console/liaison/liaisonlistmodel.h"

#include "app/console/decisions/recordtext.h"
#include "core/base/jsonwriter.h"
#include "core/base/textsafety.h"

#include <QFileInfo>
#include <QLocale>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::FieldKind;
using base::Json;

namespace
{

QString placeText(const QString &file, const LiaisonRecord &record)
{
    return file + u':' + QString::number(record.transcript.line);
}

QString verdictOf(const LiaisonRecord &record)
{
    return record.isAccepted() ? u"accepted"_s : u"rejected"_s;
}

QString recordJson(const LiaisonRecord &record)
{
    Json json = Json::object(
        {{u"file"_s, Json::string(record.file)}, {u"line"_s, Json::integer(record.transcript.line)}});
    const Json report = liaison::reportJson(record.transcript.report);
    for (const base::JsonMember &member : report.members())
        json.set(member.key, member.value);
    return QString::fromUtf8(base::writeJson(json));
}

} // namespace

LiaisonListModel::LiaisonListModel(QObject *parent)
    : RecordListModel(parent)
    , m_reader(this)
{
    connect(&m_reader, &LiaisonReader::found, this, &LiaisonListModel::take);
    connect(&m_reader, &LiaisonReader::finished, this, &LiaisonListModel::end);
    connect(&m_reader, &LiaisonReader::progressed, this, [this](qint64 done, qint64 total) {
        m_doneBytes = done;
        m_totalBytes = total;
        Q_EMIT progressed();
    });
}

QHash<int, QByteArray> LiaisonListModel::roleNames() const
{
    return {{KeyRole, "key"},
            {InvocationRole, "invocation"},
            {ExactInvocationRole, "exactInvocation"},
            {VerdictRole, "verdict"},
            {VerdictKindRole, "verdictKind"},
            {RulesRole, "rules"},
            {ViolationsRole, "violations"},
            {PlaceRole, "place"},
            {ExactPlaceRole, "exactPlace"},
            {JsonRole, "json"},
            {CsvRole, "csv"},
            {CommandRole, "command"}};
}

void LiaisonListModel::reload()
{
    if (!m_paths.isEmpty())
        check(m_paths, m_options);
}

void LiaisonListModel::check(const QStringList &paths, const liaison::ValidatorOptions &options)
{
    m_paths = paths;
    m_options = options;
    m_records.clear();
    m_rejected = 0;
    m_doneBytes = 0;
    m_totalBytes = 0;
    m_partial = true;
    setFailure(std::nullopt);
    setIncomplete({});
    recordsReset();
    m_reader.start(paths, options);
    setBusy(true);
    Q_EMIT progressed();
}

void LiaisonListModel::cancel()
{
    m_reader.cancel();
}

const LiaisonRecord *LiaisonListModel::byKey(const QString &key) const
{
    bool isNumber = false;
    const qsizetype index = key.toLongLong(&isNumber);
    return isNumber && index >= 0 && index < m_records.size() ? &m_records.at(index) : nullptr;
}

void LiaisonListModel::take(const QList<LiaisonRecord> &records)
{
    const int first = recordCount();
    m_records += records;
    for (const LiaisonRecord &record : records)
        m_rejected += record.isAccepted() ? 0 : 1;
    recordsAppended(first, int(records.size()));
}

void LiaisonListModel::end(const LiaisonRunEnd &end)
{
    m_partial = end.cancelled || end.full || !end.problems.isEmpty();
    QStringList said;
    if (end.cancelled)
        said.append(tr("The check was stopped: what follows was not checked."));
    if (end.full)
        said.append(tr("The first %1 transcripts are shown; there are more.")
                        .arg(QLocale().toString(LiaisonReader::recordLimit)));
    if (!end.problems.isEmpty())
        said.append(tr("Not everything could be read."));
    if (end.otherFiles > 0)
        said.append(tr("%1 other files were not checked: only .json, .jsonl and .ndjson are.")
                        .arg(QLocale().toString(end.otherFiles)));
    QStringList details = end.problems;
    if (end.full)
        details.append(tr("algentactl liaison check reads any number of them."));
    if (m_records.isEmpty() && !said.isEmpty()) {
        base::Error error;
        error.code = end.cancelled ? base::ErrorCode::Cancelled : base::ErrorCode::StorageFailed;
        error.message = end.problems.isEmpty() ? said.join(u' ') : end.problems.join(u'\n');
        setFailure(error);
    } else {
        setIncomplete(said.join(u' '), details.join(u'\n'));
    }
    setBusy(false);
    Q_EMIT progressed();
}

QVariant LiaisonListModel::recordData(int record, int role) const
{
    const LiaisonRecord &r = m_records.at(record);
    const liaison::Report &report = r.transcript.report;
    switch (role) {
    case KeyRole:
        return QString::number(record);
    case Qt::DisplayRole:
    case InvocationRole:
        return report.invocationId.isEmpty() ? tr("not said") : base::elidedText(report.invocationId, 200);
    case ExactInvocationRole:
        return report.invocationId;
    case VerdictRole:
        return r.isAccepted() ? tr("accepted") : tr("rejected");
    case VerdictKindRole:
        return r.isAccepted() ? u"ok"_s : u"failed"_s;
    case RulesRole:
        return report.ruleNames().join(u", "_s);
    case ViolationsRole:
        return QString::number(report.violations.size());
    case PlaceRole:
        return base::elidedText(placeText(QFileInfo(r.file).fileName(), r), 200);
    case ExactPlaceRole:
        return placeText(r.file, r);
    case JsonRole:
        return recordJson(r);
    case CsvRole:
        return csvLine({r.file, QString::number(r.transcript.line), report.invocationId, verdictOf(r),
                        report.ruleNames().join(u' ')});
    case CommandRole:
        return commandFor(r);
    default:
        return {};
    }
}

QString LiaisonListModel::commandFor(const LiaisonRecord &record) const
{
    const QString file = base::shellQuoted(record.file);
    if (file.isEmpty())
        return {};
    return u"algentactl liaison check "_s + file + (m_options.submission ? u" --submission"_s : QString()) +
           (m_options.extraRules ? u" --extra-rules"_s : QString());
}

QVariant LiaisonListModel::sortValue(int record, int role) const
{
    if (role == ViolationsRole)
        return m_records.at(record).transcript.report.violations.size();
    return recordData(record, role);
}

QList<base::FilterField> LiaisonListModel::filterFields() const
{
    return {{u"invocation"_s},
            {u"verdict"_s},
            {u"rule"_s},
            {u"file"_s},
            {u"line"_s, FieldKind::Number},
            {u"violations"_s, FieldKind::Number}};
}

QString LiaisonListModel::filterValue(int record, const QString &field) const
{
    const LiaisonRecord &r = m_records.at(record);
    if (field == "invocation"_L1)
        return r.transcript.report.invocationId;
    if (field == "verdict"_L1)
        return verdictOf(r);
    if (field == "rule"_L1)
        return r.transcript.report.ruleNames().join(u' ');
    if (field == "file"_L1)
        return r.file;
    if (field == "line"_L1)
        return QString::number(r.transcript.line);
    return QString::number(r.transcript.report.violations.size());
}

} // namespace algenta::console
