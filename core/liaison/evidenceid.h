// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringView>

namespace algenta::liaison
{

/**
 * The id of an item of evidence: "ev-" and the first 16 hexadecimal digits of the SHA-256 of
 * `source|provenance|reference`, with nothing for an absent reference.
 *
 * It hashes none of the data and is the same in every invocation: whether an id may be cited is
 * judged by the results of the invocation, never by the id alone.
 */
[[nodiscard]] QString evidenceId(QStringView source, QStringView provenance, QStringView reference);

/** True for "ev-" and 16 lower-case hexadecimal digits. */
[[nodiscard]] bool isEvidenceId(QStringView text);

} // namespace algenta::liaison
