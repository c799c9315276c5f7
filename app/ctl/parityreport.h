// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/contract/parity.h"

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>

namespace algenta::ctl
{

/** One thing that was judged: a contract file, or what is exposed under one profile. */
struct ParitySection {
    QString title;                     ///< "contract", or the profile
    QString source;                    ///< file as named on the command line, or the engine's origin
    QString profile;                   ///< empty for a contract
    QList<contract::ParityRule> rules; ///< those that could be checked
    QList<contract::ParityFinding> findings;
    QStringList exposed;
};

/** All that one run of `parity` judged. */
struct ParityReport {
    QList<ParitySection> sections;
    QStringList gaps; ///< what could not be judged; empty if the verdict is whole

    [[nodiscard]] bool holds() const;
};

/** SARIF 2.1.0 (OASIS): the rules that were checked, and a result for each finding. */
[[nodiscard]] base::Json sarifDocument(const ParityReport &report, const QString &version);

/** JUnit XML: a suite for each section, a case for each rule; a gap is a skipped case. */
[[nodiscard]] QByteArray junitDocument(const ParityReport &report, const QDateTime &time);

} // namespace algenta::ctl
