// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/Stragglers.h"

namespace headwater {

/// Which of a rank's own times: without waiting for others, or compute kernels alone.
enum class OwnTime : std::uint8_t { Local, Pure };

/// What the ranks of one run did by themselves in the steps looked at, and what the rules for stragglers say of it.
struct OwnTimes {
    std::vector<std::int64_t> steps;  ///< numbers, as many as each series has values
    StragglerSeries series;
    std::vector<std::vector<double>> waits;  ///< exposed waiting by rank and step, ns, NaN: unknown; parallel to
                                             ///< series.ranks, empty where no rank's waiting is known
    StragglerReport report;
    /// Medians over the steps, parallel to series.ranks, ns; NaN: not measured.
    std::vector<double> typicalLocal, typicalPure, typicalWait;

    /// By role: median over its ranks in each step, ns; NaN: no rank was measured. A role without the time is left out.
    std::map<std::string, std::vector<double>> stepLocal, stepPure;

    [[nodiscard]] const std::vector<double>& typical(OwnTime which) const
    {
        return which == OwnTime::Local ? typicalLocal : typicalPure;
    }
};
using OwnTimesPtr = std::shared_ptr<const OwnTimes>;

/// The own times of a run in these steps (indices into the cube), judged by `rule` (METHODS 2).
[[nodiscard]] OwnTimes ownTimes(const RunAnalysis& run, const std::vector<std::size_t>& steps,
                                const StragglerRule& rule = {});

/// Judges the series and fills the medians.
[[nodiscard]] OwnTimes ownTimes(StragglerSeries series, std::vector<std::int64_t> steps,
                                std::vector<std::vector<double>> waits, const StragglerRule& rule = {});

/// Where the cuts lie among the ranks of one role, ns. A time beyond one is called slow by that rule.
struct StragglerCuts {
    std::size_t ranks = 0;             ///< with a value
    std::optional<double> threeSigma;  ///< mean + 3 SD; nothing where no value of so few ranks can lie there
    double largestZ = 0;               ///< that any of so many values can have (Shiffler 1988)
    std::optional<double> robust;      ///< the rule of METHODS 2.3; nothing for less than two ranks
    bool byRatio = false;              ///< the robust cut is a multiple of the median: too few ranks for statistics
};

/// The cuts over the typical times of a role's ranks: 3σ over all of them, the robust one over those in no slow host
/// or rack, as findStragglers() judges them.
[[nodiscard]] StragglerCuts cutsOf(const OwnTimes& own, OwnTime which, const std::string& role);

}  // namespace headwater
