// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/contract/parity.h"
#include "core/contract/scrub.h"
#include "core/contract/toolcontract.h"
#include "core/engine/dangerclass.h"
#include "core/engine/outcome.h"
#include "core/mcp/mcpclient.h"

#include <QFuture>
#include <QObject>

#include <memory>
#include <optional>

namespace algenta::engine
{

/** One tool as a model sees it under a profile, beside what the engine publishes. */
struct ModelTool {
    mcp::Tool published;
    base::Json modelSchema;
    QStringList removed; ///< pointers into the published schema
    QString flatName;
    QString flatNameProblem; ///< why there is none, if so
};

struct ModelToolset {
    contract::ProfileName profile = contract::ProfileName::Observe;
    QList<ModelTool> tools;
    QStringList omissions;
    contract::ParityVerdict parity;
};

/** What a model sees under @p profile on an engine that published @p list. Pure. */
[[nodiscard]] ModelToolset modelView(const contract::ToolContract &contract, contract::ProfileName profile,
                                     const mcp::ToolList &list);

/** The answer of a tool called through the model-facing path. */
struct ToolAnswer {
    mcp::CallResult call;
    base::Json payload;               ///< structured content or the parsed text; null if the text is no JSON
    QString text;                     ///< text blocks joined, as sent
    std::optional<base::Error> error; ///< the engine's own error, whatever isError said
    std::optional<ExecutionOutcome> execution; ///< for execute_decision only, and then always
    QStringList scrubbed;                      ///< pointers removed from the arguments
};

/**
 * The path that a model has: filtered by profile, scrubbed, typed. Used by `algentactl call` and
 * the Tools page. A tool outside the profile is refused before any request; so are arguments that
 * name an override field anywhere, in `metadata` too (RefusedField), and tools that change policy, keys,
 * approvals, triggers or capabilities, whatever the profile (NotAllowed).
 */
class ModelFacingToolset : public QObject
{
    Q_OBJECT

public:
    /** @p client must outlive it. */
    ModelFacingToolset(const contract::ToolContract &contract, contract::ProfileName profile,
                       mcp::McpClient &client, QObject *parent = nullptr);

    [[nodiscard]] QFuture<base::Result<ModelToolset>> list();
    [[nodiscard]] QFuture<base::Result<ToolAnswer>> call(const QString &tool,
                                                         const QByteArray &argumentsJson);

private:
    struct Call;
    using ListResult = base::Result<mcp::ToolList>;

    [[nodiscard]] base::Result<base::Json> checkCall(const QString &tool,
                                                     const QByteArray &argumentsJson) const;
    void send(const std::shared_ptr<Call> &call, const ListResult &list);

    const contract::ToolContract &m_contract;
    contract::ProfileName m_profile;
    mcp::McpClient &m_client;
    std::optional<mcp::ToolList> m_list; ///< of the last listing, for the schemas of calls
};

} // namespace algenta::engine
