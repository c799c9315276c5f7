// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/conformancecommand.h"

#include "core/base/textsafety.h"

#include <algorithm>

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::Json;

namespace
{

QString verdictName(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Passed:
        return u"passed"_s;
    case Verdict::Failed:
        return u"failed"_s;
    case Verdict::Blocked:
        return u"blocked"_s;
    }
    Q_UNREACHABLE();
}

} // namespace

CommandSpec ConformanceCommand::spec()
{
    CommandSpec spec;
    spec.words = {u"conformance"_s};
    spec.summary = u"Run the public scenarios of decision plans against an engine for tests."_s;
    spec.description =
        u"It opens decision cases of its own on the engine, and approves and executes the plans of those\n"
        "cases. On an engine that is not on this machine it does so only with --acts. A scenario that\n"
        "cannot be exercised is blocked, with the reason; blocked is never counted as passed."_s;
    spec.options =
        engineOptions() +
        QList<OptionSpec>{{u"acts"_s, {}, u"allow it to act on an engine that is not on this machine"_s}} +
        commonOptions();
    spec.exitCodes = u"  0  none failed, and only those are blocked that no client can bring about\n"
                     "  1  a scenario failed\n"
                     "  2  wrong usage\n"
                     "  3  none failed, but further scenarios could not be exercised"_s;
    return spec;
}

void ConformanceCommand::start()
{
    auto opened = openEngine(arguments());
    if (!opened) {
        fail(opened.error());
        return;
    }
    m_engine = std::move(*opened);
    if (!m_engine->address.isLoopback() && !arguments().isSet(u"acts"_s)) {
        fail(
            base::fail(base::ErrorCode::NotAllowed,
                       u"The scenarios open cases, and approve and execute plans on %1, which is not on this "
                       "machine."_s.arg(m_engine->address.origin()),
                       u"Add --acts if that is an engine for tests."_s)
                .value());
        return;
    }
    m_conformance = std::make_unique<Conformance>(*m_engine);
    connect(m_conformance.get(), &Conformance::finished, this, &ConformanceCommand::print);
    m_conformance->start();
}

void ConformanceCommand::print()
{
    const QList<ScenarioResult> &results = m_conformance->results();
    const auto count = [&results](Verdict verdict) {
        return std::count_if(results.begin(), results.end(),
                             [verdict](const ScenarioResult &one) { return one.verdict == verdict; });
    };
    const bool moreBlocked = std::any_of(results.begin(), results.end(), [](const ScenarioResult &one) {
        return one.verdict == Verdict::Blocked && !one.blockedByNature;
    });
    if (output().isJson()) {
        Json scenarios = Json::array();
        for (const ScenarioResult &one : results) {
            Json json = Json::object();
            json.set(u"number"_s, Json::integer(one.number));
            json.set(u"scenario"_s, Json::string(one.name));
            json.set(u"title"_s, Json::string(one.title));
            json.set(u"verdict"_s, Json::string(verdictName(one.verdict)));
            json.set(u"reason"_s, textOrNull(one.reason));
            scenarios.append(json);
        }
        Json json = Json::object();
        json.set(u"engine"_s, Json::string(m_engine->address.origin()));
        json.set(u"passed"_s, Json::integer(count(Verdict::Passed)));
        json.set(u"failed"_s, Json::integer(count(Verdict::Failed)));
        json.set(u"blocked"_s, Json::integer(count(Verdict::Blocked)));
        json.set(u"scenarios"_s, scenarios);
        output().document(json);
    } else {
        for (const ScenarioResult &one : results)
            output().line(QString::number(one.number).rightJustified(2) + u' ' +
                          verdictName(one.verdict).leftJustified(8) + one.title + u": "_s +
                          base::visibleText(one.reason));
        output().line(u"%1 passed, %2 failed, %3 blocked"_s.arg(count(Verdict::Passed))
                          .arg(count(Verdict::Failed))
                          .arg(count(Verdict::Blocked)));
    }
    Q_EMIT finished(count(Verdict::Failed) > 0 ? ExitCode::Finding
                    : moreBlocked              ? ExitCode::Incomplete
                                               : ExitCode::Good);
}

} // namespace algenta::ctl
