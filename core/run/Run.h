// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/Problem.h"
#include "core/run/CommTests.h"
#include "core/run/RankSummary.h"
#include "core/run/StageCube.h"
#include "core/run/Telemetry.h"
#include "core/run/TrainingLog.h"
#include "core/trace/Trace.h"

namespace headwater {

/// Which of the two runs. Kept as a type so that the sides cannot be swapped by accident.
enum class Side : std::uint8_t { Baseline, Current };

/// One configuration fact of a run and where it was read.
struct ManifestValue {
    std::string value;
    std::string source;         ///< file, or "trace metadata of rank 0"
    std::string position = {};  ///< where it stands in the file: "line 7", "/values/gpu", or empty

    friend bool operator==(const ManifestValue& a, const ManifestValue& b) { return a.value == b.value; }
};
/// Settings of a run by key, with where each was read.
using Manifest = std::map<std::string, ManifestValue>;

/// One file that was looked at, whether or not it was used (the rows of `probe`, CONTRACT).
struct SourceFile {
    std::string path;
    std::string format;   ///< one of the names in CONTRACT `probe`
    std::string variant;  ///< "kineto 2021", "CPU only" …
    std::uint64_t bytes = 0;
    std::uint64_t events = 0;
    std::vector<int> ranks;
    std::vector<std::int64_t> steps;
    Problems problems;
    bool used = false;
    bool sampled = false;  ///< judged by pieces of it: `events` is unknown, ranks and steps may be incomplete
};

/// One rank's material.
struct RankData {
    int rank = 0;
    std::string host;
    std::string device;
    std::string role;                  ///< empty: unknown; ranks are compared with peers of the same role only
    bool rankAssumed = false;          ///< no source named the rank: given out in file order, reported as a problem
    TracePtr trace;                    ///< null for stage metrics and logs
    RankSummaryPtr summary = nullptr;  ///< what the rank was reduced to: `trace` holds then only what that keeps
};

struct CollectedRun;

/// One training job's material. Immutable after loading; shared by pointer.
struct Run {
    std::string name;                          ///< folder or file name, for people
    int worldSize = 0;                         ///< 0: unknown
    std::vector<RankData> ranks;               ///< sorted by rank, no duplicates
    std::shared_ptr<const StageCube> metrics;  ///< durations read directly, of stage metrics or of logs; or null
    bool metricsFromLogs = false;              ///< `metrics` was made of `logs`: the run has nothing else
    /// What a run of rank summaries was collected into (CollectedRun.h): its ranks have no kernels of their own; or
    /// null.
    std::shared_ptr<const CollectedRun> collected = nullptr;
    std::string stageSource;  ///< where `metrics` has its stages from, for people; empty without it
    std::string stepSource;   ///< the same for its steps
    std::vector<TrainingLog> logs;
    Telemetry telemetry;
    std::vector<NcclTest> ncclTests;
    std::vector<FlightRecord> flightRecords;
    Manifest manifest;
    std::vector<SourceFile> sources;
    Problems problems;
    /// Further runs of the same job, each given as a folder of its own; nothing of them is in the members above.
    std::vector<std::shared_ptr<const Run>> repeats;

    /// Ranks of the world that no file is of, ascending; none where the world's size is unknown or logs are all there
    /// is.
    [[nodiscard]] std::vector<int> missingRanks() const;
};

/// Shared and never changed after reading.
using RunPtr = std::shared_ptr<const Run>;

}  // namespace headwater
