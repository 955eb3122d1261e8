// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/ScaleIsolation.h"

namespace headwater {

namespace {

const std::string& nameAt(const Cluster& cluster, int node)
{
    return cluster.nodes[static_cast<std::size_t>(node)].name;
}

Json namesOf(const NodeSet& nodes, const Cluster& cluster)
{
    Json names = Json::array();
    for (const int node : nodes)
        names.push_back(nameAt(cluster, node));
    return names;
}

Json stepJson(const scale::IsolationTest& test, const Cluster& cluster)
{
    return {{"id", test.id},
            {"command", jsonOrNull(test.command)},
            {"what", test.what.english()},
            {"proves", test.proves.english()},
            {"nodes", namesOf(test.nodes, cluster)},
            {"runs", test.runs},
            {"gpu_hours", jsonNumber(test.gpuHours)}};
}

Json readingJson(const scale::GroupReading& reading, const Cluster& cluster)
{
    const scale::JudgedGroup& group = reading.group;
    Json moved = Json::array();
    for (const scale::MovedInvariant& one : group.moved)
        moved.push_back(
            {{"key", one.key}, {"baseline", jsonOrNull(one.baseline)}, {"current", jsonOrNull(one.current)}});
    return {{"test", scale::nameOf(reading.kind)},
            {"nodes", namesOf(group.result.nodes, cluster)},
            {"verdict", nameOf(reading.verdict)},
            {"statement", reading.statement.english()},
            {"metric", jsonOrNull(group.metric)},
            {"ratio", jsonNumber(group.ratio)},
            {"ci95", group.lo ? Json::array({jsonNumber(group.lo), jsonNumber(group.hi)}) : Json()},
            {"invariants_moved", moved},
            {"provenance", group.measured ? "measured" : "assumed"}};
}

Json cellJson(const scale::PairCell& cell, const Cluster& cluster)
{
    return {{"nodes", Json::array({nameAt(cluster, cell.a), nameAt(cluster, cell.b)})},
            {"across_switches", cell.across},
            {"repeats", cell.repeats},
            {"value", jsonNumber(cell.value)},
            {"baseline", jsonNumber(cell.baseline)},
            {"against_baseline", jsonNumber(cell.change)},
            {"peers", jsonNumber(cell.peers)},
            {"against_peers", jsonNumber(cell.ofPeers)},
            {"modified_z", jsonNumber(cell.modifiedZ)},
            {"below_baseline", cell.belowBaseline},
            {"outlier", cell.outlier},
            {"state", nameOf(cell.state)}};
}

Json matrixJson(const scale::PairMatrix& matrix, const Cluster& cluster)
{
    Json pairs = Json::array();
    for (const scale::PairCell& cell : matrix.cells)
        pairs.push_back(cellJson(cell, cluster));
    Json nodes = Json::array();
    for (const scale::PairNode& node : matrix.nodes)
        nodes.push_back({{"name", nameAt(cluster, node.node)},
                         {"pairs", node.pairs},
                         {"slow", node.slow},
                         {"value", jsonNumber(node.value)},
                         {"suspect", node.suspect}});
    Json suspectPairs = Json::array();
    for (const std::size_t index : matrix.suspectPairs)
        suspectPairs.push_back(
            Json::array({nameAt(cluster, matrix.cells[index].a), nameAt(cluster, matrix.cells[index].b)}));
    Json suspectPaths = Json::array();
    for (const scale::PairPath& path : matrix.suspectPaths)
        suspectPaths.push_back({{"leaves", Json::array({path.a, path.b})}, {"pairs", path.pairs}, {"slow", path.slow}});
    return {{"metric", jsonOrNull(matrix.metric)},
            {"collective", jsonOrNull(matrix.collective)},
            {"message_bytes", jsonOrNull(matrix.messageBytes)},
            {"higher_is_better", matrix.higherIsBetter},
            {"conclusion", conclusionOf(matrix, cluster).english()},
            {"suspect_nodes", namesOf(matrix.suspectNodes, cluster)},
            {"suspect_leaves", matrix.suspectLeaves},
            {"suspect_paths", suspectPaths},
            {"suspect_pairs", suspectPairs},
            {"nodes", nodes},
            {"pairs", pairs},
            {"policy",
             {{"below_baseline", matrix.rule.belowBaseline},
              {"below_peers", matrix.rule.belowPeers},
              {"pairs_for_z", matrix.rule.pairsForZ},
              {"share_of_node", matrix.rule.shareOfNode}}}};
}

Json huntJson(const scale::HuntReading& hunt, const Cluster& cluster)
{
    Json nodes = Json::array();
    for (const scale::HuntNode& node : hunt.nodes)
        nodes.push_back({{"name", nameAt(cluster, node.node)},
                         {"partners", node.rounds},
                         {"time", jsonNumber(node.time)},
                         {"of_median", jsonNumber(node.ofMedian)},
                         {"state", nameOf(node.state)}});
    Json next = Json::array();
    for (const NodeSet& pair : hunt.nextRound)
        next.push_back(namesOf(pair, cluster));
    return {{"conclusion", conclusionOf(hunt, cluster).english()},
            {"paired", hunt.paired},
            {"median", jsonNumber(hunt.median)},
            {"nodes", nodes},
            {"next_round", next}};
}

}  // namespace

void addIsolationJson(Json& document, const scale::ScalePlan& plan)
{
    Json steps = Json::array();
    for (const scale::IsolationTest& test : plan.isolation)
        steps.push_back(stepJson(test, plan.cluster));
    document["isolation"] = steps;
    Json results = Json::array();
    for (const scale::GroupReading& reading : plan.readings.groups)
        results.push_back(readingJson(reading, plan.cluster));
    document["isolation_results"] = results;
    Json matrices = Json::array();
    for (const scale::PairMatrix& matrix : plan.readings.matrices)
        matrices.push_back(matrixJson(matrix, plan.cluster));
    document["pair_matrices"] = matrices;
    document["straggler_hunt"] = plan.readings.hunt ? huntJson(*plan.readings.hunt, plan.cluster) : Json();
}

}  // namespace headwater
