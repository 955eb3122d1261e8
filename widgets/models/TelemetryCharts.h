// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/RunAnalysis.h"
#include "core/analysis/resources/ResourceReport.h"
#include "core/base/Job.h"
#include "widgets/charts/HeatMapLayout.h"
#include "widgets/charts/LineChartLayout.h"

namespace headwater {

/// One chart a metric: a line a device of both runs, over steps where every clock allows, else over time.
struct TelemetryCharts {
    std::vector<LineChartData> charts;  ///< what tells most about a slowdown first
    int metrics = 0;                    ///< that could be drawn; more than `charts` where there are too many
    QString note;                       ///< how the times were laid beside the steps, or why not
};

/// Takes time with many devices: for a thread of its own. Counters are drawn as rates; states (bit masks) are not.
[[nodiscard]] TelemetryCharts telemetryCharts(const PairAnalysis& pair, const ResourceReport* report, const Job& job);

/// The lines of one side as rank × time; empty where it has none.
[[nodiscard]] HeatMapData heatOf(const LineChartData& chart, Side side);

}  // namespace headwater
