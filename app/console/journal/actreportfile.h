// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QString>

namespace algenta::console
{

/** A report of journal::actReport() for people, as PDF (A4). Every text from outside stays plain. */
[[nodiscard]] QByteArray reportPdf(const base::Json &report);

/**
 * Writes a new owner-only file: PDF if its name ends so, JSON if it ends in ".json". InvalidInput
 * for another ending, StorageFailed if it is there already or cannot be written; nothing is replaced.
 */
[[nodiscard]] base::Result<void> saveReport(const base::Json &report, const QString &path);

/** A new owner-only file with @p bytes; StorageFailed if it is there already or cannot be written. */
[[nodiscard]] base::Result<void> saveNewFile(const QString &path, const QByteArray &bytes);

} // namespace algenta::console
