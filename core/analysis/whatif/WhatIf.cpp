// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/WhatIf.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/analysis/LostOverlap.h"
#include "core/analysis/whatif/CollectiveModel.h"
#include "core/analysis/whatif/PipelineGrid.h"
#include "core/analysis/whatif/PipelineModel.h"
#include "core/analysis/whatif/Savings.h"
#include "core/analysis/whatif/StageModel.h"
#include "core/analysis/whatif/TracePipeline.h"
#include "core/stats/Quantile.h"

namespace headwater::whatif {

namespace {

constexpr std::uint64_t kSeed = 42;

/// Whether whatever is replayed can be added up in 64 bits.
bool fits(const ReplayModel& model)
{
    constexpr double kLimit = 4e18;
    double sum = 0;
    for (const Ns time : model.duration)
        sum += static_cast<double>(time);
    return sum < kLimit;
}

Result<ReplayModel> anyModelOf(const RunAnalysis& analysis, bool bySegment)
{
    if (analysis.run && isPipelineTimeline(*analysis.run))
        return pipelineModel(*analysis.run);
    if (analysis.timeline && isPipelineOfTraces(analysis)) {
        const auto grid = pipelineGrid(analysis);
        return grid ? tracePipelineModel(analysis, *grid) : Result<ReplayModel>(tl::unexpected(grid.error()));
    }
    if (analysis.timeline)
        return collectiveModel(analysis, bySegment);
    return stageModel(analysis.cube);
}

Result<ReplayModel> modelOf(const RunAnalysis& analysis, bool bySegment)
{
    auto model = anyModelOf(analysis, bySegment);
    if (model && !fits(*model))
        return fail(ErrorCode::TooLarge, "the durations add up to more than any training run takes",
                    analysis.run ? analysis.run->name : std::string());
    return model;
}

/// Whether work can be told apart by its place between collectives, in both runs alike.
bool segmentsServe(const RunAnalysis& current, const RunAnalysis* baseline)
{
    const auto count = [](const RunAnalysis& run) { return run.timeline ? meetingsPerStep(run) : std::nullopt; };
    const std::optional<std::size_t> here = count(current);
    return here && (baseline == nullptr || count(*baseline) == here);
}

bool tiesRanks(const ReplayModel& model)
{
    return model.source != "ranks by themselves";
}

void warn(Problems& problems, const char* code, std::string message)
{
    problems.push_back({Severity::Warning, code, std::move(message), {}, {}});
}

/// Why a run that is a pipeline cannot be replayed as one; a replay as anything else would give a wrong number.
std::optional<std::string> noPipeline(const RunAnalysis& analysis)
{
    if (!analysis.run || isPipelineTimeline(*analysis.run) || !analysis.timeline || !isPipelineOfTraces(analysis))
        return std::nullopt;
    const auto grid = pipelineGrid(analysis);
    return grid ? std::nullopt : std::optional(grid.error().what);
}

/// Two captures of the same ranks in one folder: which of them is the run is not ours to guess, and a replay of the
/// wrong one (a study's ideal timeline) looks like an answer.
Status oneCapture(const RunAnalysis& analysis)
{
    if (!analysis.run)
        return {};
    const Problems& problems = analysis.run->problems;
    const auto second = std::ranges::find(problems, "duplicate-rank", &Problem::code);
    if (second == problems.end())
        return {};
    std::string first;
    for (const RankData& rank : analysis.run->ranks)
        if (rank.trace && second->position == fmt::format("rank {}", rank.rank))
            first = rank.trace->file;
    return fail(ErrorCode::BadUsage,
                fmt::format("two captures of the same ranks are given, {} and {}: which one is to be replayed?", first,
                            second->file),
                analysis.run->name, second->position, fmt::format("give one of them: whatif {}", second->file));
}

/// True where the replay reproduces the run well enough to reason with it.
bool reproduces(const ReplayModel& model, const std::vector<double>& replayed, const char* which, Problems& problems)
{
    const std::optional<double> error = replayError(model, replayed);
    if (error && *error <= kLargestReplayError)
        return true;
    warn(problems, "replay-error",
         error ? fmt::format("the replay of the {} misses its step times by {:.1f} %, more than {:.0f} %: nothing is "
                             "attributed",
                             which, *error * 100, kLargestReplayError * 100)
               : fmt::format("the {} has no step time to check the replay against: nothing is attributed", which));
    return false;
}

/// The baseline's totals for the cells of the current run: step by step in order, repeated where the baseline has fewer
/// steps; 0 for work that the baseline does not have.
std::vector<Ns> baselineTotals(const ReplayModel& current, const ReplayModel& baseline)
{
    using Key = std::tuple<std::uint32_t, std::string, std::string, std::string, std::uint32_t>;
    const auto nameOf = [](const std::vector<std::string>& names, std::uint32_t key) {
        return key < names.size() ? names[key] : std::string();
    };
    const auto keyOf = [&](const ReplayModel& model, const WorkCell& cell, std::uint32_t step) {
        return Key{step, nameOf(model.workers, cell.worker), nameOf(model.stages, cell.stage),
                   nameOf(model.types, cell.type), cell.ordinal};
    };
    std::map<Key, Ns> known;
    for (const WorkCell& cell : baseline.cells)
        known[keyOf(baseline, cell, cell.step)] += cell.total;
    std::vector<Ns> totals;
    const auto steps = static_cast<std::uint32_t>(baseline.steps.size());
    for (const WorkCell& cell : current.cells) {
        const auto found = known.find(keyOf(current, cell, cell.step % steps));
        totals.push_back(found == known.end() ? 0 : found->second);
    }
    return totals;
}

class Change {
public:
    Change(const ReplayModel& current, const ReplayModel& baseline)
        : m_model(current)
        , m_baseline(baselineTotals(current, baseline))
    {}

    /// Step times with current totals for the stages marked true, and with nothing of `emptied`.
    [[nodiscard]] std::vector<double> times(const std::vector<bool>& current, std::uint32_t emptied = kNoKey) const
    {
        std::vector<Ns> totals = m_baseline;
        for (std::size_t c = 0; c < totals.size(); ++c) {
            const std::uint32_t stage = m_model.cells[c].stage;
            if (current[stage])
                totals[c] = m_model.cells[c].total;
            if (stage == emptied)
                totals[c] = 0;
        }
        return stepTimes(m_model, withTotals(m_model, totals));
    }

    /// Mean over steps of the most that one worker's time in the stage grew, as far as it is exposed.
    [[nodiscard]] double growth(std::uint32_t stage) const
    {
        std::vector<std::vector<Ns>> sums(m_model.steps.size(), std::vector<Ns>(m_model.workers.size(), 0));
        for (std::size_t c = 0; c < m_baseline.size(); ++c)
            if (const WorkCell& cell = m_model.cells[c]; cell.stage == stage)
                sums[cell.step][cell.worker] += std::min(cell.total - m_baseline[c], cell.exposed);
        double sum = 0;
        for (const std::vector<Ns>& workers : sums)
            sum += static_cast<double>(std::max<Ns>(0, std::ranges::max(workers)));
        return sum / static_cast<double>(sums.size());
    }

private:
    const ReplayModel& m_model;
    std::vector<Ns> m_baseline;  ///< per cell
};

/// How many replays an attribution may take, so that a large run does not take minutes.
AttributionOptions optionsFor(const ReplayModel& model)
{
    constexpr double kOperations = 4e9;
    const double replays = kOperations / std::max(1.0, static_cast<double>(model.plan.ops));
    AttributionOptions options;
    options.seed = kSeed;
    while (options.mostExact > 0 && static_cast<double>(1U << options.mostExact) > replays)
        --options.mostExact;
    const double orders = replays / std::max(1.0, static_cast<double>(model.stages.size()));
    options.permutations = static_cast<std::size_t>(std::clamp(orders, 20.0, 200.0));
    return options;
}

Result<ChangeAttribution> attributeChange(const ReplayModel& current, const ReplayModel& baseline, const Job& job)
{
    const Change change(current, baseline);
    const std::size_t n = current.stages.size();
    const auto found = attribute(
        n, [&](const std::vector<bool>& mask) { return change.times(mask); }, optionsFor(current), job);
    if (!found)
        return tl::unexpected(found.error());
    ChangeAttribution out{found->baseline, found->current, found->exact, {}};
    for (std::uint32_t k = 0; k < n; ++k) {
        StageAttribution stage{current.stages[k], found->stages[k], {}, {}, {}};
        const double exposed = found->current - stats::mean(change.times(std::vector<bool>(n, true), k));
        stage.saving = savingBounds(stats::mean(stage.share.removed), change.growth(k), exposed);
        stage.removedCi = meanInterval(stage.share.removed, kSeed);
        stage.gainCeiling = throughputGain(found->current, stage.saving.hi);
        out.stages.push_back(std::move(stage));
    }
    return out;
}

/// The baseline's own step times against those of its totals in the current run's graph: they differ where the runs
/// differ in what they do.
bool sameShape(const ChangeAttribution& change, const std::vector<double>& baselineTimes, Problems& problems)
{
    const double own = stats::mean(baselineTimes);
    const double off = own > 0 ? std::abs(change.baseline / own - 1) : 0;
    if (off <= kLargestReplayError)
        return true;
    warn(problems, "replay-differs",
         fmt::format("the baseline's work replayed in the current run's order misses the baseline's step times by "
                     "{:.1f} %: the runs differ in what they do, nothing is attributed",
                     off * 100));
    return false;
}

Status addAttribution(WhatIf& out, const ReplayModel& current, const Result<ReplayModel>& baseline, const Job& job)
{
    if (!baseline)
        return tl::unexpected(baseline.error());
    out.problems.insert(out.problems.end(), baseline->problems.begin(), baseline->problems.end());
    if (baseline->source != current.source)
        warn(out.problems, "replay-differs",
             fmt::format("the runs are replayed in different ways ({}, {})", baseline->source, current.source));
    const std::vector<double> times = stepTimes(*baseline, baseline->duration);
    out.baselineError = replayError(*baseline, times);
    if (!reproduces(*baseline, times, "baseline", out.problems))
        return {};
    auto change = attributeChange(current, *baseline, job);
    if (!change)
        return tl::unexpected(change.error());
    if (sameShape(*change, times, out.problems)) {
        out.attribution = std::move(*change);
        out.baselineTotals = baselineTotals(current, *baseline);
    }
    return {};
}

/// Where the traces do not say when collectives could have begun, the replay keeps how much of them is hidden as it was
/// measured. Where a stage only lost that cover, its share of the change is not its own doing, and restoring what came
/// before it would save more than the replay says.
void noteLostOverlap(const RunAnalysis& current, const RunAnalysis& baseline, std::size_t blind, Problems& problems)
{
    constexpr std::int64_t kEpsilonPpm = 50'000;
    constexpr Ns kFloor = 50'000;
    for (const LostOverlap& lost : lostOverlaps(baseline, current, kEpsilonPpm, kFloor))
        warn(problems, "lost-overlap",
             fmt::format("in {} exposed transfer went from {} to {}, though its compute and the whole transfer did not "
                         "grow: communication lost its cover. For {} of the collectives the traces do not say when "
                         "they could have begun, and the replay keeps that as measured: the share of {} is not its own "
                         "doing, and that of the stages before it is too small",
                         lost.stage, formatDuration(lost.exposedBefore), formatDuration(lost.exposedNow), blind,
                         lost.stage));
}

/// A replay is of single kernels, which summaries do not have: what came of their steps and stages would be other
/// shares than those of the traces.
bool isSummarised(const RunAnalysis* run)
{
    return run != nullptr && run->run &&
           (run->run->collected != nullptr ||
            std::ranges::any_of(run->run->ranks, [](const RankData& rank) { return rank.summary != nullptr; }));
}

}  // namespace

Result<WhatIf> whatIf(const RunAnalysis& current, const RunAnalysis* baseline, const Job& job)
{
    for (const RunAnalysis* run : {&current, baseline})
        if (const Status status = run != nullptr ? oneCapture(*run) : Status(); !status)
            return tl::unexpected(status.error());
    for (const RunAnalysis* run : {&current, baseline})
        if (const auto why = run != nullptr ? noPipeline(*run) : std::nullopt) {
            WhatIf unknown;
            warn(unknown.problems, "no-pipeline-replay",
                 fmt::format("the ranks of {} are a pipeline that the traces do not tell enough of: {}; nothing is "
                             "replayed",
                             run == &current ? "the run" : "the baseline", *why));
            return unknown;
        }
    if (isSummarised(&current) || isSummarised(baseline)) {
        WhatIf unknown;
        warn(unknown.problems, "replay-of-summaries",
             fmt::format("of {} only summaries were read, and a replay is of single kernels, which these do not have: "
                         "nothing is replayed",
                         isSummarised(&current) ? "the run" : "the baseline"));
        return unknown;
    }
    WhatIf out;
    const bool bySegment = segmentsServe(current, baseline);
    auto model = modelOf(current, bySegment);
    if (!model)
        return tl::unexpected(model.error());
    out.source = model->source;
    out.ops = model->plan.ops;
    out.problems.insert(out.problems.end(), model->problems.begin(), model->problems.end());
    out.steps = model->stepNumbers;
    out.measured = model->measured;
    out.replayed = stepTimes(*model, model->duration);
    out.replayError = replayError(*model, out.replayed);
    double measured = 0;
    for (const Ns time : out.measured)
        measured += static_cast<double>(time) / static_cast<double>(out.measured.size());
    if (const double replayed = stats::mean(out.replayed); replayed > 0 && measured > 0)
        out.launchSlowdown = measured / replayed;
    if (!reproduces(*model, out.replayed, "run", out.problems))
        return out;
    if (tiesRanks(*model)) {
        auto slowdown = slowdownOf(*model, job);
        if (!slowdown)
            return tl::unexpected(slowdown.error());
        out.slowdown = std::move(*slowdown);
    } else {
        // With a baseline there is another question to answer, so this is only worth knowing.
        const Severity severity = baseline == nullptr ? Severity::Warning : Severity::Info;
        warn(out.problems, "no-coupling",
             model->workers.size() > 1
                 ? "nothing in the input says where ranks wait for each other: what unevenness costs is not known"
                 : "there is one rank: what unevenness among ranks costs is not known");
        out.problems.back().severity = severity;
    }
    if (baseline != nullptr)
        if (const Status status = addAttribution(out, *model, modelOf(*baseline, bySegment), job); !status)
            return tl::unexpected(status.error());
    if (baseline != nullptr && out.attribution && model->queuedBlindly > 0)
        noteLostOverlap(current, *baseline, model->queuedBlindly, out.problems);
    out.model = std::make_shared<const ReplayModel>(std::move(*model));
    return out;
}

}  // namespace headwater::whatif
