// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/liaison/claimwords.h"
#include "core/liaison/liaisoncontract.h"
#include "core/liaison/liaisonreport.h"
#include "core/liaison/transcript.h"

#include <QByteArrayView>

namespace algenta::liaison
{

struct ValidatorOptions {
    bool submission = false; ///< the run is to count as evidence: mock results are refused
    bool extraRules = false; ///< the rules of isExtraRule() too

    bool operator==(const ValidatorOptions &) const = default;
};

/**
 * Judges transcripts by a contract. It finds every violation, not only the first, in a fixed order;
 * equal transcripts give equal reports, whatever the order of their keys.
 *
 * Evidence counts only if a successful call of the same transcript returned it. Safe to use from
 * several threads at once.
 */
class TranscriptValidator
{
public:
    explicit TranscriptValidator(LiaisonContract contract, ValidatorOptions options = {});

    [[nodiscard]] Report check(const base::Json &document) const;
    /** A text that is not one JSON document is a report too. */
    [[nodiscard]] Report checkBytes(QByteArrayView bytes) const;

    [[nodiscard]] const LiaisonContract &contract() const { return m_contract; }
    [[nodiscard]] const ValidatorOptions &options() const { return m_options; }

private:
    LiaisonContract m_contract;
    ValidatorOptions m_options;
    ClaimWords m_claimWords;
    UnsafeMarkers m_markers;
};

} // namespace algenta::liaison
