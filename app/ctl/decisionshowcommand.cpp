// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/decisionshowcommand.h"

#include "app/ctl/record.h"
#include "core/base/ondone.h"
#include "core/base/textsafety.h"
#include "core/engine/blocked.h"

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::Json;
using base::Result;
using engine::GateCheck;

namespace
{

QString verdictName(GateCheck::Verdict verdict)
{
    switch (verdict) {
    case GateCheck::Verdict::Reproduced:
        return u"blocks"_s;
    case GateCheck::Verdict::NotReproduced:
        return u"passes"_s;
    case GateCheck::Verdict::CannotTell:
        return u"cannot_tell"_s;
    }
    Q_UNREACHABLE();
}

Json gatesJson(const QList<GateCheck> &checks)
{
    Json list = Json::array();
    for (const GateCheck &check : checks) {
        Json item = Json::object();
        item.set(u"gate"_s, Json::string(check.gate));
        item.set(u"verdict"_s, Json::string(verdictName(check.verdict)));
        item.set(u"measured"_s, textOrNull(check.measured));
        item.set(u"threshold"_s, textOrNull(check.threshold));
        item.set(u"margin"_s, textOrNull(check.margin));
        item.set(u"reason"_s, textOrNull(check.reason));
        list.append(item);
    }
    return list;
}

} // namespace

CommandSpec DecisionShowCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"decisions"_s, u"show"_s};
    spec.positional = u"ID"_s;
    spec.summary = u"Show one decision record, and what each gate says to it under the policy of now."_s;
    spec.description =
        u"The record is printed as the engine sent it, with all members. The gates are computed here from\n"
        "the record and the live policy: blocks, passes, or cannot_tell."_s;
    spec.options = engineOptions() + commonOptions();
    spec.exitCodes = u"  0  shown\n"
                     "  2  wrong usage, or there is no such record\n"
                     "  3  shown, but the policy could not be read, so nothing is said about the gates"_s;
    return spec;
}

void DecisionShowCommand::start()
{
    auto opened = openEngine(arguments());
    if (!opened) {
        fail(opened.error());
        return;
    }
    m_engine = std::move(*opened);
    base::onDone(m_engine->connection->rest().decision(arguments().positional()), this,
                 [this](const Result<engine::Decision> &decision) {
                     if (!decision) {
                         fail(decision.error());
                         return;
                     }
                     base::onDone(m_engine->connection->rest().policy(), this,
                                  [this, decision = *decision](const Result<engine::Policy> &policy) {
                                      print(decision, policy);
                                  });
                 });
}

void DecisionShowCommand::print(const engine::Decision &decision, const Result<engine::Policy> &policy)
{
    const QList<GateCheck> checks = policy ? engine::checkGates(decision, *policy) : QList<GateCheck>();
    if (output().isJson()) {
        Json json = Json::object();
        json.set(u"engine"_s, Json::string(m_engine->address.origin()));
        json.set(u"decision"_s, decision.raw);
        json.set(u"gates"_s, policy ? gatesJson(checks) : Json());
        json.set(u"policy"_s, policy ? policy->raw : Json());
        json.set(u"policy_error"_s, policy ? Json() : errorJson(policy.error()));
        output().document(json);
    } else {
        for (const base::JsonMember &member : decision.raw.members()) {
            output().line(base::visibleText(member.key).leftJustified(26) +
                          (member.value.isNull() ? u"–"_s : base::visibleText(valueText(member.value))));
        }
        for (const GateCheck &check : checks)
            output().line((u"gate "_s + check.gate).leftJustified(26) + verdictName(check.verdict) + u": "_s +
                          check.reason);
    }
    if (!policy)
        output().gap(policy.error());
    Q_EMIT finished(policy ? ExitCode::Good : ExitCode::Incomplete);
}

} // namespace algenta::ctl
