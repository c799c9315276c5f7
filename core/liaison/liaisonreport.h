// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/liaison/liaisonrule.h"

#include <QList>
#include <QString>

namespace algenta::liaison
{

/** One broken rule at one place. */
struct Violation {
    Problem problem = Problem::NotJson;
    QString path; ///< "answer.claims[0].evidenceIds[1]"; empty for the whole
    int seq = 0;  ///< place in the sequence from 1; 0 for the answer and the whole

    [[nodiscard]] Rule rule() const { return ruleOf(problem); }
    [[nodiscard]] QString message() const { return problemText(problem); }
    bool operator==(const Violation &) const = default;
};

/** What the check of one transcript found; it is accepted exactly if there is no violation. */
struct Report {
    QString invocationId; ///< as the transcript says; empty where it says none
    QList<Violation> violations;

    [[nodiscard]] bool isAccepted() const { return violations.isEmpty(); }
    /** Names of the broken rules, each once, in the order of the rules. */
    [[nodiscard]] QStringList ruleNames() const;
    bool operator==(const Report &) const = default;
};

/** As in contracts/schema/liaison-report.schema.json; equal reports give equal bytes. */
[[nodiscard]] base::Json reportJson(const Report &report);

/** Collects violations and puts them into the order of reports. */
class Findings
{
public:
    /** About the transcript as a whole. */
    void whole(Problem problem, const QString &path = {});
    /** About entry @p index of the sequence, counted from 0; @p below is the path from the entry on. */
    void entry(Problem problem, int index, const QString &below = {});
    /** About the answer; @p below is the path from the answer on. */
    void answer(Problem problem, const QString &below = {});

    /** By place (the whole, the sequence, the answer), then by rule, else as found. */
    [[nodiscard]] QList<Violation> sorted() const;

private:
    struct Found {
        Violation violation;
        int place;
    };
    QList<Found> m_found;
};

} // namespace algenta::liaison
