// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace algenta::mcp
{

/** Hints of the server about a tool: claims, not facts (MCP 2025-11-25, ToolAnnotations). */
struct ToolAnnotations {
    QString title;
    std::optional<bool> readOnly;
    std::optional<bool> destructive;
    std::optional<bool> idempotent;
    std::optional<bool> openWorld;
    bool operator==(const ToolAnnotations &) const = default;
};

struct Tool {
    QString name;
    QString title;
    QString description;
    base::Json inputSchema;
    std::optional<ToolAnnotations> annotations;
    base::Json raw; ///< the item as it was sent
};

/** An item of tools/list that could not be used; the rest of the list stands. */
struct BrokenTool {
    qsizetype index = 0; ///< position over all pages, from 0
    QString name;        ///< if it could be read
    QString reason;
    base::Json raw;
};

struct ToolList {
    QList<Tool> tools; ///< in the server's order; a repeated name stays, see warnings
    QList<BrokenTool> broken;
    bool complete = true;
    QString incompleteReason;   ///< why pages are missing, if they are
    QStringList warnings;       ///< repeated names, look-alike names
    QList<QByteArray> rawPages; ///< answer bodies as received

    [[nodiscard]] QStringList names() const;
    [[nodiscard]] const Tool *find(QStringView name) const;
};

} // namespace algenta::mcp
