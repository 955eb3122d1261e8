// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/PipelineGrid.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/CollectiveMath.h"

namespace headwater::whatif {

namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;  ///< two ranks by index

const CollectiveInfo* peerInfo(const Trace& trace, Row row)
{
    const Row details = trace.device.collective[row];
    if (details == kNoRow)
        return nullptr;
    const CollectiveInfo& info = trace.collectives[details];
    return collectiveKind(trace.names[info.operation]) == CollectiveKind::PointToPoint ? &info : nullptr;
}

bool isSend(const Trace& trace, Row row)
{
    const CollectiveInfo* info = peerInfo(trace, row);
    return info != nullptr && trace.names[info->operation].find("send") != std::string_view::npos;
}

Error lacking(const RunAnalysis& analysis, const std::string& what)
{
    return {ErrorCode::NothingUsable, what, analysis.run->name, {}, {}};
}

std::size_t stepAt(const RankTimeline& rank, Ns time)
{
    const auto after =
        std::ranges::upper_bound(rank.steps, time, {}, [](const StepWindow& step) { return step.window.start; });
    if (after == rank.steps.begin() || time >= (after - 1)->window.end)
        return rank.steps.size();
    return static_cast<std::size_t>(after - rank.steps.begin()) - 1;
}

/// When the host launched an activity: the device may lag a step behind. Its own start where the launch is not known.
Ns launchOf(const Trace& trace, Row row)
{
    const Row launch = trace.device.launch[row];
    return launch == kNoRow ? trace.device.start[row] : trace.host.start[launch];
}

std::vector<PeerTransfer> transfersOf(const RunAnalysis& analysis)
{
    std::vector<PeerTransfer> transfers;
    const auto& collectives = analysis.timeline->match.collectives;
    for (std::uint32_t c = 0; c < collectives.size(); ++c) {
        const MatchedCollective& one = collectives[c];
        constexpr std::size_t kPair = 2;
        if (one.kind != CollectiveKind::PointToPoint || one.members.size() != kPair)
            continue;
        const CollectiveMember* from = &one.members[0];
        const CollectiveMember* to = &one.members[1];
        if (!isSend(*analysis.run->ranks[from->rank].trace, from->row))
            std::swap(from, to);
        transfers.push_back({c, from->rank, to->rank, from->row, to->row, false});
    }
    return transfers;
}

/// Sends and receives in whole steps that found no partner.
std::size_t unmatchedOf(const RunAnalysis& analysis, const std::vector<PeerTransfer>& transfers)
{
    std::vector<std::set<Row>> matched(analysis.run->ranks.size());
    for (const PeerTransfer& transfer : transfers) {
        matched[transfer.sender].insert(transfer.sendRow);
        matched[transfer.receiver].insert(transfer.receiveRow);
    }
    std::size_t count = 0;
    for (std::size_t r = 0; r < matched.size(); ++r) {
        const Trace& trace = *analysis.run->ranks[r].trace;
        for (Row row = 0; row < trace.device.size(); ++row) {
            if (peerInfo(trace, row) == nullptr || matched[r].contains(row))
                continue;
            const std::size_t step = stepAt(analysis.timeline->ranks[r], launchOf(trace, row));
            const auto& steps = analysis.ranks[r].steps;
            count += step < steps.size() && steps[step].status == StepStatus::Ok;
        }
    }
    return count;
}

/// Which way each pair of ranks sends first, in every step the same; nothing where steps differ.
std::optional<std::set<Pair>> forwardEdges(const RunAnalysis& analysis, const std::vector<PeerTransfer>& transfers)
{
    struct First {
        Ns end = 0;
        Pair way;
    };
    std::map<std::pair<Pair, std::size_t>, First> first;  // pair, step → on the clock of the lower rank
    for (const PeerTransfer& transfer : transfers) {
        const Pair key = std::minmax(transfer.sender, transfer.receiver);
        const bool lowerSends = transfer.sender == key.first;
        const Trace& trace = *analysis.run->ranks[key.first].trace;
        const Row row = lowerSends ? transfer.sendRow : transfer.receiveRow;
        const Ns end = trace.device.end[row];
        const std::size_t step = stepAt(analysis.timeline->ranks[key.first], launchOf(trace, row));
        const auto [known, isNew] = first.try_emplace({key, step}, First{end, {transfer.sender, transfer.receiver}});
        if (!isNew && end < known->second.end)
            known->second = {end, {transfer.sender, transfer.receiver}};
    }
    std::set<Pair> edges;
    for (const auto& [key, value] : first) {
        if (key.second == analysis.timeline->ranks[key.first.first].steps.size())
            continue;  // outside all steps
        if (edges.contains({value.way.second, value.way.first}))
            return std::nullopt;
        edges.insert(value.way);
    }
    return edges;
}

struct Chains {
    std::map<std::uint32_t, std::uint32_t> next, before;
};

/// Nothing where a rank sends forward to two ranks, or gets from two.
std::optional<Chains> chainsOf(const std::set<Pair>& edges)
{
    Chains chains;
    for (const auto& [from, to] : edges)
        if (!chains.next.emplace(from, to).second || !chains.before.emplace(to, from).second)
            return std::nullopt;
    return chains;
}

}  // namespace

bool isPipelineOfTraces(const RunAnalysis& analysis)
{
    std::set<std::string> roles;
    for (const RankData& rank : analysis.run->ranks) {
        if (rank.role.starts_with("pipeline stage"))
            roles.insert(rank.role);
        for (const CollectiveInfo& info : rank.trace->collectives)
            if (collectiveKind(rank.trace->names[info.operation]) == CollectiveKind::PointToPoint)
                return analysis.run->ranks.size() > 1;
    }
    return roles.size() > 1;
}

Result<PipelineGrid> pipelineGrid(const RunAnalysis& analysis)
{
    PipelineGrid grid;
    grid.transfers = transfersOf(analysis);
    const std::size_t count = analysis.run->ranks.size();
    if (grid.transfers.empty())
        return tl::unexpected(lacking(analysis, "no send of one rank is matched with a receive of another"));
    if (const std::size_t alone = unmatchedOf(analysis, grid.transfers); alone > 0)
        return tl::unexpected(
            lacking(analysis, fmt::format("{} sends and receives in whole steps have no partner", alone)));
    const auto edges = forwardEdges(analysis, grid.transfers);
    if (!edges)
        return tl::unexpected(lacking(analysis, "which way a pair of ranks sends first differs between steps"));
    const auto chains = chainsOf(*edges);
    if (!chains)
        return tl::unexpected(lacking(analysis, "a rank has more than one neighbour on a side"));
    constexpr std::uint32_t kNone = 0xFFFFFFFF;
    grid.stageOf.assign(count, kNone);
    grid.replicaOf.assign(count, kNone);
    for (std::uint32_t r = 0; r < count; ++r) {
        if (chains->before.contains(r) || !chains->next.contains(r))
            continue;
        std::uint32_t stage = 0;
        for (std::uint32_t at = r;; at = chains->next.at(at)) {
            grid.stageOf[at] = stage++;
            grid.replicaOf[at] = static_cast<std::uint32_t>(grid.replicas);
            if (!chains->next.contains(at))
                break;
        }
        if (grid.stages != 0 && grid.stages != stage)
            return tl::unexpected(lacking(analysis, "the replicas of the pipeline differ in their number of stages"));
        grid.stages = stage;
        ++grid.replicas;
    }
    if (std::ranges::find(grid.stageOf, kNone) != grid.stageOf.end())
        return tl::unexpected(lacking(analysis, "ranks take part in no pipeline, or send in a ring as interleaved "
                                                "stages do"));
    for (PeerTransfer& transfer : grid.transfers)
        transfer.forward = grid.stageOf[transfer.sender] < grid.stageOf[transfer.receiver];
    return grid;
}

}  // namespace headwater::whatif
