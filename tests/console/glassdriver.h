// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/console/consolefixture.h"

#include <QStringList>

namespace algenta::test
{

// The break-glass window driven as an operator drives it: clicks, keys, holding.

/** breakglass::actStateName() of the act in the window. */
[[nodiscard]] QString state(const ConsoleFixture &fixture);
/** From the Blocked page to the window, whatever it shows first. */
void openWindow(ConsoleFixture &fixture);
/** Opens the window, confirms the engine and allows the host, as on the first act of all. */
void makeReady(ConsoleFixture &fixture);
/** Confirms the engine and allows the host in the window that is open. */
void passFirstSteps(ConsoleFixture &fixture);
/** Everything that arming needs, short of the button. */
void fillArmForm(ConsoleFixture &fixture);
void arm(ConsoleFixture &fixture);
/** The host as the window wants it typed. */
[[nodiscard]] QString host(const ConsoleFixture &fixture);
void typeHost(ConsoleFixture &fixture);
/** Presses the confirming control for that long; it needs 200 ms then. */
void hold(ConsoleFixture &fixture, int milliseconds);
/** Kinds of all entries of the journal, oldest first. */
[[nodiscard]] QStringList kinds(ConsoleFixture &fixture);

} // namespace algenta::test
