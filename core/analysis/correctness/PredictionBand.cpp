// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/correctness/PredictionBand.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/stats/LeaveOneOut.h"
#include "core/stats/Quantile.h"

namespace headwater {

namespace {

constexpr std::size_t kSmooth = 10;
constexpr std::size_t kConsecutive = 10;

using Values = std::vector<double>;

std::map<std::int64_t, const LoggedPoint*> byStep(const LoggedSeries& series)
{
    std::map<std::int64_t, const LoggedPoint*> points;
    for (const LoggedPoint& point : series.points)
        points.emplace(point.step, &point);
    return points;
}

/// One row a step that all series have: the baselines' values, the current one last. `steps` gets their numbers.
std::vector<Values> commonRows(std::span<const LoggedSeries> baselines, const LoggedSeries& current,
                               std::vector<std::int64_t>& steps)
{
    std::vector<std::map<std::int64_t, const LoggedPoint*>> points;
    for (const LoggedSeries& series : baselines)
        points.push_back(byStep(series));
    std::vector<Values> rows;
    for (const LoggedPoint& point : current.points) {
        Values row;
        for (const auto& known : points) {
            const auto found = known.find(point.step);
            if (found != known.end() && found->second->covered == point.covered &&
                std::isfinite(found->second->number.value))
                row.push_back(found->second->number.value);
        }
        if (row.size() != points.size() || !std::isfinite(point.number.value))
            continue;
        row.push_back(point.number.value);
        rows.push_back(std::move(row));
        steps.push_back(point.step);
    }
    return rows;
}

/// Means of rows [begin, end), by column.
Values meanOf(const std::vector<Values>& rows, std::size_t begin, std::size_t end)
{
    Values mean(rows.front().size(), 0.0);
    for (std::size_t i = begin; i < end; ++i)
        for (std::size_t k = 0; k < mean.size(); ++k)
            mean[k] += rows[i][k] / static_cast<double>(end - begin);
    return mean;
}

bool isOutside(const Values& row)
{
    const auto band = bandOf(std::span(row).first(row.size() - 1));
    return band && (row.back() < band->lo || row.back() > band->hi);
}

}  // namespace

std::optional<Band> bandOf(std::span<const double> values)
{
    if (values.size() < kFewestBaselines)
        return std::nullopt;
    constexpr double kTail = 0.005;
    const auto n = static_cast<double>(values.size());
    Band band;
    band.mean = stats::mean(values);
    double squares = 0;
    for (const double x : values)
        squares += (x - band.mean) * (x - band.mean);
    band.sd = std::sqrt(squares / (n - 1));
    band.t = stats::studentUpperQuantile(kTail, n - 1);
    const double half = band.t * band.sd * std::sqrt(1 + 1 / n);
    band.lo = band.mean - half;
    band.hi = band.mean + half;
    return band;
}

bool BandVerdict::fails() const
{
    return longestOutside >= kConsecutive || windowOutside();
}

std::optional<BandVerdict> judgeByBand(std::span<const LoggedSeries> baselines, const LoggedSeries& current)
{
    std::vector<std::int64_t> steps;
    if (baselines.size() < kFewestBaselines)
        return std::nullopt;
    const std::vector<Values> rows = commonRows(baselines, current, steps);
    if (rows.empty())
        return std::nullopt;
    BandVerdict verdict;
    verdict.runs = baselines.size();
    verdict.steps = rows.size();
    std::size_t running = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool outside = isOutside(meanOf(rows, i + 1 > kSmooth ? i + 1 - kSmooth : 0, i + 1));
        running = outside ? running + 1 : 0;
        verdict.outside += outside;
        if (running > verdict.longestOutside) {
            verdict.longestOutside = running;
            verdict.leftAt = steps[i + 1 - running];
        }
    }
    verdict.windowSteps = std::min(rows.size(), std::max(kSmooth, rows.size() / 10));
    const Values window = meanOf(rows, rows.size() - verdict.windowSteps, rows.size());
    verdict.window = bandOf(std::span(window).first(window.size() - 1)).value_or(Band{});
    verdict.current = window.back();
    return verdict;
}

}  // namespace headwater
