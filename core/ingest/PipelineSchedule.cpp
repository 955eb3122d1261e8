// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/PipelineSchedule.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/ingest/RankName.h"
#include "core/ingest/ScheduleTrace.h"
#include "core/ingest/WholeFile.h"

namespace headwater {

namespace {

using nlohmann::json;

/// ms as ns; nothing for what is no time of a training iteration.
std::optional<Ns> toNs(const json& value)
{
    constexpr double kLargestMs = 1e9;
    if (!value.is_number())
        return std::nullopt;
    const double ms = value.get<double>();
    return std::isfinite(ms) && ms >= 0 && ms <= kLargestMs ? std::optional(std::llround(ms * 1e6)) : std::nullopt;
}

struct Direction {
    const char* start;
    const char* end;
    const char* name;
};
constexpr std::array<Direction, 2> kDirections = {
    {{"fwd_start", "fwd_end", "forward"}, {"bwd_start", "bwd_end", "backward"}}};

class Reader {
public:
    explicit Reader(const std::filesystem::path& path)
    {
        m_builder.trace().file = path.string();
        m_stream = m_builder.track("device", "compute", true);
    }

    void add(std::int64_t step, const json& iteration)
    {
        const auto total = iteration.find("total");
        const auto length = total == iteration.end() ? std::nullopt : toNs(*total);
        constexpr Ns kLongestRun = 4'000'000'000'000'000'000;
        if (!length || *length > kLongestRun - m_clock) {
            ++m_skipped;
            return;
        }
        const Interval window{m_clock, m_clock + *length};
        for (const Direction& direction : kDirections)
            addPasses(step, iteration, direction, window);
        m_steps.emplace(step, window);
        m_clock = window.end;
    }

    Result<Trace> finish(std::optional<int> rank)
    {
        Trace& trace = m_builder.trace();
        if (m_operations.empty())
            return fail(ErrorCode::NothingUsable, "no iteration of the schedule has forward and backward times",
                        trace.file);
        if (m_skipped > 0)
            trace.problems.push_back(
                {Severity::Warning,
                 "bad-time",
                 fmt::format("{} iterations or passes have no usable times and were skipped", m_skipped),
                 {},
                 trace.file});
        trace.rank = rank;
        if (rank) {
            trace.rankSource = "file name";
            trace.metadata["rank.pipeline"] = std::to_string(*rank);
            trace.metadata["rank.role"] = fmt::format("pipeline stage {}", *rank);
        }
        trace.counts.total = m_operations.size();
        addSchedule(m_builder, std::move(m_operations), m_steps, true);
        return m_builder.finish(Taxonomy::builtIn(), 0);
    }

private:
    void addPasses(std::int64_t step, const json& iteration, const Direction& direction, Interval window)
    {
        const auto starts = iteration.find(direction.start);
        const auto ends = iteration.find(direction.end);
        if (starts == iteration.end() || ends == iteration.end() || !starts->is_array() || !ends->is_array()) {
            ++m_skipped;
            return;
        }
        m_skipped += std::max(starts->size(), ends->size()) - std::min(starts->size(), ends->size());
        for (std::size_t i = 0; i < std::min(starts->size(), ends->size()); ++i) {
            const auto start = toNs((*starts)[i]);
            const auto end = toNs((*ends)[i]);
            if (!start || !end || *end < *start) {
                ++m_skipped;
                continue;
            }
            ScheduleOperation op;
            op.time = {window.start + *start, window.start + *end};
            op.name = m_builder.intern(direction.name);
            op.stream = m_stream;
            op.slot.step = step;
            op.slot.microBatch = static_cast<std::int32_t>(i);
            m_operations.push_back(op);
        }
    }

    TraceBuilder m_builder;
    TrackId m_stream{};
    std::vector<ScheduleOperation> m_operations;
    std::map<std::int64_t, Interval> m_steps;
    Ns m_clock = 0;
    std::uint64_t m_skipped = 0;
};

}  // namespace

Result<Trace> readPipelineSchedule(const std::filesystem::path& path, const Job& job)
{
    const auto text = readWholeFile(path, job);
    if (!text)
        return tl::unexpected(text.error());
    const json document = json::parse(*text, nullptr, false);
    if (!document.is_object())
        return fail(ErrorCode::Malformed, "the schedule is no complete JSON object", path.string());
    std::map<std::int64_t, const json*> iterations;
    for (const auto& [key, value] : document.items()) {
        std::int64_t step = 0;
        const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), step);
        if (error == std::errc() && end == key.data() + key.size() && step >= 0 && value.is_object())
            iterations.emplace(step, &value);
    }
    Reader reader(path);
    for (const auto& [step, iteration] : iterations)
        reader.add(step, *iteration);
    return reader.finish(hintsFromName(path.filename().string()).rank);
}

}  // namespace headwater
