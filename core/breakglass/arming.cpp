// SPDX-License-Identifier: Apache-2.0
#include "core/breakglass/arming.h"

#include "core/breakglass/reason.h"

#include <algorithm>
#include <array>
#include <utility>

namespace algenta::breakglass
{

using namespace Qt::Literals::StringLiterals;
using std::chrono::milliseconds;

namespace
{

/** Two clocks read one after the other differ by less than this without any sleep. */
constexpr milliseconds sleepMargin{2000};

constexpr std::array<std::pair<ActCategory, QLatin1StringView>, 7> categoryNames{{
    {ActCategory::Outage, "outage"_L1},
    {ActCategory::Commitment, "commitment"_L1},
    {ActCategory::Deadline, "deadline"_L1},
    {ActCategory::WrongMeasurement, "wrong_measurement"_L1},
    {ActCategory::Repair, "repair"_L1},
    {ActCategory::Other, "other"_L1},
    {ActCategory::Drill, "drill"_L1},
}};

struct CauseText {
    ArmingCause cause;
    QLatin1StringView name;
    const char16_t *sentence;
};

constexpr std::array<CauseText, 13> causes{{
    {ArmingCause::Sent, "sent"_L1, u"The request was sent with it."},
    {ArmingCause::TimeOver, "time_over"_L1, u"Its time was over."},
    {ArmingCause::Button, "button"_L1, u"You disarmed it."},
    {ArmingCause::ScreenLock, "screen_lock"_L1, u"The screen was locked."},
    {ArmingCause::Sleep, "sleep"_L1, u"The machine slept."},
    {ArmingCause::Restart, "restart"_L1, u"The program ended while it was armed."},
    {ArmingCause::EngineChanged, "engine_changed"_L1, u"Another engine was connected."},
    {ArmingCause::ConnectionLost, "connection_lost"_L1, u"The connection to the engine was lost."},
    {ArmingCause::Closed, "closed"_L1, u"The window was closed."},
    {ArmingCause::FactsChanged, "facts_changed"_L1, u"The facts changed."},
    {ArmingCause::FactsUnreadable, "facts_unreadable"_L1, u"The facts could not be read once more."},
    {ArmingCause::NotRecorded, "not_recorded"_L1, u"The intent could not be recorded."},
    {ArmingCause::Transport, "transport"_L1, u"The key could not have travelled safely any more."},
}};

} // namespace

QString actCategoryName(ActCategory category)
{
    for (const auto &[known, name] : categoryNames) {
        if (known == category)
            return name;
    }
    return {};
}

base::Result<ActCategory> actCategoryFromName(QStringView name)
{
    for (const auto &[known, text] : categoryNames) {
        if (text == name)
            return known;
    }
    return base::fail(base::ErrorCode::InvalidInput, u"There is no such category of acts."_s,
                      u"Choose one of the list."_s);
}

const QList<ActCategory> &offeredCategories()
{
    static const QList<ActCategory> offered{ActCategory::Outage,   ActCategory::Commitment,
                                            ActCategory::Deadline, ActCategory::WrongMeasurement,
                                            ActCategory::Repair,   ActCategory::Other};
    return offered;
}

Moment momentOf(const base::Clock &clock)
{
    return {clock.now(), clock.bootTime(), clock.awakeTime()};
}

QDateTime Arming::until() const
{
    return at.wall.addDuration(request.duration);
}

milliseconds Arming::remaining(const Moment &now) const
{
    const milliseconds byBoot = request.duration - (now.boot - at.boot);
    const milliseconds byWall(now.wall.msecsTo(until()));
    return std::max(milliseconds(0), std::min({byBoot, byWall, milliseconds(request.duration)}));
}

bool Arming::isOver(const Moment &now) const
{
    return remaining(now) == milliseconds(0);
}

bool Arming::slept(const Moment &now) const
{
    return (now.boot - now.awake) - (at.boot - at.awake) >= sleepMargin;
}

QString armingHowName(ArmingHow how)
{
    switch (how) {
    case ArmingHow::Used:
        return u"used"_s;
    case ArmingHow::Disarmed:
        return u"disarmed"_s;
    case ArmingHow::Expired:
        return u"expired"_s;
    }
    return {};
}

QString armingCauseName(ArmingCause cause)
{
    for (const CauseText &known : causes) {
        if (known.cause == cause)
            return known.name;
    }
    return {};
}

QString armingEndSentence(const ArmingEnd &end)
{
    QString why;
    for (const CauseText &known : causes) {
        if (known.cause == end.cause)
            why = QString::fromUtf16(known.sentence);
    }
    switch (end.how) {
    case ArmingHow::Used:
        return u"Armed and used once. "_s + why;
    case ArmingHow::Disarmed:
        return u"Disarmed: nothing was sent, and the key is wiped. "_s + why;
    case ArmingHow::Expired:
        return u"Expired: nothing was sent, and the key is wiped. "_s + why;
    }
    return why;
}

base::Result<void> checkArmRequest(const ArmRequest &request, bool drill)
{
    if (auto good = checkReason(request.reason); !good)
        return good;
    if (request.duration < shortestArming || request.duration > longestArming)
        return base::fail(base::ErrorCode::InvalidInput,
                          u"An override is armed for 1 to 15 minutes, and there is no “always”."_s);
    if ((request.category == ActCategory::Drill) != drill)
        return base::fail(base::ErrorCode::InvalidInput,
                          drill ? u"A drill is armed as a drill."_s
                                : u"Only a drill against the console's own demo engine is one."_s);
    return {};
}

} // namespace algenta::breakglass
