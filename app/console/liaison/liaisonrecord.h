// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/liaison/transcriptstream.h"

#include <QByteArray>
#include <QString>

namespace algenta::console
{

/** One checked invocation: what was found, and where its bytes stand. */
struct LiaisonRecord {
    QString file;
    liaison::CheckedTranscript transcript;
    QByteArray hash; ///< SHA-256 of its bytes, so that a file that changed since is noticed

    [[nodiscard]] bool isAccepted() const { return transcript.report.isAccepted(); }
};

} // namespace algenta::console
