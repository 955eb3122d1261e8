// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "core/analysis/RunAnalysis.h"
#include "core/run/Alignment.h"

namespace headwater {

/// The values of one series over its whole capture, in its unit; NaN where none was measured.
struct SeriesSummary {
    std::size_t n = 0;  ///< values measured
    double minimum = 0, median = 0, maximum = 0;
};
[[nodiscard]] SeriesSummary summaryOf(const MetricSeries& series);

/// A series as it is shown.
struct SeriesView {
    std::size_t series = 0;  ///< index into Telemetry::series
    std::size_t group = 0;   ///< index into TelemetryView::groups
    SeriesSummary summary;
    bool aligned = false;
    AlignedSeries atSteps;  ///< empty unless aligned
};

/// The telemetry of a run beside its steps, in the order in which it was read.
struct TelemetryView {
    StepAxis axis;
    std::vector<TelemetryGroup> groups;  ///< how each file's clock fits, and its events; series stand below
    std::vector<SeriesView> series;      ///< the first of them: at most the limit
};

/// How much is laid beside the steps. A folder may hold a scrape with a million series.
struct TelemetryLimits {
    std::size_t series = 1000;
    std::size_t values = 250'000;  ///< series × steps; further series are summed up without values at the steps
};
[[nodiscard]] TelemetryView telemetryView(const RunAnalysis& analysis, const TelemetryLimits& limits = {});

}  // namespace headwater
