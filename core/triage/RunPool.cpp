// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/RunPool.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/base/Messages.h"
#include "core/stats/RankTest.h"
#include "core/stats/ThreeState.h"
#include "core/triage/SampleSeries.h"

namespace headwater {

namespace {

Text whyLeftOut(const RunAnalysis& first, const RunAnalysis& other)
{
    if (other.cube.empty())
        return other.problems.empty() ? say("it has no step") : messageText(other.problems.back().message);
    if (other.cube.ranks() != first.cube.ranks())
        return say("it has other ranks");
    if (other.cube.stages() != first.cube.stages())
        return say("it has other stages");
    if (first.run && other.run) {
        const Comparability same = compareManifests(first.run->manifest, other.run->manifest);
        if (same.status == ComparabilityStatus::NotComparable)
            return same.reason;
    }
    return otherConfiguration(first, other);
}

/// Repetitions are meant to draw other random numbers (METHODS 5: five seeds).
bool isSeed(const std::string& key)
{
    std::string last = key.substr(key.rfind('.') + 1);
    std::ranges::transform(last, last.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return last.find("seed") != std::string::npos;
}

void fillSide(SideBasis& side, const RunAnalysis& first, const std::vector<RunAnalysisPtr>& repeats, std::size_t warmup)
{
    side.firstStep = makeSeries(side.times, 0).estimate;
    for (const RunAnalysisPtr& repeat : repeats) {
        SideRun run{repeat, {}, {}, {}, whyLeftOut(first, *repeat)};
        if (!repeat->cube.empty()) {
            run.selection = selectSteps(repeat->cube);
            std::vector<std::size_t>& steps = run.selection.steps;
            steps.erase(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(std::min(warmup, steps.size())));
            run.times = stepTimes(repeat->cube, run.selection);
            run.step = makeSeries(run.times, 0).estimate;
            if (run.leftOut.empty() && steps.empty())
                run.leftOut = say("it has no step that was measured in full");
        }
        side.repeats.push_back(std::move(run));
    }
}

std::size_t usableRuns(const SideBasis& side)
{
    return 1 + static_cast<std::size_t>(
                   std::ranges::count_if(side.repeats, [](const SideRun& run) { return run.leftOut.empty(); }));
}

/// Step times of the runs that can be judged, one value a run.
std::vector<double> stepsOfRuns(const SideBasis& side, Statistic statistic)
{
    const auto s = static_cast<std::size_t>(statistic);
    std::vector<double> values{side.firstStep[s]};
    for (const SideRun& run : side.repeats)
        if (run.leftOut.empty())
            values.push_back(run.step[s]);
    return values;
}

/// SD of the logarithm; nothing where a value is not positive and finite.
std::optional<double> logSpread(const std::vector<double>& values)
{
    if (values.size() < 2 || std::ranges::any_of(values, [](double x) { return !(x > 0) || !std::isfinite(x); }))
        return std::nullopt;
    double mean = 0;
    for (const double x : values)
        mean += std::log(x) / static_cast<double>(values.size());
    double squares = 0;
    for (const double x : values)
        squares += (std::log(x) - mean) * (std::log(x) - mean);
    return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

std::vector<JudgedRun> described(const SideBasis& side, const RunAnalysis& first, Statistic statistic)
{
    const auto timeOf = [&](const Estimates& step) -> std::optional<Ns> {
        const double value = step[static_cast<std::size_t>(statistic)];
        return std::isfinite(value) ? std::optional<Ns>(std::llround(value)) : std::nullopt;
    };
    std::vector<JudgedRun> runs{{first.run ? first.run->name : std::string(),
                                 static_cast<int>(side.selection.steps.size()),
                                 timeOf(side.firstStep),
                                 true,
                                 {}}};
    for (const SideRun& run : side.repeats)
        runs.push_back({run.run->run ? run.run->run->name : std::string(), static_cast<int>(run.selection.steps.size()),
                        run.selection.steps.empty() ? std::nullopt : timeOf(run.step),
                        side.pooled && run.leftOut.empty(), run.leftOut});
    return runs;
}

/// "116 ms, 117 ms and 115 ms" of the runs whose step time is known.
Text stepList(const std::vector<JudgedRun>& runs)
{
    Text text;
    for (const JudgedRun& run : runs)
        if (run.step && run.leftOut.empty())
            text += (text.empty() ? Text() : say(", ")) + formatDuration(*run.step);
    return text;
}

void sayUnit(Draft& draft)
{
    Verdict& v = draft.verdict;
    const SideBasis& b = draft.basis.baseline;
    const SideBasis& c = draft.basis.current;
    v.evidenceLevel = EvidenceLevel::AcrossRuns;
    const std::vector<double> before = stepsOfRuns(b, draft.policy.statistic);
    const std::vector<double> after = stepsOfRuns(c, draft.policy.statistic);
    const stats::MannWhitney test = stats::mannWhitney(after, before, 1);
    const double all = static_cast<double>(before.size() * after.size());
    v.warnings.push_back(
        say("Judged across {} baseline and {} current runs: intervals come from drawing runs, and steps within them. "
            "Step times of the runs: {}; {}. Rank test over the runs: p {:.2g}, where so many runs can reach {:.2g}.",
            before.size(), after.size(), stepList(v.runs[0]), stepList(v.runs[1]), test.pOne,
            stats::ExactNull(after.size(), before.size()).upperTail(all)));
    constexpr std::size_t kRunsForHolm = 5;
    if (std::min(before.size(), after.size()) < kRunsForHolm)
        v.warnings.push_back(say("Intervals over so few runs are narrower than they should be; {} runs a side are "
                                 "needed before runs alone can confirm one stage of five.",
                                 kRunsForHolm));
}

void sayTooFew(Draft& draft)
{
    Verdict& v = draft.verdict;
    v.warnings.push_back(
        say("{} baseline and {} current runs were given; the first of each is judged, for too few runs tell how much "
            "runs differ by themselves ({} baselines do, or {} runs a side). Step times of the runs: {}; {}.",
            usableRuns(draft.basis.baseline), usableRuns(draft.basis.current), kRunsForNoise, kRunsAsUnit,
            stepList(v.runs[0]), stepList(v.runs[1])));
}

}  // namespace

Text otherConfiguration(const RunAnalysis& first, const RunAnalysis& other)
{
    if (!first.run || !other.run)
        return {};
    Text changes;
    for (const ManifestChange& change : compareManifests(first.run->manifest, other.run->manifest).changed)
        if (!change.isVolatile && !isSeed(change.key) && !change.baseline.empty() && !change.current.empty())
            changes += (changes.empty() ? Text() : say(", ")) + change.key + " " + change.baseline + " \u2192 " +
                       change.current;
    return changes.empty() ? Text() : say("it has another configuration: {}", changes);
}

void poolRuns(DecisionBasis& basis, std::size_t warmup)
{
    fillSide(basis.baseline, *basis.pair.baseline, basis.pair.baselineRepeats, warmup);
    fillSide(basis.current, *basis.pair.current, basis.pair.currentRepeats, warmup);
    const std::size_t before = usableRuns(basis.baseline);
    const std::size_t after = usableRuns(basis.current);
    basis.current.pooled = std::min(before, after) >= kRunsAsUnit;
    basis.baseline.pooled = basis.current.pooled || before >= kRunsForNoise;
}

std::size_t judgedRuns(const SideBasis& side)
{
    return side.pooled ? usableRuns(side) : 1;
}

std::vector<double> pooledTimes(const SideBasis& side)
{
    std::vector<double> times = side.times;
    if (side.pooled)
        for (const SideRun& run : side.repeats)
            if (run.leftOut.empty())
                times.insert(times.end(), run.times.begin(), run.times.end());
    return times;
}

std::vector<std::size_t> stepsByRun(const SideBasis& side)
{
    std::vector<std::size_t> steps{side.selection.steps.size()};
    if (side.pooled)
        for (const SideRun& run : side.repeats)
            if (run.leftOut.empty())
                steps.push_back(run.selection.steps.size());
    return steps;
}

int failedSteps(const SideBasis& side)
{
    int failed = side.selection.failed;
    if (side.pooled)
        for (const SideRun& run : side.repeats)
            failed += run.leftOut.empty() ? run.selection.failed : 0;
    return failed;
}

Policy withRunNoise(const DecisionBasis& basis, const Policy& policy)
{
    if (!basis.baseline.pooled || basis.current.pooled)
        return policy;
    const std::vector<double> runs = stepsOfRuns(basis.baseline, policy.statistic);
    const std::optional<double> sigma = logSpread(runs);
    if (!sigma)
        return policy;
    Policy widened = policy;
    const std::int64_t given = policy.noise ? policy.noise->givenEpsilonPpm : policy.epsilonPpm;
    const double epsilon = stats::effectiveEpsilon(static_cast<double>(given) / 1e6, *sigma, policy.alpha);
    const auto ppm = static_cast<std::int64_t>(std::llround(epsilon * 1e6));
    if (policy.noise && policy.epsilonPpm > ppm)
        return policy;  // the history says more
    widened.noise = NoiseFloor{static_cast<int>(runs.size()), *sigma, given};
    widened.epsilonPpm = ppm;
    return widened;
}

void describeRuns(Draft& draft)
{
    Verdict& v = draft.verdict;
    const PairAnalysis& pair = draft.basis.pair;
    const SideBasis& b = draft.basis.baseline;
    const SideBasis& c = draft.basis.current;
    v.runs = {described(b, *pair.baseline, draft.policy.statistic),
              described(c, *pair.current, draft.policy.statistic)};
    if (b.repeats.empty() && c.repeats.empty())
        return;
    for (const std::vector<JudgedRun>& side : v.runs)
        for (const JudgedRun& run : side)
            if (!run.leftOut.empty())
                v.warnings.push_back(say("{} is left out of the runs that are judged: {}.", run.name, run.leftOut));
    if (usableRuns(b) + usableRuns(c) == 2)
        return;
    if (c.pooled)
        sayUnit(draft);
    else if (b.pooled)
        v.warnings.push_back(
            say("The baseline is {} runs together, whose step times are {}.", usableRuns(b), stepList(v.runs[0])));
    else
        sayTooFew(draft);
    if (b.pooled)
        v.warnings.push_back(say("What is said of parts of stages, ranks, devices and kernels is of the first run of "
                                 "each side, {} and {}.",
                                 v.runs[0].front().name, v.runs[1].front().name));
}

}  // namespace headwater
