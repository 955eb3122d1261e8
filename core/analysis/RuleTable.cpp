// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/RuleTable.h"

#include <algorithm>

namespace headwater {

std::optional<std::size_t> RuleTable::ruleOf(NameId name, HostKind kind)
{
    // A name nearly always has one kind, so one entry a name suffices; a second kind is looked up anew.
    Cached& cached = m_cache[static_cast<std::size_t>(name)];
    if (cached.known && cached.kind == kind)
        return cached.rule;
    cached = {true, kind, lookUp(m_trace.names[name], kind)};
    return cached.rule;
}

std::optional<std::size_t> RuleTable::lookUp(std::string_view name, HostKind kind) const
{
    constexpr std::size_t kMatchedPrefix = 512;  // std::regex recurses per character
    const std::string_view text = name.substr(0, kMatchedPrefix);
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
        const StageRule& rule = m_rules[i];
        const bool kindFits =
            rule.kinds.empty() ? kind != HostKind::Python : std::ranges::find(rule.kinds, kind) != rule.kinds.end();
        if (kindFits && std::regex_search(text.begin(), text.end(), rule.pattern))
            return i;
    }
    return std::nullopt;
}

}  // namespace headwater
