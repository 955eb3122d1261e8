// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "core/base/Text.h"
#include "core/triage/Draft.h"

namespace headwater {

/// A rank's step without exposed waiting on both sides, median over the used steps, ns. Time between collectives
/// (METHODS 3.2) compares the ranks of one run; between two runs it also shrinks where collectives that run beside
/// compute take longer, which is no work of the rank's own.
struct OwnHistory {
    double before = 0;
    double now = 0;
    [[nodiscard]] double growth() const { return now / before; }
};

/// Nothing where a side has no whole step of the rank.
[[nodiscard]] std::optional<OwnHistory> ownHistoryOf(const Draft& draft, int rank);

/// What that time is called: "step time" where a side knows no waiting.
[[nodiscard]] Text ownHistoryMetric(const Draft& draft);

/// Growth − 1 by rank; empty where a rank of the current run has no history.
[[nodiscard]] std::map<int, double> growthByRank(const Draft& draft);

/// Every rank got slower than the rule's ratio allows, and these ranks by no more than that ratio beyond the others:
/// whatever made them slower did so to all. False without growths.
[[nodiscard]] bool grewLikeTheOthers(const std::map<int, double>& growths, const std::vector<int>& ranks, double ratio);

}  // namespace headwater
