// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/summary/Collected.h"

#include <algorithm>
#include <atomic>

#include <fmt/format.h>

#include "core/analysis/ForEachRank.h"
#include "core/analysis/HostPauses.h"
#include "core/analysis/RunSteps.h"
#include "core/analysis/StragglerSeries.h"
#include "core/analysis/correctness/KernelProfile.h"

namespace headwater {

namespace {

/// What a rank's summary keeps, or its trace tells, and the collected run has no column for.
RankSummary restOf(const RankData& data, const RankSummary* kept, const RankAnalysis& rank)
{
    RankSummary rest;
    rest.device = rank.deviceWindow;
    rest.peers = rank.peerViews;
    rest.hasHost = kept != nullptr ? kept->hasHost : data.trace->host.size() > 0;
    rest.kernels = kept != nullptr ? kept->kernels : profileKernels(*data.trace);
    rest.work = kept != nullptr ? kept->work : kernelWork(*data.trace);
    return rest;
}

TracePtr withoutEvents(const Trace& trace)
{
    auto bare = std::make_shared<Trace>();
    bare->file = trace.file;
    bare->rank = trace.rank;
    bare->worldSize = trace.worldSize;
    std::ranges::copy_if(trace.tracks, std::back_inserter(bare->tracks), &Track::device);
    return bare;
}

class Collector {
public:
    Collector(const RunAnalysis& in, const WholeSummary& whole) : m_in(in), m_whole(whole), m_steps(m_out->steps)
    {
        m_out->stageSource = in.stageSource;
        m_out->stepSource = in.stepSource;
        m_out->worldSize = in.run->worldSize;
        m_out->manifest = in.run->manifest;
        m_out->problems = in.run->problems;
        std::ranges::copy_if(in.problems, std::back_inserter(m_out->analysisProblems),
                             [](const Problem& problem) { return problem.code != "summaries"; });
        m_out->cube = in.cube;
        m_out->collectives = in.collectives;
        const std::size_t cells = in.cube.ranks().size() * in.cube.steps().size();
        for (NarrowColumn* column : {&m_steps.start, &m_steps.pureCompute, &m_steps.wait, &m_steps.syncLocal,
                                     &m_steps.silence, &m_steps.collected})
            *column = NarrowColumn(cells);
        m_steps.bubbles = BubbleColumns(cells);
    }

    Result<CollectedRunPtr> run(StageMode mode, const Job& job)
    {
        m_out->mode = mode == StageMode::Annotations ? "annotations" : "canonical";
        for (std::size_t r = 0; r < m_in.ranks.size(); ++r)
            if (!m_in.ranks[r].steps.empty()) {
                m_steps.origin = m_in.ranks[r].steps.front().window.start;
                break;
            }
        RestWriter rest(*m_out);
        for (const RankData& data : m_in.run->ranks) {
            RankData& kept = m_out->ranks.emplace_back(data);
            kept.trace = withoutEvents(*data.trace);
            kept.summary = nullptr;
        }
        constexpr std::size_t kAtOnce = 256;
        for (std::size_t first = 0; first < m_in.ranks.size(); first += kAtOnce) {
            const std::size_t last = std::min(first + kAtOnce, m_in.ranks.size());
            const std::vector<RankSummary> parts = restOfRanks(first, last, job);
            if (job.stopped())
                return cancelled();
            if (parts.empty())
                return fail(ErrorCode::NothingUsable, "a summary was changed or removed while it was being read",
                            m_in.run->name, {}, "try again");
            for (std::size_t r = first; r < last; ++r) {
                if (Status taken = takeSteps(r); !taken)
                    return tl::unexpected(taken.error());
                rest.add(parts[r - first]);
            }
        }
        return std::move(m_out);
    }

private:
    /// Nothing where a summary cannot be read any more.
    std::vector<RankSummary> restOfRanks(std::size_t first, std::size_t last, const Job& job) const
    {
        std::vector<RankSummary> parts(last - first);
        std::atomic<bool> gone = false;
        forEachRank(first, last, m_in.ranks.size(), job, [&](std::size_t r) {
            const RankData& data = m_in.run->ranks[r];
            const RankSummaryPtr kept = data.summary && m_whole ? m_whole(r) : data.summary;
            gone = gone || (data.summary && !kept);
            if (!gone)
                parts[r - first] = restOf(data, kept.get(), m_in.ranks[r]);
        });
        return gone ? std::vector<RankSummary>() : parts;
    }

    Status takeSteps(std::size_t r)
    {
        const RankAnalysis& rank = m_in.ranks[r];
        const StageCube& cube = m_in.cube;
        const std::vector<HostStillness> still = stillnessOf(*m_in.run, r, rank);
        std::size_t step = 0;
        for (std::size_t i = 0; i < rank.steps.size(); ++i, ++step) {
            const StepAnalysis& one = rank.steps[i];
            while (step < cube.steps().size() && cube.steps()[step] < one.step)
                ++step;
            if (step == cube.steps().size() || cube.steps()[step] != one.step)
                return fail(ErrorCode::NothingUsable,
                            fmt::format("step {} of rank {} is out of order or there twice", one.step, rank.rank),
                            m_in.run->ranks[r].trace->file, {}, "open the summaries themselves");
            const std::size_t cell = r * cube.steps().size() + step;
            m_steps.start.set(cell, one.window.start - m_steps.origin);
            m_steps.pureCompute.set(cell, one.pureCompute);
            m_steps.wait.set(cell, one.wait);
            m_steps.syncLocal.set(cell, one.syncLocal);
            if (i < still.size()) {
                m_steps.silence.set(cell, still[i].silence);
                m_steps.collected.set(cell, still[i].collected);
            }
            if (const std::optional<Bubbles> bubbles = rank.bubblesOf(one))
                m_steps.bubbles.set(cell, *bubbles);
        }
        return {};
    }

    const RunAnalysis& m_in;
    const WholeSummary& m_whole;
    std::shared_ptr<CollectedRun> m_out = std::make_shared<CollectedRun>();
    CollectedSteps& m_steps;
};

RankAnalysis rankAt(const CollectedRunPtr& kept, std::size_t r)
{
    const CollectedRun& run = *kept;
    RankAnalysis rank;
    rank.bubbleColumns = std::shared_ptr<const BubbleColumns>(kept, &run.steps.bubbles);
    rank.rank = run.ranks[r].rank;
    rank.host = run.ranks[r].host;
    rank.device = run.ranks[r].device;
    rank.role = run.ranks[r].role;
    RankSummary rest = keptOf(run, r, Kept::Device);
    rank.deviceWindow = rest.device;
    rank.peerViews = std::move(rest.peers);
    const StageCube& cube = run.cube;
    rank.steps.reserve(cube.steps().size());
    for (std::size_t t = 0; t < cube.steps().size(); ++t) {
        const std::size_t cell = r * cube.steps().size() + t;
        if (cube.status(r, t) == StepStatus::Absent)
            continue;
        StepAnalysis& step = rank.steps.emplace_back();
        step.step = cube.steps()[t];
        step.window.start = run.steps.origin + std::max(run.steps.start.at(cell), -run.steps.origin);
        const Ns length = std::max<Ns>(cube.duration(r, t), 0);
        step.window.end = step.window.start + length;
        step.status = cube.status(r, t);
        step.pureCompute = std::max<Ns>(run.steps.pureCompute.at(cell), 0);
        step.wait = run.steps.wait.at(cell);
        step.local = step.wait == kMissing ? kMissing : length - step.wait;
        step.syncLocal = run.steps.syncLocal.at(cell);
        step.cell = static_cast<std::uint32_t>(cell);
    }
    return rank;
}

}  // namespace

namespace {

/// Two runs are judged by one choice of stages: where only one of them has annotations, by the canonical ones.
std::string otherStages(const std::string& kept, StageMode wanted)
{
    if (wanted == StageMode::Rules)
        return "give the traces";
    return fmt::format(
        "collect its summaries again with --stages {}, or give the summaries; --stages {} serves where the "
        "other run has these too",
        wanted == StageMode::Canonical ? "canonical" : "annotations", kept);
}

}  // namespace

Result<CollectedRunPtr> collectRun(const RunPtr& run, const StageSpec& stages, const Job& job,
                                   const WholeSummary& whole)
{
    const bool traced = !run->metrics && !run->collected &&
                        std::ranges::all_of(run->ranks, [](const RankData& rank) { return rank.trace != nullptr; });
    if (!traced || stages.mode == StageMode::Rules)
        return fail(ErrorCode::BadUsage,
                    traced ? "stages of a rule file cannot be collected" : "only summaries and traces can be collected",
                    run->name, {}, "give a folder of rank summaries");
    AnalysisOptions options;
    options.stages = resolved(stages, annotationsServe(*run, stepsOf(*run, options)));
    options.whole = whole;
    const auto analysis = analyzeRun(run, options, job);
    if (!analysis)
        return tl::unexpected(analysis.error());
    return Collector(**analysis, whole).run(options.stages.mode, job);
}

Result<RunAnalysisPtr> analyzeCollected(const RunPtr& run, const AnalysisOptions& options, StageMode wanted,
                                        const Job& job)
{
    const CollectedRun& kept = *run->collected;
    const bool annotations = kept.mode == "annotations";
    const bool same =
        wanted == StageMode::Auto || wanted == (annotations ? StageMode::Annotations : StageMode::Canonical);
    const bool all = !options.firstStep && !options.lastStep && !options.linkedOnly;
    if (!same || !all)
        return fail(ErrorCode::BadUsage,
                    same ? std::string("a collected run is judged by all of its steps and activities")
                         : fmt::format("the run was collected with its stages by {}",
                                       annotations ? "annotations" : "the canonical rules"),
                    run->name, {},
                    same ? std::string("leave --steps and --linked-only out, or give the summaries")
                         : otherStages(kept.mode, wanted));
    auto out = std::make_shared<RunAnalysis>();
    out->run = run;
    out->stageSource = kept.stageSource;
    out->stepSource = kept.stepSource;
    out->cube = kept.cube;
    out->collectives = kept.collectives;
    out->problems = kept.analysisProblems;
    out->problems.push_back(
        {Severity::Info,
         "collected",
         fmt::format("a collected run of {} ranks: for other steps or stages their summaries are needed, for what lies "
                     "inside a stage, the timeline and a replay of single kernels their traces",
                     kept.ranks.size()),
         {},
         {}});
    out->ranks.resize(kept.ranks.size());
    forEachRank(0, kept.ranks.size(), kept.ranks.size(), job,
                [&](std::size_t r) { out->ranks[r] = rankAt(run->collected, r); });
    if (job.stopped())
        return cancelled();
    for (std::size_t r = 0; r < out->ranks.size(); ++r) {  // what lies beside it may tell more of a rank
        out->ranks[r].role = run->ranks[r].role;
        out->ranks[r].host = run->ranks[r].host;
    }
    return out;
}

}  // namespace headwater
