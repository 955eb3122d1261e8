// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/Attribution.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/stats/Quantile.h"
#include "core/stats/Random.h"

namespace headwater::whatif {

namespace {

/// Mean step times by which stages are current, each replayed once.
class Replays {
public:
    explicit Replays(const StepTimesOf& timesOf) : m_timesOf(timesOf) {}

    double mean(const std::vector<bool>& current)
    {
        const auto [found, isNew] = m_means.try_emplace(current, 0);
        if (isNew)
            found->second = stats::mean(m_timesOf(current));
        return found->second;
    }

private:
    const StepTimesOf& m_timesOf;
    std::map<std::vector<bool>, double> m_means;
};

/// All subsets: a stage's gain over each set of the others, weighted by |S|! (n − |S| − 1)! / n!.
void exactShapley(std::size_t n, Replays& replays, Attribution& out, const Job& job)
{
    std::vector<double> weight(n);
    for (std::size_t size = 0; size < n; ++size)
        weight[size] = std::exp(std::lgamma(static_cast<double>(size) + 1) +
                                std::lgamma(static_cast<double>(n - size)) - std::lgamma(static_cast<double>(n) + 1));
    for (std::size_t set = 0; set < (std::size_t(1) << n) && !job.stopped(); ++set) {
        std::vector<bool> current(n);
        for (std::size_t k = 0; k < n; ++k)
            current[k] = ((set >> k) & 1U) != 0;
        const auto size = static_cast<std::size_t>(std::ranges::count(current, true));
        const double without = replays.mean(current);
        for (std::size_t k = 0; k < n; ++k) {
            if (current[k])
                continue;
            std::vector<bool> with = current;
            with[k] = true;
            out.stages[k].shapley += weight[size] * (replays.mean(with) - without);
        }
        job.report(static_cast<double>(set) / static_cast<double>(std::size_t(1) << n), "replaying combinations");
    }
}

/// Random orders: each adds the stages one by one (Castro, Gómez & Tejada 2009).
void sampledShapley(std::size_t n, Replays& replays, Attribution& out, const AttributionOptions& options,
                    const Job& job)
{
    stats::SplitMix64 random(options.seed);
    std::vector<std::vector<double>> gains(n);
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t(0));
    for (std::size_t p = 0; p < options.permutations && !job.stopped(); ++p) {
        for (std::size_t i = n; i > 1; --i)
            std::swap(order[i - 1], order[random.index(i)]);
        std::vector<bool> current(n, false);
        double before = replays.mean(current);
        for (const std::size_t k : order) {
            current[k] = true;
            const double after = replays.mean(current);
            gains[k].push_back(after - before);
            before = after;
        }
        job.report(static_cast<double>(p) / static_cast<double>(options.permutations), "replaying combinations");
    }
    constexpr double kNormal95 = 1.959963984540054;
    for (std::size_t k = 0; k < n; ++k) {
        const double mean = stats::mean(gains[k]);
        double squares = 0;
        for (const double gain : gains[k])
            squares += (gain - mean) * (gain - mean);
        const auto count = static_cast<double>(gains[k].size());
        out.stages[k].shapley = mean;
        if (gains[k].size() > 1) {
            const double half = kNormal95 * std::sqrt(squares / (count - 1) / count);
            out.stages[k].shapleyCi = Range{mean - half, mean + half};
        }
    }
}

}  // namespace

Result<Attribution> attribute(std::size_t stages, const StepTimesOf& timesOf, const AttributionOptions& options,
                              const Job& job)
{
    Attribution out;
    out.stages.resize(stages);
    Replays replays(timesOf);
    const std::vector<double> current = timesOf(std::vector<bool>(stages, true));
    out.current = stats::mean(current);
    out.baseline = replays.mean(std::vector<bool>(stages, false));
    const double delta = out.current - out.baseline;
    for (std::size_t k = 0; k < stages && !job.stopped(); ++k) {
        std::vector<bool> restored(stages, true);
        restored[k] = false;
        StageShare& share = out.stages[k];
        share.removed = timesOf(restored);
        for (std::size_t i = 0; i < share.removed.size(); ++i)
            share.removed[i] = current[i] - share.removed[i];
        std::vector<bool> added(stages, false);
        added[k] = true;
        if (delta != 0) {
            share.removal = stats::mean(share.removed) / delta;
            share.addition = (replays.mean(added) - out.baseline) / delta;
        }
    }
    out.exact = stages <= options.mostExact;
    if (out.exact)
        exactShapley(stages, replays, out, job);
    else
        sampledShapley(stages, replays, out, options, job);
    if (job.stopped())
        return cancelled();
    return out;
}

}  // namespace headwater::whatif
