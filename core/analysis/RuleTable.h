// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/analysis/StageRules.h"
#include "core/trace/Trace.h"

namespace headwater {

/// For each interned name of a trace the first rule that matches it, per kind of host range; looked up on first use.
/// The rules and the trace must outlive the table.
class RuleTable {
public:
    RuleTable(const Trace& trace, const std::vector<StageRule>& rules)
        : m_trace(trace)
        , m_rules(rules)
        , m_cache(trace.names.size())
    {}

    /// Index of the rule, or nothing. A rule without kinds matches every kind but Python.
    [[nodiscard]] std::optional<std::size_t> ruleOf(NameId name, HostKind kind);

private:
    struct Cached {
        bool known = false;
        HostKind kind = HostKind::Other;
        std::optional<std::size_t> rule;
    };

    [[nodiscard]] std::optional<std::size_t> lookUp(std::string_view name, HostKind kind) const;

    const Trace& m_trace;
    const std::vector<StageRule>& m_rules;
    std::vector<Cached> m_cache;
};

}  // namespace headwater
