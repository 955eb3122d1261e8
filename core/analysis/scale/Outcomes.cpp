// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scale/Outcomes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace headwater::scale {

namespace {

using Mask = std::uint64_t;  ///< of groups: which are slow

/// Calls `visit(mask, share)` for each outcome that a hypothesis allows of the groups. Where it leaves several open,
/// one node's are as it is by itself, and so are those of one size: all of them slow or none.
template <typename Visit>
void forEachMask(const Hypothesis& one, std::span<const GroupView> views, const Visit& visit)
{
    Mask slow = 0;
    Mask open = 0;
    for (std::size_t g = 0; g < views.size(); ++g) {
        const Prediction prediction = predict(one, views[g]);
        slow |= prediction == Prediction::Slow ? Mask(1) << g : 0;
        open |= prediction == Prediction::Either ? Mask(1) << g : 0;
    }
    if (open == 0)
        return visit(slow, 1.0);
    visit(slow, 0.5);
    visit(slow | open, 0.5);
}

std::vector<GroupView> viewsOf(std::span<const NodeSet> groups, const Leaves& leaves)
{
    std::vector<GroupView> views;
    views.reserve(groups.size());
    for (const NodeSet& group : groups)
        views.emplace_back(group, leaves);
    return views;
}

using KindWeights = std::array<double, kHypothesisKinds>;

/// Kinds are equally likely, as far as is known.
constexpr KindWeights kEqual{1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
/// What the next experiment is chosen by: a pair takes the most experiments to find (one shows 1.5 bits of it at most),
/// so it must not wait for the rest; nodes and leaf switches break more often than what joins them.
constexpr KindWeights kUrgent{3, 8, 3, 0.2, 1, 1, 1, 1, 1, 1};

/// The probability of each hypothesis of a kind, those of one kind alike.
KindWeights weightsOf(std::span<const Hypothesis> alive, const KindWeights& kinds)
{
    KindWeights count{};
    for (const Hypothesis& one : alive)
        count[static_cast<std::size_t>(one.kind)] += 1;
    double sum = 0;
    for (std::size_t kind = 0; kind < count.size(); ++kind)
        sum += count[kind] > 0 ? kinds[kind] : 0;
    for (std::size_t kind = 0; kind < count.size(); ++kind)
        count[kind] = count[kind] > 0 ? kinds[kind] / (sum * count[kind]) : 0;
    return count;
}

}  // namespace

double informationOf(std::span<const Hypothesis> alive, std::span<const NodeSet> groups, const Leaves& leaves)
{
    const std::vector<GroupView> views = viewsOf(groups, leaves);
    const auto weights = weightsOf(alive, kUrgent);
    std::unordered_map<Mask, double> outcomes;
    double bits = 0;
    for (const Hypothesis& one : alive) {
        const double weight = weights[static_cast<std::size_t>(one.kind)];
        forEachMask(one, views, [&](Mask mask, double share) {
            outcomes[mask] += weight * share;
            bits += weight * share * std::log2(share);  // what a hypothesis leaves open itself tells nothing of it
        });
    }
    for (const auto& [mask, probability] : outcomes)
        bits -= probability * std::log2(probability);
    return bits;
}

std::vector<Outcome> outcomesOf(const Cluster& cluster, std::span<const Hypothesis> alive,
                                std::span<const NodeSet> groups)
{
    const std::vector<GroupView> views = viewsOf(groups, leavesOf(cluster));
    const auto weights = weightsOf(alive, kEqual);
    std::unordered_map<Mask, Outcome> outcomes;
    for (const Hypothesis& one : alive)
        forEachMask(one, views, [&](Mask mask, double share) {
            Outcome& outcome = outcomes[mask];
            outcome.probability += share * weights[static_cast<std::size_t>(one.kind)];
            outcome.left.push_back(one);
        });
    std::vector<Outcome> all;
    for (auto& [mask, outcome] : outcomes) {
        for (std::size_t g = 0; g < groups.size(); ++g)
            outcome.slow.push_back(static_cast<char>(mask >> g & 1U));
        all.push_back(std::move(outcome));
    }
    std::ranges::sort(all, {}, &Outcome::slow);
    return all;
}

}  // namespace headwater::scale
