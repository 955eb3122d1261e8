// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/run/Telemetry.h"

namespace headwater::telemetry {

/// Whose words a label is spelt in.
enum class Vocabulary : std::uint8_t {
    NvidiaSmi,       ///< --query-gpu columns, lower case
    NvidiaSmiQuery,  ///< `nvidia-smi -q` paths, lower case, "utilization/gpu"
    NvidiaDmon,      ///< dmon and pmon columns
    DcgmTag,         ///< dcgmi dmon column tags
    DcgmField,       ///< field names without DCGM_FI_DEV_ / DCGM_FI_PROF_, old and new
    Prometheus,      ///< node_exporter, nvidia_gpu_exporter
    RocmSmi,         ///< keys of rocm-smi --json, lower case
    Infiniband,      ///< perfquery names and sysfs counter names
    Ethernet,        ///< ethtool -S and rdma statistic names
    SuperBench,      ///< keys of monitor.jsonl, before the colon
};

/// One row of the metric table: what a label of some tool means in the units of Telemetry.h. A value is multiplied by
/// `scale`; scale 0 means that the tool has no unit of its own, so that the file must name one. '#' in a label stands
/// for a number, which takes the place of '#' in the name; "{mode}" in a name stands for the value of that label.
struct MetricRow {
    Vocabulary vocabulary;
    std::string_view label;
    std::string_view name;
    std::string_view unit;
    double scale = 1;
    SeriesKind kind = SeriesKind::Gauge;
};

/// DCGM fields have three spellings.
struct DcgmRow {
    std::string_view tag, oldField, newField;
    std::string_view name;
    std::string_view unit;
    double scale = 1;
    SeriesKind kind = SeriesKind::Gauge;
};

/// A label that was found in the table, the number filled in.
struct Metric {
    std::string name;
    std::string_view unit;
    double scale = 1;
    SeriesKind kind = SeriesKind::Gauge;
};

/// The table itself: GPUs, then hosts and networks, then DCGM.
[[nodiscard]] std::span<const MetricRow> gpuMetrics();
[[nodiscard]] std::span<const MetricRow> hostMetrics();
[[nodiscard]] std::span<const DcgmRow> dcgmMetrics();

/// What a label means, or nothing when the table does not know it.
[[nodiscard]] std::optional<Metric> findMetric(Vocabulary vocabulary, std::string_view label);

/// Like findMetric for a Prometheus metric name of any exporter ("DCGM_FI_DEV_GPU_UTIL", "node_load1").
[[nodiscard]] std::optional<Metric> findPrometheusMetric(std::string_view name);

}  // namespace headwater::telemetry
