// SPDX-License-Identifier: Apache-2.0
#include "core/liaison/liaisonreport.h"

#include <QStringList>

#include <algorithm>
#include <limits>
#include <tuple>

namespace algenta::liaison
{

using namespace Qt::Literals::StringLiterals;
using base::Json;

namespace
{

constexpr int placeOfWhole = -1;
constexpr int placeOfAnswer = std::numeric_limits<int>::max();

QString joined(const QString &path, const QString &below)
{
    return below.isEmpty() || below.startsWith(u'[') ? path + below : path + u'.' + below;
}

} // namespace

QStringList Report::ruleNames() const
{
    QList<Rule> rules;
    for (const Violation &violation : violations) {
        if (!rules.contains(violation.rule()))
            rules.append(violation.rule());
    }
    std::sort(rules.begin(), rules.end());
    QStringList names;
    for (const Rule rule : std::as_const(rules))
        names.append(ruleName(rule));
    return names;
}

Json reportJson(const Report &report)
{
    Json violations = Json::array();
    for (const Violation &violation : report.violations) {
        violations.append(Json::object({{u"rule"_s, Json::string(ruleName(violation.rule()))},
                                        {u"path"_s, Json::string(violation.path)},
                                        {u"seq"_s, violation.seq > 0 ? Json::integer(violation.seq) : Json()},
                                        {u"message"_s, Json::string(violation.message())}}));
    }
    return Json::object(
        {{u"invocation_id"_s, report.invocationId.isEmpty() ? Json() : Json::string(report.invocationId)},
         {u"verdict"_s, Json::string(report.isAccepted() ? u"accepted"_s : u"rejected"_s)},
         {u"violations"_s, violations}});
}

void Findings::whole(Problem problem, const QString &path)
{
    m_found.append({Violation{problem, path, 0}, placeOfWhole});
}

void Findings::entry(Problem problem, int index, const QString &below)
{
    m_found.append({Violation{problem, joined(u"sequence[%1]"_s.arg(index), below), index + 1}, index});
}

void Findings::answer(Problem problem, const QString &below)
{
    m_found.append({Violation{problem, joined(u"answer"_s, below), 0}, placeOfAnswer});
}

QList<Violation> Findings::sorted() const
{
    QList<Found> found = m_found;
    std::stable_sort(found.begin(), found.end(), [](const Found &left, const Found &right) {
        return std::tuple(left.place, left.violation.rule()) <
               std::tuple(right.place, right.violation.rule());
    });
    QList<Violation> violations;
    violations.reserve(found.size());
    for (const Found &one : std::as_const(found))
        violations.append(one.violation);
    return violations;
}

} // namespace algenta::liaison
