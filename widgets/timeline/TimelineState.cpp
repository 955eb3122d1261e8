// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/TimelineState.h"

#include <algorithm>

namespace headwater {

namespace {

/// Half of the window may lie beside what there is, so that its ends can be put in the middle.
void keepInside(TimelineState& state, const TimelineData& data)
{
    const auto [first, last] = extentOf(data, state);
    const double longest = std::max((last - first) * 1.2, kShortestWindow);
    state.length = std::clamp(state.length, kShortestWindow, longest);
    state.start = std::clamp(state.start, first - state.length / 2, std::max(first, last) - state.length / 2);
}

}  // namespace

Ns originOf(const TimelineData& data, const TimelineState& state, Side side, std::size_t rank)
{
    const TimelineRun& run = data.run(side);
    if (state.mode == TimelineMode::ByStep)
        if (const auto window = stepWindow(run.ranks[rank], state.anchor))
            return window->start;
    return run.origin;
}

std::pair<double, double> extentOf(const TimelineData& data, const TimelineState& state)
{
    std::pair<double, double> extent{0, 0};
    for (const Side side : {Side::Baseline, Side::Current}) {
        const TimelineRun& run = data.run(side);
        for (std::size_t r = 0; r < run.ranks.size(); ++r) {
            if (run.ranks[r].steps.empty())
                continue;
            const Ns origin = originOf(data, state, side, r);
            extent.first =
                std::min(extent.first, static_cast<double>(run.ranks[r].steps.front().window.start - origin));
            extent.second = std::max(extent.second, static_cast<double>(run.ranks[r].steps.back().window.end - origin));
        }
    }
    return extent;
}

void showEverything(TimelineState& state, const TimelineData& data)
{
    const auto [first, last] = extentOf(data, state);
    state.length = std::max(last - first, kShortestWindow);
    state.start = first;
}

void zoom(TimelineState& state, const TimelineData& data, double factor, double fraction)
{
    const double fixed = state.start + state.length * fraction;
    const auto [first, last] = extentOf(data, state);
    state.length = std::clamp(state.length * factor, kShortestWindow, std::max((last - first) * 1.2, kShortestWindow));
    state.start = fixed - state.length * fraction;
    keepInside(state, data);
}

void pan(TimelineState& state, const TimelineData& data, double fraction)
{
    state.start += state.length * fraction;
    keepInside(state, data);
}

void frame(TimelineState& state, const TimelineData& data, double from, double to)
{
    state.length = std::max((to - from) * 1.6, kShortestWindow);
    state.start = (from + to) / 2 - state.length / 2;
    keepInside(state, data);
}

const std::vector<Interval>* stageTimesOf(const TimelineState& state, Side side, std::size_t rank)
{
    if (!state.stageTimes)
        return nullptr;
    const auto& ranks = (*state.stageTimes)[static_cast<std::size_t>(side)];
    return rank < ranks.size() ? &ranks[rank] : nullptr;
}

Interval timeOf(const TimelineData& data, const TimelinePick& pick)
{
    const TimelineRank& rank = data.run(pick.side).ranks[pick.rank];
    switch (pick.kind) {
    case TimelinePick::Kind::Activity: return {rank.trace->device.start[pick.row], rank.trace->device.end[pick.row]};
    case TimelinePick::Kind::Host: return {rank.trace->host.start[pick.row], rank.trace->host.end[pick.row]};
    case TimelinePick::Kind::Gap: return rank.gaps.gaps[pick.row].time;
    }
    return {};
}

std::string stageOf(const TimelineData& data, const TimelinePick& pick)
{
    const TimelineRun& run = data.run(pick.side);
    const TimelineRank& rank = run.ranks[pick.rank];
    StageIndex stage = kNoStage;
    switch (pick.kind) {
    case TimelinePick::Kind::Gap: stage = rank.gaps.gaps[pick.row].stage; break;
    case TimelinePick::Kind::Activity:
        if (pick.row < rank.activityStages.size())
            stage = rank.activityStages[pick.row];
        break;
    case TimelinePick::Kind::Host:
        if (const auto on = rank.hostStages.find(rank.trace->host.track[pick.row]); on != rank.hostStages.end())
            stage = stageAt(on->second, rank.trace->host.start[pick.row]);
        break;
    }
    return stage < run.stages.size() ? run.stages[stage] : std::string();
}

std::optional<StepWindow> stepAt(const TimelineRank& rank, Ns time)
{
    const auto behind =
        std::ranges::upper_bound(rank.steps, time, {}, [](const StepWindow& s) { return s.window.start; });
    return behind == rank.steps.begin() ? std::nullopt : std::optional(*(behind - 1));
}

}  // namespace headwater
