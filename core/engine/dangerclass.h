// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <QStringView>

namespace algenta::engine
{

/** Our own danger class of a tool, beside the server's annotations, which call acting tools harmless. */
enum class DangerClass {
    Reads,        ///< reads or computes
    Records,      ///< writes records inside the engine
    ChangesRules, ///< changes who or what may act: policy, keys, people, triggers, capabilities
    Acts,         ///< reaches outside, starts something that does, or destroys
    NotClassified ///< a tool that this program does not know
};

[[nodiscard]] DangerClass dangerClass(QStringView tool);
[[nodiscard]] QString dangerClassText(DangerClass danger);

/** Every tool that has a class, in no particular order. */
[[nodiscard]] QStringList classifiedTools();

/**
 * True for tools that this program never calls on a model's path: whoever can change the rules or
 * act beside the gates has no need of an override. All that change rules or act, but for
 * `execute_decision`, which the engine gates itself and the profile `execute` admits.
 */
[[nodiscard]] bool isOperatorOnlyTool(QStringView tool);

} // namespace algenta::engine
