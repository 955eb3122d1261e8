// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/PeerTransfers.h"

#include <algorithm>
#include <functional>

#include "core/analysis/CollectiveMath.h"
#include "core/stats/CourseRule.h"

namespace headwater {

namespace {

/// Null where the group does not send and receive.
const CollectiveSummary::Operation* transferOf(const CollectiveSummary::Group& group)
{
    const auto found = std::ranges::find_if(group.operations, [](const CollectiveSummary::Operation& operation) {
        return collectiveKind(operation.name) == CollectiveKind::PointToPoint;
    });
    return found == group.operations.end() ? nullptr : &*found;
}

}  // namespace

std::vector<SlowPeers> slowPeerTransfers(const RunAnalysis& baseline, const RunAnalysis& current,
                                         std::int64_t epsilonPpm, Ns floor)
{
    const auto steps = static_cast<Ns>(std::max<std::size_t>(1, current.cube.steps().size()));
    std::vector<SlowPeers> slow;
    for (const CollectiveSummary::Group& group : current.collectives.groups) {
        const auto& known = baseline.collectives.groups;
        const auto same = std::ranges::find(known, group.name, &CollectiveSummary::Group::name);
        const CollectiveSummary::Operation* now = transferOf(group);
        const CollectiveSummary::Operation* before = same == known.end() ? nullptr : transferOf(*same);
        if (now == nullptr || before == nullptr)
            continue;
        const Ns perStep = (now->transfer - before->transfer) * static_cast<Ns>(now->count) / steps;
        if (perStep > floor && stats::regressedByCourse(before->transfer, now->transfer, epsilonPpm))
            slow.push_back({group.ranks, before->transfer, now->transfer});
    }
    std::ranges::stable_sort(slow, std::ranges::greater(),
                             [](const SlowPeers& peers) { return peers.now - peers.before; });
    return slow;
}

bool peersAreSlower(const PairAnalysis& pair)
{
    constexpr std::int64_t kEpsilonPpm = 50'000;
    constexpr Ns kFloor = 50'000;
    return !slowPeerTransfers(*pair.baseline, *pair.current, kEpsilonPpm, kFloor).empty();
}

}  // namespace headwater
