// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scale/ScalePlan.h"

#include <algorithm>
#include <map>

namespace headwater::scale {

Cluster clusterOfSize(int gpus, int gpusPerNode)
{
    Cluster cluster;
    cluster.gpusPerNode = gpusPerNode;
    const int nodes = (gpus + gpusPerNode - 1) / gpusPerNode;
    for (int i = 0; i < nodes; ++i)
        cluster.nodes.push_back({fmt::format("node{}", i), {}, {}});
    return cluster;
}

ExperimentResult evidenceOf(const IsolationReadings& readings)
{
    std::map<NodeSet, GroupState> pairs;
    bool slow = false;
    for (const PairMatrix& matrix : readings.matrices)
        for (const PairCell& cell : matrix.cells) {
            if (cell.state == PairState::Unknown)
                continue;
            const GroupState state = cell.state == PairState::Slow ? GroupState::Bad : GroupState::Good;
            GroupState& known = pairs.try_emplace(NodeSet{cell.a, cell.b}, state).first->second;
            known = state == GroupState::Bad ? state : known;
            slow |= state == GroupState::Bad;
        }
    ExperimentResult evidence;
    for (const auto& [nodes, state] : pairs)
        if (slow)
            evidence.push_back({nodes, state});
    if (readings.hunt)
        for (const int node : readings.hunt->slow())
            evidence.push_back({{node}, GroupState::Bad});
    return evidence;
}

void decide(ScalePlan& plan)
{
    std::vector<ExperimentResult> history;
    for (const auto& experiment : plan.experiments) {
        ExperimentResult result;
        for (const JudgedGroup& group : experiment)
            result.push_back(group.result);
        history.push_back(std::move(result));
    }
    BisectionOptions options = plan.options;
    options.repeats = repeatsFor(plan.experiments, plan.judging, options.repeats, options.mostRepeats);
    plan.state = bisect(plan.cluster, history, options);
    plan.isolationAtOdds = false;
    if (const ExperimentResult evidence = evidenceOf(plan.readings); !evidence.empty()) {
        history.insert(history.begin(), evidence);
        BisectionState with = bisect(plan.cluster, history, options);
        const bool measured = !plan.state.facts.empty();
        plan.isolationAtOdds =
            measured && with.diagnosis == Diagnosis::Contradiction && plan.state.diagnosis != Diagnosis::Contradiction;
        if (!plan.isolationAtOdds)
            plan.state = std::move(with);
    }
    plan.outcomes.clear();
    if (plan.state.next && !plan.state.next->still && !plan.state.alive.empty())
        plan.outcomes = outcomesOf(plan.cluster, plan.state.alive, plan.state.next->groups);
}

Result<ScalePlan> planScale(const Cluster& cluster, bool topologyKnown, const std::vector<ScaleExperiment>& results,
                            const BisectionOptions& options, const JudgeOptions& judging)
{
    ScalePlan plan;
    plan.cluster = cluster;
    plan.topologyKnown = topologyKnown;
    plan.options = options;
    plan.judging = judging;
    auto judged = judgeAll(results, cluster, judging);
    if (!judged)
        return tl::unexpected(judged.error());
    plan.experiments = std::move(*judged);
    for (const ScaleExperiment& experiment : results)
        for (const GroupMeasurement& group : experiment) {
            const std::size_t runs = group.baseline.values.size() + group.current.values.size();
            plan.gpuHoursSpent += static_cast<double>(group.nodes.size() * std::max<std::size_t>(1, runs)) *
                                  cluster.gpusPerNode * options.minutesPerRun / 60;
        }
    decide(plan);
    plan.isolation = isolationSteps(plan);
    return plan;
}

}  // namespace headwater::scale
