// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/conformance.h"

#include "core/base/jsonreader.h"
#include "core/base/jsonwriter.h"
#include "core/base/ondone.h"
#include "core/base/textsafety.h"
#include "core/engine/restapi.h"
#include "core/mcp/httperror.h"

#include <QCryptographicHash>
#include <QTimer>

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::Error;
using base::ErrorCode;
using base::Json;
using base::JsonMember;

namespace
{

const QString traceId = u"0123456789abcdef0123456789abcdef"_s;

QString shown(const QString &text)
{
    return base::elidedText(text, 80);
}

Json bodyOf(const base::Result<net::HttpResponse> &answer)
{
    return answer ? base::readJson(answer->body).value_or(Json()) : Json();
}

bool isSuccess(const base::Result<net::HttpResponse> &answer)
{
    return answer && answer->status >= 200 && answer->status < 300;
}

/** Why a step did not come about, and whether that says anything about the engine. */
std::pair<Verdict, QString> judged(const base::Result<net::HttpResponse> &answer, const QString &step)
{
    if (!answer)
        return {Verdict::Blocked, u"%1: %2"_s.arg(step, answer.error().message)};
    const Error error = engine::errorFromResponse(*answer);
    const bool isOfKey = error.code == ErrorCode::Unauthorized || error.code == ErrorCode::Forbidden;
    return {isOfKey ? Verdict::Blocked : Verdict::Failed, u"%1: %2"_s.arg(step, error.message)};
}

/** Passed if the engine refused with exactly that status and code. */
std::pair<Verdict, QString> refusedAs(const base::Result<net::HttpResponse> &answer, int status,
                                      const QString &code)
{
    if (!answer)
        return {Verdict::Blocked, answer.error().message};
    const mcp::ErrorBody body = mcp::readErrorBody(answer->body, answer->header("Content-Type"));
    if (answer->status == status && body.code == code)
        return {Verdict::Passed, u"refused with %1 %2"_s.arg(status).arg(code)};
    if (isSuccess(answer))
        return {Verdict::Failed, u"it was not refused (HTTP %1)"_s.arg(answer->status)};
    return {Verdict::Failed,
            u"refused with %1 %2 instead of %3 %4"_s.arg(
                QString::number(answer->status), body.code.isEmpty() ? u"without a code"_s : body.code,
                QString::number(status), code)};
}

} // namespace

Conformance::Conformance(const EngineAccess &engine, QObject *parent)
    : QObject(parent)
    , m_engine(engine)
    , m_reader(net::HttpLimits(), engine.connection->link())
    , m_sender(net::HttpLimits(), engine.connection->link())
{
    addScenarios();
}

void Conformance::addScenarios()
{
    const auto add = [this](const QString &name, const QString &title,
                            void (Conformance::*run)(const Done &)) {
        m_scenarios.append({name, title, [this, run](const Done &done) { (this->*run)(done); }, {}});
    };
    const auto addBlocked = [this](const QString &name, const QString &title, const QString &why) {
        m_scenarios.append({name, title, {}, why});
    };
    add(u"read_only_recommendation"_s, u"A recommendation executes nothing"_s,
        &Conformance::readOnlyRecommendation);
    add(u"execution_denied_by_policy"_s, u"An unapproved plan is not executed"_s,
        &Conformance::executedBeforeApproval);
    addBlocked(u"execution_paused"_s, u"A paused execution is continued"_s,
               u"the engine refuses instead of pausing: there is no continuation to exercise"_s);
    add(u"approved_then_executed"_s, u"An approved plan is executed"_s, &Conformance::approvedThenExecuted);
    add(u"approval_rejected"_s, u"A wrong nonce approves nothing"_s, &Conformance::wrongNonce);
    add(u"duplicate_prevented"_s, u"A plan is executed once"_s, &Conformance::executedTwice);
    add(u"reused_challenge"_s, u"An approval is good once"_s, &Conformance::approvedTwice);
    add(u"modified_hash"_s, u"A changed plan hash approves nothing"_s, &Conformance::changedHash);
    addBlocked(u"upstream_timeout"_s, u"A timeout upstream is told as retryable"_s,
               u"a client cannot make the engine's own upstream time out"_s);
    add(u"versioned_receipt"_s, u"The receipt has a version and its members"_s,
        &Conformance::versionedReceipt);
    add(u"audit_hash_verifies"_s, u"The audit export matches its hash"_s, &Conformance::auditHash);
    addBlocked(u"deterministic_replay"_s, u"A replay gives the same result"_s,
               u"no public route replays a decision plan"_s);
}

void Conformance::start()
{
    m_results.clear();
    next();
}

void Conformance::next()
{
    if (m_results.size() == m_scenarios.size()) {
        Q_EMIT finished();
        return;
    }
    const Scenario &scenario = m_scenarios.at(m_results.size());
    if (!scenario.run) {
        record(Verdict::Blocked, scenario.blockedReason, true);
        return;
    }
    scenario.run([this](Verdict verdict, const QString &reason) { record(verdict, reason, false); });
}

void Conformance::record(Verdict verdict, const QString &reason, bool byNature)
{
    const Scenario &scenario = m_scenarios.at(m_results.size());
    m_results.append({static_cast<int>(m_results.size()) + 1, scenario.name, scenario.title, verdict,
                      base::elidedText(reason, 400), byNature});
    QTimer::singleShot(0, this, &Conformance::next);
}

void Conformance::read(const QByteArray &method, const QString &path, const Json &body,
                       std::function<void(const Answer &)> done)
{
    net::HttpRequest request;
    request.method = method;
    request.url = m_engine.address.restRoot;
    request.url.setPath(m_engine.address.restRoot.path(QUrl::FullyEncoded) + path, QUrl::StrictMode);
    request.headers = {{"Accept", "application/json"}};
    if (method == "POST") {
        request.headers.append(net::Header("Content-Type", "application/json"));
        request.body = base::writeJson(body);
    }
    base::onDone(m_reader.send(request, m_engine.keyOrNull()), this,
                 [done = std::move(done)](const Answer &answer) { done(answer); });
}

void Conformance::act(const QString &path, const Json &body, const QList<net::Header> &headers,
                      std::function<void(const Answer &)> done)
{
    net::HttpRequest request;
    request.method = "POST";
    request.url = m_engine.address.restRoot;
    request.url.setPath(m_engine.address.restRoot.path(QUrl::FullyEncoded) + path, QUrl::StrictMode);
    request.headers =
        QList<net::Header>{{"Accept", "application/json"}, {"Content-Type", "application/json"}} + headers;
    request.body = base::writeJson(body);
    base::onDone(m_sender.send(request, m_engine.keyOrNull()), this,
                 [done = std::move(done)](const net::SendOutcome &sent) {
                     if (const auto *response = std::get_if<net::HttpResponse>(&sent))
                         done(*response);
                     else if (const auto *lost = std::get_if<net::AnswerLost>(&sent))
                         done(base::fail(lost->error));
                     else
                         done(base::fail(std::get<net::NotSent>(sent).error));
                 });
}

/** A decision case, an analysis run and the plan that it proposes. */
void Conformance::propose(const Done &done, std::function<void(const Plan &)> then)
{
    const Json opening =
        Json::object({JsonMember{u"pack_id"_s, Json::string(u"conformance"_s)},
                      JsonMember{u"title"_s, Json::string(u"Conformance of the operator console"_s)},
                      JsonMember{u"pack_input"_s, Json::object()}});
    read("POST", u"/v1/decision-cases"_s, opening, [this, done, then](const Answer &opened) {
        const QString caseId = bodyOf(opened)[u"case_id"].toString();
        if (!isSuccess(opened) || caseId.isEmpty()) {
            const auto [verdict, reason] = judged(opened, u"opening a decision case"_s);
            done(verdict, reason);
            return;
        }
        read("POST",
             u"/v1/decision-cases/%1/analysis-runs"_s.arg(
                 QString::fromLatin1(QUrl::toPercentEncoding(caseId))),
             Json::object(), [this, done, then, caseId](const Answer &started) {
                 const QString runId = bodyOf(started)[u"run_id"].toString();
                 if (!isSuccess(started) || runId.isEmpty()) {
                     const auto [verdict, reason] = judged(started, u"starting an analysis run"_s);
                     done(verdict, reason);
                     return;
                 }
                 read("POST",
                      u"/v1/analysis-runs/%1/action-plans"_s.arg(
                          QString::fromLatin1(QUrl::toPercentEncoding(runId))),
                      Json::object(), [done, then, caseId](const Answer &proposed) {
                          const Json json = bodyOf(proposed);
                          const Plan plan{json[u"plan_id"].toString(), caseId, json[u"plan_hash"].toString(),
                                          json[u"nonce"].toString()};
                          if (!isSuccess(proposed) || plan.id.isEmpty() || plan.hash.isEmpty() ||
                              plan.nonce.isEmpty()) {
                              const auto [verdict, reason] = judged(proposed, u"proposing a plan"_s);
                              done(verdict, reason);
                              return;
                          }
                          then(plan);
                      });
             });
    });
}

void Conformance::approve(const Plan &plan, std::function<void(const Answer &)> done)
{
    act(u"/v1/decision-plans/%1/approve"_s.arg(QString::fromLatin1(QUrl::toPercentEncoding(plan.id))),
        Json::object({JsonMember{u"plan_hash"_s, Json::string(plan.hash)},
                      JsonMember{u"nonce"_s, Json::string(plan.nonce)}}),
        {}, std::move(done));
}

void Conformance::execute(const Plan &plan, std::function<void(const Answer &)> done)
{
    act(u"/v1/decision-plans/%1/execute"_s.arg(QString::fromLatin1(QUrl::toPercentEncoding(plan.id))),
        Json::object(),
        {{"Idempotency-Key", "conformance-" + plan.id.toLatin1()},
         {"traceparent", "00-" + traceId.toLatin1() + "-0123456789abcdef-01"}},
        std::move(done));
}

void Conformance::proposeAndApprove(const Done &done, std::function<void(const Plan &)> then)
{
    propose(done, [this, done, then](const Plan &plan) {
        approve(plan, [done, plan, then](const Answer &approved) {
            const QString state = bodyOf(approved)[u"status"].toString();
            if (!isSuccess(approved)) {
                const auto [verdict, reason] = judged(approved, u"approving"_s);
                done(verdict, reason);
            } else if (state != "approved"_L1) {
                done(Verdict::Failed,
                     u"approving: the status is %1"_s.arg(state.isEmpty() ? u"missing"_s : shown(state)));
            } else {
                then(plan);
            }
        });
    });
}

void Conformance::proposeAndExecute(const Done &done, std::function<void(const Plan &, const Answer &)> then)
{
    proposeAndApprove(done, [this, done, then](const Plan &plan) {
        execute(plan, [done, plan, then](const Answer &executed) {
            if (!isSuccess(executed)) {
                const auto [verdict, reason] = judged(executed, u"executing"_s);
                done(verdict, reason);
                return;
            }
            then(plan, executed);
        });
    });
}

void Conformance::readOnlyRecommendation(const Done &done)
{
    propose(done, [this, done](const Plan &plan) {
        read("GET", u"/v1/decision-cases/"_s + QString::fromLatin1(QUrl::toPercentEncoding(plan.caseId)), {},
             [done, plan](const Answer &answer) {
                 if (!isSuccess(answer)) {
                     const auto [verdict, reason] = judged(answer, u"reading the case"_s);
                     done(verdict, reason);
                     return;
                 }
                 const bool isExecuted = answer->body.contains("\"executed\"");
                 done(isExecuted ? Verdict::Failed : Verdict::Passed,
                      isExecuted ? u"the case says that something was executed"_s
                                 : u"plan %1 is proposed, nothing was executed"_s.arg(shown(plan.id)));
             });
    });
}

void Conformance::executedBeforeApproval(const Done &done)
{
    propose(done, [this, done](const Plan &plan) {
        execute(plan, [done](const Answer &answer) {
            const auto [verdict, reason] = refusedAs(answer, 409, u"plan_not_approved"_s);
            done(verdict, reason);
        });
    });
}

void Conformance::approvedThenExecuted(const Done &done)
{
    proposeAndExecute(done, [done](const Plan &, const Answer &executed) {
        const QString state = bodyOf(executed)[u"lifecycle_state"].toString();
        done(state == "executed"_L1 ? Verdict::Passed : Verdict::Failed,
             u"lifecycle_state is %1"_s.arg(state.isEmpty() ? u"missing"_s : shown(state)));
    });
}

void Conformance::wrongNonce(const Done &done)
{
    propose(done, [this, done](Plan plan) {
        plan.nonce = QString(plan.nonce.size(), u'0');
        approve(plan, [done](const Answer &answer) {
            const auto [verdict, reason] = refusedAs(answer, 403, u"invalid_nonce"_s);
            done(verdict, reason);
        });
    });
}

void Conformance::executedTwice(const Done &done)
{
    proposeAndExecute(done, [this, done](const Plan &plan, const Answer &) {
        execute(plan, [done](const Answer &second) {
            const auto [verdict, reason] = refusedAs(second, 409, u"plan_not_approved"_s);
            done(verdict, reason);
        });
    });
}

void Conformance::approvedTwice(const Done &done)
{
    proposeAndApprove(done, [this, done](const Plan &plan) {
        approve(plan, [done](const Answer &second) {
            const auto [verdict, reason] = refusedAs(second, 409, u"plan_not_approvable"_s);
            done(verdict, reason);
        });
    });
}

void Conformance::changedHash(const Done &done)
{
    propose(done, [this, done](Plan plan) {
        plan.hash = QString(plan.hash.size(), plan.hash.startsWith(u'0') ? u'1' : u'0');
        approve(plan, [done](const Answer &answer) {
            const auto [verdict, reason] = refusedAs(answer, 403, u"plan_hash_mismatch"_s);
            done(verdict, reason);
        });
    });
}

void Conformance::versionedReceipt(const Done &done)
{
    proposeAndExecute(done, [done](const Plan &plan, const Answer &executed) {
        const Json body = bodyOf(executed);
        const Json &receipt = body[u"receipt"];
        QStringList wrong;
        const auto expect = [&wrong, &receipt](const QString &member, const QString &value) {
            if (receipt[member].toString() != value)
                wrong.append(member);
        };
        expect(u"receipt_version"_s, u"1"_s);
        expect(u"plan_hash"_s, plan.hash);
        expect(u"approval_state"_s, u"approved"_s);
        expect(u"status"_s, u"executed"_s);
        expect(u"trace_id"_s, traceId);
        expect(u"idempotency_key"_s, u"conformance-"_s + plan.id);
        const QString executionId = receipt[u"execution_id"].toString();
        if (executionId.isEmpty() || executionId == plan.id)
            wrong.append(u"execution_id"_s);
        done(wrong.isEmpty() ? Verdict::Passed : Verdict::Failed,
             wrong.isEmpty() ? u"receipt version 1 with its members"_s
                             : u"missing or wrong in the receipt: "_s + wrong.join(u", "_s));
    });
}

void Conformance::auditHash(const Done &done)
{
    read("GET", u"/v1/audit-logs/export.json"_s, {}, [done](const Answer &answer) {
        if (!isSuccess(answer)) {
            const auto [verdict, reason] = judged(answer, u"exporting the audit log"_s);
            done(verdict, reason);
            return;
        }
        const QByteArray stated = answer->header("X-Content-SHA256").trimmed().toLower();
        const QByteArray computed =
            QCryptographicHash::hash(answer->body, QCryptographicHash::Sha256).toHex();
        const Json rows = bodyOf(answer);
        const QByteArray count = answer->header("X-Audit-Export-Rows").trimmed();
        if (stated.isEmpty())
            done(Verdict::Failed, u"the export states no X-Content-SHA256"_s);
        else if (stated != computed)
            done(Verdict::Failed, u"the export's bytes do not match the hash that it states"_s);
        else if (!rows.isArray() || count != QByteArray::number(rows.size()))
            done(Verdict::Failed, u"the export does not hold the number of rows that it states"_s);
        else
            done(Verdict::Passed, u"%1 rows, SHA-256 %2…"_s.arg(QString::number(rows.size()),
                                                                QString::fromLatin1(computed.left(12))));
    });
}

} // namespace algenta::ctl
