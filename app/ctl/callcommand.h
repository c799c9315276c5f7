// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/command.h"
#include "app/ctl/engineaccess.h"
#include "core/engine/toolset.h"

namespace algenta::ctl
{

/**
 * Refuses (RefusedField) arguments in which a key is, or could be taken for, one of the two override
 * fields: at any depth, in `metadata` too, in other letter cases or forms, however often it stands.
 */
[[nodiscard]] base::Result<void> refuseOverrideFields(const QByteArray &argumentsJson);

/** `call`: one tool call as a model could make it. */
class CallCommand final : public Command
{
    Q_OBJECT

public:
    using Command::Command;
    [[nodiscard]] static CommandSpec spec();
    void start() override;

private:
    [[nodiscard]] base::Result<QByteArray> argumentBytes() const;
    void print(const engine::ToolAnswer &answer);
    void printText(const engine::ToolAnswer &answer);

    std::unique_ptr<EngineAccess> m_engine;
    std::unique_ptr<engine::ModelFacingToolset> m_toolset;
    QString m_profile;
};

} // namespace algenta::ctl
