// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>
#include <vector>

#include <QString>

#include "core/analysis/OwnTimes.h"
#include "core/run/Run.h"
#include "widgets/charts/HeatMapLayout.h"
#include "widgets/charts/HistogramLayout.h"
#include "widgets/charts/ScatterLayout.h"

/// The own times of both runs as the charts of the stragglers page take them.
namespace headwater {

using OwnTimesPair = std::array<OwnTimesPtr, 2>;  ///< by Side; either may be null

/// "time between collectives" …: what a rank's own time is here, both runs alike or with both words.
[[nodiscard]] QString ownTimeTitle(const OwnTimesPair& own, OwnTime which);
/// Roles of both runs, in order.
[[nodiscard]] std::vector<std::string> rolesOf(const OwnTimesPair& own);
/// Whether any rank of either run has this time.
[[nodiscard]] bool has(const OwnTimesPair& own, OwnTime which);

[[nodiscard]] HistogramData ownTimeHistogram(const OwnTimesPair& own, OwnTime which, const std::string& role);
[[nodiscard]] ScatterData waitScatter(const OwnTimesPair& own, const std::string& role);
/// Ranks × steps of one run: how far each rank is off the median of its role in that step.
[[nodiscard]] HeatMapData ownTimeMap(const OwnTimesPtr& own, OwnTime which);

/// The answer to "are the ranks uneven?" in one sentence, with what cannot be said.
struct StragglerAnswer {
    QString headline;
    QString detail;
    std::vector<int> ranks;  ///< named
    bool slow = false;
};
[[nodiscard]] StragglerAnswer stragglerAnswer(const OwnTimesPair& own);

}  // namespace headwater
