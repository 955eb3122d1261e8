// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/Duration.h"
#include "core/base/Problem.h"
#include "core/base/StringPool.h"
#include "core/trace/Intervals.h"
#include "core/trace/Taxonomy.h"

namespace headwater {

/// Row index into one of the tables of a trace.
using Row = std::uint32_t;
constexpr Row kNoRow = std::numeric_limits<Row>::max();

/// A CPU thread or a device stream; index into Trace::tracks.
enum class TrackId : std::uint32_t {};

struct Track {
    std::string process;  ///< pid as text; for a stream the device
    std::string thread;   ///< tid as text; for a stream the stream
    std::string label;    ///< thread_name / process_labels metadata, or empty
    bool device = false;
};

/// Kinds of host range; which profiler category a range came from, old and new spellings unified.
enum class HostKind : std::uint8_t { Op, Annotation, Runtime, Driver, Python, Sync, Overhead, Other };

/// Intervals on CPU threads, columns of equal length, sorted by (start, longer first).
struct HostTable {
    std::vector<Ns> start;
    std::vector<Ns> end;
    std::vector<NameId> name;
    std::vector<TrackId> track;
    std::vector<HostKind> kind;

    [[nodiscard]] std::size_t size() const { return start.size(); }
};

/// Where an operation stands in a pipeline schedule; −1 where the file does not say.
struct ScheduleSlot {
    std::int64_t step = -1;
    std::int32_t microBatch = -1;
    std::int32_t modelChunk = -1;
    std::int32_t sequence = -1;
};

/// Intervals on the device, columns of equal length, sorted by start. Overlaps on one stream are kept as they are.
struct ActivityTable {
    std::vector<Ns> start;
    std::vector<Ns> end;
    std::vector<NameId> name;
    std::vector<TrackId> track;
    std::vector<ActivityClass> activity;
    std::vector<bool> classified;    ///< false: a kernel that no taxonomy rule names
    std::vector<Row> launch;         ///< row of the launching call in HostTable, or kNoRow: unlinked
    std::vector<Row> collective;     ///< index into Trace::collectives, or kNoRow
    std::vector<ScheduleSlot> slot;  ///< empty where no activity of the trace has one

    [[nodiscard]] std::size_t size() const { return start.size(); }
};

/// Ranges that name a stream but are no work on it, sorted by start: synchronisation records, operators that the
/// profiler gives a stream. They count for nothing here; a tool we compare ourselves with takes them for device work.
struct StreamRecords {
    std::vector<Ns> start;
    std::vector<Ns> end;
    std::vector<NameId> name;
    std::vector<Row> launch;  ///< row of the call in HostTable, or kNoRow

    [[nodiscard]] std::size_t size() const { return start.size(); }
};

/// What the profiler says about one collective, METHODS 3.1. Text fields are interned.
struct CollectiveInfo {
    NameId operation{};          ///< "allreduce", "alltoall_base" …
    NameId group{};              ///< process group ranks as text, or its name where ranks are absent
    NameId groupName{};          ///< what this rank calls the group; ranks may differ in it
    std::int64_t sequence = -1;  ///< Seq, or −1
    std::int64_t inElements = -1;
    std::int64_t outElements = -1;
    NameId dtype{};
    int groupSize = -1;
};

/// Device-wide annotation ranges (gpu_user_annotation) are counted, not stored: they repeat host annotations.
struct EventCounts {
    std::uint64_t total = 0;     ///< elements of traceEvents
    std::uint64_t host = 0;      ///< kept host ranges
    std::uint64_t device = 0;    ///< kept activities
    std::uint64_t flow = 0;      ///< s / f
    std::uint64_t counter = 0;   ///< C
    std::uint64_t instant = 0;   ///< i
    std::uint64_t metadata = 0;  ///< M
    std::uint64_t gpuAnnotation = 0;
    std::uint64_t other = 0;      ///< understood, not needed
    std::uint64_t malformed = 0;  ///< not parseable, skipped, each named in the problems up to a limit
};

/// One rank's events. Immutable once built and shared by pointer; times are int64 ns since the epoch the file uses
/// (baseTimeNanoseconds applied).
struct Trace {
    std::string file;
    StringPool names;
    std::vector<Track> tracks;
    HostTable host;
    ActivityTable device;
    StreamRecords streamRecords;
    std::vector<CollectiveInfo> collectives;
    EventCounts counts;
    Interval extent;  ///< first start to last end over both tables; empty when there are no events
    std::uint64_t bytesDecompressed = 0;
    Ns baseTime = 0;  ///< what was added to the times of the file

    std::optional<int> rank;  ///< as the file says it
    std::optional<int> worldSize;
    std::string rankSource;  ///< "distributedInfo", "file name", "process group" or empty
    /// Manifest keys found in the file: "gpu", "nccl_version" …; keys that begin with "rank." are facts about this rank
    /// alone ("rank.role", "rank.pipeline") and no part of the manifest.
    std::map<std::string, std::string> metadata;
    bool exactSteps = false;  ///< step ranges are whole steps; the time up to the next one belongs to no step
    Problems problems;

    /// Name of a row of either table.
    [[nodiscard]] std::string_view hostName(Row row) const { return names[host.name[row]]; }
    [[nodiscard]] std::string_view activityName(Row row) const { return names[device.name[row]]; }
};

using TracePtr = std::shared_ptr<const Trace>;

}  // namespace headwater
