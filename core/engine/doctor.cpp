// SPDX-License-Identifier: Apache-2.0
#include "core/engine/doctor.h"

#include "core/base/ondone.h"
#include "core/base/textsafety.h"
#include "core/mcp/rpcanswer.h"
#include "core/net/certificates.h"

#include <QHostAddress>
#include <QHostInfo>

#include <algorithm>
#include <array>

namespace algenta::engine
{

using namespace Qt::Literals::StringLiterals;
using base::Error;
using base::ErrorCode;
using base::Result;
using Id = DoctorStepId;

namespace
{

constexpr qint64 soonExpiresDays = 14;

struct Named {
    const char *name;
    const char *title;
};

constexpr std::array<Named, 12> names{{{"name_lookup", "Name lookup"},
                                       {"tcp", "TCP connection"},
                                       {"tls", "TLS"},
                                       {"http", "HTTP"},
                                       {"host_guard", "Host guard"},
                                       {"protocol", "MCP protocol"},
                                       {"discovery", "Discovery document"},
                                       {"key", "Reading key"},
                                       {"rights", "Rights of the key"},
                                       {"tool_list", "Tool list"},
                                       {"rest_root", "REST root"},
                                       {"clock", "Clock"}}};

QString certificateText(const net::CertificateFacts &facts)
{
    return u"%1, issued by %2, valid until %3"_s.arg(facts.subject, facts.issuer,
                                                     facts.validUntil.toString(Qt::ISODate));
}

} // namespace

QString stepStateName(StepState state)
{
    switch (state) {
    case StepState::Waiting:
        return u"waiting"_s;
    case StepState::Running:
        return u"running"_s;
    case StepState::Done:
        return u"done"_s;
    case StepState::Skipped:
        return u"skipped"_s;
    case StepState::Failed:
        return u"failed"_s;
    }
    Q_UNREACHABLE();
}

QString doctorStepName(DoctorStepId id)
{
    return QString::fromLatin1(names.at(static_cast<std::size_t>(id)).name);
}

Doctor::Doctor(EngineAddress address, base::Secret readingKey, net::Link link, const base::Clock *clock,
               QObject *parent)
    : QObject(parent)
    , m_address(std::move(address))
    , m_key(std::move(readingKey))
    , m_link(std::move(link))
    , m_clock(clock != nullptr ? clock : &m_systemClock)
    , m_reader(net::HttpLimits(), m_link)
    , m_probe(m_link)
{
    const auto key = [this]() -> const base::Secret * { return m_key.isEmpty() ? nullptr : &m_key; };
    m_mcp = std::make_unique<mcp::McpClient>(m_address.mcp, m_reader, key);
    m_rest = std::make_unique<RestApi>(m_address, m_reader, key);
    for (std::size_t i = 0; i < names.size(); ++i) {
        DoctorStep step;
        step.id = static_cast<Id>(i);
        step.title = QString::fromLatin1(names.at(i).title);
        m_steps.append(step);
    }
}

Doctor::~Doctor()
{
    m_running = false;
    if (m_lookup >= 0)
        QHostInfo::abortHostLookup(m_lookup);
    m_reader.cancelAll();
}

bool Doctor::allGood() const
{
    return !m_running && std::none_of(m_steps.begin(), m_steps.end(), [](const DoctorStep &step) {
        return step.state == StepState::Failed || step.state == StepState::Waiting;
    });
}

void Doctor::start()
{
    if (m_running || m_steps.constFirst().state != StepState::Waiting)
        return;
    m_running = true;
    lookUpName();
}

void Doctor::cancel()
{
    if (!m_running)
        return;
    skipOpen(u"The look was ended before this step."_s);
    m_running = false;
    if (m_lookup >= 0)
        QHostInfo::abortHostLookup(std::exchange(m_lookup, -1));
    m_probe.cancel();
    m_reader.cancelAll();
    Q_EMIT finished();
}

void Doctor::begin(Id id)
{
    m_steps[static_cast<int>(id)].state = StepState::Running;
    Q_EMIT changed(static_cast<int>(id));
}

void Doctor::settle(Id id, StepState state, const QString &finding, const QString &remedy,
                    const QStringList &details)
{
    DoctorStep &step = m_steps[static_cast<int>(id)];
    step.state = state;
    step.finding = withoutKey(finding);
    step.remedy = withoutKey(remedy);
    step.details.clear();
    for (const QString &detail : details)
        step.details.append(withoutKey(detail));
    Q_EMIT changed(static_cast<int>(id));
}

// An answer to a request without the key may repeat it all the same: the engine has seen it before.
QString Doctor::withoutKey(const QString &text) const
{
    if (m_key.isEmpty())
        return text;
    QByteArray bytes = text.toUtf8();
    return bytes.contains(m_key.view()) ? QString::fromUtf8(bytes.replace(m_key.view(), "[redacted]")) : text;
}

void Doctor::fail(Id id, const Error &error)
{
    const QString remedy =
        error.remedy.isEmpty() ? u"Look at the engine's log for this time, then try again."_s : error.remedy;
    QStringList details;
    if (error.code == ErrorCode::TlsFailed)
        details = QString::fromUtf8(error.raw).split(u'\n', Qt::SkipEmptyParts);
    if (!error.requestId.isEmpty())
        details.append(u"request id: "_s + error.requestId);
    settle(id, StepState::Failed, error.message, remedy, details);
}

void Doctor::skipOpen(const QString &why)
{
    // By number: whoever is told of a step may copy the list, and the next change is then made to another
    // one.
    for (qsizetype i = 0; i < m_steps.size(); ++i) {
        const StepState state = m_steps.at(i).state;
        if (state == StepState::Waiting || state == StepState::Running)
            settle(m_steps.at(i).id, StepState::Skipped, why);
    }
}

void Doctor::finish()
{
    if (!std::exchange(m_running, false))
        return;
    Q_EMIT finished();
}

void Doctor::lookUpName()
{
    begin(Id::NameLookup);
    const QString host = m_address.restRoot.host();
    if (!QHostAddress(host).isNull()) {
        settle(Id::NameLookup, StepState::Skipped, u"%1 is an address, not a name."_s.arg(host));
        connectTo();
        return;
    }
    if (m_link.readingProxy(m_address.restRoot).type() != QNetworkProxy::NoProxy) {
        settle(Id::NameLookup, StepState::Skipped, u"The proxy for reading looks the name up."_s);
        connectTo();
        return;
    }
    // By name of the slot: a functor leaks in Qt 6.4 if the lookup outlives its receiver.
    m_lookup = QHostInfo::lookupHost(host, this, SLOT(onLookedUp(QHostInfo)));
}

void Doctor::onLookedUp(const QHostInfo &info)
{
    m_lookup = -1;
    if (!m_running)
        return;
    if (info.error() != QHostInfo::NoError || info.addresses().isEmpty()) {
        settle(Id::NameLookup, StepState::Failed,
               u"The name %1 has no address."_s.arg(base::elidedText(m_address.restRoot.host(), 200)),
               u"Check the spelling of the host name and this machine's name service."_s);
        skipOpen(u"Not tried: the name has no address."_s);
        finish();
        return;
    }
    QStringList addresses;
    for (const QHostAddress &address : info.addresses())
        addresses.append(address.toString());
    settle(Id::NameLookup, StepState::Done, addresses.join(u", "_s));
    connectTo();
}

void Doctor::connectTo()
{
    begin(Id::Tcp);
    base::onDone(m_probe.run(m_address.restRoot), this, [this](const net::ConnectReport &report) {
        if (m_running)
            onConnected(report);
    });
}

void Doctor::onConnected(const net::ConnectReport &report)
{
    const bool isTls = m_address.restRoot.scheme() == "https"_L1;
    if (!report.reached) {
        fail(Id::Tcp, report.error.value_or(Error()));
        skipOpen(u"Not tried: there is no connection."_s);
        finish();
        return;
    }
    const bool isProxied = m_link.readingProxy(m_address.restRoot).type() != QNetworkProxy::NoProxy;
    settle(Id::Tcp, StepState::Done,
           isProxied
               ? u"Connected through the proxy %1. Acts do not use it."_s.arg(m_link.options().readingProxy)
               : u"Connected to %1."_s.arg(report.peerAddress));
    if (!isTls) {
        settle(Id::Tls, StepState::Skipped,
               m_address.isLoopback()
                   ? u"Not needed: the engine is on this machine."_s
                   : u"None: key and data can be read and changed on the way. You have allowed that."_s,
               m_address.isLoopback() ? QString() : u"Give the engine a certificate and use https://."_s);
    } else if (report.error) {
        fail(Id::Tls, *report.error);
        skipOpen(u"Not tried: the connection is not safe."_s);
        finish();
        return;
    } else {
        const net::CertificateFacts facts = report.chain.isEmpty()
                                                ? net::CertificateFacts()
                                                : net::certificateFacts(report.chain.constFirst());
        const qint64 days = m_clock->now().daysTo(facts.validUntil);
        settle(Id::Tls, StepState::Done,
               u"%1, %2. %3%4."_s.arg(report.tlsProtocol, report.cipher, certificateText(facts),
                                      days < soonExpiresDays ? u": it expires in %1 days"_s.arg(days)
                                                             : QString()),
               days < soonExpiresDays ? u"Have the certificate renewed before it expires."_s : QString(),
               net::chainLines(report.chain));
    }
    askHttp();
}

void Doctor::askHttp()
{
    begin(Id::Http);
    net::HttpRequest request;
    request.url = m_address.restRoot;
    request.url.setPath(m_address.restRoot.path(QUrl::FullyEncoded) + "/health"_L1, QUrl::StrictMode);
    request.headers = {{"Accept", "application/json"}};
    base::onDone(m_reader.send(request), this, [this](const Result<net::HttpResponse> &answer) {
        if (m_running)
            onHttp(answer);
    });
}

void Doctor::onHttp(const Result<net::HttpResponse> &answer)
{
    if (!answer) {
        fail(Id::Http, answer.error());
        skipOpen(u"Not tried: nothing speaks HTTP there as it should."_s);
        finish();
        return;
    }
    m_date = answer->header("Date");
    m_dateReadAt = m_clock->now();
    const QString server = base::elidedText(QString::fromUtf8(answer->header("Server")), 80);
    settle(Id::Http, StepState::Done,
           u"Answers with HTTP %1%2."_s.arg(QString::number(answer->status),
                                            server.isEmpty() ? QString() : u", server "_s + server));
    judgeClock();
    askProtocol();
}

void Doctor::askProtocol()
{
    begin(Id::HostGuard);
    begin(Id::Protocol);
    base::onDone(m_mcp->initialize(), this, [this](const Result<mcp::ServerInfo> &server) {
        if (m_running)
            onProtocol(server);
    });
}

void Doctor::onProtocol(const Result<mcp::ServerInfo> &server)
{
    if (server) {
        settle(Id::HostGuard, StepState::Done,
               u"The engine serves this host name (%1)."_s.arg(
                   base::elidedText(m_address.mcp.authority(), 200)));
        settle(Id::Protocol, StepState::Done,
               u"MCP %1 (handshake), server %2 %3."_s.arg(base::elidedText(server->protocolVersion, 40),
                                                          base::elidedText(server->name, 80),
                                                          base::elidedText(server->version, 40)));
        askTools();
        return;
    }
    if (server.error().code == ErrorCode::HostRefused) {
        settle(
            Id::HostGuard, StepState::Failed,
            u"The engine refuses the Host header %1 (HTTP 421): it answers only to loopback addresses with "
            "a port and to the names it was configured with, against web pages that try to reach it."_s.arg(
                base::elidedText(m_address.mcp.authority(), 200)),
            server.error().remedy);
        settle(Id::Protocol, StepState::Skipped, u"Not tried: the Host guard answers first."_s);
        settle(Id::ToolList, StepState::Skipped, u"Not tried: the Host guard answers first."_s);
        askRest();
        return;
    }
    settle(Id::HostGuard, StepState::Done,
           u"The Host header %1 is not refused."_s.arg(base::elidedText(m_address.mcp.authority(), 200)));
    askModernEra(server.error());
}

void Doctor::askModernEra(const Error &why)
{
    net::HttpRequest request;
    request.method = "POST";
    request.url = m_address.mcp;
    request.headers = {{"Content-Type", "application/json"},
                       {"Accept", "application/json, text/event-stream"},
                       {"MCP-Protocol-Version", "2026-07-28"},
                       {"Mcp-Method", "server/discover"}};
    request.body = R"({"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{)"
                   R"("io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                   R"("io.modelcontextprotocol/clientCapabilities":{}}}})";
    base::onDone(m_reader.send(request), this, [this, why](const Result<net::HttpResponse> &answer) {
        if (!m_running)
            return;
        if (answer && answer->status == 200 && mcp::readAnswer(*answer, 1)) {
            settle(
                Id::Protocol, StepState::Failed,
                u"The server speaks MCP 2026-07-28 alone; this program speaks 2025-11-25 and older."_s,
                u"Use an engine that offers the handshake versions, or a newer version of this program."_s);
        } else {
            fail(Id::Protocol, why);
        }
        settle(Id::ToolList, StepState::Skipped, u"Not tried: MCP does not work."_s);
        askRest();
    });
}

void Doctor::askTools()
{
    begin(Id::ToolList);
    base::onDone(m_mcp->listTools(), this, [this](const Result<mcp::ToolList> &list) {
        if (!m_running)
            return;
        onTools(list);
        askRest();
    });
}

void Doctor::onTools(const Result<mcp::ToolList> &list)
{
    if (!list) {
        fail(Id::ToolList, list.error());
        return;
    }
    QStringList details = list->warnings;
    for (const mcp::BrokenTool &tool : list->broken)
        details.append(u"item %1 cannot be used: %2"_s.arg(QString::number(tool.index + 1), tool.reason));
    const ModelToolset view = modelView(contract::embeddedContract(), contract::ProfileName::Execute, *list);
    for (const QString &omission : view.omissions)
        details.append(u"not advertised: "_s + omission);
    const QString count = u"%1 tools"_s.arg(list->tools.size());
    if (list->tools.isEmpty() && list->broken.isEmpty()) {
        settle(
            Id::ToolList, StepState::Failed, u"The engine advertises no tool at all, without any error."_s,
            u"A product filter does that: check ALGENTA_PRODUCT on the engine, and whether a proxy adds an "
            "X-Algenta-Product header with a value that the engine does not know."_s,
            details);
    } else if (!list->complete || !list->broken.isEmpty()) {
        settle(Id::ToolList, StepState::Failed,
               list->complete ? u"%1, and %2 items that cannot be used."_s.arg(count).arg(list->broken.size())
                              : u"%1, incomplete: %2"_s.arg(count, list->incompleteReason),
               u"Tell the administrator of the engine; what could be read is shown."_s, details);
    } else if (view.tools.isEmpty()) {
        settle(Id::ToolList, StepState::Failed,
               u"%1, and none of the Algenta contract: this may be another MCP server."_s.arg(count),
               u"Check that the address belongs to an Algenta Engine, and its product edition."_s, details);
    } else {
        settle(Id::ToolList, StepState::Done,
               u"%1; %2 of %3 tools of the contract."_s.arg(count)
                   .arg(view.tools.size())
                   .arg(view.tools.size() + view.omissions.size()),
               {}, details);
    }
}

} // namespace algenta::engine
