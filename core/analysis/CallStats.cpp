// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/CallStats.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/DeviceBreakdown.h"
#include "core/analysis/Partition.h"

namespace headwater {

namespace {

constexpr std::size_t kMostRanks = 16;

/// Which of a rank's steps count.
class StepFilter {
public:
    StepFilter(const StepSet& steps, const std::set<std::int64_t>& wanted)
    {
        for (const StepWindow& step : steps.steps)
            if (wanted.contains(step.step))
                m_windows.push_back(step.window);
    }

    [[nodiscard]] std::size_t count() const { return m_windows.size(); }
    [[nodiscard]] bool holds(Ns time) const
    {
        const auto after = std::ranges::upper_bound(m_windows, time, {}, &Interval::start);
        return after != m_windows.begin() && time < (after - 1)->end;
    }

private:
    std::vector<Interval> m_windows;
};

void count(CallTable& table, std::string_view name, Ns time)
{
    auto found = table.find(name);
    if (found == table.end()) {
        const std::size_t order = table.size();
        found = table.emplace(std::string(name), CallStats{0, 0, order}).first;
    }
    found->second.calls += 1;
    found->second.time += static_cast<double>(time);
}

void countRank(StageCalls& out, const RunAnalysis& run, std::size_t rank, const StageRanges& ranges, StageIndex parent,
               const StepFilter& steps)
{
    const Trace& trace = *run.run->ranks[rank].trace;
    const SegmentsByTrack segments = innermost(ranges);
    const std::vector<StageIndex> stages = activityStages(trace, run.basis->steps[rank], segments);
    for (Row row = 0; row < trace.device.size(); ++row)
        if (stages[row] == parent && isCounted(trace, row, run.basis->linkedOnly) &&
            steps.holds(trace.device.start[row]))
            count(out.kernels, trace.activityName(row), trace.device.end[row] - trace.device.start[row]);
    for (Row row = 0; row < trace.host.size(); ++row) {
        if (trace.host.kind[row] != HostKind::Op || !steps.holds(trace.host.start[row]))
            continue;
        const auto on = segments.find(trace.host.track[row]);
        if (on != segments.end() && stageAt(on->second, trace.host.start[row]) == parent)
            count(out.operators, trace.hostName(row), trace.host.end[row] - trace.host.start[row]);
    }
}

CallChange changeOf(const std::string& name, const CallStats& baseline, const CallStats& current)
{
    CallChange change{name, CallChangeKind::Slower, baseline, current};
    const double byCalls = (current.calls - baseline.calls) * (baseline.perCall() + current.perCall()) / 2;
    const double byTime = (current.perCall() - baseline.perCall()) * (baseline.calls + current.calls) / 2;
    if (baseline.calls == 0)
        change.kind = CallChangeKind::Appeared;
    else if (current.calls == 0)
        change.kind = CallChangeKind::Vanished;
    else if (std::abs(byCalls) > std::abs(byTime))
        change.kind = byCalls > 0 ? CallChangeKind::MoreCalls : CallChangeKind::FewerCalls;
    else
        change.kind = byTime > 0 ? CallChangeKind::Slower : CallChangeKind::Faster;
    return change;
}

}  // namespace

StageCalls stageCalls(const RunAnalysis& run, const std::vector<StageRanges>& ranges, StageIndex parent,
                      const std::vector<int>& ranks, const std::set<std::int64_t>& steps)
{
    StageCalls out;
    std::size_t looked = 0;
    std::size_t rankSteps = 0;
    for (std::size_t r = 0; r < ranges.size() && looked < kMostRanks; ++r) {
        if (!ranks.empty() && std::ranges::find(ranks, run.run->ranks[r].rank) == ranks.end())
            continue;
        const StepFilter filter(run.basis->steps[r], steps);
        countRank(out, run, r, ranges[r], parent, filter);
        rankSteps += filter.count();
        ++looked;
    }
    for (CallTable* table : {&out.kernels, &out.operators})
        for (auto& [name, stats] : *table) {
            stats.calls /= static_cast<double>(rankSteps);
            stats.time /= static_cast<double>(rankSteps);
        }
    return out;
}

std::vector<CallChange> callChanges(const CallTable& baseline, const CallTable& current, double least, std::size_t most)
{
    std::vector<CallChange> changes;
    const auto add = [&](const std::string& name, const CallStats& b, const CallStats& c) {
        if (std::abs(c.time - b.time) > least)
            changes.push_back(changeOf(name, b, c));
    };
    for (const auto& [name, stats] : current) {
        const auto before = baseline.find(name);
        add(name, before == baseline.end() ? CallStats() : before->second, stats);
    }
    for (const auto& [name, stats] : baseline)
        if (!current.contains(name))
            add(name, stats, {});
    std::ranges::stable_sort(changes, std::greater(), [](const CallChange& c) { return std::abs(c.delta()); });
    changes.resize(std::min(changes.size(), most));
    return changes;
}

}  // namespace headwater
