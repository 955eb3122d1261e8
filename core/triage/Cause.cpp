// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/Cause.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "core/base/Duration.h"
#include "core/stats/Quantile.h"

namespace headwater {

namespace {

std::string lower(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return out;
}

template <std::size_t N>
bool holdsAny(std::string_view text, const std::array<std::string_view, N>& words)
{
    return std::ranges::any_of(words, [&](std::string_view w) { return text.find(w) != std::string_view::npos; });
}

bool looksLikeCommunication(std::string_view stage)
{
    constexpr std::array<std::string_view, 7> kWords{"allreduce", "all_reduce", "all-reduce", "all_to_all",
                                                     "alltoall",  "nccl",       "grad sync"};
    return holdsAny(lower(stage), kWords);
}

/// p50 over the used steps of the given ranks of one part of a stage.
Ns partOfRanks(const SideBasis& side, const StageCube& cube, Quantity quantity, std::size_t stage,
               const std::vector<int>& ranks)
{
    std::vector<double> values;
    for (std::size_t r = 0; r < cube.ranks().size(); ++r) {
        if (std::ranges::find(ranks, cube.ranks()[r]) == ranks.end())
            continue;
        for (const std::size_t step : side.selection.steps) {
            const Ns value = cube.at(quantity, stage, r, step);
            if (value != kMissing && side.selection.usable[r * cube.steps().size() + step] != 0)
                values.push_back(static_cast<double>(value));
        }
    }
    return values.empty() ? 0 : static_cast<Ns>(std::llround(stats::medianInPlace(values)));
}

StageParts partsOfRanks(const SideBasis& side, const StageCube& cube, std::optional<std::size_t> stage,
                        const std::vector<int>& ranks)
{
    if (!stage)
        return {};
    const auto part = [&](Quantity q) { return partOfRanks(side, cube, q, *stage, ranks); };
    return {part(Quantity::Compute), part(Quantity::Transfer), part(Quantity::Wait),
            part(Quantity::Memcpy),  part(Quantity::Memset),   part(Quantity::Idle)};
}

struct BothParts {
    StageParts baseline, current;
};

BothParts partsOf(const Draft& draft, const FirstRegressed& first)
{
    const auto k = static_cast<std::size_t>(first.index);
    if (first.ranks.empty())
        return {draft.verdict.stages[k].baselineParts, draft.verdict.stages[k].currentParts};
    const AlignedStage& row = draft.basis.alignment.stages[k];
    constexpr std::size_t kMostRanks = 8;
    std::vector<int> ranks = first.ranks;
    ranks.resize(std::min(ranks.size(), kMostRanks));
    return {partsOfRanks(draft.basis.baseline, draft.basis.pair.baseline->cube, row.baseline, ranks),
            partsOfRanks(draft.basis.current, draft.basis.pair.current->cube, row.current, ranks)};
}

bool hasParts(const StageCube& cube)
{
    return cube.has(Quantity::Compute) || cube.has(Quantity::Idle) || cube.has(Quantity::Transfer);
}

Cause causeByName(const std::string& stage)
{
    if (looksLikeDataLoader(stage))
        return {CauseKind::Input,
                "input (IO)",
                "the stage is named after data loading; the input has no device timeline to tell more",
                {}};
    if (looksLikeCommunication(stage))
        return {CauseKind::Communication,
                "communication",
                "the stage is named after communication; the input has no device timeline to tell more",
                {}};
    return {CauseKind::Unknown, "unknown", "the input has stage durations only, no device timeline", {}};
}

/// What the parts say, by the largest growth.
Cause causeByParts(const std::string& stage, const BothParts& parts, const std::string& where)
{
    const StageParts& b = parts.baseline;
    const StageParts& c = parts.current;
    struct Growth {
        const char* name;
        Ns baseline, current;
        [[nodiscard]] Ns delta() const { return current - baseline; }
    };
    const std::array<Growth, 4> growths{
        Growth{"compute", b.compute, c.compute}, Growth{"communication", b.transfer + b.wait, c.transfer + c.wait},
        Growth{"copies", b.memcpy + b.memset, c.memcpy + c.memset}, Growth{"idle device", b.idle, c.idle}};
    Cause cause;
    for (const Growth& g : growths)
        cause.evidence.push_back(evidenceMs(stage + ": " + g.name, g.baseline, g.current, "stage partition, " + where));
    const auto most = std::ranges::max_element(growths, {}, &Growth::delta);
    if (most->delta() <= 0) {
        cause.kind = CauseKind::Unknown;
        cause.answer = "unknown";
        cause.because = fmt::format("no part of {} grew by itself in the typical step", stage);
        return cause;
    }
    cause.because = fmt::format("in {} {} grew {} ({})", stage, most->name, fromTo(most->baseline, most->current),
                                formatDelta(most->delta()));
    switch (most - growths.begin()) {
    case 0:
        cause.kind = CauseKind::Compute;
        cause.answer = "neither: compute grew";
        break;
    case 1:
        cause.kind = CauseKind::Communication;
        cause.answer = "communication";
        break;
    case 2:
        cause.kind = CauseKind::Input;
        cause.answer = "input (IO): copies grew";
        break;
    default:
        cause.kind = looksLikeDataLoader(stage) ? CauseKind::Input : CauseKind::Idle;
        cause.answer = cause.kind == CauseKind::Input ? "input (IO)" : "neither: the device idles more";
    }
    return cause;
}

}  // namespace

bool looksLikeDataLoader(std::string_view stage)
{
    constexpr std::array<std::string_view, 11> kWords{"dataload",   "data_load",  "data load",     "data-load",
                                                      "load_batch", "next_batch", "get_batch",     "load batch",
                                                      "next batch", "fetch",      "input pipeline"};
    return holdsAny(lower(stage), kWords);
}

Cause findCause(const Draft& draft)
{
    if (!draft.verdict.firstRegressed)
        return {CauseKind::NotAsked, "not asked", "no stage regressed", {}};
    const FirstRegressed& first = *draft.verdict.firstRegressed;
    if (!hasParts(draft.basis.pair.baseline->cube) || !hasParts(draft.basis.pair.current->cube))
        return causeByName(first.stage);
    const std::string where = first.ranks.empty() ? "median over ranks" : ranksText(first.ranks);
    return causeByParts(first.stage, partsOf(draft, first), where);
}

}  // namespace headwater
