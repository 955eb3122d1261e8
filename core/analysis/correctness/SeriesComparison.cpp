// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/correctness/SeriesComparison.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/correctness/Ulp.h"

namespace headwater {

namespace {

constexpr std::size_t kFewestForWindow = 10;

std::vector<StepPair> pairsOf(const LoggedSeries& baseline, const LoggedSeries& current, SeriesComparison& counts)
{
    std::vector<StepPair> pairs;
    auto b = baseline.points.begin();
    for (const LoggedPoint& c : current.points) {
        b = std::lower_bound(b, baseline.points.end(), c.step,
                             [](const LoggedPoint& point, std::int64_t step) { return point.step < step; });
        if (b == baseline.points.end() || b->step != c.step)
            continue;
        if (b->covered != c.covered)
            ++counts.otherInterval;
        else if (!std::isfinite(b->number.value) || !std::isfinite(c.number.value))
            ++counts.notFinite;
        else
            pairs.push_back({c.step, *b, c});
    }
    return pairs;
}

/// The least that the values behind the printed digits can differ by.
double surelyApart(const StepPair& pair, bool exact)
{
    const double apart = std::abs(pair.current.number.value - pair.baseline.number.value);
    const double lost = exact ? 0 : (printedUnit(pair.baseline.number) + printedUnit(pair.current.number)) / 2;
    return apart - lost;
}

std::optional<FinalWindow> finalWindow(const std::vector<StepPair>& pairs)
{
    if (pairs.size() < kFewestForWindow)
        return std::nullopt;
    FinalWindow window;
    window.steps = std::max(kFewestForWindow, pairs.size() / 10);
    std::size_t higher = 0;
    std::size_t lower = 0;
    for (std::size_t i = pairs.size() - window.steps; i < pairs.size(); ++i) {
        const double b = pairs[i].baseline.number.value;
        const double c = pairs[i].current.number.value;
        if (b == 0)
            return std::nullopt;
        window.relative += (c - b) / std::abs(b) / static_cast<double>(window.steps);
        higher += c > b;
        lower += c < b;
    }
    window.oneSided = higher == window.steps || lower == window.steps;
    return window;
}

}  // namespace

SeriesComparison compareSeries(const LoggedSeries& baseline, const LoggedSeries& current, LoggedQuantity quantity,
                               const Tolerance& tolerance)
{
    SeriesComparison result;
    result.quantity = quantity;
    result.baselineSteps = baseline.points.size();
    result.currentSteps = current.points.size();
    result.exact = baseline.exact && current.exact;
    std::vector<StepPair> pairs = pairsOf(baseline, current, result);
    result.common = pairs.size();
    for (StepPair& pair : pairs) {
        const double b = pair.baseline.number.value;
        const double c = pair.current.number.value;
        bool differs = false;
        if (result.exact) {
            pair.ulp = ulpDistance(static_cast<float>(b), static_cast<float>(c));
            result.largestUlp = std::max(result.largestUlp, *pair.ulp);
            differs = *pair.ulp > 0;
        } else {
            differs = !agreeAsPrinted(pair.baseline.number, pair.current.number);
        }
        if (!differs)
            continue;
        ++result.differing;
        if (!result.firstDifference)
            result.firstDifference = pair;
        if (surelyApart(pair, result.exact) <= tolerance.at(b))
            continue;
        ++result.beyond;
        if (!result.firstBeyond)
            result.firstBeyond = pair;
    }
    result.last = finalWindow(pairs);
    return result;
}

}  // namespace headwater
