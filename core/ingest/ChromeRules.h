// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Decimal.h"
#include "core/base/Result.h"

namespace headwater {

/// Where a value stands in an event of a Chrome trace: one of its fields, and the part of it that the pattern's first
/// group matches (no pattern: all of it).
struct ChromeField {
    enum class Source : std::uint8_t { Name, Category, Process, Thread, ProcessName, ThreadName, Argument };
    Source source = Source::Name;
    std::size_t argument = 0;  ///< index into ChromeRules::arguments
    std::optional<std::regex> pattern;
};

/// What the events of a name are.
struct ChromeEventRule {
    enum class Kind : std::uint8_t { Compute, Comm, Memcpy, Memset, Host, Ignore };
    std::regex pattern;
    Kind kind = Kind::Compute;
    bool pointToPoint = false;
    /// Comm only: coordinates along which the ranks of one operation lie, indices into ChromeRules::ranks.
    std::vector<std::size_t> group;
};

/// How a Chrome trace that no profiler of PyTorch wrote is to be read.
///
/// A rule file is JSON, `headwater.trace-rules/1`:
///
///     {"schema": "headwater.trace-rules/1",
///      "name": "…",                                        for people
///      "ranks": [{"name": "pipeline", "field": "thread_name", "pattern": "PP rank (\\d+)"},
///                {"name": "data", "field": "pid"}],        slowest coordinate first; the rank is the place in the grid
///      "stream": {"field": "tid"},                         optional
///      "step": {"field": "args.step"},                     optional; also micro_batch, model_chunk, sequence
///      "events": [{"pattern": "compute$", "kind": "compute"},
///                 {"pattern": "-(send|recv)$", "kind": "p2p"},
///                 {"pattern": "reduce", "kind": "comm", "group": ["data"]}],
///      "gaps": "next" | "outside"}                         optional, "outside"
///
/// `field` is name, cat, pid, tid, process_name, thread_name or args.KEY. `kind` is compute, comm, p2p, memcpy, memset,
/// host or ignore; first match by name wins, events without a match are host ranges that mark no stage. With a single
/// coordinate whose values are numbers, the number is the rank. "gaps": whether idle time before an operation counts to
/// it, because it waits for its inputs, or to no stage.
struct ChromeRules {
    struct Coordinate {
        std::string name;
        ChromeField field;
    };
    std::string name;
    std::vector<Coordinate> ranks;
    std::optional<ChromeField> stream, step, microBatch, modelChunk, sequence;
    std::vector<ChromeEventRule> events;
    std::vector<std::string> arguments;  ///< keys of args that any field names
    bool waitsBefore = false;
    TimeUnit unit = TimeUnit::Microsecond;  ///< of ts and dur; no key of a rule file, the user may say another
};

/// Errors: Malformed, with the key that is wrong.
[[nodiscard]] Result<ChromeRules> chromeRulesFromJson(std::string_view text, const std::string& file);

/// Errors: NotFound, TooLarge (beyond 1 MB), Malformed.
[[nodiscard]] Result<ChromeRules> readChromeRules(const std::filesystem::path& path);

/// Rules for the operation timelines of the what-if study of stragglers (resources/taxonomy/straggler-study.json).
[[nodiscard]] const ChromeRules& stragglerStudyRules();

}  // namespace headwater
