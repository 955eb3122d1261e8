// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/ingest/StageMetricsReader.h"
#include "core/run/Run.h"

namespace headwater {

/// The beginning of a file, by which its format is recognised; names and extensions play no part.
struct FileHead {
    std::filesystem::path path;
    std::string_view
        text;  ///< first 64 KiB, inflated where compressed, without byte order mark and leading white space
    std::string_view tail;  ///< last 16 KiB of an uncompressed file, else empty
    bool compressed = false;
    bool binary = false;  ///< text holds zero bytes
};

/// What the user says about a file against what the file says itself.
struct ReadOptions {
    std::string unit;         ///< of a bare `duration` column
    std::string ruleFile;     ///< for generic Chrome traces: which field is the rank, which the stage
    std::optional<int> rank;  ///< the rank of the file
    std::string timeUnit;     ///< of the times in the file, whatever it says itself: "ns", "us", "ms", "s"; else empty
};

/// What a reader makes of a file. A reader fills what its format holds and appends to source.problems.
struct FileContent {
    SourceFile source;
    std::optional<Error> error;  ///< recognised, but not readable
    std::vector<TracePtr> traces;
    std::vector<RankSummaryPtr> summaries;  ///< empty, or one for each of `traces`, which holds what it keeps of one
    std::shared_ptr<const CollectedRun> collected;
    std::optional<StageMetrics> metrics;
    std::vector<TrainingLog> logs;
    Telemetry telemetry;
    std::vector<NcclTest> ncclTests;
    std::vector<FlightRecord> flightRecords;
    Manifest manifest;
};

/// One format: its name in CONTRACT `probe`, how it is recognised, how it is read.
struct Format {
    std::string_view name;
    /// The variant ("2021 categories", "" …) when the head is of this format, nothing otherwise. Fast,
    /// allocation-light.
    std::optional<std::string> (*recognise)(const FileHead& head);
    /// Reads the file into `content`; an error when nothing of it is usable. A reader that finds a file of its format
    /// which is no input sets source.used to false and says why in a problem.
    Status (*read)(const std::filesystem::path& path, const ReadOptions& options, const Job& job, FileContent& content);
};

/// Every format, in the order in which they are tried: what is unmistakable first.
[[nodiscard]] std::vector<Format> formats();

/// The formats of each family; formats() joins them.
[[nodiscard]] std::span<const Format> traceFormats();
[[nodiscard]] std::span<const Format> nsysFormats();
[[nodiscard]] std::span<const Format> otherFormats();
[[nodiscard]] std::span<const Format> telemetryFormats();
[[nodiscard]] std::span<const Format> metricFormats();
[[nodiscard]] std::span<const Format> logFormats();

}  // namespace headwater
