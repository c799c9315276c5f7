// SPDX-License-Identifier: Apache-2.0
#include "app/console/tools/trialresult.h"

#include "app/console/tools/typedresult.h"
#include "core/base/jsonreader.h"
#include "core/base/jsonwriter.h"
#include "core/base/textsafety.h"

#include <QLocale>

#include <algorithm>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::Error;
using base::ErrorCode;
using base::Json;
using engine::ToolAnswer;

namespace
{

/** UTF-16 units of one text on the screen; the clipboard gets all of it. */
constexpr qsizetype longestShown = 1024 * 1024;

QString shown(const QString &text)
{
    const QString head = base::visibleText(QStringView(text).left(longestShown), base::LineBreaks::Keep);
    return text.size() <= longestShown
               ? head
               : head + TrialResult::tr("\n… %1 more characters; “Copy” takes all of them.")
                            .arg(QLocale().toString(text.size() - longestShown));
}

QString seconds(qint64 milliseconds)
{
    return QLocale().toString(double(milliseconds) / 1000.0, 'f', 1);
}

} // namespace

const ToolAnswer *TrialAttempt::answer() const
{
    return outcome && *outcome ? &**outcome : nullptr;
}

const Error *TrialAttempt::error() const
{
    if (outcome && !*outcome)
        return &outcome->error();
    const ToolAnswer *given = answer();
    return given && given->error ? &*given->error : nullptr;
}

bool TrialAttempt::isRefusedHere() const
{
    if (!outcome || *outcome)
        return false;
    const ErrorCode code = outcome->error().code;
    return code == ErrorCode::RefusedField || code == ErrorCode::NotAllowed ||
           code == ErrorCode::DuplicateKey;
}

QString TrialAttempt::outcomeText() const
{
    if (!stopped.isEmpty())
        return TrialResult::tr("stopped");
    if (!outcome)
        return TrialResult::tr("under way");
    if (isRefusedHere())
        return TrialResult::tr("refused here");
    if (!answer())
        return TrialResult::tr("failed");
    return error() ? TrialResult::tr("error of the tool") : TrialResult::tr("answered");
}

QString TrialAttempt::outcomeKind() const
{
    if (!stopped.isEmpty() || !outcome)
        return u"unknown"_s;
    if (isRefusedHere())
        return u"blocked"_s;
    return error() ? u"failed"_s : u"ok"_s;
}

TrialResult::TrialResult(QObject *parent)
    : QObject(parent)
    , m_tree(this)
{
}

void TrialResult::show(const TrialAttempt &attempt, const QString &when)
{
    m_attempt = attempt;
    m_when = when;
    m_rows.clear();
    m_rowsNote.clear();
    m_tree.clear();
    readPayload();
    Q_EMIT changed();
}

void TrialResult::readPayload()
{
    const ToolAnswer *answer = m_attempt.answer();
    if (!answer)
        return;
    if (!answer->payload.isNull())
        m_tree.setRoot(answer->payload);
    if (answer->error)
        return;
    const auto typed = typedResult(m_attempt.tool, answer->payload);
    if (!typed) {
        m_rowsNote =
            tr("No document describes the result of this tool in this form: it is shown as it came.");
        return;
    }
    m_rows = typed->rows;
    m_rowsNote = tr("Read as %1.").arg(typed->form);
    if (!typed->absent.isEmpty())
        m_rowsNote += u' ' + tr("Not in it: %1.").arg(typed->absent.join(u", "_s));
}

QString TrialResult::heading() const
{
    if (m_attempt.number == 0)
        return {};
    //: number of a call, its tool, when it began, how many seconds it took
    return tr("%1. %2, %3, %4 s")
        .arg(QString::number(m_attempt.number), base::elidedText(m_attempt.tool, 80), m_when,
             seconds(m_attempt.elapsed));
}

QString TrialResult::failedWhat() const
{
    if (!m_attempt.stopped.isEmpty())
        return m_attempt.stopped;
    const Error *error = m_attempt.error();
    if (!error)
        return {};
    QString what = base::visibleText(error->message);
    if (!error->remoteCode.isEmpty() && !what.contains(error->remoteCode))
        what += u" (%1)"_s.arg(base::elidedText(error->remoteCode, 80));
    return what;
}

QString TrialResult::failedAdvice() const
{
    const Error *error = m_attempt.stopped.isEmpty() ? m_attempt.error() : nullptr;
    return error ? base::visibleText(error->remedy) : QString();
}

QString TrialResult::note() const
{
    const ToolAnswer *answer = m_attempt.answer();
    if (!answer)
        return {};
    QStringList said;
    for (const QString &pointer : answer->scrubbed)
        said.append(tr("%1 was taken out of the arguments.").arg(base::elidedText(pointer, 80)));
    const Json::Array &blocks = answer->call.result[u"content"].items();
    const auto others = std::count_if(blocks.cbegin(), blocks.cend(), [](const Json &block) {
        return block[u"type"].toString() != "text"_L1;
    });
    if (others > 0)
        said.append(tr("Blocks that are no text: %1. They stand in the raw answer.").arg(others));
    const auto written = base::readJson(answer->text.toUtf8());
    if (!answer->payload.isNull() && !answer->text.isEmpty() && (!written || *written != answer->payload))
        said.append(tr("The tree shows the structured content; the text says it in another way."));
    return said.join(u' ');
}

QString TrialResult::text() const
{
    return shown(exact());
}

QString TrialResult::exact() const
{
    const ToolAnswer *answer = m_attempt.answer();
    if (!answer)
        return {};
    if (!answer->text.isEmpty() || answer->payload.isNull())
        return answer->text;
    return QString::fromUtf8(base::writeJson(answer->payload, base::JsonLayout::Indented));
}

QString TrialResult::rawText() const
{
    if (const ToolAnswer *answer = m_attempt.answer())
        return shown(QString::fromUtf8(answer->call.raw));
    const Error *error = m_attempt.error();
    return error ? shown(QString::fromUtf8(error->raw)) : QString();
}

QString TrialResult::argumentsText() const
{
    return shown(QString::fromUtf8(m_attempt.arguments));
}

} // namespace algenta::console
