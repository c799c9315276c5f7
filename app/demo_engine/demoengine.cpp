// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/demoengine.h"

#include "app/demo_engine/denials.h"
#include "app/demo_engine/history.h"
#include "app/demo_engine/loopbackserver.h"
#include "app/demo_engine/mcpendpoint.h"
#include "app/demo_engine/requestlog.h"
#include "app/demo_engine/restroutes.h"

#include <algorithm>
#include <map>

namespace algenta::demo
{

namespace
{

constexpr const char *receiverRoot = "/webhook/";
constexpr auto stallTime = std::chrono::minutes(10);

struct Fault {
    enum class Kind { Answer, Raw, Delay, Drop, LoseAnswer };
    std::string path;
    Kind kind = Kind::Answer;
    int status = 0;
    std::string bytes;
    std::string contentType;
    std::chrono::milliseconds delay{};
};

} // namespace

std::optional<std::int64_t> timeFromText(const std::string &text)
{
    return parseIsoTime(text);
}

class DemoEngine::Private
{
public:
    explicit Private(DemoOptions given)
        : options(std::move(given))
        , state(options.seed, options.now, options.dataFile)
        , operations(state, options)
        , rest(state, operations)
        , mcp(operations)
        , shape(options.denialShape)
    {
    }

    void serve(const httplib::Request &request, httplib::Response &response);
    void receive(const httplib::Request &request, httplib::Response &response);
    void route(const httplib::Request &request, httplib::Response &response);
    std::optional<Fault> takeFault(const std::string &path);
    void addFault(Fault fault);
    void mutate(const std::string &path, httplib::Response &response);
    bool prepareState();
    std::optional<DenialShape> wantedShape();

    DemoOptions options;
    DemoState state;
    Operations operations;
    RestRoutes rest;
    McpEndpoint mcp;
    RequestLog log;
    std::unique_ptr<LoopbackServer> server;
    int port = 0;
    std::string error;
    bool dataFileFailed = false;

    std::mutex mutex;
    std::optional<DenialShape> shape;
    std::vector<Fault> faults;
    std::map<std::string, std::function<std::string(std::string)>> mutators;
};

std::optional<DenialShape> DemoEngine::Private::wantedShape()
{
    const std::lock_guard lock(mutex);
    return shape;
}

void DemoEngine::Private::addFault(Fault fault)
{
    const std::lock_guard lock(mutex);
    faults.push_back(std::move(fault));
}

std::optional<Fault> DemoEngine::Private::takeFault(const std::string &path)
{
    const std::lock_guard lock(mutex);
    const auto found = std::find_if(faults.begin(), faults.end(),
                                    [&path](const Fault &fault) { return fault.path == path; });
    if (found == faults.end())
        return std::nullopt;
    const Fault fault = *found;
    faults.erase(found);
    return fault;
}

void DemoEngine::Private::mutate(const std::string &path, httplib::Response &response)
{
    std::function<std::string(std::string)> mutator;
    {
        const std::lock_guard lock(mutex);
        if (const auto found = mutators.find(path); found != mutators.end())
            mutator = found->second;
    }
    if (mutator && response.status >= 200 && response.status < 300)
        response.body = mutator(response.body);
}

void DemoEngine::Private::route(const httplib::Request &request, httplib::Response &response)
{
    const auto wanted = wantedShape();
    if (request.path == "/mcp" || request.path == "/mcp/tools")
        mcp.handle(request, response, *server, wanted && !isRestShape(*wanted) ? *wanted : DenialShape::D6);
    else
        rest.handle(request, response, wanted && isRestShape(*wanted) ? *wanted : DenialShape::D2);
    mutate(request.path, response);
}

void DemoEngine::Private::serve(const httplib::Request &request, httplib::Response &response)
{
    if (request.path.starts_with(receiverRoot))
        return receive(request, response);
    log.record(request, state.now());
    const auto fault = takeFault(request.path);
    if (!fault)
        return route(request, response);
    switch (fault->kind) {
    case Fault::Kind::Answer:
        response.status = fault->status;
        response.set_content(fault->bytes, fault->contentType);
        return;
    case Fault::Kind::Raw:
        LoopbackServer::fate().rawBytes = fault->bytes;
        return;
    case Fault::Kind::Delay:
        server->waitUnlessClosing(fault->delay);
        return route(request, response);
    case Fault::Kind::Drop:
        LoopbackServer::fate().silent = true;
        return;
    case Fault::Kind::LoseAnswer:
        route(request, response);
        LoopbackServer::fate().silent = true;
        return;
    }
}

void DemoEngine::Private::receive(const httplib::Request &request, httplib::Response &response)
{
    const std::string endpoint = request.path.substr(std::string(receiverRoot).size());
    const bool known =
        endpoint == "accept" || endpoint == "reject" || endpoint == "stall" || endpoint == "drop";
    if (!known || request.method != "POST") {
        response.status = known ? 405 : 404;
        response.set_content(known ? R"({"detail":"Method Not Allowed"})" : R"({"detail":"Not Found"})",
                             "application/json");
        return;
    }
    log.recordDelivery(endpoint, request, state.now());
    if (endpoint == "accept" || endpoint == "reject") {
        response.status = endpoint == "accept" ? 200 : 422;
        response.set_content(endpoint == "accept" ? R"({"accepted":true})" : R"({"accepted":false})",
                             "application/json");
        return;
    }
    LoopbackServer::fate().silent = true;
    if (endpoint == "stall")
        server->waitUnlessClosing(stallTime);
}

bool DemoEngine::Private::prepareState()
{
    const std::string base = "http://127.0.0.1:" + std::to_string(port);
    rest.setBaseUrl(base);
    mcp.setBaseUrl(base);
    mcp.setDriftAfter(options.driftAfter);
    const auto loaded = state.load(base);
    if (!loaded.error.empty()) {
        error = loaded.error;
        dataFileFailed = true;
        return false;
    }
    if (!loaded.found && options.history > 0)
        state.adopt(generateHistory(options.history, options.seed, state.now(), base));
    if (!loaded.found)
        state.persist();
    return true;
}

DemoEngine::DemoEngine(DemoOptions options)
    : d(std::make_unique<Private>(std::move(options)))
{
}

DemoEngine::~DemoEngine()
{
    stop();
}

std::optional<int> DemoEngine::start()
{
    if (d->server)
        return d->port;
    if (!d->options.recordFile.empty() && !d->log.openFile(d->options.recordFile)) {
        d->error = "cannot open the record file " + d->options.recordFile;
        return std::nullopt;
    }
    d->server = std::make_unique<LoopbackServer>(
        [this](const httplib::Request &request, httplib::Response &response) {
            d->serve(request, response);
        });
    const auto port = d->server->bind(d->options.port);
    if (!port) {
        d->server.reset();
        d->error =
            "port " + std::to_string(d->options.port) + " of 127.0.0.1 cannot be opened; is it in use?";
        return std::nullopt;
    }
    d->port = *port;
    if (!d->prepareState()) {
        d->server.reset();
        return std::nullopt;
    }
    d->server->serve();
    return d->port;
}

void DemoEngine::stop()
{
    if (d->server)
        d->server->close();
}

bool DemoEngine::dataFileFailed() const
{
    return d->dataFileFailed;
}

std::string DemoEngine::errorText() const
{
    return d->error;
}

int DemoEngine::port() const
{
    return d->port;
}

std::string DemoEngine::baseUrl() const
{
    return "http://127.0.0.1:" + std::to_string(d->port);
}

std::string DemoEngine::operatorKey() const
{
    return d->options.operatorKey;
}

std::string DemoEngine::agentKey() const
{
    return d->options.agentKey;
}

std::string DemoEngine::readingKey() const
{
    return d->options.readingKey;
}

std::string DemoEngine::viewerKey() const
{
    return d->options.viewerKey;
}

std::string DemoEngine::webhookUrl(const std::string &endpoint) const
{
    return baseUrl() + receiverRoot + endpoint;
}

std::string DemoEngine::logDecision(const DecisionDraft &draft)
{
    const Json body{
        {"chosen_action", draft.chosenAction},          {"expected_value", nullable(draft.expectedValue)},
        {"confidence", nullable(draft.confidence)},     {"risk_p5", nullable(draft.riskP5)},
        {"risk_p95", nullable(draft.riskP95)},          {"risk_pol", nullable(draft.riskPol)},
        {"context", nullable(draft.context)},           {"rationale", nullable(draft.rationale)},
        {"options_considered", draft.optionsConsidered}};
    const Answer answer = d->operations.logDecision(*d->operations.callerOf(d->options.agentKey), body);
    return answer.status == 200 ? answer.body.at("id").get<std::string>() : std::string();
}

void DemoEngine::setPolicy(const PolicyChange &change)
{
    const Json body{{"min_confidence", nullable(change.minConfidence)},
                    {"risk_floor", nullable(change.riskFloor)},
                    {"require_calibration", nullable(change.requireCalibration)},
                    {"allow_reexecution", nullable(change.allowReexecution)}};
    d->operations.changePolicy(*d->operations.callerOf(d->options.operatorKey), body);
}

void DemoEngine::setDenialShape(std::optional<DenialShape> shape)
{
    const std::lock_guard lock(d->mutex);
    d->shape = shape;
}

void DemoEngine::setGateOrder(const std::array<Gate, 3> &order)
{
    d->operations.setGateOrder(order);
}

std::string DemoEngine::decisionJson(const std::string &id) const
{
    const auto decision = d->state.decision(id);
    return decision ? dumpJson(decisionToJson(*decision)) : std::string();
}

std::string DemoEngine::auditExport() const
{
    return d->state.auditExport();
}

std::vector<RecordedRequest> DemoEngine::requests() const
{
    return d->log.requests();
}

std::vector<RecordedRequest> DemoEngine::requestsTo(const std::string &path) const
{
    auto all = d->log.requests();
    std::erase_if(all, [&path](const RecordedRequest &request) { return request.path != path; });
    return all;
}

std::vector<RecordedRequest> DemoEngine::overrideRequests() const
{
    auto all = d->log.requests();
    std::erase_if(all, [](const RecordedRequest &request) { return request.overrideFields.empty(); });
    return all;
}

std::vector<WebhookDelivery> DemoEngine::webhookDeliveries() const
{
    return d->log.deliveries();
}

void DemoEngine::clearRequests()
{
    d->log.clear();
}

void DemoEngine::failNext(const std::string &path, int status, const std::string &body,
                          const std::string &contentType)
{
    d->addFault({path, Fault::Kind::Answer, status, body, contentType, {}});
}

void DemoEngine::answerNextWith(const std::string &path, const std::string &rawBytes)
{
    d->addFault({path, Fault::Kind::Raw, 0, rawBytes, {}, {}});
}

void DemoEngine::delayNext(const std::string &path, std::chrono::milliseconds delay)
{
    d->addFault({path, Fault::Kind::Delay, 0, {}, {}, delay});
}

void DemoEngine::dropNext(const std::string &path)
{
    d->addFault({path, Fault::Kind::Drop, 0, {}, {}, {}});
}

void DemoEngine::loseAnswerNext(const std::string &path)
{
    d->addFault({path, Fault::Kind::LoseAnswer, 0, {}, {}, {}});
}

void DemoEngine::blockNextExecution(const std::string &gate, const std::string &code,
                                    const std::string &message)
{
    Denial denial;
    denial.gate = gate;
    denial.code = code;
    denial.message = message;
    d->operations.blockNext(denial);
}

void DemoEngine::setAnswerMutator(const std::string &path, std::function<std::string(std::string)> mutator)
{
    const std::lock_guard lock(d->mutex);
    d->mutators[path] = std::move(mutator);
}

void DemoEngine::setToolsListMutator(std::function<std::string(std::string)> mutator)
{
    d->mcp.setToolsListMutator(std::move(mutator));
}

} // namespace algenta::demo
