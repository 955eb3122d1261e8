// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scale/Hypotheses.h"

#include <algorithm>

namespace headwater::scale {

Leaves leavesOf(const Cluster& cluster)
{
    Leaves leaves;
    for (const ClusterNode& node : cluster.nodes) {
        const auto known = std::ranges::find(leaves.names, node.leaf);
        leaves.ofNode.push_back(static_cast<int>(known - leaves.names.begin()));
        if (known == leaves.names.end())
            leaves.names.push_back(node.leaf);
    }
    return leaves;
}

bool isSlow(const Hypothesis& hypothesis, const Cluster& cluster, const Leaves& leaves, const NodeSet& group,
            const std::vector<char>& member)
{
    switch (hypothesis.kind) {
    case Hypothesis::Kind::Node: return member[static_cast<std::size_t>(hypothesis.a)] != 0;
    case Hypothesis::Kind::Pair:
        return member[static_cast<std::size_t>(hypothesis.a)] != 0 &&
               member[static_cast<std::size_t>(hypothesis.b)] != 0;
    case Hypothesis::Kind::Leaf:
        return group.size() > 1 && std::ranges::any_of(group, [&](int node) {
                   return leaves.ofNode[static_cast<std::size_t>(node)] == hypothesis.a;
               });
    case Hypothesis::Kind::Size: return static_cast<int>(group.size()) * cluster.gpusPerNode >= hypothesis.a;
    }
    return false;
}

std::vector<Hypothesis> allHypotheses(const Cluster& cluster, int goodGpus)
{
    const int nodes = static_cast<int>(cluster.nodes.size());
    const Leaves leaves = leavesOf(cluster);
    std::vector<Hypothesis> all;
    for (int a = 0; a < nodes; ++a)
        all.push_back({Hypothesis::Kind::Node, a, 0});
    for (int a = 0; a < nodes; ++a)
        for (int b = a + 1; b < nodes; ++b)
            all.push_back({Hypothesis::Kind::Pair, a, b});
    // With one leaf alone its fault and a size's look the same; a leaf of one node is that node.
    for (int leaf = 0; leaf < static_cast<int>(leaves.names.size()) && leaves.names.size() > 1; ++leaf)
        if (std::ranges::count(leaves.ofNode, leaf) > 1)
            all.push_back({Hypothesis::Kind::Leaf, leaf, 0});
    for (int gpus = cluster.gpus(); gpus > goodGpus && gpus >= cluster.gpusPerNode; gpus /= 2)
        all.push_back({Hypothesis::Kind::Size, gpus, 0});
    return all;
}

}  // namespace headwater::scale
