// SPDX-License-Identifier: Apache-2.0
#include "app/console/tools/tooltrial.h"

#include "app/console/tools/typedresult.h"
#include "core/base/jsonreader.h"
#include "core/base/jsonwriter.h"
#include "core/base/ondone.h"
#include "core/base/textsafety.h"
#include "core/contract/scrub.h"
#include "core/net/overrideguard.h"

#include <QLocale>

#include <algorithm>
#include <utility>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using base::Json;
using base::Result;
using contract::embeddedContract;
using contract::ProfileName;
using engine::ToolAnswer;

namespace
{

constexpr auto contractTool = "get_contract"_L1;
constexpr qsizetype mostAttempts = 20;

QString shownTool(const QString &tool)
{
    return base::elidedText(tool, 80);
}

/** Why the arguments cannot be sent because of fields that no model may set; empty if there are none. */
QString refusedFields(const Json &arguments, const QByteArray &bytes)
{
    QStringList found = contract::findNeverModelFacing(embeddedContract(), arguments);
    const QStringList named = net::findOverrideFields(bytes);
    for (const QString &place : named) {
        if (!found.contains(place))
            found.append(place);
    }
    return found.isEmpty() ? QString()
                           : ToolTrial::tr("No model may set %1: nothing with it is sent from here.")
                                 .arg(base::elidedText(found.join(u", "_s), 200));
}

} // namespace

ToolTrial::ToolTrial(Session &session, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_form(this)
    , m_result(this)
{
    m_tick.setInterval(100ms);
    connect(&m_tick, &QTimer::timeout, this, &ToolTrial::elapsedChanged);
    connect(&m_form, &ToolFormModel::edited, this, &ToolTrial::takeForm);
    connect(&session, &Session::connectionReplaced, this, &ToolTrial::onConnectionReplaced);
    connect(&session, &Session::timeZoneChanged, this, &ToolTrial::changed);
}

ToolTrial::~ToolTrial() = default;

void ToolTrial::onConnectionReplaced()
{
    abandon(
        tr("Another engine was chosen while the call was under way. What had left may still be worked on; "
           "its answer is dropped."));
    m_contract = ContractState::Unread;
    m_contractText.clear();
    Q_EMIT changed();
}

void ToolTrial::show(const std::optional<ToolRecord> &record)
{
    const QString before = m_tool;
    if (!before.isEmpty())
        m_drafts.insert(before, m_rawText);
    m_record = record;
    m_tool = record ? record->name : QString();
    m_impossible = whyImpossible();
    const bool usable = isPossible();
    m_form.setSchema(usable ? contract::scrubSchema(embeddedContract(), record->published->inputSchema).value
                            : Json::object());
    if (m_tool != before)
        load(m_drafts.value(m_tool, u"{}"_s));
    Q_EMIT changed();
}

QString ToolTrial::tool() const
{
    return shownTool(m_tool);
}

QString ToolTrial::whyImpossible() const
{
    if (!m_record)
        return {};
    if (m_record->kind != ToolRecord::Kind::Advertised)
        return tr("Only a tool that the engine advertises can be tried.");
    if (m_record->danger != engine::DangerClass::Reads)
        return tr("Only tools that read can be tried here. Our class of this one is “%1”: %2.")
            .arg(engine::dangerClassText(m_record->danger), dangerMeaning(m_record->danger));
    if (!m_record->isIn(ProfileName::Observe))
        return tr("Only tools of the profile observe can be tried here. %1")
            .arg(m_record->whyNotIn(ProfileName::Observe).reason);
    if (!m_record->note.isEmpty())
        return m_record->note;
    return {};
}

void ToolTrial::load(const QString &text)
{
    m_rawText = text;
    judgeRaw();
}

void ToolTrial::setRawText(const QString &text)
{
    if (text == m_rawText)
        return;
    load(text);
    Q_EMIT changed();
}

void ToolTrial::takeForm()
{
    m_rawText = QString::fromUtf8(base::writeJson(m_form.arguments(), base::JsonLayout::Indented));
    m_rawError = refusedFields(m_form.arguments(), m_rawText.toUtf8());
    Q_EMIT rawChanged();
    Q_EMIT changed();
}

/** Reads the text into the form; one that cannot be read leaves the form as it was. */
void ToolTrial::judgeRaw()
{
    m_rawError.clear();
    const QByteArray bytes = m_rawText.trimmed().isEmpty() ? QByteArray("{}") : m_rawText.toUtf8();
    const auto read = base::readJson(bytes, {}, base::DuplicateKeys::Refuse);
    if (!read) {
        m_rawError = base::visibleText(read.error().message);
    } else if (!read->isObject()) {
        m_rawError = tr("Arguments are an object: write them between { and }.");
    } else {
        m_rawError = refusedFields(*read, bytes);
        m_form.setArguments(*read);
    }
    Q_EMIT rawChanged();
}

QString ToolTrial::rawNote() const
{
    const QString shown = base::visibleText(m_rawText, base::LineBreaks::Keep);
    if (shown == m_rawText)
        return {};
    return tr("Characters that cannot be seen stand in the text: %1").arg(base::elidedText(shown, 300));
}

QString ToolTrial::contractState() const
{
    if (isBusy() && m_attempts.constLast().tool == contractTool)
        return u"reading"_s;
    switch (m_contract) {
    case ContractState::Unread:
        return u"unread"_s;
    case ContractState::Read:
        return u"read"_s;
    case ContractState::Failed:
        return u"failed"_s;
    }
    Q_UNREACHABLE();
}

QString ToolTrial::contractText() const
{
    if (contractState() == "reading"_L1)
        return tr("Reading get_contract…");
    if (m_contract == ContractState::Unread)
        return tr("get_contract was not read on this connection yet. It comes first: nothing else is called "
                  "before it has answered.");
    return m_contractText;
}

bool ToolTrial::canReadContract() const
{
    return m_session.connection() && !isBusy() && m_contract != ContractState::Read;
}

/** Whatever holds for every call of a tool, with any arguments. */
QString ToolTrial::whyNotNow(const QString &tool) const
{
    if (!m_session.connection())
        return tr("No engine is connected.");
    if (isBusy())
        return tr("A call is under way.");
    if (m_contract != ContractState::Read && tool != contractTool)
        return tr("get_contract comes first.");
    return {};
}

QString ToolTrial::sendHint() const
{
    if (!isPossible())
        return m_impossible;
    if (const QString why = whyNotNow(m_tool); !why.isEmpty())
        return why;
    if (!m_rawError.isEmpty())
        return tr("The raw arguments cannot be sent: %1").arg(m_rawError);
    if (const QString field = m_form.firstProblem(); !field.isEmpty())
        return tr("The field %1 holds no value that can be sent.").arg(field);
    return {};
}

QString ToolTrial::elapsedText() const
{
    if (!isBusy())
        return {};
    return tr("%1, %2 s")
        .arg(shownTool(m_attempts.constLast().tool),
             QLocale().toString(double(m_clock.elapsed()) / 1000.0, 'f', 1));
}

void ToolTrial::send()
{
    if (canSend())
        start(m_tool, m_rawText.toUtf8());
}

void ToolTrial::readContract()
{
    if (canReadContract())
        start(contractTool, "{}");
}

void ToolTrial::start(const QString &tool, const QByteArray &arguments)
{
    TrialAttempt attempt;
    attempt.number = ++m_lastNumber;
    attempt.tool = tool;
    attempt.arguments = arguments;
    attempt.origin = m_session.origin();
    attempt.startedAt = QDateTime::currentDateTimeUtc();
    m_attempts.append(attempt);
    if (m_attempts.size() > mostAttempts)
        m_attempts.removeFirst();
    m_clock.start();
    m_tick.start();
    // One toolset a call: it asks for the tool list anew, so the schema that it scrubs by is the newest.
    m_toolset = std::make_unique<engine::ModelFacingToolset>(embeddedContract(), ProfileName::Observe,
                                                             m_session.connection()->mcp());
    const int ticket = ++m_ticket;
    showInResult(attempt);
    base::onDone(m_toolset->call(tool, arguments), this, [this, ticket](const Result<ToolAnswer> &outcome) {
        if (ticket == m_ticket)
            finish(outcome);
    });
    Q_EMIT elapsedChanged();
    Q_EMIT changed();
}

void ToolTrial::finish(const Result<ToolAnswer> &outcome)
{
    ++m_ticket;
    m_tick.stop();
    m_toolset.reset();
    TrialAttempt &attempt = m_attempts.last();
    attempt.elapsed = m_clock.elapsed();
    attempt.outcome = outcome;
    if (attempt.tool == contractTool)
        noteContract(attempt);
    showInResult(attempt);
    Q_EMIT elapsedChanged();
    Q_EMIT changed();
}

void ToolTrial::noteContract(const TrialAttempt &attempt)
{
    const ToolAnswer *answer = attempt.answer();
    const QString version = answer && !answer->error ? contractVersionText(answer->payload) : QString();
    if (!version.isEmpty()) {
        m_contract = ContractState::Read;
        m_contractText = tr("get_contract answered with %1, %2.").arg(version, timeText(attempt.startedAt));
    } else if (m_contract != ContractState::Read) {
        m_contract = ContractState::Failed;
        const base::Error *error = attempt.error();
        m_contractText = error
                             ? tr("get_contract gave no contract: %1").arg(base::visibleText(error->message))
                             : tr("get_contract answered with something that is no contract.");
    }
}

void ToolTrial::stop()
{
    abandon(
        tr("You stopped waiting. What had left may still be worked on; its answer is dropped, and nothing is "
           "sent again."));
}

void ToolTrial::abandon(const QString &why)
{
    if (!isBusy())
        return;
    ++m_ticket;
    m_tick.stop();
    m_toolset.reset();
    TrialAttempt &attempt = m_attempts.last();
    attempt.elapsed = m_clock.elapsed();
    attempt.stopped = why;
    showInResult(attempt);
    Q_EMIT elapsedChanged();
    Q_EMIT changed();
}

QString ToolTrial::timeText(const QDateTime &time) const
{
    base::Timestamp stamp;
    stamp.instant = time;
    return m_session.formatted(stamp);
}

void ToolTrial::showInResult(const TrialAttempt &attempt)
{
    m_result.show(attempt, timeText(attempt.startedAt));
}

const TrialAttempt *ToolTrial::attempt(int number) const
{
    const auto found =
        std::find_if(m_attempts.cbegin(), m_attempts.cend(),
                     [number](const TrialAttempt &attempt) { return attempt.number == number; });
    return found == m_attempts.cend() ? nullptr : &*found;
}

void ToolTrial::showAttempt(int number)
{
    if (const TrialAttempt *chosen = attempt(number))
        showInResult(*chosen);
}

QString ToolTrial::whyNoRepeat(const TrialAttempt &attempt) const
{
    if (attempt.origin != m_session.origin())
        return tr("It went to another engine, %1.").arg(base::visibleText(attempt.origin));
    return whyNotNow(attempt.tool);
}

void ToolTrial::repeat(int number)
{
    const TrialAttempt *chosen = attempt(number);
    if (chosen && whyNoRepeat(*chosen).isEmpty()) {
        // A copy: starting drops the oldest.
        const TrialAttempt again = *chosen;
        start(again.tool, again.arguments);
    }
}

void ToolTrial::takeArguments(int number)
{
    if (const TrialAttempt *chosen = attempt(number); chosen && chosen->tool == m_tool)
        setRawText(QString::fromUtf8(chosen->arguments));
}

QVariantList ToolTrial::history() const
{
    QVariantList rows;
    for (auto chosen = m_attempts.crbegin(); chosen != m_attempts.crend(); ++chosen) {
        const QString why = whyNoRepeat(*chosen);
        rows.append(QVariantMap{
            {u"number"_s, chosen->number},
            {u"tool"_s, shownTool(chosen->tool)},
            {u"time"_s, timeText(chosen->startedAt)},
            {u"arguments"_s, base::elidedText(QString::fromUtf8(chosen->arguments).simplified(), 120)},
            {u"outcome"_s, chosen->outcomeText()},
            {u"kind"_s, chosen->outcomeKind()},
            {u"canRepeat"_s, why.isEmpty()},
            {u"hint"_s, why},
            {u"canTake"_s, chosen->tool == m_tool && isPossible()}});
    }
    return rows;
}

} // namespace algenta::console
