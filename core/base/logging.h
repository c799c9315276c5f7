// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace algenta::base
{

/**
 * From here on every log message passes redact() and visibleText() before the handler that was
 * installed until now gets it. Programs call it first of all; calling it again changes nothing.
 *
 * Each folder has its own category, named "algenta." and the folder.
 */
void installRedactingMessageHandler();

} // namespace algenta::base
