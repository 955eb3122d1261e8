// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/PipelineSchedule.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/ingest/ByteSource.h"
#include "core/ingest/JsonSplitter.h"
#include "core/ingest/RankName.h"
#include "core/ingest/ScheduleTrace.h"

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

    /// A member of the document: an iteration where its key is a step.
    void take(std::string_view key, std::string_view text)
    {
        std::int64_t step = 0;
        const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), step);
        if (error != std::errc() || end != key.data() + key.size() || step < 0)
            return;
        if (json iteration = json::parse(text, nullptr, false); iteration.is_object())
            m_iterations.insert_or_assign(step, std::move(iteration));
    }

    void keep(const ByteSource& source) { keepRemarks(source, m_builder.trace().problems); }

    void cutAt(std::uint64_t byte)
    {
        Trace& trace = m_builder.trace();
        m_cut = fmt::format("byte {}", byte);
        trace.problems.push_back({Severity::Warning, "truncated",
                                  fmt::format("the file stops in the middle; the {} iterations before the cut are used",
                                              m_iterations.size()),
                                  m_cut, trace.file});
    }

    Result<Trace> finish(std::optional<int> rank)
    {
        Trace& trace = m_builder.trace();
        for (const auto& [step, iteration] : m_iterations)
            add(step, iteration);
        if (m_operations.empty() && !m_cut.empty())
            return fail(ErrorCode::NothingUsable, "the file stops before its first iteration is complete", trace.file,
                        m_cut, "copy the file again");
        if (m_operations.empty())
            return fail(ErrorCode::NothingUsable, "no iteration of the schedule has forward and backward times",
                        trace.file);
        if (m_skipped > 0)
            trace.problems.push_back(
                {Severity::Warning, "bad-time",
                 fmt::format("{} iterations or passes have no usable times and were skipped", m_skipped),
                 fmt::format("/{}", m_firstSkipped), trace.file});
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
    void add(std::int64_t step, const json& iteration)
    {
        const auto total = iteration.find("total");
        const auto length = total == iteration.end() ? std::nullopt : toNs(*total);
        constexpr Ns kLongestRun = 4'000'000'000'000'000'000;
        if (!length || *length > kLongestRun - m_clock) {
            skip(step);
            return;
        }
        const Interval window{m_clock, m_clock + *length};
        for (const Direction& direction : kDirections)
            addPasses(step, iteration, direction, window);
        m_steps.emplace(step, window);
        m_clock = window.end;
    }

    void skip(std::int64_t step, std::uint64_t count = 1)
    {
        m_firstSkipped = m_skipped == 0 ? step : m_firstSkipped;
        m_skipped += count;
    }

    void addPasses(std::int64_t step, const json& iteration, const Direction& direction, Interval window)
    {
        const auto starts = iteration.find(direction.start);
        const auto ends = iteration.find(direction.end);
        if (starts == iteration.end() || ends == iteration.end() || !starts->is_array() || !ends->is_array()) {
            skip(step);
            return;
        }
        if (starts->size() != ends->size())
            skip(step, std::max(starts->size(), ends->size()) - std::min(starts->size(), ends->size()));
        for (std::size_t i = 0; i < std::min(starts->size(), ends->size()); ++i) {
            const auto start = toNs((*starts)[i]);
            const auto end = toNs((*ends)[i]);
            if (!start || !end || *end < *start) {
                skip(step);
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
    std::map<std::int64_t, json> m_iterations;  ///< ascending, whatever order the file has them in
    std::map<std::int64_t, Interval> m_steps;
    std::string m_cut;  ///< position of the cut, empty where the file is whole
    Ns m_clock = 0;
    std::uint64_t m_skipped = 0;
    std::int64_t m_firstSkipped = 0;  ///< step of it
};

}  // namespace

Result<Trace> readPipelineSchedule(const std::filesystem::path& path, const Job& job)
{
    auto source = ByteSource::open(path, {}, job.stop);
    if (!source)
        return tl::unexpected(source.error());
    JsonSplitter splitter(*source);
    Reader reader(path);
    while (true) {
        if (job.stopped())
            return cancelled();
        const auto item = splitter.next();
        if (!item) {
            Error error = item.error();
            error.file = path.string();
            return tl::unexpected(error);
        }
        if (item->kind == JsonSplitter::Kind::End)
            break;
        if (item->kind == JsonSplitter::Kind::Member)
            reader.take(item->key, item->text);
    }
    if (splitter.truncated() || source->truncated())
        reader.cutAt(source->position());
    reader.keep(*source);
    return reader.finish(hintsFromName(path.filename().string()).rank);
}

}  // namespace headwater
