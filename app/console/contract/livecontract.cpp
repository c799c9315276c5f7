// SPDX-License-Identifier: Apache-2.0
#include "app/console/contract/livecontract.h"

#include "core/base/jsonreader.h"
#include "core/base/jsonwriter.h"
#include "core/base/ondone.h"
#include "core/base/redaction.h"
#include "core/base/textsafety.h"

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;
using base::Error;
using base::ErrorCode;
using base::Json;
using base::Result;

namespace
{

Error unreadable(const Error &cause, const QByteArray &bytes)
{
    Error error = cause;
    error.message = bytes.trimmed().isEmpty()
                        ? LiveContract::tr("The engine answered with success and nothing in it.")
                        : LiveContract::tr("The document cannot be read as JSON: %1").arg(cause.message);
    error.remedy =
        LiveContract::tr("It may have been cut short on the way: try again, and look at the raw answer.");
    error.raw = base::redact(bytes);
    return error;
}

/** Scalars as they stand, anything else by its size. */
QString valueText(const Json &value)
{
    switch (value.type()) {
    case base::JsonType::String:
        return base::elidedText(value.toString(), 200);
    case base::JsonType::Array:
        return LiveContract::tr("%1 entries").arg(value.size());
    case base::JsonType::Object:
        return LiveContract::tr("%1 members").arg(value.size());
    default:
        return QString::fromUtf8(base::writeJson(value));
    }
}

} // namespace

LiveContract::LiveContract(Session &session, QObject *parent)
    : QObject(parent)
    , m_session(session)
{
    connect(&session, &Session::connectionReplaced, this, [this] {
        forget();
        reload();
    });
    connect(&session, &Session::refreshRequested, this, &LiveContract::reload);
    // Until there is a connection, the session knows why not.
    connect(&session, &Session::changed, this, &LiveContract::changed);
    connect(&session, &Session::timeZoneChanged, this, &LiveContract::changed);
}

LiveContract::~LiveContract() = default;

void LiveContract::forget()
{
    ++m_ticket;
    m_toolset.reset();
    m_reading = false;
    m_error.reset();
    m_document.reset();
    m_duplicateKeys.clear();
    m_bytes.clear();
    m_text.clear();
    m_readAt = {};
    Q_EMIT documentChanged();
    Q_EMIT changed();
}

void LiveContract::reload()
{
    if (m_session.connection())
        readRest();
}

void LiveContract::readRest()
{
    const int ticket = ++m_ticket;
    m_reading = true;
    base::onDone(m_session.connection()->rest().metaContractBytes(), this,
                 [this, ticket](const Result<QByteArray> &bytes) {
                     if (ticket != m_ticket)
                         return;
                     if (bytes)
                         take(*bytes, Way::Rest);
                     else if (bytes.error().code == ErrorCode::Unauthorized ||
                              bytes.error().code == ErrorCode::Forbidden)
                         fail(bytes.error());
                     else
                         readTool(bytes.error());
                 });
    Q_EMIT changed();
}

void LiveContract::readTool(const Error &why)
{
    const int ticket = m_ticket;
    m_toolset = std::make_unique<engine::ModelFacingToolset>(
        contract::embeddedContract(), contract::ProfileName::Observe, m_session.connection()->mcp());
    base::onDone(m_toolset->call(u"get_contract"_s, "{}"), this,
                 [this, ticket, why](const Result<engine::ToolAnswer> &answer) {
                     if (ticket != m_ticket)
                         return;
                     if (answer && !answer->error && !answer->payload.isNull()) {
                         // The text is the document as sent; structured content has been parsed on the way.
                         const auto sent = base::readJson(answer->text.toUtf8());
                         take(sent && *sent == answer->payload ? answer->text.toUtf8()
                                                               : base::writeJson(answer->payload),
                              Way::Tool);
                         return;
                     }
                     Error error = why;
                     const QString other = !answer         ? answer.error().message
                                           : answer->error ? answer->error->message
                                                           : tr("its answer is no JSON.");
                     error.message +=
                         u' ' + tr("The tool get_contract gives no document either: %1").arg(other);
                     if (error.raw.isEmpty() && answer)
                         error.raw = base::redact(answer->call.raw);
                     fail(error);
                 });
}

void LiveContract::take(const QByteArray &bytes, Way way)
{
    const auto document = base::readJsonDocument(bytes);
    if (!document) {
        fail(unreadable(document.error(), bytes));
        return;
    }
    m_reading = false;
    m_error.reset();
    m_way = way;
    m_readAt = QDateTime::currentDateTimeUtc();
    if (bytes != m_bytes) {
        m_bytes = bytes;
        m_document = document->root;
        m_duplicateKeys = document->duplicateKeys;
        m_text =
            base::visibleText(QString::fromUtf8(base::writeJson(document->root, base::JsonLayout::Indented)),
                              base::LineBreaks::Keep);
        Q_EMIT documentChanged();
    }
    Q_EMIT documentRead();
    Q_EMIT changed();
}

void LiveContract::fail(const Error &error)
{
    m_reading = false;
    m_error = error;
    Q_EMIT changed();
}

QString LiveContract::status() const
{
    if (m_document)
        return u"ready"_s;
    if (m_reading)
        return u"loading"_s;
    if (m_error || m_session.state() == "failed"_L1 || m_session.state() == "none"_L1)
        return u"failed"_s;
    return u"loading"_s;
}

QString LiveContract::failedWhy() const
{
    if (m_error)
        return base::visibleText(m_error->message);
    return m_session.failedWhy().isEmpty() ? tr("No engine is connected.") : m_session.failedWhy();
}

QString LiveContract::failedAdvice() const
{
    if (m_error)
        return base::visibleText(m_error->remedy);
    return m_session.failedAdvice().isEmpty() ? tr("Enter the address of one under Settings.")
                                              : m_session.failedAdvice();
}

QString LiveContract::rawAnswer() const
{
    return m_error ? base::visibleText(QString::fromUtf8(m_error->raw), base::LineBreaks::Keep) : QString();
}

QString LiveContract::staleText() const
{
    return m_document && m_error ? tr("It could not be read again: %1").arg(failedWhy()) : QString();
}

QString LiveContract::origin() const
{
    if (!m_document)
        return {};
    base::Timestamp time;
    time.instant = m_readAt;
    const QString when = m_session.formatted(time);
    return m_way == Way::Rest ? tr("GET /v1/meta/contract, read %1").arg(when)
                              : tr("tool get_contract, read %1").arg(when);
}

QString LiveContract::note() const
{
    if (!m_document)
        return {};
    QStringList known;
    for (const QString &member : {u"profiles"_s, u"gates"_s}) {
        if (m_document->contains(member))
            known.append(member);
    }
    if (!known.isEmpty())
        return tr("The engine's own description of itself. It has members named %1; this console does not "
                  "know "
                  "their form here and does not judge by them.")
            .arg(known.join(tr(" and ")));
    return tr(
        "The engine's own description of itself: another document than the tool-profile contract, with a "
        "version of its own. It names no profiles and no gates, so the two are not compared. Parity is "
        "judged by the tool list.");
}

QString LiveContract::asSent() const
{
    return base::visibleText(exact(), base::LineBreaks::Keep);
}

QVariantList LiveContract::rows() const
{
    QVariantList rows;
    if (!m_document)
        return rows;
    constexpr qsizetype mostRows = 40;
    for (const base::JsonMember &member : m_document->members().mid(0, mostRows))
        rows.append(QVariantMap{{u"label"_s, base::elidedText(member.key, 60)},
                                {u"value"_s, valueText(member.value)},
                                {u"exact"_s, member.value.isString()
                                                 ? member.value.toString()
                                                 : QString::fromUtf8(base::writeJson(member.value))},
                                {u"mono"_s, member.value.isString()}});
    if (m_document->size() > mostRows)
        rows.append(QVariantMap{
            {u"label"_s, tr("and more")},
            {u"value"_s, tr("%1 members stand in the text only").arg(m_document->size() - mostRows)}});
    if (!m_duplicateKeys.isEmpty())
        rows.append(QVariantMap{{u"label"_s, tr("Repeated keys")},
                                {u"value"_s, base::elidedText(m_duplicateKeys.join(u", "_s), 200)},
                                {u"kind"_s, u"blocked"_s}});
    return rows;
}

} // namespace algenta::console
