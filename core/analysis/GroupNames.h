// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/CollectiveMatch.h"

namespace headwater {

/// Names of process groups may differ between ranks, and several groups may have the same ranks. Where all ranks know
/// a set of ranks by the same names, the name tells the groups apart; else the order in which a rank meets them.
class GroupNames {
public:
    /// The names of the traces have to outlive it.
    explicit GroupNames(const std::vector<RankSteps>& ranks);

    /// What all ranks call the group that rank `rank` (an index) knows by these members and this name.
    [[nodiscard]] std::string operator()(std::size_t rank, std::string_view members, std::string_view name) const;

private:
    std::vector<std::map<std::string_view, std::vector<std::string_view>>> m_met;  ///< per rank, in order
    std::map<std::string_view, std::vector<std::string_view>> m_sorted;
    std::set<std::string_view> m_differ;
};

}  // namespace headwater
