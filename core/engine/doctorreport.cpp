// SPDX-License-Identifier: Apache-2.0
#include "core/engine/doctorreport.h"

#include "core/base/textsafety.h"

namespace algenta::engine
{

using namespace Qt::Literals::StringLiterals;
using base::Json;

namespace
{

constexpr int stateWidth = 8;
constexpr int titleWidth = 20;

Json stepJson(const DoctorStep &step)
{
    Json details = Json::array();
    for (const QString &detail : step.details)
        details.append(Json::string(detail));
    Json json = Json::object();
    json.set(u"step"_s, Json::string(doctorStepName(step.id)));
    json.set(u"state"_s, Json::string(stepStateName(step.state)));
    json.set(u"finding"_s, Json::string(step.finding));
    json.set(u"remedy"_s, step.remedy.isEmpty() ? Json() : Json::string(step.remedy));
    json.set(u"details"_s, details);
    return json;
}

} // namespace

Json doctorReport(const QString &origin, bool good, const QList<DoctorStep> &steps)
{
    Json list = Json::array();
    for (const DoctorStep &step : steps)
        list.append(stepJson(step));
    Json json = Json::object();
    json.set(u"engine"_s, Json::string(origin));
    json.set(u"good"_s, Json::boolean(good));
    json.set(u"steps"_s, list);
    return json;
}

QStringList doctorLines(const QList<DoctorStep> &steps)
{
    const QString indent(stateWidth + titleWidth, u' ');
    QStringList lines;
    for (const DoctorStep &step : steps) {
        lines.append(stepStateName(step.state).leftJustified(stateWidth) +
                     step.title.leftJustified(titleWidth) + base::visibleText(step.finding));
        if (!step.remedy.isEmpty())
            lines.append(indent + u"→ "_s + base::visibleText(step.remedy));
        for (const QString &detail : step.details)
            lines.append(indent + base::visibleText(detail));
    }
    return lines;
}

} // namespace algenta::engine
