// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/summary/Collected.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/analysis/ForEachRank.h"
#include "core/analysis/HostPauses.h"
#include "core/analysis/RunSteps.h"
#include "core/analysis/StragglerSeries.h"
#include "core/analysis/correctness/KernelProfile.h"

namespace headwater {

namespace {

constexpr std::size_t kLatency = kBubbleCauses;
constexpr std::size_t kPeriodic = kBubbleCauses + 1;
constexpr std::size_t kOtherCopies = kBubbleCauses + 2;

/// What a rank's summary keeps, or its trace tells, and the collected run has no column for.
RankSummary restOf(const RankData& data, const RankAnalysis& rank)
{
    RankSummary rest;
    rest.device = rank.deviceWindow;
    rest.peers = rank.peerViews;
    rest.hasHost = data.summary ? data.summary->hasHost : data.trace->host.size() > 0;
    rest.kernels = data.summary ? data.summary->kernels : profileKernels(*data.trace);
    rest.work = data.summary ? data.summary->work : kernelWork(*data.trace);
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
    explicit Collector(const RunAnalysis& in) : m_in(in), m_steps(m_out->steps)
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
        m_steps.bubbles.fill(NarrowColumn(cells));
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
        for (std::size_t r = 0; r < m_in.ranks.size(); ++r) {
            if (job.stopped())
                return cancelled();
            if (Status taken = takeSteps(r); !taken)
                return tl::unexpected(taken.error());
            rest.add(restOf(m_in.run->ranks[r], m_in.ranks[r]));
        }
        return std::move(m_out);
    }

private:
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
            if (!one.bubbles)
                continue;
            for (std::size_t cause = 0; cause < kBubbleCauses; ++cause)
                m_steps.bubbles[cause].set(cell, one.bubbles->byCause[cause]);
            m_steps.bubbles[kLatency].set(cell, one.bubbles->launchLatency);
            m_steps.bubbles[kPeriodic].set(cell, one.bubbles->periodic);
            m_steps.bubbles[kOtherCopies].set(cell, one.bubbles->otherCopies);
        }
        return {};
    }

    const RunAnalysis& m_in;
    std::shared_ptr<CollectedRun> m_out = std::make_shared<CollectedRun>();
    CollectedSteps& m_steps;
};

std::optional<Bubbles> bubblesAt(const CollectedSteps& steps, std::size_t cell)
{
    if (steps.bubbles.front().at(cell) == kMissing)
        return std::nullopt;
    Bubbles out;
    for (std::size_t cause = 0; cause < kBubbleCauses; ++cause)
        out.byCause[cause] = steps.bubbles[cause].at(cell);
    out.launchLatency = steps.bubbles[kLatency].at(cell);
    out.periodic = steps.bubbles[kPeriodic].at(cell);
    out.otherCopies = steps.bubbles[kOtherCopies].at(cell);
    return out;
}

RankAnalysis rankAt(const CollectedRun& run, std::size_t r)
{
    RankAnalysis rank;
    rank.rank = run.ranks[r].rank;
    rank.host = run.ranks[r].host;
    rank.device = run.ranks[r].device;
    rank.role = run.ranks[r].role;
    const RankSummary kept = keptOf(run, r, Kept::Device);
    rank.deviceWindow = kept.device;
    rank.peerViews = kept.peers;
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
        step.bubbles = bubblesAt(run.steps, cell);
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

Result<CollectedRunPtr> collectRun(const RunPtr& run, const StageSpec& stages, const Job& job)
{
    const bool traced = !run->metrics && !run->collected &&
                        std::ranges::all_of(run->ranks, [](const RankData& rank) { return rank.trace != nullptr; });
    if (!traced || stages.mode == StageMode::Rules)
        return fail(ErrorCode::BadUsage,
                    traced ? "stages of a rule file cannot be collected" : "only summaries and traces can be collected",
                    run->name, {}, "give a folder of rank summaries");
    AnalysisOptions options;
    options.stages = resolved(stages, annotationsServe(*run, stepsOf(*run, options)));
    const auto analysis = analyzeRun(run, options, job);
    if (!analysis)
        return tl::unexpected(analysis.error());
    return Collector(**analysis).run(options.stages.mode, job);
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
    forEachRank(0, kept.ranks.size(), kept.ranks.size(), job, [&](std::size_t r) { out->ranks[r] = rankAt(kept, r); });
    if (job.stopped())
        return cancelled();
    for (std::size_t r = 0; r < out->ranks.size(); ++r) {  // what lies beside it may tell more of a rank
        out->ranks[r].role = run->ranks[r].role;
        out->ranks[r].host = run->ranks[r].host;
    }
    return out;
}

}  // namespace headwater
