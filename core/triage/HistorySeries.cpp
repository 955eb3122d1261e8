// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/HistorySeries.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/stats/JointChanges.h"
#include "core/stats/LevelChanges.h"
#include "core/stats/Quantile.h"
#include "core/stats/RatioInterval.h"

namespace headwater {

namespace {

constexpr std::size_t kFewestForNoise = 5;
constexpr double kModifiedZ = 3.5;  // Iglewicz & Hoaglin 1993
constexpr double kOddZ = 5;         // stricter: any of the runs may be the odd one
/// More far runs than one of so many of a plateau are what its runs differ by.
constexpr std::size_t kOddOf = 4;
/// Of the history's alpha, for the second look at one in which no window stands out: both together keep it.
constexpr double kAlphaForLevels = 0.2;

double medianOf(std::span<const double> values)
{
    std::vector<double> copy(values.begin(), values.end());
    return stats::medianInPlace(copy);
}

/// Beyond ε and the absolute floor.
bool counts(double before, double after, const Policy& policy)
{
    const double delta = std::abs(after - before);
    return delta > static_cast<double>(policy.floorNs) && delta > before * policy.epsilon();
}

/// |log(value / middle)| from which on a value is far from its plateau: a modified z-score of the logarithm (median and
/// MAD, which a slow run inside the plateau cannot widen).
double reachOf(std::span<const double> plateau, double middle, double z)
{
    std::vector<double> distance;
    for (const double v : plateau)
        distance.push_back(std::abs(std::log(v / middle)));
    return z / 0.6745 * stats::medianInPlace(distance);
}

bool allPositive(std::span<const double> values)
{
    return std::ranges::all_of(values, [](double v) { return v > 0; });
}

/// The measured values of a series and where its plateaus begin and end.
struct Plateaus {
    std::vector<double> values;
    std::vector<std::size_t> run;      ///< of each value
    std::vector<std::size_t> borders;  ///< of plateau i: borders[i] to borders[i + 1]

    [[nodiscard]] std::size_t count() const { return borders.size() - 1; }
    [[nodiscard]] std::span<const double> at(std::size_t i) const
    {
        return std::span(values).subspan(borders[i], borders[i + 1] - borders[i]);
    }
    [[nodiscard]] double median(std::size_t i) const { return medianOf(at(i)); }
};

Plateaus plateausOf(std::span<const double> row, const std::vector<stats::TestedChange>& changes)
{
    Plateaus plateaus;
    plateaus.borders.push_back(0);
    auto change = changes.begin();
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (!std::isfinite(row[i]))
            continue;
        if (change != changes.end() && i >= change->at) {
            plateaus.borders.push_back(plateaus.values.size());
            ++change;
        }
        plateaus.values.push_back(row[i]);
        plateaus.run.push_back(i);
    }
    plateaus.borders.push_back(plateaus.values.size());
    return plateaus;
}

/// The newest one or two values where they lie on one side of the plateau before, beyond its noise.
std::optional<NewestApart> newestApart(std::span<const double> values, const RunHistory& history)
{
    const std::size_t least = history.rule.least;
    if (values.size() < 2 * least || !allPositive(values))
        return std::nullopt;
    const auto rest = values.first(values.size() - least);
    const Plateaus plateaus =
        plateausOf(rest, stats::jointChanges({std::vector<double>(rest.begin(), rest.end())}, history.rule).front());
    const auto plateau = plateaus.at(plateaus.count() - 1);
    const double middle = medianOf(plateau);
    const double reach = reachOf(plateau, middle, kModifiedZ);
    const bool slower = values.back() > middle;
    NewestApart apart;
    for (auto v = values.rbegin(); apart.count < least && std::abs(std::log(*v / middle)) > reach; ++v, ++apart.count)
        if ((*v > middle) != slower)
            break;
    if (apart.count == 0 || apart.count >= least)
        return std::nullopt;
    apart.before = middle;
    apart.after = medianOf(values.last(apart.count));
    apart.counted = counts(middle, apart.after, history.policy);
    return apart;
}

/// The row that is judged: without the newest runs where they differ.
std::vector<double> judgedRow(HistorySeries& series, const RunHistory& history)
{
    std::vector<double> row = series.values;
    // Values of the newest run only: a stage that it lacks has no newest runs.
    if (row.empty() || !std::isfinite(row.back()))
        return row;
    const Plateaus all = plateausOf(row, {});
    series.apart = newestApart(all.values, history);
    if (series.apart)
        for (auto run = all.run.end() - static_cast<std::ptrdiff_t>(series.apart->count); run != all.run.end(); ++run)
            row[*run] = std::numeric_limits<double>::quiet_NaN();
    return row;
}

/// The newest values of the last plateau where they lie on one side of all others in it and would count: three or more
/// that no test could tell from chance are no odd runs either, for nobody knows yet whether they last.
std::optional<NewestApart> restApart(const Plateaus& plateaus, const Policy& policy)
{
    const auto plateau = plateaus.at(plateaus.count() - 1);
    if (plateau.size() < 2 || !allPositive(plateau))
        return std::nullopt;
    const double middle = medianOf(plateau);
    const double reach = reachOf(plateau, middle, kModifiedZ);
    const bool slower = plateau.back() > middle;
    const auto isFar = [&](double v) {
        return std::abs(std::log(v / middle)) > reach && (v > middle) == slower && counts(middle, v, policy);
    };
    const auto first = std::find_if_not(plateau.rbegin(), plateau.rend(), isFar);
    const auto count = static_cast<std::size_t>(first - plateau.rbegin());
    if (count == 0 || 2 * count >= plateau.size())
        return std::nullopt;
    return NewestApart{count, medianOf(plateau.first(plateau.size() - count)), medianOf(plateau.last(count)), true};
}

std::vector<HistoryChange> changesOf(const Plateaus& plateaus, const std::vector<stats::TestedChange>& tested,
                                     const Policy& policy)
{
    std::vector<HistoryChange> changes;
    for (std::size_t i = 0; i < tested.size(); ++i) {
        HistoryChange change;
        change.at = tested[i].at;
        change.before = plateaus.median(i);
        change.after = plateaus.median(i + 1);
        change.runsBefore = plateaus.at(i).size();
        change.runsAfter = plateaus.at(i + 1).size();
        change.q = tested[i].q;
        change.p = tested[i].p;
        change.ci95 = stats::ratioInterval(plateaus.at(i + 1), plateaus.at(i), 0.95);
        change.counted = counts(change.before, change.after, policy);
        changes.push_back(change);
    }
    return changes;
}

std::vector<OddRun> oddRuns(const Plateaus& plateaus, const Policy& policy)
{
    std::vector<OddRun> odd;
    if (!allPositive(plateaus.values))
        return odd;
    for (std::size_t i = 0; i < plateaus.count(); ++i) {
        const auto plateau = plateaus.at(i);
        if (plateau.empty())
            continue;
        const double middle = medianOf(plateau);
        const double reach = reachOf(plateau, middle, kOddZ);
        std::vector<OddRun> here;
        for (std::size_t v = 0; v < plateau.size(); ++v)
            if (std::abs(std::log(plateau[v] / middle)) > reach && counts(middle, plateau[v], policy))
                here.push_back({plateaus.run[plateaus.borders[i] + v], plateau[v], middle});
        if (here.size() * kOddOf <= plateau.size())
            odd.insert(odd.end(), here.begin(), here.end());
    }
    return odd;
}

/// Without those between two plateaus that lie between their levels: the way from one to the other is not odd.
std::vector<OddRun> withoutTransitions(std::vector<OddRun> odd, const Plateaus& plateaus)
{
    std::vector<std::size_t> passed;
    for (std::size_t i = 0; i + 1 < plateaus.count(); ++i) {
        const std::pair<double, double> levels = std::minmax({plateaus.median(i), plateaus.median(i + 1)});
        const auto isBetween = [&](std::size_t v) {
            return plateaus.values[v] > levels.first && plateaus.values[v] < levels.second;
        };
        const std::size_t border = plateaus.borders[i + 1];
        for (std::size_t v = border; v > plateaus.borders[i] && isBetween(v - 1); --v)
            passed.push_back(plateaus.run[v - 1]);
        for (std::size_t v = border; v < plateaus.borders[i + 2] && isBetween(v); ++v)
            passed.push_back(plateaus.run[v]);
    }
    std::erase_if(odd, [&](const OddRun& one) { return std::ranges::find(passed, one.run) != passed.end(); });
    return odd;
}

/// SD of log(value / mean of its plateau) with as many degrees of freedom less as there are plateaus, odd runs left
/// out. Nothing where no change could be found: what may be one is no noise.
std::optional<double> noiseWithin(const Plateaus& plateaus, const std::vector<OddRun>& odd,
                                  const stats::ChangePointRule& rule)
{
    const std::vector<double>& values = plateaus.values;
    if (values.size() < kFewestForNoise || values.size() < fewestToJudge(rule) || !allPositive(values) ||
        values.size() <= plateaus.count() + odd.size())
        return std::nullopt;
    double sum = 0;
    for (std::size_t i = 0; i < plateaus.count(); ++i) {
        std::vector<double> logs;
        for (std::size_t v = plateaus.borders[i]; v < plateaus.borders[i + 1]; ++v)
            if (std::ranges::find(odd, plateaus.run[v], &OddRun::run) == odd.end())
                logs.push_back(std::log(values[v]));
        double mean = 0;
        for (const double v : logs)
            mean += v / static_cast<double>(logs.size());
        for (const double v : logs)
            sum += (v - mean) * (v - mean);
    }
    return std::sqrt(sum / static_cast<double>(values.size() - odd.size() - plateaus.count()));
}

/// Marks the changes of slowdowns that are over.
std::vector<PassingSlowdown> passingIn(std::vector<HistoryChange>& changes, const Policy& policy)
{
    std::vector<PassingSlowdown> passing;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        if (!changes[i].counted || changes[i].after < changes[i].before)
            continue;
        const double usual = changes[i].before;
        const auto back = std::find_if(changes.begin() + static_cast<std::ptrdiff_t>(i) + 1, changes.end(),
                                       [&](const HistoryChange& c) { return !counts(usual, c.after, policy); });
        if (back == changes.end())
            continue;
        PassingSlowdown slowdown{changes[i].at, back->at, usual, 0};
        for (auto change = changes.begin() + static_cast<std::ptrdiff_t>(i); change != back; ++change) {
            slowdown.during = std::max(slowdown.during, change->after);
            change->passing = true;
        }
        back->passing = true;
        passing.push_back(slowdown);
        i = static_cast<std::size_t>(back - changes.begin());
    }
    return passing;
}

std::optional<SlowerNow> slowerNow(const Plateaus& plateaus, const Policy& policy)
{
    if (plateaus.count() < 2)
        return std::nullopt;
    const std::size_t newest = plateaus.count() - 1;
    std::size_t best = 0;
    for (std::size_t i = 1; i < newest; ++i)
        if (plateaus.median(i) < plateaus.median(best))
            best = i;
    const SlowerNow slower{plateaus.run[plateaus.borders[best + 1]], plateaus.median(best), plateaus.median(newest)};
    if (slower.now <= slower.best || !counts(slower.best, slower.now, policy))
        return std::nullopt;
    return slower;
}

/// Takes the newest runs out of the row where they differ and it is open whether they stay so.
void leaveNewestOut(HistorySeries& series, std::vector<double>& row, Plateaus& plateaus,
                    const std::vector<stats::TestedChange>& tested, const Policy& policy)
{
    if (series.apart || row.empty() || !std::isfinite(row.back()))
        return;
    series.apart = restApart(plateaus, policy);
    if (!series.apart)
        return;
    for (std::size_t i = plateaus.values.size() - series.apart->count; i < plateaus.values.size(); ++i)
        row[plateaus.run[i]] = std::numeric_limits<double>::quiet_NaN();
    plateaus = plateausOf(row, tested);
}

/// The noise of the step: a change of any stage moves it, though it may be too small a part of the step to be found
/// there, and so do newest runs in which some stage differs.
std::optional<double> noiseOfStep(const RunHistory& history)
{
    std::vector<double> row = history.step.values;
    std::vector<stats::TestedChange> borders;
    for (const auto* list : {&history.stages, &history.slowest})
        for (const HistorySeries& series : *list) {
            for (const HistoryChange& change : series.changes)
                if (change.counted)
                    borders.push_back({change.at});
            if (series.apart && series.apart->counted)
                std::fill(row.end() - static_cast<std::ptrdiff_t>(std::min(series.apart->count, row.size())), row.end(),
                          std::numeric_limits<double>::quiet_NaN());
        }
    if (history.step.apart)
        std::fill(row.end() - static_cast<std::ptrdiff_t>(std::min(history.step.apart->count, row.size())), row.end(),
                  std::numeric_limits<double>::quiet_NaN());
    for (const HistoryChange& change : history.step.changes)
        borders.push_back({change.at});
    std::ranges::sort(borders, {}, &stats::TestedChange::at);
    const auto same = std::ranges::unique(borders, {}, &stats::TestedChange::at);
    borders.erase(same.begin(), same.end());
    const Plateaus plateaus = plateausOf(row, borders);
    return noiseWithin(plateaus, oddRuns(plateaus, history.policy), history.rule);
}

}  // namespace

void findChanges(RunHistory& history)
{
    std::vector<HistorySeries*> all{&history.step};
    for (auto* list : {&history.stages, &history.slowest})
        for (HistorySeries& series : *list)
            all.push_back(&series);
    std::vector<std::vector<double>> rows;
    rows.reserve(all.size());
    for (HistorySeries* series : all)
        rows.push_back(judgedRow(*series, history));
    stats::ChangePointRule rule = history.rule;
    rule.alpha = (1 - kAlphaForLevels) * history.rule.alpha;
    auto tested = stats::jointChanges(rows, rule);
    if (std::ranges::all_of(tested, [](const auto& changes) { return changes.empty(); })) {
        rule.alpha = kAlphaForLevels * history.rule.alpha;
        tested = stats::levelChanges(rows, rule);
    }
    for (std::size_t s = 0; s < all.size(); ++s) {
        Plateaus plateaus = plateausOf(rows[s], tested[s]);
        leaveNewestOut(*all[s], rows[s], plateaus, tested[s], history.policy);
        all[s]->changes = changesOf(plateaus, tested[s], history.policy);
        const std::vector<OddRun> odd = oddRuns(plateaus, history.policy);
        all[s]->runNoise = noiseWithin(plateaus, odd, history.rule);
        all[s]->odd = withoutTransitions(odd, plateaus);
        all[s]->passing = passingIn(all[s]->changes, history.policy);
        all[s]->slower = slowerNow(plateaus, history.policy);
    }
    history.step.runNoise = noiseOfStep(history);
}

}  // namespace headwater
