// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

#include "core/run/Alignment.h"

namespace headwater {

namespace {

constexpr Ns kMinute = 60'000'000'000;
constexpr Ns kQuarter = 15 * kMinute;
constexpr int kQuartersToUtc = 14 * 4;
constexpr int kQuartersBetween = 26 * 4;

/// "+05:30".
std::string zoneText(Ns offset)
{
    const Ns minutes = std::abs(offset) / kMinute;
    return fmt::format("{}{:02}:{:02}", offset < 0 ? '-' : '+', minutes / 60, minutes % 60);
}

/// Whether two zones of the world can be `quarters` apart: any whole hour, the half hours from Newfoundland on, Nepal's
/// 5:45 and the other three quarters. Runs that followed each other within the hour are not taken for zones.
bool isZoneDifference(int quarters)
{
    constexpr std::array<int, 4> kThreeQuarters = {5, 8, 12, 13};
    const int hours = std::abs(quarters) / 4;
    switch (std::abs(quarters) % 4) {
    case 0: return true;
    case 2: return hours >= 2;
    case 3: return std::ranges::find(kThreeQuarters, hours) != kThreeQuarters.end();
    default: return false;
    }
}

/// Steps that lie at least half inside the shifted span.
std::size_t covered(Interval span, const StepAxis& axis, Ns shift)
{
    return static_cast<std::size_t>(std::ranges::count_if(axis.steps, [&](const StepAxis::Step& step) {
        const Ns middle = step.window.start + step.window.length() / 2;
        return middle >= span.start + shift && middle <= span.end + shift;
    }));
}

struct Search {
    std::size_t best = 0;  ///< steps covered
    Ns shift = 0;
    bool ambiguous = false;
    Ns rival = 0;
};

/// The difference of zones that covers most steps, and whether another covers at least half as many.
Search searchQuarters(Interval span, const StepAxis& axis, int quarters)
{
    Search search;
    for (int i = -quarters; i <= quarters; ++i) {
        if (!isZoneDifference(i))
            continue;
        const std::size_t steps = covered(span, axis, i * kQuarter);
        const bool better =
            steps > search.best || (steps == search.best && std::abs(i * kQuarter) < std::abs(search.shift));
        if (steps > 0 && better) {
            search.best = steps;
            search.shift = i * kQuarter;
        }
    }
    for (int i = -quarters; i <= quarters && search.best > 0; ++i)
        if (i * kQuarter != search.shift && isZoneDifference(i) &&
            2 * covered(span, axis, i * kQuarter) >= search.best) {
            search.ambiguous = true;
            search.rival = i * kQuarter;
        }
    return search;
}

ClockMatch refused(Text statement)
{
    return {ClockBasis::None, 0, std::move(statement)};
}

/// Whether the step clock, not the source's, is the local one.
bool stepsAreLocal(ClockKind clock)
{
    return clock == ClockKind::Epoch;
}

ClockMatch betweenLocalTimes(Interval span, const StepAxis& axis)
{
    const Search search = searchQuarters(span, axis, kQuartersBetween);
    const std::size_t asTheyStand = covered(span, axis, 0);
    if (asTheyStand > 0 && 2 * asTheyStand >= search.best && !(search.shift == 0 && !search.ambiguous))
        return {ClockBasis::SameZone, 0,
                say("both are local times, taken to be of one zone (assumed; another zone would fit as well)")};
    if (search.best == 0)
        return refused(say("the local times of the source and of the steps do not overlap in any zone"));
    if (search.ambiguous)
        return refused(say("the zone is not clear: shifts of {} and {} both bring the source to the steps",
                           zoneText(search.shift), zoneText(search.rival)));
    if (search.shift == 0)
        return {ClockBasis::InferredZone, 0,
                say("both are local times of one zone (inferred: no other difference of zones brings them together)")};
    return {ClockBasis::InferredZone, search.shift,
            say("local times of two zones, shifted by {} (inferred: the only difference of zones that brings "
                "them together)",
                zoneText(search.shift))};
}

ClockMatch betweenLocalAndUtc(ClockKind clock, Interval span, const StepAxis& axis, std::optional<Ns> zone)
{
    const bool local = stepsAreLocal(clock);
    if (zone) {
        const Ns shift = local ? *zone : -*zone;
        if (covered(span, axis, shift) == 0)
            return refused(
                say("with local times taken as UTC{} the source and the steps do not overlap", zoneText(*zone)));
        return {ClockBasis::GivenZone, shift, say("local times taken as UTC{}, as the user says", zoneText(*zone))};
    }
    const Search search = searchQuarters(span, axis, kQuartersToUtc);
    const auto zoneOf = [&](Ns shift) { return zoneText(local ? shift : -shift); };
    if (search.best == 0)
        return refused(say("local times without a zone: none brings the source and the steps together"));
    if (search.ambiguous)
        return refused(say("local times without a zone: UTC{} and UTC{} both fit; say which it is",
                           zoneOf(search.shift), zoneOf(search.rival)));
    return {ClockBasis::InferredZone, search.shift,
            say("local times taken as UTC{} (inferred: the only zone that brings them to the steps)",
                zoneOf(search.shift))};
}

}  // namespace

ClockKind clockOfTimes(Ns time)
{
    constexpr Ns kYear2001 = 978'307'200'000'000'000;
    constexpr Ns kYear2200 = 7'258'118'400'000'000'000;
    return time >= kYear2001 && time < kYear2200 ? ClockKind::Epoch : ClockKind::Relative;
}

ClockMatch matchClocks(ClockKind clock, Interval span, const StepAxis& axis, std::optional<Ns> zone)
{
    const auto placed = [](ClockKind kind) { return kind == ClockKind::Epoch || kind == ClockKind::LocalTime; };
    if (axis.steps.empty())
        return refused(say("there are no steps with times"));
    if (clock == ClockKind::Order)
        return refused(say("the source has no times, only an order"));
    if (!placed(clock))
        return refused(say("the source's times count from its own start"));
    if (!placed(axis.clock))
        return refused(say("the times of the steps count from their own start"));
    if (clock == ClockKind::LocalTime && axis.clock == ClockKind::LocalTime)
        return betweenLocalTimes(span, axis);
    if (clock != axis.clock)
        return betweenLocalAndUtc(clock, span, axis, zone);
    return {ClockBasis::Same, 0, say("both count from 1970 UTC")};
}

std::optional<Ns> distanceToSteps(ClockKind clock, Interval span, const ClockMatch& match, const StepAxis& axis)
{
    const auto placed = [](ClockKind kind) { return kind == ClockKind::Epoch || kind == ClockKind::LocalTime; };
    if (axis.steps.empty() || !placed(clock) || !placed(axis.clock))
        return std::nullopt;
    const auto from = [&](Ns shift) {
        Ns nearest = std::numeric_limits<Ns>::max();
        for (const StepAxis::Step& step : axis.steps)
            nearest = std::min(
                nearest, std::max({span.start + shift - step.window.end, step.window.start - span.end - shift, Ns(0)}));
        return nearest;
    };
    if (match.aligned() || (clock == ClockKind::Epoch && axis.clock == ClockKind::Epoch))
        return from(match.shift);
    Ns nearest = std::numeric_limits<Ns>::max();
    for (int i = -kQuartersBetween; i <= kQuartersBetween; ++i)
        if (isZoneDifference(i))
            nearest = std::min(nearest, from(i * kQuarter));
    return nearest;
}

}  // namespace headwater
