// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/doctorcommand.h"

#include "core/base/textsafety.h"

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::Json;
using engine::DoctorStep;
using engine::StepState;

namespace
{

Json stepJson(const DoctorStep &step)
{
    Json json = Json::object();
    json.set(u"step"_s, Json::string(engine::doctorStepName(step.id)));
    json.set(u"state"_s, Json::string(engine::stepStateName(step.state)));
    json.set(u"finding"_s, Json::string(step.finding));
    json.set(u"remedy"_s, textOrNull(step.remedy));
    json.set(u"details"_s, stringList(step.details));
    return json;
}

} // namespace

CommandSpec DoctorCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"doctor"_s};
    spec.positional = u"URL"_s;
    spec.summary = u"Look at the connection to an engine, step by step."_s;
    spec.description =
        u"From name lookup and TLS to the key, the tool list and the clock: each step is done, skipped with\n"
        "a reason, or failed with what to do. It only reads. The key is not sent before the connection is\n"
        "known to be safe."_s;
    spec.options = connectionOptions() + commonOptions();
    spec.exitCodes = u"  0  no step failed\n"
                     "  1  a step failed\n"
                     "  2  wrong usage"_s;
    return spec;
}

void DoctorCommand::start()
{
    auto opened = openEngine(arguments(), arguments().positional());
    if (!opened) {
        fail(opened.error());
        return;
    }
    const EngineAccess &access = **opened;
    m_origin = access.address.origin();
    m_doctor =
        std::make_unique<engine::Doctor>(access.address, access.key.clone(), access.connection->link());
    connect(m_doctor.get(), &engine::Doctor::finished, this, &DoctorCommand::print);
    m_doctor->start();
}

void DoctorCommand::print()
{
    const bool isGood = m_doctor->allGood();
    if (output().isJson()) {
        Json steps = Json::array();
        for (const DoctorStep &step : m_doctor->steps())
            steps.append(stepJson(step));
        Json json = Json::object();
        json.set(u"engine"_s, Json::string(m_origin));
        json.set(u"good"_s, Json::boolean(isGood));
        json.set(u"steps"_s, steps);
        output().document(json);
    } else {
        for (const DoctorStep &step : m_doctor->steps()) {
            const QString mark = engine::stepStateName(step.state).leftJustified(8);
            output().line(mark + step.title.leftJustified(20) + base::visibleText(step.finding));
            if (!step.remedy.isEmpty())
                output().line(QString(28, u' ') + u"→ "_s + base::visibleText(step.remedy));
            for (const QString &detail : step.details)
                output().line(QString(28, u' ') + base::visibleText(detail));
        }
    }
    Q_EMIT finished(isGood ? ExitCode::Good : ExitCode::Finding);
}

} // namespace algenta::ctl
