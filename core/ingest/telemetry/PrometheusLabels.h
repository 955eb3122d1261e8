// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/ingest/telemetry/Sink.h"

namespace headwater::telemetry {

using Labels = std::map<std::string, std::string, std::less<>>;

/// One sample line of the text exposition; views into the line.
struct ExpositionSample {
    std::string_view name;
    std::string_view identity;  ///< name and labels as they stand
    Labels labels;
    std::string_view value;
    std::string_view time;  ///< ms since 1970, or empty
};

/// `NAME{label="value", …} value [time]`. Nothing for a line of another shape.
[[nodiscard]] std::optional<ExpositionSample> readExposition(std::string_view line);

/// Host, device and rank that the labels name: Hostname, node, instance; gpu with a MIG instance; device and port; cpu.
[[nodiscard]] SeriesOwner ownerOf(std::string_view metricName, const Labels& labels, ClockKind clock);

/// The metric of a Prometheus name, with "{mode}" in its name filled in from the labels.
[[nodiscard]] std::optional<Metric> metricOf(std::string_view metricName, const Labels& labels);

/// What a name outside the table tells by the endings that Prometheus recommends: "_bytes", "_seconds_total", "_ratio"
/// … The series keeps the name.
[[nodiscard]] std::optional<Metric> metricFromSuffix(std::string_view metricName);

/// All labels that do not name the metric, the host or the scrape, "a=1 b=2".
[[nodiscard]] std::string joinedLabels(const Labels& labels);

/// A value as Prometheus spells it: NaN, +Inf and DCGM's sentinels are no measurements and give NaN. Nothing for text
/// that is no value.
[[nodiscard]] std::optional<double> readPrometheusValue(std::string_view text, std::string_view metricName);

}  // namespace headwater::telemetry
