// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "core/analysis/scale/Judge.h"
#include "core/stats/Quantile.h"

namespace headwater::scale {

namespace {

/// What grows with the size by itself.
bool followsSize(const std::string& key)
{
    constexpr std::array<std::string_view, 7> kKeys{
        "ranks", "nodes", "gpus", "world_size", "dp", "data_parallel", "global_batch_size"};
    return std::ranges::find(kKeys, key) != kKeys.end();
}

ScaleSide comparable(ScaleSide side)
{
    std::erase_if(side.invariants, [](const auto& one) { return followsSize(one.first); });
    return side;
}

/// The first result of each metric: what all others must be run like.
class Reference {
public:
    void check(const GroupMeasurement& measured, JudgedGroup& group)
    {
        if (measured.metric.empty() || !group.moved.empty())
            return;
        const ScaleSide now = comparable(measured.current);
        auto [at, first] = m_first.try_emplace(measured.metric, now);
        ScaleSide& before = at->second;
        for (const auto& [key, value] : now.invariants)  // told from here on
            before.invariants.try_emplace(key, value);
        if (before.sequenceLengths.empty())
            before.sequenceLengths = now.sequenceLengths;
        group.moved = movedInvariants(before, now);
        if (!group.moved.empty())
            group.result.state = GroupState::Invalid;
    }

private:
    std::map<std::string, ScaleSide> m_first;
};

std::vector<std::string> keyOf(const GroupMeasurement& measured)
{
    std::vector<std::string> key = measured.nodes;
    std::ranges::sort(key);
    key.push_back(measured.metric);
    return key;
}

/// Whether the runs of the same nodes are slow now and were not, or the other way, by more than their noise: one fault
/// that stays gives both the same. Median ratios, each with its standard error of 1.2533·√2·spread/√runs.
bool hasChanged(const JudgedGroup& before, const JudgedGroup& now)
{
    const auto tells = [](const JudgedGroup& group) {
        return group.spread && (group.result.state == GroupState::Good || group.result.state == GroupState::Bad);
    };
    if (!tells(before) || !tells(now) || before.result.state == now.result.state)
        return false;
    constexpr double kBeyondNoise = 4;
    const double spread = std::max(*before.spread, *now.spread);
    const double error = 1.2533 * std::sqrt(2.0) * spread *
                         std::sqrt(1 / static_cast<double>(before.runs) + 1 / static_cast<double>(now.runs));
    return std::abs(*before.ratio - *now.ratio) > kBeyondNoise * error;
}

/// All runs of the same nodes and metric.
struct Pool {
    GroupMeasurement values;
    JudgedGroup judged;
};

void append(std::vector<double>& to, const std::vector<double>& more)
{
    to.insert(to.end(), more.begin(), more.end());
}

}  // namespace

Result<std::vector<std::vector<JudgedGroup>>> judgeAll(const std::vector<ScaleExperiment>& experiments,
                                                       const Cluster& cluster, const JudgeOptions& options)
{
    std::vector<std::vector<JudgedGroup>> all;
    std::map<std::vector<std::string>, Pool> pools;
    Reference reference;
    for (const ScaleExperiment& experiment : experiments) {
        auto judged = judgeExperiment(experiment, cluster, options);
        if (!judged)
            return tl::unexpected(judged.error());
        for (std::size_t g = 0; g < experiment.size(); ++g) {
            JudgedGroup& group = (*judged)[g];
            reference.check(experiment[g], group);
            if (!group.measured || group.result.state == GroupState::Invalid)
                continue;
            const auto [at, first] = pools.try_emplace(keyOf(experiment[g]), Pool{experiment[g], group});
            Pool& pool = at->second;
            if (first)
                continue;
            if (hasChanged(pool.judged, group)) {  // from here on these are other runs
                pool = {experiment[g], group};
                continue;
            }
            append(pool.values.baseline.values, experiment[g].baseline.values);
            append(pool.values.current.values, experiment[g].current.values);
            auto together = judgeExperiment({pool.values}, cluster, options);
            if (!together)
                return tl::unexpected(together.error());
            group = std::move(together->front());
            group.result.together = true;
            pool.judged = group;
        }
        all.push_back(std::move(*judged));
    }
    return all;
}

int repeatsFor(const std::vector<std::vector<JudgedGroup>>& judged, const JudgeOptions& options, int fewest, int most)
{
    std::vector<double> spreads;
    std::vector<double> slower;
    for (const auto& experiment : judged)
        for (const JudgedGroup& group : experiment) {
            if (group.spread && group.result.state != GroupState::Invalid)
                spreads.push_back(*group.spread);
            if (group.ratio && group.result.state == GroupState::Bad)
                slower.push_back(*group.ratio);
        }
    if (spreads.empty())
        return fewest;
    const double slow = slower.empty() ? 2 * options.epsilon : stats::median(slower);
    const double margin = std::clamp(slow - options.epsilon, options.epsilon / 4, options.epsilon);
    // Half the interval of a ratio of two medians of n: 1.96 · 1.2533 · √2 · spread / √n, here half the margin.
    constexpr double kHalfInterval = 1.96 * 1.2533 * 1.4142;
    const double runs = std::pow(2 * kHalfInterval * stats::median(spreads) / margin, 2);
    return static_cast<int>(std::clamp(std::ceil(runs), static_cast<double>(fewest), static_cast<double>(most)));
}

}  // namespace headwater::scale
