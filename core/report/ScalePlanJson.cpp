// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/analysis/scale/CasePlan.h"
#include "core/report/Json.h"
#include "core/report/Report.h"
#include "core/report/ScaleIsolation.h"

namespace headwater {

namespace {

using scale::Hypothesis;

Json namesOf(const NodeSet& nodes, const Cluster& cluster)
{
    Json names = Json::array();
    for (const int node : nodes)
        names.push_back(cluster.nodes[static_cast<std::size_t>(node)].name);
    return names;
}

Json clusterJson(const scale::ScalePlan& plan)
{
    Json nodes = Json::array();
    for (const ClusterNode& node : plan.cluster.nodes)
        nodes.push_back({{"name", node.name}, {"leaf", jsonOrNull(node.leaf)}, {"spine", jsonOrNull(node.spine)}});
    return {{"gpus", plan.cluster.gpus()},
            {"gpus_per_node", plan.cluster.gpusPerNode},
            {"topology_known", plan.topologyKnown},
            {"nodes", nodes}};
}

Json groupJson(const scale::JudgedGroup& group, const Cluster& cluster)
{
    Json moved = Json::array();
    for (const scale::MovedInvariant& one : group.moved)
        moved.push_back(
            {{"key", one.key}, {"baseline", jsonOrNull(one.baseline)}, {"current", jsonOrNull(one.current)}});
    return {{"nodes", namesOf(group.result.nodes, cluster)},
            {"state", nameOf(group.result.state)},
            {"metric", jsonOrNull(group.metric)},
            {"ratio", jsonNumber(group.ratio)},
            {"ci95", group.lo ? Json::array({jsonNumber(group.lo), jsonNumber(group.hi)}) : Json()},
            {"runs", group.runs},
            {"invariants_moved", moved},
            {"invariants_equal", group.equal},
            {"invariants_unchecked", group.unchecked},
            {"provenance", group.measured ? "measured" : "assumed"}};
}

/// The suspects, at most as many as a person reads; the count tells how many there are.
Json suspectsJson(const std::vector<Hypothesis>& alive, const Cluster& cluster)
{
    constexpr std::size_t kListed = 100;
    Json list = Json::array();
    for (std::size_t i = 0; i < std::min(kListed, alive.size()); ++i)
        list.push_back({{"kind", nameOf(alive[i].kind)}, {"what", textOf(alive[i], cluster).english()}});
    return {{"count", alive.size()}, {"listed", list}};
}

Json nextJson(const scale::ScalePlan& plan)
{
    if (!plan.state.next)
        return {};
    const scale::NextExperiment& next = *plan.state.next;
    Json groups = Json::array();
    for (const NodeSet& group : next.groups)
        groups.push_back({{"nodes", namesOf(group, plan.cluster)},
                          {"gpus", static_cast<int>(group.size()) * plan.cluster.gpusPerNode},
                          {"command", scale::runCommand(group, plan.cluster)}});
    Json outcomes = Json::array();
    for (const scale::Outcome& outcome : plan.outcomes) {
        Json slow = Json::array();
        for (std::size_t g = 0; g < outcome.slow.size(); ++g)
            if (outcome.slow[g] != 0)
                slow.push_back(g);
        outcomes.push_back({{"slow_groups", slow},
                            {"probability", jsonNumber(outcome.probability)},
                            {"leaves", textOf(outcome.left, plan.cluster).english()}});
    }
    return {{"design", nameOf(next.design)},
            {"repeat", next.repeat},
            {"repeats", next.repeats},
            {"groups", groups},
            {"reason", reasonOf(next).english()},
            {"information_bits", jsonNumber(next.information)},
            {"gpu_hours", jsonNumber(next.gpuHours)},
            {"outcomes", outcomes}};
}

}  // namespace

std::string scalePlanJson(const scale::ScalePlan& plan)
{
    Json document = jsonDocument("headwater.scale-plan/1");
    document["cluster"] = clusterJson(plan);
    document["good_gpus"] = plan.options.goodGpus > 0 ? Json(plan.options.goodGpus) : Json();
    document["good_set_aside"] = plan.state.goodSetAside;
    Json experiments = Json::array();
    for (const auto& experiment : plan.experiments) {
        Json groups = Json::array();
        for (const scale::JudgedGroup& group : experiment)
            groups.push_back(groupJson(group, plan.cluster));
        experiments.push_back({{"groups", groups}});
    }
    document["experiments"] = experiments;
    document["gpu_hours_spent"] = jsonNumber(plan.gpuHoursSpent);
    document["diagnosis"] = nameOf(plan.state.diagnosis);
    document["conclusion"] = conclusionOf(plan).english();
    document["suspects"] = suspectsJson(plan.state.alive, plan.cluster);
    document["next"] = nextJson(plan);
    addIsolationJson(document, plan);
    document["policy"] = {{"epsilon", plan.judging.epsilon},
                          {"alpha", plan.judging.alpha},
                          {"fewest_repeats", plan.judging.fewestRepeats},
                          {"repeats", plan.options.repeats},
                          {"most_repeats", plan.options.mostRepeats},
                          {"minutes_per_run", plan.options.minutesPerRun},
                          {"minutes_per_check", scale::kMinutesPerCheck}};
    return jsonText(document);
}

}  // namespace headwater
