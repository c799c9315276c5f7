// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QStringList>

namespace algenta::tests
{

/** What is wrong with a document under a draft-07 schema, one line each; empty if nothing is. */
[[nodiscard]] QStringList schemaProblems(const QByteArray &schema, const QByteArray &document);

} // namespace algenta::tests
