// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/liaison/liaisonreport.h"
#include "core/liaison/transcript.h"

namespace algenta::liaison
{

/** The rules of isExtraRule(): stricter than the contract, and so only applied when asked for. */
void judgeExtraRules(const Transcript &transcript, Findings &findings);

} // namespace algenta::liaison
