// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/summary/Summarize.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/Bubbles.h"
#include "core/analysis/DeviceBreakdown.h"
#include "core/analysis/HostPauses.h"
#include "core/analysis/Partition.h"
#include "core/analysis/PeerViews.h"
#include "core/analysis/StageRanges.h"
#include "core/analysis/StragglerSeries.h"
#include "core/analysis/correctness/KernelProfile.h"
#include "core/analysis/summary/FromSummary.h"

namespace headwater {

namespace {

class Summarizer {
public:
    explicit Summarizer(const Trace& trace) : m_in(trace), m_steps(findSteps(trace)) {}

    SummarizedRank run()
    {
        describeTrace();
        addSteps();
        addComm();
        addStages(StageMode::Annotations);
        addStages(StageMode::Canonical);
        addTimes();
        RankSummary& out = m_out.summary;
        out.activities = m_in.device.size();
        out.hasHost = m_in.host.size() > 0;
        out.stepSource = m_steps.source;
        out.stepProblems = m_steps.problems;
        const AnnotationCoverage coverage = annotationCoverage(m_in, m_steps);
        out.annotated = coverage.share;
        out.annotationNames = coverage.names;
        out.device = deviceBreakdown(m_in, false);
        out.peers = peerViews(m_in, false);
        out.kernels = profileKernels(m_in);
        out.work = kernelWork(m_in);
        return std::move(m_out);
    }

private:
    NameId kept(NameId name) { return m_out.trace.names.intern(m_in.names[name]); }

    void describeTrace()
    {
        Trace& out = m_out.trace;
        out.file = m_in.file;
        out.tracks = m_in.tracks;
        out.counts = m_in.counts;
        out.extent = m_in.extent;
        out.bytesDecompressed = m_in.bytesDecompressed;
        out.baseTime = m_in.baseTime;
        out.rank = m_in.rank;
        out.worldSize = m_in.worldSize;
        out.rankSource = m_in.rankSource;
        out.metadata = m_in.metadata;
        out.exactSteps = m_in.exactSteps;
        out.problems = m_in.problems;
        if (out.tracks.empty())
            out.tracks.emplace_back();
    }

    /// The name of a step: of its own mark where the trace has one, so that steps can still be told by it.
    std::string nameOf(const StepWindow& step) const
    {
        const bool profiler = m_steps.source.starts_with("ProfilerStep");
        return (profiler ? "ProfilerStep#" : "step ") + std::to_string(step.step);
    }

    void addSteps()
    {
        HostTable& host = m_out.trace.host;
        for (const StepWindow& step : m_steps.steps) {
            m_out.summary.steps.push_back({step.step, step.window, 0, 0, 0, 0, {}});
            host.start.push_back(step.window.start);
            host.end.push_back(step.window.end);
            host.name.push_back(m_out.trace.names.intern(nameOf(step)));
            host.track.push_back(TrackId{});
            host.kind.push_back(HostKind::Annotation);
        }
    }

    /// Index of the step in which an activity was launched, as CollectiveMatch counts it; kNoRow where there is none.
    [[nodiscard]] Row stepOf(Row row) const
    {
        const Row launch = m_in.device.launch[row];
        if (launch == kNoRow && m_in.host.size() > 0)
            return kNoRow;
        const Ns time = launch == kNoRow ? m_in.device.start[row] : m_in.host.start[launch];
        const auto& steps = m_steps.steps;
        const auto after =
            std::ranges::upper_bound(steps, time, {}, [](const StepWindow& s) { return s.window.start; });
        if (after == steps.begin() || time >= (after - 1)->window.end)
            return kNoRow;
        return static_cast<Row>(after - steps.begin() - 1);
    }

    /// Which groups a rank met, and in what order, tells groups of the same ranks apart: kept without their kernels.
    void addGroups()
    {
        std::set<std::pair<NameId, NameId>> met;
        for (const CollectiveInfo& info : m_in.collectives)
            if (met.emplace(info.group, info.groupName).second) {
                CollectiveInfo& group = m_out.trace.collectives.emplace_back();
                group.operation = group.dtype = m_out.trace.names.intern("");
                group.group = kept(info.group);
                group.groupName = kept(info.groupName);
            }
    }

    Row addCollective(Row row)
    {
        const Row details = m_in.device.collective[row];
        if (details == kNoRow)
            return kNoRow;
        CollectiveInfo info = m_in.collectives[details];
        info.operation = kept(info.operation);
        info.group = kept(info.group);
        info.groupName = kept(info.groupName);
        info.dtype = kept(info.dtype);
        m_out.trace.collectives.push_back(info);
        return static_cast<Row>(m_out.trace.collectives.size() - 1);
    }

    void addComm()
    {
        addGroups();
        ActivityTable& out = m_out.trace.device;
        const ActivityTable& in = m_in.device;
        for (Row row = 0; row < in.size(); ++row) {
            if (in.activity[row] != ActivityClass::Comm)
                continue;
            m_comm.push_back(row);
            out.start.push_back(in.start[row]);
            out.end.push_back(in.end[row]);
            out.name.push_back(kept(in.name[row]));
            out.track.push_back(in.track[row]);
            out.activity.push_back(ActivityClass::Comm);
            out.classified.push_back(in.classified[row]);
            out.launch.push_back(stepOf(row));
            out.collective.push_back(addCollective(row));
        }
    }

    void addStages(StageMode mode)
    {
        StageNames names;
        SummaryStages& out = m_out.summary.stages.emplace_back();
        out.mode = mode == StageMode::Annotations ? "annotations" : "canonical";
        StageRanges ranges;
        if (mode == StageMode::Annotations) {
            ranges = annotationStages(m_in, m_steps, names);
        } else {
            for (const StageRule& rule : canonicalStageRules())
                names.indexOf(rule.stage);
            out.order = names.names();
            ranges = ruleStages(m_in, m_steps, canonicalStageRules(), true, names);
        }
        const std::size_t all = names.names().size();
        const StagePieces pieces = stagePieces({m_in, m_steps, ranges, all, false, {}});
        const auto partition = partitionSteps({m_in, m_steps, ranges, all, false, {}});
        fillStages(out, names.names(), ranges, partition);
        ownComm(out, names.names(), pieces.stageOf);
        if (m_out.summary.exposed.empty())
            addExposed(pieces);
    }

    /// Stages that no range shows are left out, as in the analysis of the run.
    void fillStages(SummaryStages& out, const std::vector<std::string>& names, const StageRanges& ranges,
                    const std::vector<StepPartition>& partition)
    {
        std::vector<bool> used(names.size() + 1, false);
        used.back() = true;
        for (const auto& [track, list] : ranges)
            for (const StageRange& range : list)
                used[range.stage] = true;
        for (std::size_t i = 0; i < names.size(); ++i)
            if (used[i])
                out.stages.push_back(names[i]);
        constexpr std::array<Quantity, kSummaryParts> kPart = {Quantity::Compute, Quantity::Memcpy, Quantity::Memset,
                                                               Quantity::Idle, Quantity::Host};
        for (std::size_t step = 0; step < partition.size(); ++step) {
            for (std::size_t stage = 0; stage < used.size(); ++stage) {
                if (!used[stage])
                    continue;
                SummaryCell& cell = out.cells.emplace_back();
                for (std::size_t part = 0; part < kSummaryParts; ++part)
                    cell[part] = partition[step].stages[stage][static_cast<std::size_t>(kPart[part])];
            }
            m_out.summary.steps[step].launches = partition[step].launches;
            m_out.summary.steps[step].launchesLost = partition[step].launchesLost;
            if (partition[step].launchesLost * 2 > partition[step].launches && partition[step].endsBehind())
                noteBehind(m_steps.steps[step], partition[step].firstLost);
        }
    }

    /// The step is left out, and why is another answer than that its activities were lost.
    void noteBehind(const StepWindow& step, Ns firstLost)
    {
        m_out.trace.metadata[std::string(kBehindPrefix) + std::to_string(step.step)] =
            std::to_string(firstLost - step.window.start);
    }

    void ownComm(SummaryStages& out, const std::vector<std::string>& names, const std::vector<StageIndex>& stageOf)
    {
        for (const Row row : m_comm) {
            const StageIndex stage = stageOf[row];
            const auto at = stage == kNoStage ? out.stages.end() : std::ranges::find(out.stages, names[stage]);
            out.stageOfComm.push_back(static_cast<std::uint32_t>(at - out.stages.begin()));
        }
    }

    /// Pieces of communication are the same whatever the stages.
    void addExposed(const StagePieces& pieces)
    {
        std::size_t step = 0;
        for (const StagePiece& piece : pieces.pieces) {
            if (piece.part != Quantity::Transfer)
                continue;
            while (m_steps.steps[step].window.end <= piece.time.start)
                ++step;
            const auto row = std::ranges::lower_bound(m_comm, piece.activity) - m_comm.begin();
            m_out.summary.exposed.push_back(
                {static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(step), piece.time});
        }
        boundExposed();
    }

    /// Where compute kernels run beside long communication there is a piece between any two of them, and a file of a
    /// megabyte. Beyond kMostPieces neighbours of one kernel in one step become one of their length, at the place of
    /// the first: only where waiting ends among them is a part of it told apart wrongly, by the compute between them at
    /// most.
    void boundExposed()
    {
        std::vector<ExposedPiece>& pieces = m_out.summary.exposed;
        const std::size_t before = pieces.size();
        const std::size_t together = (before + kMostPieces - 1) / kMostPieces;
        if (together < 2)
            return;
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> last;  // by kernel and step, into kept
        std::vector<ExposedPiece> kept;
        std::vector<std::size_t> held;  // pieces in each
        Ns error = 0;
        for (const ExposedPiece& piece : pieces) {
            const auto [at, first] = last.try_emplace({piece.comm, piece.step}, kept.size());
            if (first || held[at->second] == together) {
                at->second = kept.size();
                kept.push_back(piece);
                held.push_back(1);
                continue;
            }
            ExposedPiece& into = kept[at->second];
            into.time.end += piece.time.length();
            ++held[at->second];
            error = std::max(error, piece.time.end - into.time.end);
        }
        pieces = std::move(kept);
        m_out.trace.problems.push_back(
            {Severity::Info,
             "pieces-joined",
             fmt::format(
                 "{} stretches of bare communication are kept as {}: where waiting ends within one, up to {:.3f} "
                 "ms of it count as transfer or the other way round",
                 before, pieces.size(), static_cast<double>(error) / 1e6),
             {},
             m_in.file});
    }

    /// What is bare of compute is split again once the waiting is known.
    void addTimes()
    {
        std::vector<SummaryStep>& steps = m_out.summary.steps;
        if (m_in.device.size() > 0) {
            const std::vector<Bubbles> bubbles = splitBubbles({m_in, m_steps, false, {}});
            for (std::size_t i = 0; i < steps.size(); ++i) {
                steps[i].bubbles = bubbles[i];
                steps[i].bubbles.byCause[static_cast<std::size_t>(BubbleCause::CommTransfer)] = 0;
            }
        }
        std::vector<Interval> windows;
        for (const StepWindow& step : m_steps.steps)
            windows.push_back(step.window);
        const std::vector<HostStillness> still = hostStillness(m_in, windows);
        for (std::size_t i = 0; i < steps.size(); ++i) {
            steps[i].silence = still[i].silence;
            steps[i].collected = still[i].collected;
        }
    }

    static constexpr std::size_t kMostPieces = 16'384;  ///< about 60 kB of a file

    const Trace& m_in;
    StepSet m_steps;
    std::vector<Row> m_comm;  ///< rows of communication kernels in the trace
    SummarizedRank m_out;
};

}  // namespace

SummarizedRank summarizeRank(const Trace& trace)
{
    return Summarizer(trace).run();
}

}  // namespace headwater
