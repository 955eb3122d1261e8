// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scale/Constancy.h"

#include <algorithm>

namespace headwater::scale {

namespace {

bool tells(const GroupResult& group)
{
    return group.state == GroupState::Good || group.state == GroupState::Bad;
}

}  // namespace

Constancy constancyOf(std::span<const ExperimentResult> history, std::size_t nodes)
{
    Constancy out;
    std::vector<GroupResult> seen;
    for (std::size_t i = 0; i < history.size(); ++i)
        for (const GroupResult& group : history[i]) {
            if (!tells(group))
                continue;
            const bool slow = group.state == GroupState::Bad;
            if (group.nodes.size() == nodes) {
                if (slow && (out.changed || out.gone)) {
                    out = {.since = i};
                    seen.clear();
                }
                out.wholeSlow = slow;
                out.gone = !slow;
                continue;
            }
            out.changed |= !group.together && std::ranges::any_of(seen, [&](const GroupResult& one) {
                return one.nodes == group.nodes && one.state != group.state;
            });
            seen.push_back(group);
        }
    return out;
}

bool isStillThere(std::span<const ExperimentResult> history)
{
    for (std::size_t i = history.size(); i-- > 0;)
        if (std::ranges::any_of(history[i], tells))
            return std::ranges::any_of(history[i],
                                       [](const GroupResult& group) { return group.state == GroupState::Bad; });
    return false;
}

NodeSet smallestSlow(std::span<const Fact> facts, std::size_t nodes)
{
    const Fact* smallest = nullptr;
    for (const Fact& fact : facts)
        if (fact.slow && (!smallest || fact.nodes.size() < smallest->nodes.size()))
            smallest = &fact;
    return smallest ? smallest->nodes : restOf({}, nodes);
}

}  // namespace headwater::scale
