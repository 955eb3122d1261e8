// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/OwnTime.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/stats/Outliers.h"
#include "core/stats/Quantile.h"
#include "core/triage/SampleSeries.h"

namespace headwater {

namespace {

constexpr double kModifiedZ = 3.5;
constexpr double kFewPeersRatio = 1.5;
constexpr std::size_t kPeersForZ = 5;
constexpr double kPersistentShare = 0.6;

/// Indices into the cube's ranks, by role.
std::map<std::string, std::vector<std::size_t>> groupsOf(const RunAnalysis& run)
{
    std::map<int, std::string> roles;
    for (const RankAnalysis& rank : run.ranks)
        roles[rank.rank] = rank.role;
    std::map<std::string, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < run.cube.ranks().size(); ++i)
        groups[roles[run.cube.ranks()[i]]].push_back(i);
    return groups;
}

/// Counts, for one group and step, who is above the peers' median.
void countAbove(const RankMatrix& own, const std::vector<std::size_t>& group, std::vector<double>& above,
                std::vector<double>& seen)
{
    std::vector<double> row;
    for (std::size_t at = 0; at < own.values.size(); at += own.ranks) {
        row.clear();
        for (const std::size_t rank : group)
            if (!std::isnan(own.values[at + rank]))
                row.push_back(own.values[at + rank]);
        const double limit = kStragglerRatio * stats::medianInPlace(row);
        for (const std::size_t rank : group) {
            const double value = own.values[at + rank];
            if (std::isnan(value))
                continue;
            seen[rank] += 1;
            above[rank] += value >= limit;
        }
    }
}

void standGroup(const SideBasis& side, const std::vector<std::size_t>& group, std::vector<RankStanding>& all)
{
    std::vector<std::size_t> present;
    std::vector<double> own;
    for (const std::size_t i : group) {
        if (std::isnan(side.ownTime[i]))
            continue;
        present.push_back(i);
        own.push_back(side.ownTime[i]);
    }
    const std::vector<double> robust = stats::modifiedZ(own);
    const std::vector<double> plain = stats::sampleZ(own);
    const double median = stats::median(own);
    for (std::size_t k = 0; k < present.size(); ++k) {
        RankStanding& standing = all[present[k]];
        standing.ownTime = own[k];
        standing.peersMedian = median;
        standing.ratio = median > 0 ? own[k] / median : 0;
        standing.modifiedZ = robust[k];
        standing.z = plain[k];
        standing.peers = present.size();
        standing.persistent = side.shareAbovePeers[present[k]] >= kPersistentShare;
        if (present.size() >= kPeersForZ)
            standing.flagged = standing.ratio >= kStragglerRatio && standing.modifiedZ > kModifiedZ;
        else if (present.size() >= 2)
            standing.flagged = standing.ratio >= kFewPeersRatio;
    }
}

}  // namespace

void measureOwnTime(SideBasis& side, const RunAnalysis& run)
{
    const StageCube& cube = run.cube;
    const RankMatrix own = rankMatrix(cube, side.selection, [&](std::size_t rank, std::size_t step) {
        return stepDuration(cube, rank, step) - stepWait(cube, rank, step);
    });
    side.ownTime.clear();
    for (const Estimates& estimates : estimatesByRank(own))
        side.ownTime.push_back(estimates[0]);
    side.shareAbovePeers.assign(own.ranks, 0);
    std::vector<double> seen(own.ranks, 0);
    for (const auto& [role, group] : groupsOf(run))
        countAbove(own, group, side.shareAbovePeers, seen);
    for (std::size_t rank = 0; rank < own.ranks; ++rank)
        side.shareAbovePeers[rank] = seen[rank] > 0 ? side.shareAbovePeers[rank] / seen[rank] : 0;
}

std::vector<RankStanding> rankStandings(const SideBasis& side, const RunAnalysis& run)
{
    std::vector<RankStanding> all(run.cube.ranks().size());
    std::map<int, std::string> hosts;
    for (const RankAnalysis& rank : run.ranks)
        hosts[rank.rank] = rank.host;
    for (const auto& [role, group] : groupsOf(run)) {
        for (const std::size_t i : group) {
            all[i].rank = run.cube.ranks()[i];
            all[i].host = hosts[all[i].rank];
            all[i].role = role;
        }
        standGroup(side, group, all);
    }
    std::erase_if(all, [](const RankStanding& standing) { return standing.peers == 0; });
    return all;
}

}  // namespace headwater
