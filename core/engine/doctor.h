// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/engine/address.h"
#include "core/engine/records.h"
#include "core/engine/restapi.h"
#include "core/engine/toolset.h"
#include "core/mcp/mcpclient.h"
#include "core/net/connectprobe.h"
#include "core/net/httpreader.h"

#include <QHostInfo>
#include <QList>
#include <QObject>

#include <memory>
#include <optional>

namespace algenta::engine
{

enum class StepState {
    Waiting,
    Running,
    Done,
    Skipped, ///< not tried; the finding says why
    Failed
};

/** The steps, in the order in which they are shown. */
enum class DoctorStepId {
    NameLookup,
    Tcp,
    Tls,
    Http,
    HostGuard,
    Protocol,
    Discovery,
    Key,
    Rights,
    ToolList,
    RestRoot,
    Clock
};

struct DoctorStep {
    DoctorStepId id = DoctorStepId::NameLookup;
    QString title;
    StepState state = StepState::Waiting;
    QString finding;     ///< what was found, or why it failed or was not tried; safe to show
    QString remedy;      ///< what to do; for a failed step never empty
    QStringList details; ///< further lines, for example the certificates that were presented
};

/** "done", "skipped", "failed" and so on. */
[[nodiscard]] QString stepStateName(StepState state);
/** Stable name of a step in machine-readable output: "name_lookup". */
[[nodiscard]] QString doctorStepName(DoctorStepId id);

/**
 * Looks at one connection, step by step, and says at each what works and what to do where it does
 * not. It only reads: besides reading routes it sends the handshake, and one get_contract call where
 * an engine has no REST. Runs once.
 */
class Doctor : public QObject
{
    Q_OBJECT

public:
    /** @p clock must outlive it; without one the machine's clock is taken. */
    Doctor(EngineAddress address, base::Secret readingKey, net::Link link, const base::Clock *clock = nullptr,
           QObject *parent = nullptr);
    ~Doctor() override;

    [[nodiscard]] const QList<DoctorStep> &steps() const { return m_steps; }
    [[nodiscard]] const DoctorStep &step(DoctorStepId id) const { return m_steps.at(static_cast<int>(id)); }
    [[nodiscard]] bool isRunning() const { return m_running; }
    /** True once it has finished and no step failed. */
    [[nodiscard]] bool allGood() const;

    void start();
    /** Ends at once; what was not looked at is skipped. */
    void cancel();

Q_SIGNALS:
    void changed(int row);
    void finished();

private Q_SLOTS:
    void onLookedUp(const QHostInfo &info);

private:
    void lookUpName();
    void connectTo();
    void onConnected(const net::ConnectReport &report);
    void askHttp();
    void onHttp(const base::Result<net::HttpResponse> &answer);
    void askProtocol();
    void onProtocol(const base::Result<mcp::ServerInfo> &server);
    void askModernEra(const base::Error &why);
    void askTools();
    void onTools(const base::Result<mcp::ToolList> &list);
    void askRest();
    void onRestPart();
    void judgeDiscovery();
    void judgeRestRoot();
    void judgeKey();
    void judgeRights();
    void askKeyOverMcp();
    void judgeClock();

    void begin(DoctorStepId id);
    void settle(DoctorStepId id, StepState state, const QString &finding, const QString &remedy = {},
                const QStringList &details = {});
    void fail(DoctorStepId id, const base::Error &error);
    [[nodiscard]] QString withoutKey(const QString &text) const;
    void skipOpen(const QString &why);
    void finish();

    EngineAddress m_address;
    base::Secret m_key;
    net::Link m_link;
    base::SystemClock m_systemClock;
    const base::Clock *m_clock;
    net::HttpReader m_reader;
    net::ConnectProbe m_probe;
    std::unique_ptr<mcp::McpClient> m_mcp;
    std::unique_ptr<RestApi> m_rest;
    std::unique_ptr<ModelFacingToolset> m_toolset;
    QList<DoctorStep> m_steps;
    bool m_running = false;
    int m_lookup = -1;

    QByteArray m_date;      ///< Date header of the first answer
    QDateTime m_dateReadAt; ///< when it came
    int m_openRestParts = 0;
    std::optional<base::Result<QByteArray>> m_contract;
    std::optional<base::Result<Page<Decision>>> m_decisions;
    std::optional<base::Result<Policy>> m_policy;
    std::optional<base::Result<Page<AuditEntry>>> m_audit;
};

} // namespace algenta::engine
