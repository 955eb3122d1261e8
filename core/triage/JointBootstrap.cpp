// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/JointBootstrap.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "core/base/Text.h"
#include "core/stats/Autocorrelation.h"
#include "core/stats/Bootstrap.h"
#include "core/triage/ParallelFor.h"
#include "core/triage/RunPool.h"

namespace headwater {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kMostSteps = 20'000;
constexpr std::size_t kFewestResamples = 1'000;

/// One side of a series, ready for counting: positions of the drawn steps by rising value.
struct Ranked {
    std::vector<std::uint32_t> order;
    std::vector<double> value;  ///< parallel to order
    std::size_t censored = 0;
};

/// Draws and results of one series; `baseline` and `current` are [statistic][replicate].
struct Work {
    SeriesBasis* series = nullptr;
    Ranked rankedBaseline, rankedCurrent;
    std::array<std::vector<double>, kStatistics> baseline, current;
};

Ranked rank(const StepSeries& series, const std::vector<std::size_t>& thinned, std::size_t censored)
{
    Ranked ranked;
    ranked.censored = censored;
    for (std::size_t i = 0; i < thinned.size() && !series.values.empty(); ++i)
        if (!std::isnan(series.values[thinned[i]]))
            ranked.order.push_back(static_cast<std::uint32_t>(i));
    const auto at = [&](std::uint32_t i) { return series.values[thinned[i]]; };
    std::ranges::sort(ranked.order, {}, at);
    for (const std::uint32_t i : ranked.order)
        ranked.value.push_back(at(i));
    return ranked;
}

/// Type-7 quantiles by walking the ordered values with their multiplicities: no replicate is ever sorted.
class QuantileWalk {
public:
    QuantileWalk(std::size_t drawn, std::size_t censored) : m_drawn(drawn)
    {
        constexpr std::array<double, 3> kProbability{0.5, 0.95, 0.99};
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t total = k == 0 ? drawn : drawn + censored;
            const double h = total == 0 ? 0 : static_cast<double>(total - 1) * kProbability[k];
            m_low[k] = static_cast<std::size_t>(h);
            m_part[k] = h - static_cast<double>(m_low[k]);
            m_target[2 * k] = m_low[k];
            m_target[2 * k + 1] = m_low[k] + 1;
        }
    }
    /// The next value, with so many draws up to and including it.
    void pass(std::size_t cumulated, double value)
    {
        while (m_target[m_next] < cumulated)
            m_value[m_next++] = value;
    }
    [[nodiscard]] double result(std::size_t k) const
    {
        if (m_drawn == 0)
            return kNone;
        const bool lowFound = 2 * k < m_next;
        const bool nextFound = 2 * k + 1 < m_next;
        if (!lowFound || (!nextFound && m_part[k] > 0))
            return kInfinity;
        return m_part[k] > 0 ? m_value[2 * k] + m_part[k] * (m_value[2 * k + 1] - m_value[2 * k]) : m_value[2 * k];
    }

private:
    std::size_t m_drawn;
    std::size_t m_next = 0;
    std::array<std::size_t, 3> m_low{};
    std::array<double, 3> m_part{};
    std::array<std::size_t, 7> m_target{0, 0, 0, 0, 0, 0, std::numeric_limits<std::size_t>::max()};
    std::array<double, 6> m_value{};
};

Estimates replicate(const Ranked& ranked, const std::vector<std::uint16_t>& counts, std::size_t runs)
{
    std::size_t drawn = counts.size();
    if (ranked.order.size() != counts.size() || runs > 1) {
        drawn = 0;  // the stage was not measured in some of the steps, or runs of other lengths were drawn
        for (const std::uint32_t i : ranked.order)
            drawn += counts[i];
    }
    QuantileWalk walk(drawn, ranked.censored);
    std::size_t cumulated = 0;
    double sum = 0;
    for (std::size_t k = 0; k < ranked.order.size(); ++k) {
        const std::size_t times = counts[ranked.order[k]];  // often 0: no branch on it, it would not be predictable
        cumulated += times;
        sum += static_cast<double>(times) * ranked.value[k];
        walk.pass(cumulated, ranked.value[k]);
    }
    return {walk.result(0), drawn == 0 ? kNone : sum / static_cast<double>(drawn), walk.result(1), walk.result(2)};
}

void drawCounts(stats::SplitMix64& random, std::size_t n, std::size_t block, std::vector<std::uint16_t>& counts)
{
    counts.assign(n, 0);
    stats::drawCircularBlocks(random, n, block, [&](std::size_t i) { ++counts[i]; });
}

std::size_t runCount(const std::vector<std::size_t>& begins)
{
    return begins.empty() ? 1 : begins.size() - 1;
}

/// As many runs as there are, with replacement, and blocks within each.
void drawRuns(stats::SplitMix64& random, const std::vector<std::size_t>& begins, std::size_t block,
              std::vector<std::uint16_t>& counts)
{
    counts.assign(begins.back(), 0);
    const std::size_t runs = runCount(begins);
    for (std::size_t i = 0; i < runs; ++i) {
        const std::size_t run = random.index(runs);
        const std::size_t from = begins[run];
        stats::drawCircularBlocks(random, begins[run + 1] - from, block,
                                  [&](std::size_t step) { ++counts[from + step]; });
    }
}

void keep(std::array<std::vector<double>, kStatistics>& results, std::size_t r, const Estimates& estimates)
{
    for (std::size_t s = 0; s < kStatistics; ++s)
        results[s][r] = estimates[s];
}

double effectOf(double baseline, double current, bool absolute)
{
    if (absolute)
        return current - (std::isnan(baseline) ? 0 : baseline);
    if (baseline == current)
        return 0;  // also where both are zero or infinite
    return current / baseline - 1;
}

/// Blocks of L steps drawn from n vary less than the estimate does, by about 1 − L/n in variance (for independent steps
/// exactly so for the mean): without this, intervals from few steps are too narrow. Spreads the replicates from their
/// centre by the inverse, on the scale of log(1 + effect), or of Δ where absolute. Keeps their order.
void widen(Replicates& out, double factor)
{
    for (double& effect : out.effects) {
        const double term = out.absolute ? effect : std::log1p(effect);
        if (!std::isfinite(term))
            continue;
        const double wider = out.centre + (term - out.centre) * factor;
        effect = out.absolute ? wider : std::expm1(wider);
    }
    out.spread *= factor;
}

double wideningFactor(const BootstrapPlan& plan)
{
    // Of several runs one is a block: drawing K of K varies less by 1 − 1/K.
    const auto kept = [](std::size_t block, const std::vector<std::size_t>& steps, std::size_t runs) {
        return 1 - (runs > 1 ? 1 / static_cast<double>(runs)
                             : static_cast<double>(block) / static_cast<double>(steps.size()));
    };
    const double share = std::min(kept(plan.blockBaseline, plan.thinnedBaseline, runCount(plan.runsBaseline)),
                                  kept(plan.blockCurrent, plan.thinnedCurrent, runCount(plan.runsCurrent)));
    return share > 0 ? 1 / std::sqrt(share) : 1;
}

void finish(Replicates& out, const std::vector<double>& baseline, const std::vector<double>& current)
{
    double sum = 0;
    double squares = 0;
    double finite = 0;
    for (std::size_t r = 0; r < current.size(); ++r) {
        const double effect = effectOf(baseline[r], current[r], out.absolute);
        if (std::isnan(effect))
            continue;
        out.effects.push_back(effect);
        const double term = out.absolute ? effect : std::log1p(effect);
        if (std::isfinite(term)) {
            sum += term;
            squares += term * term;
            finite += 1;
        }
    }
    std::ranges::sort(out.effects);
    if (finite == 0)
        return;
    out.centre = sum / finite;
    out.spread = std::sqrt(std::max(0.0, squares / finite - out.centre * out.centre));
}

std::size_t blockLength(const std::vector<double>& series)
{
    const auto n = static_cast<double>(series.size());
    const double length = std::max(std::ceil(std::cbrt(n) - 1e-9), std::ceil(2 * stats::autocorrelationTime(series)));
    const double most = std::max(1.0, std::floor(n / 3));
    return static_cast<std::size_t>(std::clamp(length, 1.0, most));
}

/// Positions 0…n − 1, or a random subset of kMostSteps of them in order (Knuth's selection sampling).
std::vector<std::size_t> thin(std::size_t n, std::uint64_t seed)
{
    std::vector<std::size_t> kept;
    stats::SplitMix64 random(seed);
    std::size_t wanted = std::min(n, kMostSteps);
    for (std::size_t i = 0; i < n && wanted > 0; ++i) {
        if (n > kMostSteps && random.index(n - i) >= wanted)
            continue;
        kept.push_back(i);
        --wanted;
    }
    return kept;
}

std::vector<double> pick(const std::vector<double>& values, const std::vector<std::size_t>& positions)
{
    std::vector<double> picked;
    for (const std::size_t i : positions)
        if (!std::isnan(values[i]))
            picked.push_back(values[i]);
    return picked;
}

/// Runs none of whose steps was kept are none.
std::vector<std::size_t> runBegins(const SideBasis& side, const std::vector<std::size_t>& thinned)
{
    std::vector<std::size_t> begins{0};
    std::size_t end = 0;
    for (const std::size_t steps : stepsByRun(side)) {
        end += steps;
        const auto at = static_cast<std::size_t>(std::ranges::lower_bound(thinned, end) - thinned.begin());
        if (at > begins.back())
            begins.push_back(at);
    }
    return begins;
}

std::vector<std::size_t> firstRun(const std::vector<std::size_t>& thinned, const std::vector<std::size_t>& begins)
{
    return {thinned.begin(), thinned.begin() + static_cast<std::ptrdiff_t>(begins[1])};
}

std::vector<Work> prepareWork(DecisionBasis& basis, const BootstrapPlan& plan)
{
    std::vector<Work> all;
    const auto add = [&](SeriesBasis& series) {
        Work work{&series,
                  rank(series.baseline, plan.thinnedBaseline, plan.censoredBaseline),
                  rank(series.current, plan.thinnedCurrent, plan.censoredCurrent),
                  {},
                  {}};
        for (std::size_t s = 0; s < kStatistics; ++s) {
            work.baseline[s].resize(plan.resamples);
            work.current[s].resize(plan.resamples);
            series.replicates[s].absolute = series.baseline.n() == 0 || series.baseline.estimate[s] == 0;
        }
        all.push_back(std::move(work));
    };
    for (StageBasis& stage : basis.stages)
        for (SeriesBasis& series : stage.series)
            add(series);
    add(basis.step);
    return all;
}

void drawRange(std::vector<Work>& all, const BootstrapPlan& plan, std::size_t first, std::size_t last)
{
    const std::size_t nB = plan.thinnedBaseline.size();
    const std::size_t nC = plan.thinnedCurrent.size();
    const std::size_t draws =
        stats::drawsPerSample(nC, plan.blockCurrent) + stats::drawsPerSample(nB, plan.blockBaseline);
    stats::SplitMix64 random(plan.seed);
    random.skip(draws * first);
    std::vector<std::uint16_t> currentCounts;
    std::vector<std::uint16_t> baselineCounts;
    const std::size_t runsB = runCount(plan.runsBaseline);
    const std::size_t runsC = runCount(plan.runsCurrent);
    const auto draw = [&](std::size_t n, std::size_t block, const std::vector<std::size_t>& begins,
                          std::vector<std::uint16_t>& counts) {
        runCount(begins) > 1 ? drawRuns(random, begins, block, counts) : drawCounts(random, n, block, counts);
    };
    for (std::size_t r = first; r < last; ++r) {
        if (runsB + runsC > 2) {  // runs take different numbers of draws: each replicate has a stream of its own
            constexpr std::uint64_t kStride = 0x100000001B3;
            random = stats::SplitMix64(plan.seed + kStride * (r + 1));
        }
        draw(nC, plan.blockCurrent, plan.runsCurrent, currentCounts);
        draw(nB, plan.blockBaseline, plan.runsBaseline, baselineCounts);
        for (Work& work : all) {
            keep(work.current, r, replicate(work.rankedCurrent, currentCounts, runsC));
            keep(work.baseline, r, replicate(work.rankedBaseline, baselineCounts, runsB));
        }
    }
}

}  // namespace

BootstrapPlan planBootstrap(const DecisionBasis& basis, const Policy& policy)
{
    BootstrapPlan plan;
    plan.seed = policy.seed;
    const std::vector<double>& stepB = basis.step.baseline.values;
    const std::vector<double>& stepC = basis.step.current.values;
    if (std::min(stepB.size(), stepC.size()) < 2 || policy.resamples < 1)
        return plan;
    plan.thinnedBaseline = thin(stepB.size(), policy.seed);
    plan.thinnedCurrent = thin(stepC.size(), policy.seed + 1);
    plan.runsBaseline = runBegins(basis.baseline, plan.thinnedBaseline);
    plan.runsCurrent = runBegins(basis.current, plan.thinnedCurrent);
    plan.blockBaseline = blockLength(pick(stepB, firstRun(plan.thinnedBaseline, plan.runsBaseline)));
    plan.blockCurrent = blockLength(pick(stepC, firstRun(plan.thinnedCurrent, plan.runsCurrent)));
    plan.censoredBaseline = static_cast<std::size_t>(failedSteps(basis.baseline));
    plan.censoredCurrent = static_cast<std::size_t>(failedSteps(basis.current));
    if (std::max(stepB.size(), stepC.size()) > kMostSteps)
        plan.notes.push_back(say("More than {} steps: intervals are drawn from a random subset of {} a side and are "
                                 "a little wider than they could be.",
                                 kMostSteps, kMostSteps));

    std::size_t series = 1;
    for (const StageBasis& stage : basis.stages)
        series += stage.series.size();
    constexpr double kMostWork = 4e9;      // a few seconds a core
    constexpr double kMostMemory = 400e6;  // bytes of replicates
    const auto steps = static_cast<double>(plan.thinnedBaseline.size() + plan.thinnedCurrent.size());
    const double byWork = kMostWork / (steps * static_cast<double>(series));
    const double byMemory = kMostMemory / (static_cast<double>(series) * kStatistics * 3 * sizeof(double));
    const auto wanted = static_cast<std::size_t>(policy.resamples);
    const auto affordable = static_cast<std::size_t>(std::min(byWork, byMemory));
    plan.resamples = std::min(wanted, std::max(affordable, kFewestResamples));
    if (plan.resamples < wanted)
        plan.notes.push_back(
            say("{} bootstrap replicates instead of {}: many steps or stages.", plan.resamples, wanted));
    return plan;
}

void drawReplicates(DecisionBasis& basis, const BootstrapPlan& plan, const Job& job)
{
    basis.resamples = plan.resamples;
    if (plan.resamples == 0)
        return;
    std::vector<Work> all = prepareWork(basis, plan);
    constexpr std::size_t kPiece = 250;
    const std::size_t pieces = (plan.resamples + kPiece - 1) / kPiece;
    std::atomic<std::size_t> done{0};
    parallelFor(pieces, job, [&](std::size_t piece) {
        drawRange(all, plan, piece * kPiece, std::min((piece + 1) * kPiece, plan.resamples));
        job.report(0.3 + 0.6 * static_cast<double>(++done) / static_cast<double>(pieces), "resampling steps");
    });
    if (job.stopped())
        return;
    const double factor = wideningFactor(plan);
    parallelFor(all.size(), job, [&](std::size_t i) {
        for (std::size_t s = 0; s < kStatistics; ++s) {
            Replicates& replicates = all[i].series->replicates[s];
            finish(replicates, all[i].baseline[s], all[i].current[s]);
            widen(replicates, factor);
        }
    });
    for (Work& work : all) {
        work.series->drawnBaseline = std::move(work.baseline);
        work.series->drawnCurrent = std::move(work.current);
    }
}

}  // namespace headwater
