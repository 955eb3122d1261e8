// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/RunAnalysis.h"
#include "core/triage/Verdict.h"
#include "widgets/charts/LineChartLayout.h"
#include "widgets/models/RowsModel.h"

namespace headwater {

/// Loss or gradient norm of both runs by step, with the first divergent step, what was skipped, and the band of the
/// baselines where there is one.
[[nodiscard]] LineChartData loggedChart(const CorrectnessReport& report, LoggedQuantity quantity);

/// Every setting of both runs and where it was read. Rows that say the same on both sides are quiet.
[[nodiscard]] RowsData manifestRows(const PairAnalysis& pair, const Comparability& comparability);
/// "3 differ, 41 are the same, 2 are known of one run only".
[[nodiscard]] QString manifestSummary(const RowsData& rows, const Comparability& comparability);

/// What a repeat of the run needs, and what stays hidden while it is not known.
[[nodiscard]] RowsData checklistRows(const CorrectnessReport& report);
/// Operators whose kernels changed format or family.
[[nodiscard]] RowsData kernelRows(const CorrectnessReport& report);
/// Why kernelRows() is empty: nothing changed, or nothing was there to compare.
[[nodiscard]] QString kernelNote(const CorrectnessReport& report);

/// The findings of one layer.
[[nodiscard]] RowsData findingRows(const Verdict& verdict, LayerId layer);

}  // namespace headwater
