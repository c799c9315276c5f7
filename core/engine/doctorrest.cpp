// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonreader.h"
#include "core/base/ondone.h"
#include "core/base/textsafety.h"
#include "core/engine/doctor.h"
#include "core/net/exchangeerrors.h"

#include <QLocale>

namespace algenta::engine
{

using namespace Qt::Literals::StringLiterals;
using base::Error;
using base::ErrorCode;
using base::Result;
using Id = DoctorStepId;

namespace
{

constexpr qint64 allowedSkewSeconds = 5;

/** True for an answer that only an engine's own REST gives, refusals with its key rules included. */
template<typename T>
bool comesFromRest(const Result<T> &answer)
{
    return answer || answer.error().code == ErrorCode::Unauthorized ||
           answer.error().code == ErrorCode::Forbidden;
}

} // namespace

void Doctor::askRest()
{
    begin(Id::Discovery);
    begin(Id::RestRoot);
    begin(Id::Key);
    begin(Id::Rights);
    m_openRestParts = 4;
    const auto keep = [this](auto &member) {
        return [this, &member](const auto &answer) {
            member = answer;
            onRestPart();
        };
    };
    base::onDone(m_rest->metaContractBytes(), this, keep(m_contract));
    base::onDone(m_rest->decisions(1, 1), this, keep(m_decisions));
    base::onDone(m_rest->policy(), this, keep(m_policy));
    AuditQuery query;
    query.limit = 1;
    base::onDone(m_rest->auditLogs(query), this, keep(m_audit));
}

void Doctor::onRestPart()
{
    if (--m_openRestParts > 0 || !m_running)
        return;
    judgeDiscovery();
    judgeRestRoot();
    judgeKey();
    judgeRights();
    if (step(Id::Key).state == StepState::Running)
        askKeyOverMcp();
    else
        finish();
}

void Doctor::judgeDiscovery()
{
    if (!*m_contract) {
        const Error &error = m_contract->error();
        if (error.code == ErrorCode::Unauthorized && m_key.isEmpty())
            settle(Id::Discovery, StepState::Skipped, u"It needs a key, and none was given."_s);
        else if (error.code == ErrorCode::NotFound)
            settle(Id::Discovery, StepState::Failed, u"The engine has no route /v1/meta/contract."_s,
                   u"It is an older engine or no Algenta Engine; its tool get_contract may tell the same."_s);
        else
            fail(Id::Discovery, error);
        return;
    }
    const auto json = base::readJson(m_contract->value());
    if (!json || !json->isObject()) {
        settle(Id::Discovery, StepState::Failed, u"/v1/meta/contract does not answer with a JSON object."_s,
               u"Check whether a proxy answers in place of the engine."_s);
        return;
    }
    const QString version = (*json)[u"contract_version"].toString();
    settle(Id::Discovery, StepState::Done,
           version.isEmpty() ? u"A document without a contract version."_s
                             : u"Platform contract %1."_s.arg(base::elidedText(version, 40)));
}

void Doctor::judgeRestRoot()
{
    if (comesFromRest(*m_decisions)) {
        settle(Id::RestRoot, StepState::Done,
               u"The engine's REST answers at %1."_s.arg(net::originText(m_address.restRoot) +
                                                         m_address.restRoot.path()));
        return;
    }
    Error error = m_decisions->error();
    if (error.code == ErrorCode::NotFound || error.code == ErrorCode::NotAnEngine) {
        error.message = u"There is no engine's REST at %1: %2"_s.arg(
            net::originText(m_address.restRoot) + m_address.restRoot.path(), error.message);
        error.remedy = u"A standalone MCP server serves no REST: set the REST address apart from the MCP "
                       "address. Otherwise check host, port and path."_s;
    }
    fail(Id::RestRoot, error);
}

void Doctor::judgeKey()
{
    if (m_key.isEmpty()) {
        settle(Id::Key, StepState::Skipped, u"No key was given: what needs one was not tried."_s,
               u"Give the reading key of this engine to have the rest looked at."_s);
        return;
    }
    const bool anyGood = m_decisions->has_value() || m_policy->has_value() || m_audit->has_value();
    const auto isCode = [this](ErrorCode code) {
        return (!*m_decisions && m_decisions->error().code == code) ||
               (!*m_policy && m_policy->error().code == code) || (!*m_audit && m_audit->error().code == code);
    };
    if (anyGood || isCode(ErrorCode::Forbidden))
        settle(Id::Key, StepState::Done,
               u"The engine knows this key (%1)."_s.arg(QString::fromLatin1(m_key.fingerprint())));
    else if (isCode(ErrorCode::Unauthorized))
        settle(Id::Key, StepState::Failed,
               u"The engine does not know this key (%1)."_s.arg(QString::fromLatin1(m_key.fingerprint())),
               u"Enter the key for this engine again, or ask its administrator whether it was revoked."_s);
    // Otherwise REST tells nothing about it: MCP is asked.
}

void Doctor::judgeRights()
{
    if (step(Id::Key).state == StepState::Running) {
        settle(Id::Rights, StepState::Skipped, u"Without REST the rights of the key cannot be read."_s);
        return;
    }
    if (step(Id::Key).state != StepState::Done) {
        settle(Id::Rights, StepState::Skipped, u"Not tried: there is no key that the engine knows."_s);
        return;
    }
    QStringList may;
    QStringList mayNot;
    QStringList details;
    const auto note = [&](const QString &what, const std::optional<Error> &error) {
        (error ? mayNot : may).append(what);
        if (error)
            details.append(what + u": "_s + error->message);
    };
    const auto errorOf = [](const auto &answer) {
        return answer ? std::optional<Error>() : std::optional<Error>(answer.error());
    };
    note(u"decisions"_s, errorOf(*m_decisions));
    note(u"execution policy"_s, errorOf(*m_policy));
    note(u"audit log"_s, errorOf(*m_audit));
    if (mayNot.isEmpty())
        settle(Id::Rights, StepState::Done, u"The key may read %1."_s.arg(may.join(u", "_s)));
    else
        settle(
            Id::Rights, StepState::Failed, u"The key could not read: %1."_s.arg(mayNot.join(u", "_s)),
            u"Ask an administrator of the organisation for a key that may read these; without them gates and "
            "blocked executions cannot be explained."_s,
            details);
}

void Doctor::askKeyOverMcp()
{
    if (step(Id::Protocol).state != StepState::Done) {
        settle(Id::Key, StepState::Skipped, u"Not tried: neither REST nor MCP works."_s);
        finish();
        return;
    }
    m_toolset = std::make_unique<ModelFacingToolset>(contract::embeddedContract(),
                                                     contract::ProfileName::Observe, *m_mcp);
    base::onDone(m_toolset->call(u"get_contract"_s, "{}"), this, [this](const Result<ToolAnswer> &answer) {
        if (!m_running)
            return;
        const std::optional<Error> error = answer ? answer->error : std::optional<Error>(answer.error());
        if (error)
            fail(Id::Key, *error);
        else
            settle(Id::Key, StepState::Done, u"get_contract was answered with this key."_s);
        finish();
    });
}

void Doctor::judgeClock()
{
    const QDateTime there =
        QLocale::c().toDateTime(QString::fromLatin1(m_date), u"ddd, dd MMM yyyy hh:mm:ss 'GMT'"_s);
    if (!there.isValid()) {
        settle(Id::Clock, StepState::Skipped,
               m_date.isEmpty() ? u"The server does not tell its time."_s
                                : u"The server's time cannot be read."_s);
        return;
    }
    const QDateTime utc(there.date(), there.time(), Qt::UTC);
    const qint64 skew = m_dateReadAt.secsTo(utc);
    if (qAbs(skew) <= allowedSkewSeconds) {
        settle(Id::Clock, StepState::Done, u"The clocks agree to within %1 s."_s.arg(allowedSkewSeconds));
        return;
    }
    settle(Id::Clock, StepState::Failed,
           u"The server's clock is %1 s %2 this machine's."_s.arg(QString::number(qAbs(skew)),
                                                                  skew > 0 ? u"ahead of"_s : u"behind"_s),
           u"Have both machines keep time (NTP): otherwise times of decisions and journal do not match."_s);
}

} // namespace algenta::engine
