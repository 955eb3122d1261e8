// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/Duration.h"
#include "core/base/Job.h"
#include "core/base/Problem.h"
#include "core/base/Result.h"
#include "core/remote/Http.h"

namespace headwater {

/// One thing to ask a Prometheus server for.
struct MetricQuery {
    std::string name;        ///< given to series that have no name of their own, as after rate()
    std::string expression;  ///< PromQL
};

/// The queries shipped with the program: DCGM and node_exporter (resources/prometheus/queries.json).
[[nodiscard]] std::vector<MetricQuery> defaultMetricQueries();
/// Queries from JSON text of the same form: {"queries": [{"name": …, "expression": …}]}.
[[nodiscard]] Result<std::vector<MetricQuery>> parseMetricQueries(std::string_view text, const std::string& file);

struct MetricRange {
    Ns from = 0;  ///< epoch ns, inclusive
    Ns to = 0;
    Ns step = 15'000'000'000;
};

struct FetchedMetrics {
    /// A document as the server's own query_range gives it, all series of all queries in one matrix (FORMATS D4).
    std::string json;
    std::uint64_t series = 0;
    std::uint64_t samples = 0;
    Problems problems;  ///< queries without a series, the server's warnings
};

/// Asks `url`/api/v1/query_range for every query, in pieces of at most 10,000 points a series (the server's limit is
/// 11,000). Errors: BadUsage (range), Unreadable (connection, HTTP status, the server's own error text), Malformed (no
/// Prometheus reply), NothingUsable (no query has a series), Cancelled; nothing is kept then.
[[nodiscard]] Result<FetchedMetrics> fetchMetrics(const std::string& url, const std::vector<MetricQuery>& queries,
                                                  const MetricRange& range, const HttpAccess& access, const Job& job);

}  // namespace headwater
