// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/triage/DecisionBasis.h"
#include "core/workshop/Library.h"

namespace headwater::workshop {

/// The same time in both runs, ns; NaN: not measured.
struct BeforeAndNow {
    double before = 0, now = 0;
};

/// One stage in numbers alone, by StageTable::statistics.
struct StageTableRow {
    std::string stage;
    std::vector<BeforeAndNow> typical;  ///< of the median rank of each step
    std::vector<BeforeAndNow> slowest;  ///< of the slowest rank of each step; empty where there is one rank
};

/// The times of both runs by stage: what a student applies the rule to. Says nothing of what regressed. The slowest
/// rank stands beside the median one, because one late rank leaves the median where it was, and shows there only where
/// the others wait for it.
struct StageTable {
    std::vector<Statistic> statistics;  ///< p50, and p99 or p95 where the steps are enough for it (METHODS 1.4)
    std::vector<StageTableRow> rows;    ///< in dependency order
    double epsilon = 0;                 ///< tolerance, a share
    Ns floor = 0;                       ///< what a stage may grow by besides

    [[nodiscard]] bool hasSlowest() const { return !rows.empty() && !rows.front().slowest.empty(); }
};
[[nodiscard]] StageTable stageTable(const DecisionBasis& basis, const Policy& policy);

/// The rule to read it by.
[[nodiscard]] LocalText ruleOf(const Library& library, const StageTable& table);

/// The table for a terminal, in "en" or "zh_CN": one for each statistic.
[[nodiscard]] std::string stageTableText(const Library& library, const StageTable& table, const std::string& language);

/// A time as the table shows it.
[[nodiscard]] std::string timeInTable(double value);

}  // namespace headwater::workshop
