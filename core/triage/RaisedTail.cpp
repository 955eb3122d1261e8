// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/RaisedTail.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace headwater {

namespace {

/// Current steps beyond what the baseline's own spread explains.
std::size_t stepsBeyond(const SeriesBasis& series, double epsilon, double floor)
{
    constexpr double kMuch = 5;
    constexpr auto kMedian = static_cast<std::size_t>(Statistic::P50);
    const double spread = series.baseline.sorted.back() - series.baseline.estimate[kMedian];
    const double typical = std::max(series.baseline.estimate[kMedian], series.current.estimate[kMedian]);
    const double limit = std::max(typical + kMuch * spread + floor, (1 + epsilon) * series.baseline.sorted.back());
    const std::vector<double>& sorted = series.current.sorted;
    return static_cast<std::size_t>(sorted.end() - std::ranges::upper_bound(sorted, limit));
}

/// How many such steps are more than an accident. Where p95 was judged, p99 asks for more than one step in a hundred.
std::size_t fewestFor(Statistic statistic, std::size_t n)
{
    constexpr std::size_t kHundred = 100;
    return statistic == Statistic::P95 ? 1 : 2 + n / kHundred;
}

}  // namespace

std::optional<RaisedTail> raisedTail(const Draft& draft)
{
    if (draft.size != SampleSize::Enough)
        return std::nullopt;
    for (std::size_t k = 0; k < draft.results.size(); ++k) {
        const SeriesBasis& series = draft.basis.stages[k].series.front();
        if (std::min(series.baseline.n(), series.current.n()) == 0)
            continue;
        const StageJudgement& judged = draft.judgements.stages[k];
        const Statistic open = judged.table(Statistic::P95).tested ? Statistic::P99 : Statistic::P95;
        // Of few steps p95 lies below the longest: p99 shows what is there.
        const Judgement& tail = judged.table(Statistic::P99);
        if (tail.tested || tail.delta <= draft.floor || !tail.ratio || *tail.ratio <= draft.policy.epsilon())
            continue;
        const std::size_t beyond = stepsBeyond(series, draft.policy.epsilon(), static_cast<double>(draft.floor));
        if (beyond >= fewestFor(open, series.current.n()))
            return RaisedTail{k,
                              open,
                              series.baseline.sorted.back(),
                              series.current.sorted.back(),
                              beyond,
                              stepsNeeded(open, draft.policy.alpha)};
    }
    return std::nullopt;
}

Text raisedTailText(const Draft& draft, const RaisedTail& tail)
{
    const auto toNs = [](double value) { return static_cast<Ns>(std::llround(value)); };
    return say("the slow steps of {} look longer (longest {}, {} of {} steps)", draft.results[tail.stage].shown.stage,
               std::isfinite(tail.longestCurrent) && std::isfinite(tail.longestBaseline)
                   ? Text(fromTo(toNs(tail.longestBaseline), toNs(tail.longestCurrent)))
                   : Text(say("never ended")),
               tail.steps, draft.basis.stages[tail.stage].series.front().current.n());
}

}  // namespace headwater
