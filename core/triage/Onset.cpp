// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/Onset.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "core/base/Duration.h"
#include "core/stats/ChangePoints.h"
#include "core/stats/Quantile.h"
#include "core/triage/SampleSeries.h"

namespace headwater {

namespace {

constexpr std::size_t kFewest = 20;
constexpr std::size_t kMostTested = 150;  ///< a permutation test takes time by the square of the values
constexpr double kClear = 0.9;            ///< share of the steps of each side that lie nearer to their own median

/// Values of the current run by step, those that were not measured left out.
struct Course {
    std::vector<std::int64_t> steps;
    std::vector<double> values;
};

struct Levels {
    double before = 0;
    double after = 0;
};

/// What counts as slower: more than ε and more than the floor.
struct Limits {
    double epsilon = 0;
    double floor = 0;
    [[nodiscard]] bool slower(double before, double after) const
    {
        return after > before * (1 + epsilon) && after - before > floor;
    }
};

struct Onset {
    Text what;              ///< "forward"
    std::int64_t step = 0;  ///< the first slow one
    std::size_t index = 0;  ///< used steps before it
    Levels levels;
    double baseline = 0;
};

/// One side's steps: those that count, behind those left out at the start as warm-up. The samples of the former are at
/// hand; only the latter are read anew, for a slider may ask.
struct SideSteps {
    const StageCube& cube;
    std::size_t samples = 0;  ///< of the first run, which are the first of a pooled series
    StepSelection left;
    std::vector<std::size_t> steps;  ///< all of them
};

SideSteps stepsOf(const StageCube& cube, const SideBasis& side)
{
    SideSteps out{cube, side.selection.steps.size(), selectSteps(cube), {}};
    out.steps = out.left.steps;
    out.left.steps.resize(out.steps.size() - std::min(out.samples, out.steps.size()));
    return out;
}

Course courseOf(const SideSteps& side, std::vector<double> values, const StepSeries& samples)
{
    values.insert(values.end(), samples.values.begin(),
                  samples.values.begin() + static_cast<std::ptrdiff_t>(std::min(side.samples, samples.values.size())));
    Course course;
    for (std::size_t i = 0; i < std::min(values.size(), side.steps.size()); ++i)
        if (std::isfinite(values[i])) {
            course.steps.push_back(side.cube.steps()[side.steps[i]]);
            course.values.push_back(values[i]);
        }
    return course;
}

Course courseOf(const SideSteps& side, std::size_t stage, const Policy& policy, const StepSeries& samples)
{
    const RankMatrix left = rankMatrix(side.cube, side.left, [&](std::size_t rank, std::size_t step) {
        return valueOf(side.cube, policy.measure, stage, rank, step);
    });
    return courseOf(side, reduceRanks(left, policy.acrossRanks), samples);
}

Levels levelsAt(std::span<const double> values, std::size_t at)
{
    return {stats::median(values.first(at)), stats::median(values.subspan(at))};
}

/// A cheap look before the test: whether the last quarter is slower than the first.
bool getsSlower(std::span<const double> values, const Limits& limits)
{
    const std::size_t quarter = values.size() / 4;
    return quarter > 0 && limits.slower(stats::median(values.first(quarter)), stats::median(values.last(quarter)));
}

/// Share of `values` on the side of the middle where they belong.
bool isClear(std::span<const double> values, std::size_t at, const Levels& levels)
{
    const double middle = (levels.before + levels.after) / 2;
    const auto low = std::ranges::count_if(values.first(at), [&](double x) { return x < middle; });
    const auto high = std::ranges::count_if(values.subspan(at), [&](double x) { return x > middle; });
    return static_cast<double>(low) >= kClear * static_cast<double>(at) &&
           static_cast<double>(high) >= kClear * static_cast<double>(values.size() - at);
}

/// The place near `about` where fewest values lie on the wrong side of the middle.
std::size_t refined(std::span<const double> values, std::size_t about, std::size_t reach)
{
    const Levels levels = levelsAt(values, about);
    const double middle = (levels.before + levels.after) / 2;
    const std::size_t from = about > reach ? about - reach : 1;
    const std::size_t to = std::min(about + reach, values.size() - 1);
    const auto isHigh = [&](double x) { return x > middle; };
    std::size_t best = about;
    std::ptrdiff_t fewest = static_cast<std::ptrdiff_t>(values.size());
    for (std::size_t at = from; at <= to; ++at) {
        const auto wrong = std::ranges::count_if(values.first(at), isHigh) +
                           static_cast<std::ptrdiff_t>(values.size() - at) -
                           std::ranges::count_if(values.subspan(at), isHigh);
        if (wrong < fewest) {
            fewest = wrong;
            best = at;
        }
    }
    return best;
}

/// Medians of blocks of `size` values.
std::vector<double> blocks(std::span<const double> values, std::size_t size)
{
    std::vector<double> medians;
    for (std::size_t at = 0; at < values.size(); at += size)
        medians.push_back(stats::median(values.subspan(at, std::min(size, values.size() - at))));
    return medians;
}

/// Index of the first slow value.
std::optional<std::size_t> onsetOf(std::span<const double> values, const Limits& limits)
{
    if (values.size() < kFewest || !getsSlower(values, limits))
        return std::nullopt;
    const std::size_t size = (values.size() + kMostTested - 1) / kMostTested;
    stats::ChangePointRule rule;
    rule.alpha = 0.005;
    rule.permutations = 199;
    for (const stats::TestedChange& change : stats::changePoints(blocks(values, size), rule)) {
        const std::size_t at = refined(values, change.at * size, size);
        const Levels levels = levelsAt(values, at);
        if (limits.slower(levels.before, levels.after) && isClear(values, at, levels))
            return at;
    }
    return std::nullopt;
}

std::optional<Onset> onsetIn(Text what, const Course& baseline, const Course& current, const Limits& limits)
{
    if (baseline.values.empty() || getsSlower(baseline.values, limits))
        return std::nullopt;
    const auto at = onsetOf(current.values, limits);
    if (!at)
        return std::nullopt;
    const Levels levels = levelsAt(current.values, *at);
    const double usual = stats::median(baseline.values);
    if (!limits.slower(usual, levels.after))
        return std::nullopt;
    return Onset{std::move(what), current.steps[*at], *at, levels, usual};
}

std::optional<Onset> findOnset(const Draft& draft)
{
    const DecisionBasis& basis = draft.basis;
    const SideSteps before = stepsOf(basis.pair.baseline->cube, basis.baseline);
    const SideSteps after = stepsOf(basis.pair.current->cube, basis.current);
    const Limits limits{draft.policy.epsilon(), static_cast<double>(draft.floor)};
    for (std::size_t k = 0; k < basis.alignment.comparable; ++k) {
        const AlignedStage& stage = basis.alignment.stages[k];
        if (stage.outside || !stage.baseline || !stage.current || basis.stages[k].series.empty())
            continue;
        const SeriesBasis& samples = basis.stages[k].series.front();
        if (auto onset = onsetIn(Text(stage.name), courseOf(before, *stage.baseline, basis.prepared, samples.baseline),
                                 courseOf(after, *stage.current, basis.prepared, samples.current), limits))
            return onset;
    }
    return onsetIn(say("the step"), courseOf(before, stepTimes(before.cube, before.left), basis.step.baseline),
                   courseOf(after, stepTimes(after.cube, after.left), basis.step.current), limits);
}

Ns rounded(double ns)
{
    return static_cast<Ns>(std::llround(ns));
}

/// What to do about it; the steps from there on alone where enough of both runs are left.
Text nextStepFor(const Draft& draft, const Onset& onset, bool cutAlready)
{
    Text text =
        say("Look at what changed at step {} of the current run: its log, the samples of its devices and hosts, "
            "another job that started.",
            onset.step);
    const std::size_t steps =
        std::min(draft.basis.pair.baseline->cube.steps().size(), draft.basis.pair.current->cube.steps().size());
    if (!cutAlready && steps >= onset.index + kFewest)
        text += say(" Compare the steps from there on by themselves: --warmup {}.", onset.index);
    return text;
}

}  // namespace

void onsetFinding(const Draft& draft, std::vector<Finding>& findings)
{
    const std::optional<Onset> onset = findOnset(draft);
    if (!onset)
        return;
    const bool cutAlready = static_cast<std::size_t>(draft.basis.warmupRemoved) >= onset->index;
    const Text where = say("{} is slower from step {} on", onset->what, onset->step);
    Finding finding;
    finding.id = kOnsetFinding;
    finding.layer = LayerId::Timeline;
    finding.severity = FindingSeverity::Warning;
    finding.provenance = Provenance::Derived;
    finding.statement = say("In the current run {}: {} (medians before and after; {} in the baseline).", where,
                            fromTo(rounded(onset->levels.before), rounded(onset->levels.after)),
                            formatDuration(rounded(onset->baseline)));
    finding.statement +=
        cutAlready ? say(" The steps before that were left out as warm-up, though they are the fast ones.")
                   : say(" The comparison takes steps before and after that together, which shows less than what it is "
                         "from there on.");
    finding.nextStep = nextStepFor(draft, *onset, cutAlready);
    finding.evidence.push_back(evidenceMs(where, rounded(onset->levels.before), rounded(onset->levels.after),
                                          say("current run, medians before and from then on")));
    finding.evidence.back().step = onset->step;
    findings.push_back(std::move(finding));
}

}  // namespace headwater
