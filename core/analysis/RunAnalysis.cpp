// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/RunAnalysis.h"

#include <algorithm>
#include <atomic>
#include <set>

#include <fmt/format.h>

#include "core/analysis/CollectiveWaits.h"
#include "core/analysis/DeviceBreakdown.h"
#include "core/analysis/ForEachRank.h"
#include "core/analysis/MetricsAnalysis.h"
#include "core/analysis/PairRuns.h"
#include "core/analysis/Partition.h"
#include "core/analysis/PeerTransfers.h"
#include "core/analysis/RunSteps.h"
#include "core/analysis/RunTimeline.h"
#include "core/analysis/summary/Collected.h"
#include "core/analysis/summary/FromSummary.h"
#include "core/base/Duration.h"
#include "core/run/LogCube.h"

namespace headwater {

namespace {

constexpr std::size_t kRanksAtOnce = 256;  ///< whose partitions are in memory before the cube takes them

std::string sourceOf(const StageSpec& spec)
{
    switch (spec.mode) {
    case StageMode::Annotations: return "annotations";
    case StageMode::Canonical: return "canonical rules";
    case StageMode::Rules: return "rule file " + spec.text;
    case StageMode::Auto: break;
    }
    return "auto";
}

/// The analysis of a run of traces, step by step of the flow.
class TraceAnalysis {
public:
    TraceAnalysis(const RunPtr& run, const AnalysisOptions& options, const StageSpec& spec, std::vector<StepSet> steps)
        : m_run(*run)
        , m_options(options)
        , m_spec(spec)
        , m_steps(std::move(steps))
        , m_out(std::make_shared<RunAnalysis>())
    {
        m_out->run = run;
        m_out->stageSource = sourceOf(spec);
    }

    Result<RunAnalysisPtr> run(const Job& job)
    {
        for (const StepSet& set : m_steps) {
            m_out->problems.insert(m_out->problems.end(), set.problems.begin(), set.problems.end());
            if (m_out->stepSource.empty())
                m_out->stepSource = set.source;
        }
        findStages();
        matchAcrossRanks();
        prepareCube();
        m_bubbles.resize(m_run.ranks.size());
        m_out->ranks.resize(m_run.ranks.size());
        for (std::size_t first = 0; first < m_run.ranks.size(); first += kRanksAtOnce)
            if (!partition(first, std::min(first + kRanksAtOnce, m_run.ranks.size()), job))
                return m_unreadable < 0 ? cancelled() : cannotReadAgain();
        const Problems notes = summaryNotes(m_run);
        m_out->problems.insert(m_out->problems.end(), notes.begin(), notes.end());
        if (std::ranges::any_of(m_run.ranks, [](const RankData& rank) { return rank.summary != nullptr; }))
            return m_out;
        if (m_options.timeline)
            m_out->timeline = runTimeline(rankSteps(), m_ranges, m_names.names().size(), m_waits, m_options.linkedOnly);
        m_out->basis = std::make_shared<const PartitionBasis>(PartitionBasis{
            std::move(m_steps), std::move(m_ranges), takeBlocked(std::move(m_waits)), m_options.linkedOnly});
        return m_out;
    }

private:
    /// Some ranks; false where the job was stopped.
    bool partition(std::size_t first, std::size_t last, const Job& job)
    {
        std::vector<std::vector<StepPartition>> partitions(last - first);
        forEachRank(first, last, m_run.ranks.size(), job, [&](std::size_t r) {
            partitions[r - first] = m_run.ranks[r].summary ? takeSummary(r) : analyzeTrace(r);
        });
        for (std::size_t r = first; r < last && !job.stopped() && m_unreadable < 0; ++r) {
            fillRank(r, partitions[r - first]);
            m_bubbles[r] = {};
        }
        return !job.stopped() && m_unreadable < 0;
    }

    [[nodiscard]] tl::unexpected<Error> cannotReadAgain() const
    {
        const RankData& rank = m_run.ranks[static_cast<std::size_t>(m_unreadable.load())];
        return fail(ErrorCode::NothingUsable, "the summary was changed or removed while it was being read",
                    rank.trace->file, {}, "try again");
    }

    std::vector<StepPartition> analyzeTrace(std::size_t r)
    {
        const Trace& trace = *m_run.ranks[r].trace;
        RankAnalysis& out = m_out->ranks[r];
        out.deviceWindow = deviceBreakdown(trace, m_options.linkedOnly);
        out.peerViews = peerViews(trace, m_options.linkedOnly);
        if (out.deviceWindow.activities > 0)
            m_bubbles[r] = splitBubbles({trace, m_steps[r], m_options.linkedOnly, m_waits.blockedOf(r)});
        return partitionSteps(
            {trace, m_steps[r], m_ranges[r], m_names.names().size(), m_options.linkedOnly, m_waits.blockedOf(r)});
    }

    std::vector<StepPartition> takeSummary(std::size_t r)
    {
        const RankSummaryPtr whole = m_options.whole ? m_options.whole(r) : m_run.ranks[r].summary;
        if (!whole || !stagesOf(*whole, m_spec.mode)) {
            m_unreadable = static_cast<std::int64_t>(r);
            return {};
        }
        const RankSummary& summary = *whole;
        const SummaryStages& stages = *stagesOf(summary, m_spec.mode);
        const SummaryInput input{summary,    *m_run.ranks[r].trace, stages, m_names.names(),
                                 m_steps[r], m_waits.blockedOf(r)};
        m_out->ranks[r].deviceWindow = summary.device;
        m_out->ranks[r].peerViews = summary.peers;
        if (summary.device.activities > 0)
            m_bubbles[r] = bubblesOf(input);
        return partitionOf(input);
    }

    void findStages()
    {
        if (m_spec.mode != StageMode::Annotations)
            for (const StageRule& rule : m_spec.rules)
                m_names.indexOf(rule.stage);  // the rules' order is the dependency order
        for (std::size_t r = 0; r < m_run.ranks.size(); ++r) {
            if (const RankSummaryPtr& summary = m_run.ranks[r].summary) {
                for (const std::string& stage : stagesOf(*summary, m_spec.mode)->stages)
                    m_kept.insert(m_names.indexOf(stage));
                m_ranges.emplace_back();
                continue;
            }
            const Trace& trace = *m_run.ranks[r].trace;
            m_ranges.push_back(
                m_spec.mode == StageMode::Annotations
                    ? annotationStages(trace, m_steps[r], m_names)
                    : ruleStages(trace, m_steps[r], m_spec.rules, m_spec.mode == StageMode::Canonical, m_names));
        }
        dropUnusedRules();
    }

    /// Canonical stages that nothing in the run shows (Embedding, Loss where nobody annotates them) are left out.
    void dropUnusedRules()
    {
        std::vector<bool> used(m_names.names().size(), false);
        for (const StageIndex stage : m_kept)
            used[stage] = true;
        for (const StageRanges& ranges : m_ranges)
            for (const auto& [track, list] : ranges)
                for (const StageRange& range : list)
                    used[range.stage] = true;
        StageNames kept;
        std::vector<StageIndex> position(used.size(), kNoStage);
        for (StageIndex i = 0; i < used.size(); ++i)
            if (used[i])
                position[i] = kept.indexOf(m_names.names()[i]);
        for (StageRanges& ranges : m_ranges)
            for (auto& [track, list] : ranges)
                for (StageRange& range : list)
                    range.stage = position[range.stage];
        m_names = std::move(kept);
    }

    [[nodiscard]] std::vector<RankSteps> rankSteps() const
    {
        std::vector<RankSteps> ranks;
        for (std::size_t r = 0; r < m_run.ranks.size(); ++r)
            ranks.push_back({m_run.ranks[r].rank, m_run.ranks[r].trace.get(), &m_steps[r], m_run.ranks[r].host});
        return ranks;
    }

    void matchAcrossRanks()
    {
        m_waits = collectiveWaits(rankSteps(), m_options.linkedOnly, m_options.receivesAreOwn);
        m_out->collectives = m_waits.summary;
        m_out->problems.insert(m_out->problems.end(), m_waits.problems.begin(), m_waits.problems.end());
    }

    void prepareCube()
    {
        std::set<std::int64_t> numbers;
        std::vector<int> ranks;
        std::size_t cells = 0;
        for (std::size_t r = 0; r < m_run.ranks.size(); ++r) {
            ranks.push_back(m_run.ranks[r].rank);
            for (const StepWindow& step : m_steps[r].steps)
                numbers.insert(step.step);
            cells += m_steps[r].steps.size();
        }
        m_bubbleColumns = std::make_shared<BubbleColumns>(cells);
        std::vector<std::string> stages = m_names.names();
        stages.emplace_back(kOutsideStages);
        m_out->cube = StageCube(std::move(stages), ranks, {numbers.begin(), numbers.end()});
    }

    void fillRank(std::size_t r, const std::vector<StepPartition>& partitions)
    {
        const RankData& data = m_run.ranks[r];
        RankAnalysis& out = m_out->ranks[r];
        out.rank = data.rank;
        out.host = data.host;
        out.device = data.device;
        out.role = data.role;
        out.bubbleColumns = m_bubbleColumns;
        const bool peers = m_run.ranks.size() > 1 && m_waits.summary.matched > 0;
        StageCube& cube = m_out->cube;
        for (std::size_t i = 0; i < partitions.size(); ++i) {
            const StepWindow& window = m_steps[r].steps[i];
            const auto step =
                static_cast<std::size_t>(std::ranges::lower_bound(cube.steps(), window.step) - cube.steps().begin());
            StepAnalysis analysis{window.step, window.window, healthOf(r, i, partitions[i]), partitions[i].pureCompute,
                                  kMissing,    kMissing};
            Ns wait = 0;
            for (std::size_t s = 0; s < partitions[i].stages.size(); ++s) {
                const StageCell& cell = partitions[i].stages[s];
                for (std::size_t q = 0; q < kQuantities; ++q) {
                    const auto quantity = static_cast<Quantity>(q);
                    const bool noHost = quantity == Quantity::Host && s + 1 == partitions[i].stages.size();
                    if (!noHost)
                        cube.set(quantity, s, r, step, cell[q]);
                }
                wait += cell[static_cast<std::size_t>(Quantity::Wait)];
            }
            if (peers) {
                analysis.wait = wait;
                analysis.local = window.window.length() - wait;
                const IntervalSet inside = clip(m_waits.synchronised[r], window.window);
                if (!inside.empty())
                    analysis.syncLocal = window.window.length() - totalLength(inside);
            }
            analysis.cell = static_cast<std::uint32_t>(m_cells++);
            if (!m_bubbles[r].empty())
                m_bubbleColumns->set(analysis.cell, m_bubbles[r][i]);
            cube.setDuration(r, step, window.window.length());
            cube.setStatus(r, step, analysis.status);
            out.steps.push_back(analysis);
        }
    }

    /// A step most of whose launches left no activity is unknown, not idle, and so is every step of a file of a GPU job
    /// that was cut before its activities. In a cut file a step that misses some is partial, and so is the last one.
    StepStatus healthOf(std::size_t r, std::size_t i, const StepPartition& step)
    {
        const Trace& trace = *m_run.ranks[r].trace;
        const bool cut = std::ranges::find(trace.problems, "truncated", &Problem::code) != trace.problems.end();
        const RankSummaryPtr& summary = m_run.ranks[r].summary;
        const std::uint64_t activities = summary ? summary->activities : trace.device.size();
        if (cut && activities == 0 && trace.metadata.contains("gpu")) {
            if (i == 0)
                m_out->problems.push_back(
                    {Severity::Warning,
                     "lost-activities",
                     fmt::format("the file of rank {} stops before its device activities; its steps are left out",
                                 m_run.ranks[r].rank),
                     {},
                     trace.file});
            return StepStatus::Unknown;
        }
        if (step.launchesLost * 2 > step.launches && step.endsBehind()) {
            const StepWindow& window = m_steps[r].steps[i];
            m_out->problems.push_back(
                {Severity::Warning, "device-behind",
                 fmt::format(
                     "step {} of rank {}: nothing that was launched after its first {} is in the trace ({} of {} "
                     "launches), which ends while the device is behind; the step is left out",
                     window.step, m_run.ranks[r].rank, formatDuration(step.firstLost - window.window.start),
                     step.launchesLost, step.launches),
                 fmt::format("step {}", window.step), trace.file});
            return StepStatus::Unknown;
        }
        if (step.launchesLost * 2 > step.launches) {
            m_out->problems.push_back(
                {Severity::Warning, "lost-activities",
                 fmt::format("step {} of rank {}: {} of {} launches have no device activity; the step is left out",
                             m_steps[r].steps[i].step, m_run.ranks[r].rank, step.launchesLost, step.launches),
                 fmt::format("step {}", m_steps[r].steps[i].step), trace.file});
            return StepStatus::Unknown;
        }
        constexpr std::uint64_t kSomeLost =
            20;  // one in twenty: a few calls never start an activity in whole files too
        const bool misses = step.launchesLost * kSomeLost > step.launches || i + 1 == m_steps[r].steps.size();
        return cut && misses ? StepStatus::Partial : StepStatus::Ok;
    }

    const Run& m_run;
    const AnalysisOptions& m_options;
    const StageSpec& m_spec;
    std::vector<StepSet> m_steps;
    StageNames m_names;
    std::vector<StageRanges> m_ranges;  ///< none for a rank that is a summary
    std::set<StageIndex> m_kept;        ///< stages of summaries, until dropUnusedRules()
    CollectiveWaits m_waits;
    std::vector<std::vector<Bubbles>> m_bubbles;     ///< per rank and step; empty for a rank without activities
    std::shared_ptr<BubbleColumns> m_bubbleColumns;  ///< the same of all ranks
    std::atomic<std::int64_t> m_unreadable = -1;     ///< index of a rank whose summary is gone
    std::size_t m_cells = 0;                         ///< filled of these
    std::shared_ptr<RunAnalysis> m_out;
};

Result<RunAnalysisPtr> analyzeWith(const RunPtr& run, const AnalysisOptions& options, const StageSpec& spec,
                                   std::vector<StepSet> steps, const Job& job)
{
    if (run->metrics)
        return analyzeMetrics(run, options);
    if (run->collected)
        return analyzeCollected(run, options, spec.mode, job);
    if (Status possible = summariesServe(*run, options.linkedOnly, spec.mode); !possible)
        return tl::unexpected(possible.error());
    if (std::ranges::all_of(steps, [](const StepSet& set) { return set.steps.empty(); }))
        return fail(ErrorCode::NothingUsable, "no step is left to analyse", run->name, {}, "check --steps");
    return TraceAnalysis(run, options, spec, std::move(steps)).run(job);
}

Result<PairAnalysis> analyzeBoth(const RunPtr& baseline, const RunPtr& current, const AnalysisOptions& options,
                                 const Job& job)
{
    std::vector<StepSet> before = stepsOf(*baseline, options);
    std::vector<StepSet> after = stepsOf(*current, options);
    const StageSpec spec =
        resolved(options.stages, annotationsServe(*baseline, before) && annotationsServe(*current, after));
    auto a = analyzeWith(baseline, options, spec, std::move(before), job);
    if (!a)
        return tl::unexpected(a.error());
    auto b = analyzeWith(current, options, spec, std::move(after), job);
    if (!b)
        return tl::unexpected(b.error());
    PairAnalysis pair{std::move(*a), std::move(*b)};
    AnalysisOptions same = options;
    same.stages = spec;
    for (const auto& [side, run] :
         {std::pair(&pair.baselineRepeats, baseline), std::pair(&pair.currentRepeats, current)})
        *side = analyzeRepeats(*run, same, job);
    if (job.stopped())
        return cancelled();
    const bool logs = baseline->metricsFromLogs || current->metricsFromLogs;
    if (logs && !shareAStage(pair.baseline->cube, pair.current->cube))
        return withWholeSteps(pair);
    return pair;
}

}  // namespace

const RankAnalysis* rankOf(const RunAnalysis& run, int rank)
{
    const auto found = std::ranges::lower_bound(run.ranks, rank, {}, &RankAnalysis::rank);
    return found == run.ranks.end() || found->rank != rank ? nullptr : &*found;
}

std::optional<Bubbles> RankAnalysis::bubbles() const
{
    std::optional<Bubbles> sum;
    for (const StepAnalysis& step : steps)
        if (step.status == StepStatus::Ok || step.status == StepStatus::Partial)
            if (const std::optional<Bubbles> one = bubblesOf(step))
                (sum ? *sum : sum.emplace()) += *one;
    return sum;
}

Result<RunAnalysisPtr> analyzeRun(const RunPtr& run, const AnalysisOptions& options, const Job& job)
{
    std::vector<StepSet> steps = stepsOf(*run, options);
    const StageSpec spec = resolved(options.stages, annotationsServe(*run, steps));
    return analyzeWith(run, options, spec, std::move(steps), job);
}

Result<PairAnalysis> analyzePair(const RunPtr& baseline, const RunPtr& current, const AnalysisOptions& options,
                                 const Job& job)
{
    auto pair = analyzeBoth(baseline, current, options, job);
    if (!pair || !peersAreSlower(*pair) || baseline->collected || current->collected)
        return pair;
    AnalysisOptions own = options;
    own.receivesAreOwn = true;
    return analyzeBoth(baseline, current, own, job);
}

}  // namespace headwater
