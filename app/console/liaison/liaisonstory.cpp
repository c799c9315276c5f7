// SPDX-License-Identifier: Apache-2.0
#include "app/console/liaison/liaisonstory.h"

#include "app/console/decisions/recordtext.h"
#include "core/base/jsonreader.h"
#include "core/base/jsonwriter.h"
#include "core/base/textsafety.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFile>
#include <QHash>
#include <QLocale>
#include <QPromise>
#include <QThreadPool>

#include <memory>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::Json;
using liaison::Envelope;
using liaison::SequenceEntry;

namespace
{

/** Texts of this file, which has no QObject of its own. */
struct Words {
    Q_DECLARE_TR_FUNCTIONS(algenta::console::LiaisonStory)
};

constexpr qsizetype longestShown = 2000;

QVariantMap shownRow(const QString &label, const QString &exact, bool mono)
{
    const QString absent = Words::tr("nothing");
    QVariantMap row = mono ? monoRow(label, exact, absent) : fieldRow(label, exact, absent);
    if (exact.size() > longestShown)
        row.insert(u"value"_s, base::elidedText(exact, longestShown));
    return row;
}

QString compact(const Json &value)
{
    return QString::fromUtf8(base::writeJson(value));
}

QVariantMap violationRow(const liaison::Violation &violation)
{
    const QString place = violation.path.isEmpty() ? QString() : violation.path + u": "_s;
    return {{u"title"_s, liaison::ruleName(violation.rule())},
            {u"detail"_s, QString(place + violation.message())}};
}

/** True if @p path is at @p place or below it. */
bool isAt(const QString &path, const QString &place)
{
    return path.startsWith(place) &&
           (path.size() == place.size() || path.at(place.size()) == u'.' || path.at(place.size()) == u'[');
}

/** Tells one transcript; where each evidence id came from is known before the claims are told. */
class Teller
{
public:
    Teller(const liaison::Transcript &transcript, const liaison::Report &report)
        : m_transcript(transcript)
        , m_report(report)
    {
    }

    QVariantList tell();

private:
    void noteOrigins();
    [[nodiscard]] QVariantMap entryStep(int index) const;
    void tellCall(const SequenceEntry &entry, QVariantMap *step) const;
    [[nodiscard]] QVariantList evidenceRows(const Envelope &envelope) const;
    [[nodiscard]] QVariantMap answerStep(const liaison::Answer &answer) const;
    [[nodiscard]] QVariantMap claimStep(const liaison::Claim &claim, int index) const;
    [[nodiscard]] QVariantList violationsAt(const QString &place, const QString &butNotAt = {}) const;
    [[nodiscard]] QString citedBy(const QString &id) const;
    void setBadge(QVariantMap *step, const QString &word, const QString &kind) const;

    const liaison::Transcript &m_transcript;
    const liaison::Report &m_report;
    QHash<QString, int> m_origins; ///< evidence id: the entry that returned it first
};

void Teller::setBadge(QVariantMap *step, const QString &word, const QString &kind) const
{
    step->insert(u"badge"_s, word);
    step->insert(u"kind"_s, kind);
}

void Teller::noteOrigins()
{
    for (int i = 0; i < m_transcript.sequence.size(); ++i) {
        const Envelope &envelope = m_transcript.sequence.at(i).envelope;
        if (envelope.status != Envelope::Status::Success)
            continue;
        for (const liaison::Evidence &item : envelope.evidence) {
            if (!m_origins.contains(item.id))
                m_origins.insert(item.id, i);
        }
    }
}

QVariantList Teller::violationsAt(const QString &place, const QString &butNotAt) const
{
    QVariantList rows;
    for (const liaison::Violation &violation : m_report.violations) {
        if (isAt(violation.path, place) && (butNotAt.isEmpty() || !isAt(violation.path, butNotAt)))
            rows.append(violationRow(violation));
    }
    return rows;
}

QString Teller::citedBy(const QString &id) const
{
    QStringList claims;
    if (m_transcript.answer) {
        for (qsizetype i = 0; i < m_transcript.answer->claims.size(); ++i) {
            if (m_transcript.answer->claims.at(i).evidenceIds.contains(id))
                claims.append(QString::number(i + 1));
        }
    }
    //: %1 is a list of numbers
    return claims.isEmpty() ? Words::tr("not cited")
                            : Words::tr("cited by claim %1").arg(claims.join(u", "_s));
}

QVariantList Teller::evidenceRows(const Envelope &envelope) const
{
    QVariantList rows;
    for (const liaison::Evidence &item : envelope.evidence) {
        QVariantMap row = monoRow(Words::tr("Evidence"), item.id, {});
        const QStringList note{item.isRecordLevel() ? Words::tr("one record") : Words::tr("data set"),
                               base::elidedText(item.provenance, 40), base::elidedText(item.source, 120),
                               base::elidedText(item.reference, 200), citedBy(item.id)};
        row.insert(u"note"_s, note.join(u" · "_s).replace(u" ·  · "_s, u" · "_s));
        rows.append(row);
    }
    return rows;
}

void Teller::tellCall(const SequenceEntry &entry, QVariantMap *step) const
{
    const Envelope &envelope = entry.envelope;
    QVariantList rows{shownRow(Words::tr("Input"), compact(entry.input), true)};
    if (entry.elapsedMs)
        rows.append(monoRow(Words::tr("Took"), QString::number(*entry.elapsedMs) + u" ms"_s, {}));
    switch (envelope.status) {
    case Envelope::Status::Success:
        setBadge(step, Words::tr("success"), u"ok"_s);
        break;
    case Envelope::Status::Error:
        setBadge(step, Words::tr("error"), u"failed"_s);
        break;
    case Envelope::Status::Unreadable:
        setBadge(step, Words::tr("not readable"), u"unknown"_s);
        break;
    }
    if (envelope.error) {
        rows.append(monoRow(Words::tr("Error"), envelope.error->code, Words::tr("not said")));
        rows.append(monoRow(Words::tr("Category"), envelope.error->category, Words::tr("not said")));
        rows.append(fieldRow(Words::tr("Message"), envelope.error->message, Words::tr("not said")));
        rows.append(fieldRow(Words::tr("Retryable"),
                             envelope.error->retryable ? Words::tr("yes") : Words::tr("no"), {}));
    }
    if (!envelope.data.isNull())
        rows.append(shownRow(Words::tr("Data"), compact(envelope.data), true));
    step->insert(u"rows"_s, rows + evidenceRows(envelope));
}

QVariantMap Teller::entryStep(int index) const
{
    const SequenceEntry &entry = m_transcript.sequence.at(index);
    const QString number = QString::number(index + 1);
    QVariantMap step{{u"violations"_s, violationsAt(u"sequence[%1]"_s.arg(index))}};
    switch (entry.kind) {
    case SequenceEntry::Kind::SkillLoad:
        //: %1 is the place in the sequence, %2 the name of a skill
        step.insert(u"title"_s, Words::tr("%1 · Skill %2").arg(number, base::elidedText(entry.skill, 200)));
        setBadge(&step, Words::tr("loaded"), u"neutral"_s);
        break;
    case SequenceEntry::Kind::ToolCall:
        //: %1 is the place in the sequence, %2 the name of a tool
        step.insert(u"title"_s, Words::tr("%1 · Call %2").arg(number, base::elidedText(entry.tool, 200)));
        tellCall(entry, &step);
        break;
    case SequenceEntry::Kind::Unreadable:
        step.insert(u"title"_s, Words::tr("%1 · Entry").arg(number));
        setBadge(&step, Words::tr("not readable"), u"unknown"_s);
        break;
    }
    return step;
}

QVariantMap Teller::answerStep(const liaison::Answer &answer) const
{
    QVariantMap step{{u"title"_s, Words::tr("Answer")},
                     {u"text"_s, base::visibleText(answer.text, base::LineBreaks::Keep)},
                     {u"violations"_s, violationsAt(u"answer"_s, u"answer.claims"_s)}};
    // The list of claims as such belongs to the answer, each claim to its own step.
    QVariantList violations = step.value(u"violations"_s).toList();
    for (const liaison::Violation &violation : m_report.violations) {
        if (violation.path == "answer.claims"_L1)
            violations.append(violationRow(violation));
    }
    step.insert(u"violations"_s, violations);
    switch (answer.status) {
    case liaison::Answer::Status::Success:
        setBadge(&step, Words::tr("success"), u"ok"_s);
        break;
    case liaison::Answer::Status::NoData:
        setBadge(&step, Words::tr("no data"), u"neutral"_s);
        break;
    case liaison::Answer::Status::Error:
        setBadge(&step, Words::tr("error"), u"failed"_s);
        break;
    case liaison::Answer::Status::Unreadable:
        setBadge(&step, Words::tr("not readable"), u"unknown"_s);
        break;
    }
    QVariantList rows;
    if (answer.skill)
        rows.append(monoRow(Words::tr("Skill"), *answer.skill, Words::tr("not said")));
    if (answer.error) {
        rows.append(monoRow(Words::tr("Error"), answer.error->code, Words::tr("not said")));
        rows.append(monoRow(Words::tr("Category"), answer.error->category, Words::tr("not said")));
        rows.append(fieldRow(Words::tr("Message"), answer.error->message, Words::tr("not said")));
        rows.append(fieldRow(Words::tr("Retryable"),
                             answer.error->retryable ? Words::tr("yes") : Words::tr("no"), {}));
    }
    for (const QString &text : answer.uncertainty)
        rows.append(shownRow(Words::tr("Uncertain"), text, false));
    step.insert(u"rows"_s, rows);
    return step;
}

QVariantMap Teller::claimStep(const liaison::Claim &claim, int index) const
{
    QVariantMap step{{u"title"_s, Words::tr("Claim %1").arg(index + 1)},
                     {u"text"_s, base::visibleText(claim.text, base::LineBreaks::Keep)},
                     {u"violations"_s, violationsAt(u"answer.claims[%1]"_s.arg(index))}};
    switch (claim.kind) {
    case liaison::Claim::Kind::Record:
        setBadge(&step, Words::tr("about a record"), u"neutral"_s);
        break;
    case liaison::Claim::Kind::Aggregate:
        setBadge(&step, Words::tr("about a data set"), u"neutral"_s);
        break;
    case liaison::Claim::Kind::Unreadable:
        setBadge(&step, Words::tr("not readable"), u"unknown"_s);
        break;
    }
    QVariantList references;
    for (const QString &id : claim.evidenceIds) {
        const int origin = m_origins.value(id, -1);
        const QString from =
            origin < 0 ? Words::tr("returned by no call here") : Words::tr("returned by %1").arg(origin + 1);
        references.append(QVariantMap{{u"text"_s, QString(base::elidedText(id, 80) + u" · "_s + from)},
                                      {u"target"_s, origin},
                                      {u"kind"_s, origin < 0 ? u"failed"_s : u"neutral"_s}});
    }
    step.insert(u"references"_s, references);
    return step;
}

QVariantList Teller::tell()
{
    noteOrigins();
    QVariantList steps;
    for (int i = 0; i < m_transcript.sequence.size(); ++i)
        steps.append(entryStep(i));
    if (!m_transcript.answer)
        return steps;
    steps.append(answerStep(*m_transcript.answer));
    for (int i = 0; i < m_transcript.answer->claims.size(); ++i)
        steps.append(claimStep(m_transcript.answer->claims.at(i), i));
    return steps;
}

/** The bytes of a record, or why they cannot be had. */
base::Result<QByteArray> bytesOf(const LiaisonRecord &record)
{
    QFile file(record.file);
    if (!file.open(QIODevice::ReadOnly) || !file.seek(record.transcript.offset))
        return base::fail(base::ErrorCode::StorageFailed,
                          Words::tr("The file cannot be read any more: %1.").arg(file.errorString()));
    QByteArray bytes = file.read(record.transcript.length);
    if (QCryptographicHash::hash(bytes, QCryptographicHash::Sha256) != record.hash)
        return base::fail(base::ErrorCode::Tampered,
                          Words::tr("The file has changed since it was checked. Check it again."));
    return bytes;
}

LiaisonStory tellStory(const LiaisonRecord &record)
{
    LiaisonStory story;
    const liaison::Report &report = record.transcript.report;
    story.violations = wholeViolations(report);
    const bool tooLarge =
        !report.violations.isEmpty() && report.violations.constFirst().problem == liaison::Problem::TooLarge;
    if (tooLarge)
        return story;
    const auto bytes = bytesOf(record);
    if (!bytes) {
        story.problem = base::visibleText(bytes.error().message);
        return story;
    }
    story.bytes = *bytes;
    const auto document = base::readJson(*bytes, {}, base::DuplicateKeys::Refuse);
    if (!document) {
        story.problem = base::visibleText(document.error().message);
        return story;
    }
    liaison::Findings findings;
    story.steps = liaisonSteps(liaison::readTranscript(*document, findings), report);
    return story;
}

} // namespace

QVariantList liaisonSteps(const liaison::Transcript &transcript, const liaison::Report &report)
{
    return Teller(transcript, report).tell();
}

QVariantList wholeViolations(const liaison::Report &report)
{
    QVariantList rows;
    for (const liaison::Violation &violation : report.violations) {
        if (violation.seq == 0 && !isAt(violation.path, u"answer"_s))
            rows.append(violationRow(violation));
        // Without a readable answer there is no step that could carry this.
        else if (violation.path == "answer"_L1 && violation.problem == liaison::Problem::NotAnObject)
            rows.append(violationRow(violation));
    }
    return rows;
}

QFuture<LiaisonStory> readLiaisonStory(const LiaisonRecord &record)
{
    auto promise = std::make_shared<QPromise<LiaisonStory>>();
    promise->start();
    QThreadPool::globalInstance()->start([promise, record] {
        promise->addResult(tellStory(record));
        promise->finish();
    });
    return promise->future();
}

} // namespace algenta::console
