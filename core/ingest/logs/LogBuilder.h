// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/Problem.h"
#include "core/ingest/logs/LineLead.h"
#include "core/run/Telemetry.h"
#include "core/run/TrainingLog.h"

namespace headwater::logs {

/// What kind of line says something about a step. Two lines of one kind for one step mean that the step was repeated.
enum class LineKind : std::uint8_t {
    Megatron,    ///< " iteration 10/ 1000 | …"
    GptNeox,     ///< the same behind " samples/sec: …"
    Validation,  ///< results on held-out data
    MegatronTimers,
    DeepSpeedStep,  ///< "step=10, skipped=0, …"
    DeepSpeedRate,  ///< "epoch=0/micro_step=50/global_step=50, …SamplesPerSec=…"
    DeepSpeedPipe,  ///< "steps: 2 loss: … iter time (s): …"
    DeepSpeedTimers,
    Torchtitan,
    Nemo,
    NanoGpt,
    NanoChat,
    ModdedNanoGpt,
    LlmC,
    Torchtune,
    HfConsole,
    Progress,  ///< a progress bar of training steps
    JsonLines,
    Row,  ///< rows of files that are no line logs: CSV, JSON, event files
};
constexpr std::size_t kLineKinds = static_cast<std::size_t>(LineKind::Row) + 1;

[[nodiscard]] std::string_view nameOf(LineKind kind);

/// What one process said: its steps and timers as they come.
struct LogStream {
    struct Entry {
        LogStep step;
        std::uint32_t kinds = 0;       ///< bit of every LineKind that spoke of the step
        std::uint32_t generation = 0;  ///< how often the step was begun anew
    };
    struct TimerEntry {
        LogTimer timer;
        std::uint32_t generation = 0;
    };
    std::optional<int> rank;
    std::string host;
    std::map<std::int64_t, Entry> steps;
    std::vector<TimerEntry> timers;
    std::optional<std::int64_t> last;  ///< the step of the latest line
    std::optional<Ns> lastTime;        ///< of the latest line that has one
    std::array<std::uint32_t, kLineKinds> lines{};
};

/// Collects what the lines of one file say, one stream per process that printed steps, and makes TrainingLogs of it.
class LogBuilder {
public:
    /// The step that a line of `kind` speaks of. A step that this kind spoke of before begins anew (a restart).
    LogStep& step(const LineLead& lead, LineKind kind, std::int64_t number, std::uint64_t line);
    /// The step if it is known already; for lines that only add to it.
    [[nodiscard]] LogStep* known(const LineLead& lead, std::int64_t number);
    /// A timer of step timer.step (−1: before the first step).
    void timer(const LineLead& lead, LineKind kind, LogTimer timer);
    /// The step of the latest line of the lead's process.
    [[nodiscard]] std::optional<std::int64_t> lastStep(const LineLead& lead);

    /// The step of the latest line of any process; nothing before the first.
    [[nodiscard]] std::optional<std::int64_t> latestStep() const { return m_current ? m_current->last : std::nullopt; }

    void ending(std::string_view kind, std::string_view message, std::uint64_t line);
    /// The program says that it starts: what ended before stays an ending though steps follow.
    void started();
    /// A configuration fact under its normalised key; a later word replaces an earlier one, the largest world size
    /// stays.
    void fact(const std::string& key, std::string_view value);
    /// Where what follows stands, for problems and facts without a line of their own: at("line ", 7), at("byte ",
    /// 1042), at("/train_batch_size"), at("") for nowhere in particular. `unit` must outlive the builder.
    void at(std::string_view unit, std::optional<std::uint64_t> number = std::nullopt) { m_place = {unit, number}; }
    [[nodiscard]] const std::map<std::string, std::string>& facts() const { return m_facts; }
    /// Counts something that was not understood or repaired; one Problem per code comes of it.
    void note(Severity severity, const char* code, std::string_view message, std::uint64_t line);
    /// Allocator memory of a rank after an iteration, bytes.
    void memory(int rank, std::int64_t iteration, const std::string& name, double bytes);

    [[nodiscard]] std::uint64_t count(LineKind kind) const { return m_counts[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] std::uint64_t understood() const { return m_understood; }

    /// What finish() gives.
    struct Outcome {
        std::vector<TrainingLog> logs;
        std::vector<MetricSeries> series;
        Problems problems;
    };
    /// `framework` and `source` go into every log. The builder is empty afterwards.
    [[nodiscard]] Outcome finish(const std::string& framework, const std::string& source);

private:
    struct Note {
        Severity severity;
        std::string message;
        std::uint64_t count = 0;
        std::string position;
    };
    struct Ending {
        LogEnding ending;
        bool passed = false;  ///< steps went on behind it: it was not the end
    };
    LogStream& stream(const LineLead& lead);
    [[nodiscard]] TrainingLog bareLog(const std::string& framework, const std::string& source) const;
    [[nodiscard]] Problems problems(const std::string& source) const;
    [[nodiscard]] std::string place() const;
    void passEndings();
    void mergeGreppedStreams();
    void adoptTimers();
    void adoptUntagged(LogStream& first);

    std::map<std::string, LogStream> m_streams;
    LogStream* m_current = nullptr;  ///< the stream of the latest step line
    std::vector<Ending> m_endings;
    bool m_started = false;
    std::optional<std::int64_t> m_furthest;  ///< the latest step since the last start
    std::map<std::string, std::string> m_facts;
    std::map<std::string, std::string> m_factPositions;
    std::pair<std::string_view, std::optional<std::uint64_t>> m_place;
    std::map<std::string, Note> m_notes;
    std::map<std::pair<int, std::string>, MetricSeries> m_memory;
    std::array<std::uint64_t, kLineKinds> m_counts{};
    std::uint64_t m_understood = 0;
    bool m_zoned = false;
    bool m_timed = false;
};

}  // namespace headwater::logs
