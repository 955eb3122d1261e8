// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/correctness/Correctness.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/analysis/correctness/RunRepeats.h"
#include "core/run/CollectedRun.h"

namespace headwater {

namespace {

constexpr std::size_t kMostRanks = 16;

const Run& runOf(const RunAnalysisPtr& analysis)
{
    static const Run kNone;
    return analysis && analysis->run ? *analysis->run : kNone;
}

bool isFloat16(const Manifest& manifest)
{
    const auto found = manifest.find("precision");
    return found != manifest.end() && dtypeFromText(found->second.value) == DType::Float16;
}

std::vector<std::int64_t> skippedSteps(const RunLogs& logs)
{
    std::vector<std::int64_t> steps;
    for (const TrainingLog* log : logs)
        for (const LogStep& step : log->steps)
            if (step.skipped.value_or(0) > 0)
                steps.push_back(step.step);
    std::ranges::sort(steps);
    return steps;
}

/// Of a run and its repetitions: those of the first run come first.
std::vector<TrainingLog> logsOfAll(const Run& run, const std::vector<RunAnalysisPtr>& repeats)
{
    std::vector<TrainingLog> logs = run.logs;
    for (const RunAnalysisPtr& repeat : repeats)
        logs.insert(logs.end(), runOf(repeat).logs.begin(), runOf(repeat).logs.end());
    return logs;
}

LoggedSide sideOf(const Run& run, const std::vector<TrainingLog>& logs, const RunRepeats& repeats,
                  const CorrectnessLimits& limits)
{
    LoggedSide side;
    const bool scaled = isFloat16(run.manifest);
    side.logs = logs.size();
    side.runs = repeats.runs.size();
    side.badNumbers = findBadNumbers(logs, scaled);
    if (repeats.runs.empty())
        return side;
    const RunLogs& first = repeats.runs.front();
    side.loss = seriesOf(first, LoggedQuantity::Loss);
    side.gradNorm = seriesOf(first, LoggedQuantity::GradNorm);
    side.lossSteps = side.loss.points.size();
    side.gradNormSteps = side.gradNorm.points.size();
    side.iterations = findIterations(first, scaled);
    side.spikes = findSpikes(side.gradNorm, limits);
    side.lossSpikes = findLossSpikes(side.loss, limits);
    side.skippedSteps = skippedSteps(first);
    for (const TrainingLog* log : first)
        side.sources.push_back(log->source);
    return side;
}

void compareLogs(const RunRepeats& baseline, const RunRepeats& current, CorrectnessReport& report)
{
    if (baseline.runs.empty() || current.runs.empty())
        return;
    for (const LoggedQuantity quantity : {LoggedQuantity::Loss, LoggedQuantity::GradNorm}) {
        const LoggedSeries b = seriesOf(baseline.runs.front(), quantity);
        const LoggedSeries c = seriesOf(current.runs.front(), quantity);
        if (!b.points.empty() && !c.points.empty())
            report.series.push_back(compareSeries(b, c, quantity, report.tolerance));
    }
    std::vector<LoggedSeries> losses;
    for (const RunLogs& run : baseline.runs)
        losses.push_back(seriesOf(run, LoggedQuantity::Loss));
    std::erase_if(losses, [](const LoggedSeries& series) { return series.points.empty(); });
    report.lossBand = judgeByBand(losses, seriesOf(current.runs.front(), LoggedQuantity::Loss));
}

std::optional<bool> seedsAgree(const std::vector<ReproducibilityItem>& checklist)
{
    const auto seed = std::ranges::find(checklist, "seed", &ReproducibilityItem::id);
    if (seed->state == CheckState::Same)
        return true;
    return seed->state == CheckState::Differs ? std::optional<bool>(false) : std::nullopt;
}

/// Ranks with a trace on both sides.
std::vector<std::pair<const RankData*, const RankData*>> tracedPairs(const Run& baseline, const Run& current)
{
    std::vector<std::pair<const RankData*, const RankData*>> pairs;
    for (const RankData& b : baseline.ranks) {
        const auto c = std::ranges::lower_bound(current.ranks, b.rank, {}, &RankData::rank);
        if (b.trace && c != current.ranks.end() && c->rank == b.rank && c->trace)
            pairs.emplace_back(&b, &*c);
    }
    if (pairs.empty() && !baseline.ranks.empty() && !current.ranks.empty() && baseline.ranks.front().trace &&
        current.ranks.front().trace)
        pairs.emplace_back(&baseline.ranks.front(), &current.ranks.front());  // no rank in common: the lowest of each
    if (pairs.size() <= kMostRanks)
        return pairs;
    std::vector<std::pair<const RankData*, const RankData*>> chosen;
    for (std::size_t i = 0; i < kMostRanks; ++i)
        chosen.push_back(pairs[i * pairs.size() / kMostRanks]);
    return chosen;
}

KernelProfile kernelsOf(const Run& run, const RankData& rank)
{
    if (run.collected)
        return keptOf(*run.collected, static_cast<std::size_t>(&rank - run.ranks.data()), Kept::Kernels).kernels;
    return rank.summary ? rank.summary->kernels : profileKernels(*rank.trace);
}

std::size_t commonOperators(const KernelProfile& a, const KernelProfile& b)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(a.operators, [&](const auto& entry) { return b.operators.contains(entry.first); }));
}

void compareTraces(const Run& baseline, const Run& current, const CorrectnessLimits& limits, const Job& job,
                   CorrectnessReport& report)
{
    using Key = std::tuple<std::string, KernelAspect, std::string, std::string>;
    std::map<Key, KernelChange> merged;
    for (const auto& [b, c] : tracedPairs(baseline, current)) {
        if (job.stopped())
            return;
        const KernelProfile before = kernelsOf(baseline, *b);
        const KernelProfile after = kernelsOf(current, *c);
        report.kernelRanks.push_back(c->rank);
        report.kernelOperators = std::max(report.kernelOperators, commonOperators(before, after));
        for (KernelChange& change : compareKernels(before, after, limits)) {
            const Key key{change.op, change.aspect, change.from, change.to};
            const auto [at, added] = merged.try_emplace(key, std::move(change));
            at->second.ranks.push_back(c->rank);
        }
    }
    for (auto& [key, change] : merged)
        report.kernels.push_back(std::move(change));
    std::ranges::stable_sort(report.kernels, std::greater(), &KernelChange::currentShare);
}

}  // namespace

CorrectnessReport compareCorrectness(const PairAnalysis& pair, const Comparability& comparability,
                                     const CorrectnessLimits& limits, const Job& job)
{
    const Run& baseline = runOf(pair.baseline);
    const Run& current = runOf(pair.current);
    const std::vector<TrainingLog> logsB = logsOfAll(baseline, pair.baselineRepeats);
    const RunRepeats repeatsB = findRepeats(logsB);
    const RunRepeats repeatsC = findRepeats(current.logs);
    CorrectnessReport report;
    report.baseline = sideOf(baseline, logsB, repeatsB, limits);
    report.current = sideOf(current, current.logs, repeatsC, limits);
    report.tolerance = chooseTolerance(baseline.manifest, current.manifest);
    report.deterministicBaseline = deterministicMode(baseline.manifest);
    report.deterministicCurrent = deterministicMode(current.manifest);
    report.checklist = checkReproducibility(baseline.manifest, current.manifest);
    report.sameSeed = seedsAgree(report.checklist);
    report.variables = countChanges(comparability, !baseline.manifest.empty(), !current.manifest.empty());
    compareLogs(repeatsB, repeatsC, report);
    compareTraces(baseline, current, limits, job, report);
    return report;
}

}  // namespace headwater
