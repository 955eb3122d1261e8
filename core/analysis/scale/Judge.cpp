// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scale/Judge.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "core/stats/Bootstrap.h"
#include "core/stats/Quantile.h"
#include "core/stats/ThreeState.h"

namespace headwater::scale {

namespace {

constexpr double kMeanTolerance = 0.01;

std::optional<double> numberOf(const std::string& text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

bool near(double a, double b)
{
    return std::abs(a - b) <= kMeanTolerance * std::abs(a);
}

bool agree(const std::string& key, const std::string& baseline, const std::string& current)
{
    const auto a = numberOf(baseline);
    const auto b = numberOf(current);
    if (!a || !b)
        return baseline == current;
    return key.ends_with("_mean") ? near(*a, *b) : *a == *b;
}

std::string summaryOf(const std::vector<double>& lengths)
{
    return lengths.empty() ? std::string() : fmt::format("n {}, mean {:.1f}", lengths.size(), stats::mean(lengths));
}

/// Standard deviation over mean; at least two values.
double spreadOf(const std::vector<double>& values)
{
    const double mean = stats::mean(values);
    double squares = 0;
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    return std::sqrt(squares / static_cast<double>(values.size() - 1)) / mean;
}

/// What METHODS 5.2 wants equal and nobody told.
std::vector<std::string> uncheckedOf(const GroupMeasurement& measured)
{
    const bool network = measured.metric.starts_with("busbw") || measured.metric.starts_with("algbw");
    const std::vector<std::string> wanted =
        network ? std::vector<std::string>{"message_bytes"}
                : std::vector<std::string>{"message_bytes", "batch_per_gpu", "sequence_lengths", "tp", "pp"};
    std::vector<std::string> unchecked;
    for (const std::string& key : wanted) {
        const auto told = [&key](const ScaleSide& side) {
            return side.invariants.contains(key) ||
                   (key == "sequence_lengths" &&
                    (!side.sequenceLengths.empty() || side.invariants.contains("sequence_length")));
        };
        if (!told(measured.baseline) && !told(measured.current))
            unchecked.push_back(key);
    }
    return unchecked;
}

/// What both sides tell, without what moved.
std::vector<std::string> equalOf(const GroupMeasurement& measured, const std::vector<MovedInvariant>& moved)
{
    std::vector<std::string> equal;
    const auto stayed = [&moved](std::string_view key) {
        return std::ranges::find(moved, key, &MovedInvariant::key) == moved.end();
    };
    for (const auto& [key, value] : measured.baseline.invariants)
        if (measured.current.invariants.contains(key) && stayed(key))
            equal.push_back(key);
    if (!measured.baseline.sequenceLengths.empty() && stayed("sequence_lengths"))
        equal.emplace_back("sequence_lengths");
    return equal;
}

GroupState stateOf(stats::ThreeState state)
{
    switch (state) {
    case stats::ThreeState::Regressed: return GroupState::Bad;
    case stats::ThreeState::Inconclusive: return GroupState::Inconclusive;
    case stats::ThreeState::NotRegressed:
    case stats::ThreeState::Improved: break;
    }
    return GroupState::Good;
}

void judgeValues(JudgedGroup& group, const GroupMeasurement& measured, const JudgeOptions& options)
{
    const std::vector<double>& slow = measured.higherIsBetter ? measured.baseline.values : measured.current.values;
    const std::vector<double>& quick = measured.higherIsBetter ? measured.current.values : measured.baseline.values;
    group.measured = true;
    group.result.state = GroupState::Inconclusive;
    const auto positive = [](const std::vector<double>& values) {
        return !values.empty() && std::ranges::all_of(values, [](double v) { return v > 0 && std::isfinite(v); });
    };
    if (!positive(slow) || !positive(quick))
        return;
    stats::BootstrapOptions bootstrap;
    bootstrap.estimator = stats::Estimator::Median;
    bootstrap.alpha = options.alpha;
    const stats::BootstrapRatio ratio = stats::bootstrapRatio(slow, quick, bootstrap);
    group.ratio = ratio.ratio - 1;
    group.runs = std::min(slow.size(), quick.size());
    if (group.runs < options.fewestRepeats)
        return;
    if (group.runs > 1)
        group.spread = std::max(spreadOf(slow), spreadOf(quick));
    group.lo = ratio.lo - 1;
    group.hi = ratio.hi - 1;
    group.result.state = stateOf(stats::threeState(*group.lo, *group.hi, options.epsilon));
}

Result<NodeSet> indicesOf(const std::vector<std::string>& names, const Cluster& cluster, std::set<std::string>& used)
{
    NodeSet nodes;
    for (const std::string& name : names) {
        const auto at = std::ranges::find(cluster.nodes, name, &ClusterNode::name);
        if (at == cluster.nodes.end())
            return fail(ErrorCode::BadUsage, fmt::format("node {} is not in the cluster", name), {}, {},
                        "use the names of the topology file, or node0, node1 … without one");
        if (!used.insert(name).second)
            return fail(ErrorCode::BadUsage, fmt::format("node {} stands twice in one experiment", name), {}, {},
                        "groups that run at the same time share no node");
        nodes.push_back(static_cast<int>(at - cluster.nodes.begin()));
    }
    std::ranges::sort(nodes);
    return nodes;
}

}  // namespace

KolmogorovSmirnov kolmogorovSmirnov(std::vector<double> a, std::vector<double> b)
{
    if (a.empty() || b.empty())
        return {};
    std::ranges::sort(a);
    std::ranges::sort(b);
    const auto n = static_cast<double>(a.size());
    const auto m = static_cast<double>(b.size());
    KolmogorovSmirnov out;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        const double x = std::min(a[i], b[j]);
        while (i < a.size() && a[i] <= x)
            ++i;
        while (j < b.size() && b[j] <= x)
            ++j;
        out.distance = std::max(out.distance, std::abs(static_cast<double>(i) / n - static_cast<double>(j) / m));
    }
    const double root = std::sqrt(n * m / (n + m));
    const double lambda = (root + 0.12 + 0.11 / root) * out.distance;
    constexpr double kSeriesConverges = 0.3;  // below it p is 1 to many digits and the series does not settle
    if (lambda < kSeriesConverges)
        return out;
    double p = 0;
    for (int k = 1; k <= 100; ++k)
        p += (k % 2 == 1 ? 2 : -2) * std::exp(-2 * k * k * lambda * lambda);
    out.p = std::clamp(p, 0.0, 1.0);
    return out;
}

std::vector<MovedInvariant> movedInvariants(const ScaleSide& baseline, const ScaleSide& current)
{
    std::vector<MovedInvariant> moved;
    std::set<std::string> keys;
    for (const ScaleSide* side : {&baseline, &current})
        for (const auto& [key, ignored] : side->invariants)
            keys.insert(key);
    const auto valueOf = [](const ScaleSide& side, const std::string& key) {
        const auto at = side.invariants.find(key);
        return at == side.invariants.end() ? std::string() : at->second;
    };
    for (const std::string& key : keys)
        if (!agree(key, valueOf(baseline, key), valueOf(current, key)))
            moved.push_back({key, valueOf(baseline, key), valueOf(current, key)});
    const std::vector<double>& before = baseline.sequenceLengths;
    const std::vector<double>& after = current.sequenceLengths;
    constexpr double kMovedP = 0.05;
    const bool differ =
        before.empty() != after.empty() || (!before.empty() && (kolmogorovSmirnov(before, after).p <= kMovedP ||
                                                                !near(stats::mean(before), stats::mean(after))));
    if (differ)
        moved.push_back({"sequence_lengths", summaryOf(before), summaryOf(after)});
    return moved;
}

Result<std::vector<JudgedGroup>> judgeExperiment(const ScaleExperiment& experiment, const Cluster& cluster,
                                                 const JudgeOptions& options)
{
    std::vector<JudgedGroup> groups;
    std::set<std::string> used;
    for (const GroupMeasurement& measured : experiment) {
        auto nodes = indicesOf(measured.nodes, cluster, used);
        if (!nodes)
            return tl::unexpected(nodes.error());
        JudgedGroup group;
        group.result.nodes = std::move(*nodes);
        group.metric = measured.metric;
        group.moved = movedInvariants(measured.baseline, measured.current);
        group.equal = equalOf(measured, group.moved);
        if (!measured.metric.empty())
            group.unchecked = uncheckedOf(measured);
        if (!measured.metric.empty())
            judgeValues(group, measured, options);
        else
            group.result.state = measured.said == "good"  ? GroupState::Good
                                 : measured.said == "bad" ? GroupState::Bad
                                                          : GroupState::Inconclusive;
        if (!group.moved.empty())
            group.result.state = GroupState::Invalid;
        groups.push_back(std::move(group));
    }
    return groups;
}

}  // namespace headwater::scale
