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
    /// Which of them holds `time`.
    [[nodiscard]] std::optional<std::size_t> at(Ns time) const
    {
        const auto after = std::ranges::upper_bound(m_windows, time, {}, &Interval::start);
        if (after == m_windows.begin() || time >= (after - 1)->end)
            return std::nullopt;
        return static_cast<std::size_t>(after - m_windows.begin()) - 1;
    }

private:
    std::vector<Interval> m_windows;
};

/// The calls of one name step by step, as they come.
class CallOrder {
public:
    void add(std::size_t step, double time)
    {
        if (step != m_step) {
            close();
            m_step = step;
            ++m_steps;
        }
        if (m_next == m_sums.size() && m_next < kMost)
            m_sums.push_back(0);
        if (m_next < kMost)
            m_sums[m_next] += time;
        ++m_next;
    }

    /// Mean of each call over `steps` steps; empty where they do not all have equally many.
    [[nodiscard]] std::vector<double> means(std::size_t steps)
    {
        close();
        if (!m_even || m_steps != steps || m_sums.size() < 2 || m_expected > kMost)
            return {};
        for (double& sum : m_sums)
            sum /= static_cast<double>(steps);
        return std::move(m_sums);
    }

private:
    void close()
    {
        if (m_steps == 0)
            return;
        if (m_expected == 0)
            m_expected = m_next;
        m_even = m_even && m_next == m_expected;
        m_next = 0;
    }

    static constexpr std::size_t kMost = 256;
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    std::size_t m_step = kNone;
    std::size_t m_steps = 0;
    std::size_t m_next = 0;
    std::size_t m_expected = 0;
    bool m_even = true;
    std::vector<double> m_sums;
};

/// A table in the making.
struct Counted {
    CallTable table;
    std::map<std::string, CallOrder, std::less<>> orders;

    void add(std::string_view name, std::size_t step, Ns time)
    {
        auto found = table.find(name);
        if (found == table.end()) {
            const std::size_t order = table.size();
            found = table.emplace(std::string(name), CallStats{0, 0, order}).first;
            orders.emplace(std::string(name), CallOrder());
        }
        found->second.calls += 1;
        found->second.time += static_cast<double>(time);
        orders.find(name)->second.add(step, static_cast<double>(time));
    }

    [[nodiscard]] CallTable finish(std::size_t steps)
    {
        for (auto& [name, stats] : table) {
            stats.calls /= static_cast<double>(steps);
            stats.time /= static_cast<double>(steps);
            stats.inOrder = orders.find(name)->second.means(steps);
        }
        return std::move(table);
    }
};

struct CountedStage {
    Counted kernels, operators;
};

/// `before`: steps of the ranks counted so far.
void countRank(CountedStage& out, const RunAnalysis& run, std::size_t rank, const StageRanges& ranges,
               StageIndex parent, const StepFilter& steps, std::size_t before)
{
    const Trace& trace = *run.run->ranks[rank].trace;
    const SegmentsByTrack segments = innermost(ranges);
    const std::vector<StageIndex> stages = activityStages(trace, run.basis->steps[rank], segments);
    for (Row row = 0; row < trace.device.size(); ++row)
        if (stages[row] == parent && isCounted(trace, row, run.basis->linkedOnly))
            if (const auto step = steps.at(trace.device.start[row]))
                out.kernels.add(trace.activityName(row), before + *step,
                                trace.device.end[row] - trace.device.start[row]);
    for (Row row = 0; row < trace.host.size(); ++row) {
        const auto step =
            trace.host.kind[row] == HostKind::Op ? steps.at(trace.host.start[row]) : std::optional<std::size_t>();
        if (!step)
            continue;
        const auto on = segments.find(trace.host.track[row]);
        if (on != segments.end() && stageAt(on->second, trace.host.start[row]) == parent)
            out.operators.add(trace.hostName(row), before + *step, trace.host.end[row] - trace.host.start[row]);
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

/// The calls, by order, that have a row of their own; none where the name's calls changed alike.
std::vector<std::size_t> changedCalls(const CallStats& baseline, const CallStats& current, double least)
{
    if (baseline.inOrder.empty() || baseline.inOrder.size() != current.inOrder.size())
        return {};
    std::vector<std::size_t> changed;
    std::size_t longer = 0;
    for (std::size_t i = 0; i < baseline.inOrder.size(); ++i) {
        const double delta = current.inOrder[i] - baseline.inOrder[i];
        if (std::abs(delta) <= least)
            continue;
        changed.push_back(i);
        longer += delta > 0;
    }
    const bool few = 2 * changed.size() <= baseline.inOrder.size();
    const bool bothWays = longer > 0 && longer < changed.size();
    return few || bothWays ? changed : std::vector<std::size_t>();
}

/// Rows of a name whose calls changed each in its own way.
void addByOrder(const std::string& name, const CallStats& baseline, const CallStats& current,
                const std::vector<std::size_t>& calls, double least, std::vector<CallChange>& changes)
{
    CallStats restBefore{baseline.calls, baseline.time, baseline.order};
    CallStats restNow{current.calls, current.time, current.order};
    for (const std::size_t i : calls) {
        CallChange change =
            changeOf(name, {1, baseline.inOrder[i], baseline.order}, {1, current.inOrder[i], current.order});
        change.call = i + 1;
        change.of = baseline.inOrder.size();
        changes.push_back(std::move(change));
        restBefore.calls -= 1;
        restNow.calls -= 1;
        restBefore.time -= baseline.inOrder[i];
        restNow.time -= current.inOrder[i];
    }
    if (std::abs(restNow.time - restBefore.time) > least)
        changes.push_back(changeOf(name, restBefore, restNow));
}

}  // namespace

StageCalls stageCalls(const RunAnalysis& run, const std::vector<StageRanges>& ranges, StageIndex parent,
                      const std::vector<int>& ranks, const std::set<std::int64_t>& steps)
{
    CountedStage out;
    std::size_t looked = 0;
    std::size_t rankSteps = 0;
    for (std::size_t r = 0; r < ranges.size() && looked < kMostRanks; ++r) {
        if (!ranks.empty() && std::ranges::find(ranks, run.run->ranks[r].rank) == ranks.end())
            continue;
        const StepFilter filter(run.basis->steps[r], steps);
        countRank(out, run, r, ranges[r], parent, filter, rankSteps);
        rankSteps += filter.count();
        ++looked;
    }
    return {out.kernels.finish(rankSteps), out.operators.finish(rankSteps)};
}

std::vector<CallChange> callChanges(const CallTable& baseline, const CallTable& current, double least, std::size_t most)
{
    std::vector<CallChange> changes;
    const auto add = [&](const std::string& name, const CallStats& b, const CallStats& c) {
        if (const auto calls = changedCalls(b, c, least); !calls.empty())
            addByOrder(name, b, c, calls, least, changes);
        else if (std::abs(c.time - b.time) > least)
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
