// SPDX-License-Identifier: Apache-2.0
#include "app/console/breakglass/drill.h"

#include "core/base/jsonwriter.h"
#include "core/base/ondone.h"
#include "core/contract/toolcontract.h"

#include <utility>

namespace algenta::console
{

using namespace Qt::Literals::StringLiterals;

namespace
{

constexpr auto exercise = R"({"chosen_action": "Exercise: reorder SKU 8841 from supplier B",
    "expected_value": 4180, "confidence": 0.41, "risk_p5": -310, "rationale": "an exercise"})";

base::Error unexpected(const QString &what)
{
    base::Error error;
    error.code = base::ErrorCode::MalformedAnswer;
    error.message = what;
    error.remedy = Drill::tr("No exercise was begun. Try again, or look at the demo engine by hand.");
    return error;
}

} // namespace

Drill::Drill(QObject *parent)
    : QObject(parent)
    , m_child(DemoChild::findProgram(), {})
{
    connect(&m_child, &DemoChild::failed, this, &Drill::failed);
    connect(&m_child, &DemoChild::started, this, [this](const DemoChild::Announcement &said) {
        m_said = said;
        const auto address = engine::parseEngineAddress(said.address);
        if (!address) {
            Q_EMIT failed(address.error());
            return;
        }
        m_agent = std::make_unique<engine::EngineConnection>(*address, base::Secret(said.agentKey.toUtf8()));
        m_reader =
            std::make_unique<engine::EngineConnection>(*address, base::Secret(said.readingKey.toUtf8()));
        m_toolset = std::make_unique<engine::ModelFacingToolset>(
            contract::embeddedContract(), contract::ProfileName::Execute, m_agent->mcp());
        logDecision();
    });
}

Drill::~Drill() = default;

void Drill::start()
{
    m_child.start();
}

void Drill::call(const QString &tool, const QByteArray &arguments,
                 const std::function<void(const engine::ToolAnswer &)> &done)
{
    base::onDone(m_toolset->call(tool, arguments), this,
                 [this, done](const base::Result<engine::ToolAnswer> &answer) {
                     if (answer)
                         done(*answer);
                     else
                         Q_EMIT failed(answer.error());
                 });
}

void Drill::logDecision()
{
    call(u"log_decision"_s, exercise, [this](const engine::ToolAnswer &answer) {
        m_decisionId = answer.payload[u"decision_id"].toString();
        if (m_decisionId.isEmpty())
            Q_EMIT failed(unexpected(tr("The demo engine did not log the decision of the exercise.")));
        else
            execute();
    });
}

void Drill::execute()
{
    base::Json arguments = base::Json::object();
    arguments.set(u"decision_id"_s, base::Json::string(m_decisionId));
    arguments.set(u"webhook_url"_s, base::Json::string(webhook()));
    call(u"execute_decision"_s, base::writeJson(arguments), [this](const engine::ToolAnswer &answer) {
        const auto *blocked =
            answer.execution ? std::get_if<engine::ExecutionBlocked>(&*answer.execution) : nullptr;
        if (!blocked) {
            Q_EMIT failed(unexpected(tr("The demo engine did not refuse the execution of the exercise.")));
            return;
        }
        m_refusal = *blocked;
        Q_EMIT ready();
    });
}

} // namespace algenta::console
