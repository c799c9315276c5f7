// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/contract/parity.h"

#include <QByteArrayView>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace algenta::contract
{

/** What some framework shows a model under a profile, written down by whoever runs it. */
struct ExposedSurface {
    std::optional<ProfileName> profile; ///< as it states
    std::optional<QString> defaultProfile;
    QList<ExposedTool> tools;
    QStringList gaps; ///< what cannot be judged, in sentences
};

/**
 * Reads `{"profile", "tools": [{"name", "inputSchema"}], "default_profile"}`, or a list of such objects.
 *
 * Errors as from parseToolContract(); an unknown profile is MalformedAnswer, an unknown default is a
 * finding of checkSurface().
 */
[[nodiscard]] base::Result<QList<ExposedSurface>> readSurfaces(QByteArrayView bytes);

/** checkParity() of a surface. Without @p advertised, what `full` holds is not judged, and is a gap. */
[[nodiscard]] ParityVerdict checkSurface(const ToolContract &contract, ProfileName profile,
                                         ExposedSurface *surface,
                                         const std::optional<QStringList> &advertised);

} // namespace algenta::contract
