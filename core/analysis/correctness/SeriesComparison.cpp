// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/correctness/SeriesComparison.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/analysis/correctness/Ulp.h"
#include "core/stats/Autocorrelation.h"
#include "core/stats/Quantile.h"

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

/// What is left of values once the straight line through them (least squares) is taken off, scaled by √(n/(n − 2)) for
/// what the line takes along.
void addResiduals(std::span<const StepPair> pairs, std::vector<double>& residuals)
{
    const auto n = static_cast<double>(pairs.size());
    double mean = 0;
    for (const StepPair& pair : pairs)
        mean += pair.baseline.number.value / n;
    const double middle = (n - 1) / 2;
    double slope = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i)
        slope += (static_cast<double>(i) - middle) * (pairs[i].baseline.number.value - mean);
    slope /= n * (n * n - 1) / 12;
    for (std::size_t i = 0; i < pairs.size(); ++i)
        residuals.push_back(
            std::abs(pairs[i].baseline.number.value - mean - slope * (static_cast<double>(i) - middle)) *
            std::sqrt(n / (n - 2)));
}

/// Spread of one value around its course: around a straight line through every dozen steps, so that a course that falls
/// fast at first and slowly then has none, and neighbours that go up and down together keep theirs.
std::optional<double> noiseOf(const std::vector<StepPair>& pairs)
{
    if (pairs.size() < kFewestForWindow)
        return std::nullopt;
    constexpr std::size_t kDozen = 12;
    constexpr double kNormal = 1.4826;  // SD of a normal sample over its MAD
    const std::size_t blocks = std::max<std::size_t>(1, pairs.size() / kDozen);
    std::vector<double> residuals;
    for (std::size_t i = 0; i < blocks; ++i) {
        const std::size_t from = i * pairs.size() / blocks;
        const std::size_t to = (i + 1) * pairs.size() / blocks;
        addResiduals(std::span(pairs).subspan(from, to - from), residuals);
    }
    return kNormal * stats::medianInPlace(residuals);
}

std::vector<double> baselineValues(const std::vector<StepPair>& pairs)
{
    std::vector<double> values;
    for (const StepPair& pair : pairs)
        values.push_back(std::abs(pair.baseline.number.value));
    return values;
}

/// Mean and its standard error: SD over √n_eff.
struct MeanError {
    double mean = 0;
    double error = 0;
};

MeanError meanError(const std::vector<double>& values)
{
    const double mean = stats::mean(values);
    double squares = 0;
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    const double sd = std::sqrt(squares / static_cast<double>(values.size() - 1));
    return {mean, sd / std::sqrt(std::max(1.0, stats::effectiveSamples(values)))};
}

/// Differences, or where all values are positive those of the logarithms, whichever are the steadier: a factor on a
/// loss that falls makes differences that fall along, which is no doubt about the factor.
std::optional<MeanShift> meanShift(const std::vector<StepPair>& pairs)
{
    if (pairs.size() < kFewestForWindow)
        return std::nullopt;
    std::vector<double> apart;
    std::vector<double> ratios;
    for (const StepPair& pair : pairs) {
        const double b = pair.baseline.number.value;
        const double c = pair.current.number.value;
        apart.push_back(c - b);
        if (b > 0 && c > 0)
            ratios.push_back(std::log(c / b));
    }
    const MeanError plain = meanError(apart);
    MeanShift shift;
    shift.mean = plain.mean;
    shift.standardError = plain.error;
    if (ratios.size() == apart.size()) {
        const MeanError factor = meanError(ratios);
        const bool oneWay = (factor.mean > 0) == (plain.mean > 0) && factor.mean != 0;
        if (oneWay)
            shift.standardError = std::min(plain.error, std::abs(plain.mean / factor.mean) * factor.error);
    }
    if (const double size = stats::median(baselineValues(pairs)); size > 0)
        shift.relative = shift.mean / size;
    return shift;
}

/// The format in whose steps exact values are counted.
DType formatOf(const std::vector<StepPair>& pairs, const ChosenTolerance& chosen)
{
    if (chosen.assumed || (chosen.dtype != DType::BFloat16 && chosen.dtype != DType::Float16))
        return DType::Float32;
    const auto isOf = [&](const LoggedPoint& point) {
        const auto value = static_cast<float>(point.number.value);
        return chosen.dtype == DType::BFloat16 ? isBFloat16(value) : isFloat16(value);
    };
    const bool all =
        std::ranges::all_of(pairs, [&](const StepPair& pair) { return isOf(pair.baseline) && isOf(pair.current); });
    return all ? chosen.dtype : DType::Float32;
}

std::int64_t distanceIn(DType format, float a, float b)
{
    const auto distance = format == DType::BFloat16  ? ulpDistanceBFloat16(a, b)
                          : format == DType::Float16 ? ulpDistanceFloat16(a, b)
                                                     : ulpDistance(a, b);
    return distance.value_or(0);  // not finite values were left out
}

}  // namespace

SeriesComparison compareSeries(const LoggedSeries& baseline, const LoggedSeries& current, LoggedQuantity quantity,
                               const ChosenTolerance& chosen)
{
    SeriesComparison result;
    result.quantity = quantity;
    result.baselineSteps = baseline.points.size();
    result.currentSteps = current.points.size();
    result.exact = baseline.exact && current.exact;
    std::vector<StepPair> pairs = pairsOf(baseline, current, result);
    result.common = pairs.size();
    result.format = formatOf(pairs, chosen);
    result.tolerance = chosen.tolerance;
    if (const auto noise = noiseOf(pairs); chosen.assumed && noise) {
        constexpr double kFar = 4;  // times the SD of a difference of two such values
        const double apart = kFar * std::sqrt(2.0) * *noise;
        if (apart > chosen.tolerance.at(stats::median(baselineValues(pairs)))) {
            result.noise = noise;
            result.tolerance = {0, apart};
        }
    }
    for (StepPair& pair : pairs) {
        const double b = pair.baseline.number.value;
        const double c = pair.current.number.value;
        bool differs = false;
        if (result.exact) {
            pair.ulp = distanceIn(result.format, static_cast<float>(b), static_cast<float>(c));
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
        if (surelyApart(pair, result.exact) <= result.tolerance.at(b))
            continue;
        ++result.beyond;
        if (!result.firstBeyond)
            result.firstBeyond = pair;
    }
    result.shift = meanShift(pairs);
    result.last = finalWindow(pairs);
    return result;
}

bool isShifted(const SeriesComparison& series)
{
    constexpr double kErrors = 4;
    return series.shift && series.noise && std::abs(series.shift->mean) > *series.noise &&
           std::abs(series.shift->mean) > kErrors * series.shift->standardError;
}

}  // namespace headwater
