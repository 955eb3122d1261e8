// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/GroupNames.h"

#include <algorithm>

#include <fmt/format.h>

namespace headwater {

GroupNames::GroupNames(const std::vector<RankSteps>& ranks) : m_met(ranks.size())
{
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        const Trace& trace = *ranks[r].trace;
        for (const CollectiveInfo& info : trace.collectives) {
            std::vector<std::string_view>& names = m_met[r][trace.names[info.group]];
            const std::string_view name = trace.names[info.groupName];
            if (std::ranges::find(names, name) == names.end())
                names.push_back(name);
        }
    }
    for (const auto& met : m_met)
        for (const auto& [members, names] : met) {
            std::vector<std::string_view> sorted = names;
            std::ranges::sort(sorted);
            const auto [known, isNew] = m_sorted.try_emplace(members, sorted);
            if (!isNew && known->second != sorted)
                m_differ.insert(members);
        }
}

std::string GroupNames::operator()(std::size_t rank, std::string_view members, std::string_view name) const
{
    const std::vector<std::string_view>& names = m_met[rank].at(members);
    if (names.size() == 1)
        return std::string(members);
    if (!m_differ.contains(members))
        return fmt::format("{} {}", members, name);
    return fmt::format("{} #{}", members, std::ranges::find(names, name) - names.begin());
}

}  // namespace headwater
