// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/simulate/JobModel.h"
#include "core/simulate/Records.h"

namespace headwater {

/// What a Prometheus server answers to a range query over the job about one host: the metrics of dcgm-exporter for its
/// devices and of node_exporter for itself. `jobStart` is the true time of the job's start, ns since 1970.
[[nodiscard]] std::string metricsText(const JobModel& model, const RunRecords& records, int host, Ns jobStart);

}  // namespace headwater
