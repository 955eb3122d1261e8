// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/scale/BrokenCluster.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include <fmt/format.h>

namespace headwater::scale_test {

namespace {

std::size_t at(int index)
{
    return static_cast<std::size_t>(index);
}

int pick(stats::SplitMix64& random, std::size_t n)
{
    return static_cast<int>(random.index(n));
}

/// `n` different numbers below `of`, ascending.
std::vector<int> several(stats::SplitMix64& random, std::size_t n, std::size_t of)
{
    std::set<int> out;
    while (out.size() < std::min(n, of))
        out.insert(pick(random, of));
    return {out.begin(), out.end()};
}

double normal(stats::SplitMix64& random)
{
    const double u = std::max(random.unit(), 1e-12);
    return std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * random.unit());
}

std::string flow(const std::vector<int>& two)
{
    return fmt::format("flow {} {}", two[0], two[1]);
}

}  // namespace

BrokenCluster::Way BrokenCluster::way(int from, int to) const
{
    const int a = leafOf[at(from)];
    const int b = leafOf[at(to)];
    Way way{from,
            to,
            {fmt::format("adapter {}", from), fmt::format("adapter {}", to), fmt::format("leaf {}", a),
             fmt::format("leaf {}", b), fmt::format("flow {} {}", std::min(from, to), std::max(from, to))}};
    if (a == b)
        return way;
    for (const int leaf : {a, b}) {
        way.parts.push_back(fmt::format("up {}", leaf));
        way.parts.push_back(fmt::format("spine {}", spineOf[at(leaf)]));
    }
    way.parts.push_back(fmt::format("trunk {} {}", std::min(a, b), std::max(a, b)));
    way.parts.emplace_back("cross");
    if (spineOf[at(a)] != spineOf[at(b)])
        way.parts.emplace_back("core");
    return way;
}

bool BrokenCluster::isSlow(const NodeSet& group) const
{
    const auto size = static_cast<int>(group.size());
    std::set<int> leaves;
    for (const int node : group)
        leaves.insert(leafOf[at(node)]);
    if ((slowFrom > 0 && size >= slowFrom) || (mostLeaves > 0 && static_cast<int>(leaves.size()) > mostLeaves))
        return true;
    if (size < showsFrom)
        return false;
    const auto isBroken = [this](const std::string& part) { return std::ranges::find(broken, part) != broken.end(); };
    for (std::size_t i = 0; i < group.size(); ++i) {
        if (isBroken(fmt::format("device {}", group[i])))
            return true;
        for (std::size_t j = i + 1; j < group.size(); ++j)
            if (std::ranges::any_of(way(group[i], group[j]).parts, isBroken))
                return true;
    }
    return false;
}

BrokenCluster clusterOf(const std::vector<int>& sizes)
{
    BrokenCluster site;
    for (std::size_t leaf = 0; leaf < sizes.size(); ++leaf) {
        site.spineOf.push_back(static_cast<int>(leaf / 2));
        for (int i = 0; i < sizes[leaf]; ++i) {
            site.cluster.nodes.push_back({fmt::format("n{}", site.cluster.nodes.size()), fmt::format("leaf{}", leaf),
                                          fmt::format("spine{}", leaf / 2)});
            site.leafOf.push_back(static_cast<int>(leaf));
        }
    }
    return site;
}

void breakOne(BrokenCluster& site, stats::SplitMix64& random)
{
    const std::size_t nodes = site.leafOf.size();
    const std::size_t leaves = site.spineOf.size();
    switch (pick(random, leaves > 1 ? 4 : 3)) {
    case 0:
        site.kind = "node";
        site.broken = {fmt::format("adapter {}", pick(random, nodes))};
        break;
    case 1:
        site.kind = "node";
        site.broken = {fmt::format("device {}", pick(random, nodes))};
        break;
    case 2:
        site.kind = "pair";
        site.broken = {flow(several(random, 2, nodes))};
        break;
    default:
        site.kind = "leaf";
        site.broken = {fmt::format("leaf {}", pick(random, leaves))};
        break;
    }
}

void breakAnything(BrokenCluster& site, stats::SplitMix64& random)
{
    const std::size_t nodes = site.leafOf.size();
    const std::size_t leaves = site.spineOf.size();
    const auto names = [&](const char* part, std::size_t n, std::size_t of) {
        for (const int index : several(random, n, of))
            site.broken.push_back(fmt::format("{} {}", part, index));
    };
    const int what = pick(random, 13);
    site.several = what >= 7 && what <= 11 && what != 10;
    switch (what) {
    case 0:
        site.kind = "uplink";
        names("up", 1, leaves);
        break;
    case 1: {
        const auto two = several(random, 2, leaves);
        site.kind = "trunk";
        site.broken = {two.size() > 1 ? fmt::format("trunk {} {}", two[0], two[1]) : "leaf 0"};
        break;
    }
    case 2:
        site.kind = "cross";
        site.broken = {leaves > 1 ? "cross" : "leaf 0"};
        break;
    case 3:
        site.kind = "core";
        site.broken = {leaves > 2 ? "core" : "leaf 0"};
        break;
    case 4:
        site.kind = "spine";
        names(leaves > 1 ? "spine" : "leaf", 1, (leaves + 1) / 2);
        break;
    case 5:
        site.kind = "size";
        site.slowFrom = 1 + pick(random, nodes);
        break;
    case 6:
        site.kind = "two nodes";
        names("adapter", 2, nodes);
        break;
    case 7:
        site.kind = "three nodes";
        names("device", 3, nodes);
        break;
    case 8:
        site.kind = "two pairs";
        site.broken = {flow(several(random, 2, nodes)), flow(several(random, 2, nodes))};
        break;
    case 9:
        site.kind = "node and pair";
        names("adapter", 1, nodes);
        site.broken.push_back(flow(several(random, 2, nodes)));
        break;
    case 10:
        site.kind = "node from some size";
        names("adapter", 1, nodes);
        site.showsFrom = 3 + pick(random, nodes - 2);
        break;
    case 11:
        site.kind = "two leaves";
        names("leaf", 2, leaves);
        break;
    default:
        site.kind = "many leaves";
        site.mostLeaves = std::max(1, pick(random, leaves));
        site.slowFrom = leaves > 1 ? 0 : 2;
        break;
    }
}

GroupMeasurement measure(const BrokenCluster& site, const NodeSet& group, int repeats, double effect, double noise,
                         stats::SplitMix64& random)
{
    GroupMeasurement out;
    for (const int node : group)
        out.nodes.push_back(site.cluster.nodes[at(node)].name);
    out.metric = "step_time_ms";
    const double slower = site.isSlow(group) ? 1 + effect : 1;
    for (int i = 0; i < repeats; ++i) {
        out.baseline.values.push_back(812 * (1 + noise * normal(random)));
        out.current.values.push_back(812 * slower * (1 + noise * normal(random)));
    }
    return out;
}

}  // namespace headwater::scale_test
