// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/summary/FromSummary.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace headwater {

namespace {

std::size_t at(Quantity quantity)
{
    return static_cast<std::size_t>(quantity);
}

/// For each step wanted its index in the summary: the steps are some of the summary's, in the same order.
std::vector<std::size_t> kept(const SummaryInput& input)
{
    std::vector<std::size_t> indices;
    std::size_t i = 0;
    for (const StepWindow& step : input.steps.steps) {
        while (input.summary.steps[i].window != step.window)
            ++i;
        indices.push_back(i);
    }
    return indices;
}

/// See kBehindPrefix; kMissing where the step is none of these.
Ns behindAt(const Trace& comm, const SummaryStep& step)
{
    const auto found = comm.metadata.find(std::string(kBehindPrefix) + std::to_string(step.step));
    if (found == comm.metadata.end())
        return kMissing;
    const std::string& text = found->second;
    Ns value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool inside = error == std::errc() && value >= 0 && value <= step.window.length();
    return inside ? value : kMissing;
}

/// Calls visit(step wanted, kernel, waiting, transfer) for each bare piece of communication.
template <class Visit>
void splitPieces(const SummaryInput& input, Visit visit)
{
    constexpr std::size_t kUnwanted = static_cast<std::size_t>(-1);
    std::vector<std::size_t> wanted(input.summary.steps.size(), kUnwanted);
    const std::vector<std::size_t> indices = kept(input);
    for (std::size_t i = 0; i < indices.size(); ++i)
        wanted[indices[i]] = i;
    for (const ExposedPiece& piece : input.summary.exposed) {
        if (wanted[piece.step] == kUnwanted)
            continue;
        const Ns waited = std::max<Ns>(input.waits[piece.comm], 0);
        const Ns split = std::clamp(input.comm.device.start[piece.comm] + waited, piece.time.start, piece.time.end);
        visit(wanted[piece.step], piece.comm, split - piece.time.start, piece.time.end - split);
    }
}

}  // namespace

StepSet stepsOf(const RankSummary& summary)
{
    StepSet set;
    for (const SummaryStep& step : summary.steps)
        set.steps.push_back({step.step, step.window});
    set.source = summary.stepSource;
    set.problems = summary.stepProblems;
    return set;
}

const SummaryStages* stagesOf(const RankSummary& summary, StageMode mode)
{
    const std::string_view wanted = mode == StageMode::Annotations ? "annotations"
                                    : mode == StageMode::Canonical ? "canonical"
                                                                   : "";
    const auto found = std::ranges::find(summary.stages, wanted, &SummaryStages::mode);
    return found == summary.stages.end() ? nullptr : &*found;
}

Status summariesServe(const Run& run, bool linkedOnly, StageMode mode)
{
    for (const RankData& rank : run.ranks) {
        if (!rank.summary)
            continue;
        if (linkedOnly)
            return fail(ErrorCode::BadUsage, "a summary has all device activities, linked or not", rank.trace->file, {},
                        "leave --linked-only out, or give the trace");
        if (stagesOf(*rank.summary, mode) == nullptr)
            return fail(ErrorCode::BadUsage, "a summary has no stages by a rule file", rank.trace->file, {},
                        "leave --stages out, or give the trace");
    }
    return {};
}

RankSummary withoutCells(RankSummary summary)
{
    for (SummaryStages& stages : summary.stages) {
        stages.cells = std::vector<SummaryCell>();  // an empty list would leave the memory where it is
        stages.stageOfComm = std::vector<std::uint32_t>();
    }
    summary.exposed = std::vector<ExposedPiece>();
    summary.kernels = KernelProfile();
    summary.work = std::vector<KernelWork>();
    summary.steps.shrink_to_fit();
    return summary;
}

bool isKept(const RankData& rank)
{
    return rank.summary && rank.trace && rank.summary->source == rank.trace->file;
}

bool hasKept(const Run& run)
{
    return std::ranges::any_of(run.ranks, isKept);
}

Problems summaryNotes(const Run& run)
{
    const auto count =
        std::ranges::count_if(run.ranks, [](const RankData& rank) { return rank.summary && !isKept(rank); });
    if (count == 0)
        return {};
    return {{Severity::Info,
             "summaries",
             fmt::format("{} of {} ranks are summaries: for what lies inside a stage, the timeline and a replay of "
                         "single kernels their traces are needed",
                         count, run.ranks.size()),
             {},
             {}}};
}

std::vector<StepPartition> partitionOf(const SummaryInput& input)
{
    constexpr std::array<Quantity, kSummaryParts> kPart = {Quantity::Compute, Quantity::Memcpy, Quantity::Memset,
                                                           Quantity::Idle, Quantity::Host};
    const std::size_t width = input.stages.stages.size() + 1;
    const std::size_t stageCount = input.stageNames.size();
    std::vector<std::size_t> place;
    for (const std::string& stage : input.stages.stages)
        place.push_back(
            static_cast<std::size_t>(std::ranges::find(input.stageNames, stage) - input.stageNames.begin()));
    place.push_back(stageCount);
    std::vector<StepPartition> out(input.steps.steps.size());
    const std::vector<std::size_t> indices = kept(input);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const SummaryStep& step = input.summary.steps[indices[i]];
        out[i].launches = step.launches;
        out[i].launchesLost = step.launchesLost;
        if (const Ns behind = behindAt(input.comm, step); behind != kMissing) {
            out[i].firstLost = step.window.start + behind;
            out[i].lastKept = out[i].firstLost - 1;
        }
        out[i].stages.assign(stageCount + 1, StageCell{});
        for (std::size_t stage = 0; stage < width; ++stage)
            for (std::size_t part = 0; part < kSummaryParts; ++part)
                out[i].stages[place[stage]][at(kPart[part])] = input.stages.cells[indices[i] * width + stage][part];
    }
    splitPieces(input, [&](std::size_t step, std::uint32_t comm, Ns wait, Ns transfer) {
        StageCell& cell = out[step].stages[place[input.stages.stageOfComm[comm]]];
        cell[at(Quantity::Wait)] += wait;
        cell[at(Quantity::Transfer)] += transfer;
    });
    for (StepPartition& step : out)
        for (StageCell& cell : step.stages) {
            step.pureCompute += cell[at(Quantity::Compute)];
            for (const Quantity part : {Quantity::Compute, Quantity::Transfer, Quantity::Wait, Quantity::Memcpy,
                                        Quantity::Memset, Quantity::Idle})
                cell[at(Quantity::Span)] += cell[at(part)];
        }
    return out;
}

std::vector<Bubbles> bubblesOf(const SummaryInput& input)
{
    std::vector<Bubbles> out;
    for (const std::size_t index : kept(input))
        out.push_back(input.summary.steps[index].bubbles);
    splitPieces(input, [&](std::size_t step, std::uint32_t, Ns wait, Ns transfer) {
        out[step].byCause[static_cast<std::size_t>(BubbleCause::CommWait)] += wait;
        out[step].byCause[static_cast<std::size_t>(BubbleCause::CommTransfer)] += transfer;
    });
    return out;
}

}  // namespace headwater
