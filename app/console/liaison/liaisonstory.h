// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/liaison/liaisonrecord.h"
#include "core/liaison/transcriptvalidator.h"

#include <QFuture>
#include <QString>
#include <QVariantList>

namespace algenta::console
{

/** One invocation in full, ready to show: each step with what it breaks. */
struct LiaisonStory {
    QByteArray bytes;        ///< as they stand in the file
    QVariantList steps;      ///< skill, calls, answer and its claims, in this order
    QVariantList violations; ///< of the transcript as a whole
    QString problem;         ///< why the bytes cannot be shown, or not be trusted; empty if they can
};

/** Reads the bytes of a record again, off the calling thread, and tells the story of what they hold. */
[[nodiscard]] QFuture<LiaisonStory> readLiaisonStory(const LiaisonRecord &record);

/**
 * Steps of a transcript as maps of `title`, `badge`, `kind`, `text`, `rows` (as KeyValueGrid takes
 * them), `references` ({ text, target, kind }: target is the index of the step that returned the
 * evidence, or -1) and `violations` ({ title, detail }). Every text has been made visible.
 */
[[nodiscard]] QVariantList liaisonSteps(const liaison::Transcript &transcript, const liaison::Report &report);

/** Violations of the whole, as maps of `title` and `detail`. */
[[nodiscard]] QVariantList wholeViolations(const liaison::Report &report);

} // namespace algenta::console
