// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/others/FlightRecorder.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "core/ingest/RankName.h"
#include "core/ingest/others/Json.h"

namespace headwater::others {

namespace {

using nlohmann::json;

std::optional<Ns> timeAt(const json& entry, const char* key)
{
    const auto value = integerAt(entry, key);
    return value && *value > 0 ? value : std::nullopt;
}

std::vector<std::vector<std::int64_t>> sizesAt(const json& entry, const char* key)
{
    std::vector<std::vector<std::int64_t>> sizes;
    const json& list = memberAt(entry, key);
    if (!list.is_array())
        return sizes;
    for (const json& tensor : list) {
        sizes.emplace_back();
        if (tensor.is_array())
            for (const json& size : tensor)
                if (size.is_number_integer())
                    sizes.back().push_back(size.get<std::int64_t>());
    }
    return sizes;
}

/// "0 (default_pg)"; the description is "undefined" where the program gave none.
std::string groupOf(const json& entry)
{
    const json& group = memberAt(entry, "process_group");
    const auto text = [&](std::size_t i) {
        return group.is_array() && group.size() > i && group[i].is_string() ? group[i].get<std::string>()
                                                                            : std::string();
    };
    const std::string name = text(0);
    const std::string description = text(1);
    return description.empty() || description == "undefined" ? name : fmt::format("{} ({})", name, description);
}

FlightEntry entryOf(const json& entry)
{
    FlightEntry out;
    out.group = groupOf(entry);
    out.operation = textAt(entry, "profiling_name");
    out.pointToPoint = memberAt(entry, "is_p2p") == true;
    for (const char* key : {out.pointToPoint ? "p2p_seq_id" : "collective_seq_id", "seq_id"})
        if (out.sequence < 0)
            out.sequence = integerAt(entry, key).value_or(-1);
    out.inputSizes = sizesAt(entry, "input_sizes");
    out.outputSizes = sizesAt(entry, "output_sizes");
    const json& types = memberAt(entry, "input_dtypes");
    if (types.is_array())
        for (const json& type : types)
            if (type.is_string())
                out.inputTypes.push_back(type.get<std::string>());
    out.state = textAt(entry, "state");
    out.created = timeAt(entry, "time_created_ns");
    out.started = timeAt(entry, "time_discovered_started_ns");
    out.completed = timeAt(entry, "time_discovered_completed_ns");
    constexpr double kLongestMs = 1e12;
    if (const auto ms = numberAt(entry, "duration_ms"); ms && *ms >= 0 && *ms < kLongestMs)
        out.duration = std::llround(*ms * 1e6);
    return out;
}

}  // namespace

std::optional<int> dumpRank(std::string_view fileName)
{
    if (const auto rank = hintsFromName(fileName).rank)
        return rank;
    const std::string_view stem = fileName.substr(0, fileName.find('.', 1));
    const auto last = stem.find_last_not_of("0123456789");
    const bool separated = last != std::string_view::npos && (stem[last] == '_' || stem[last] == '-');
    int rank = 0;
    if (!separated || last + 1 == stem.size() ||
        std::from_chars(stem.data() + last + 1, stem.data() + stem.size(), rank).ec != std::errc())
        return std::nullopt;
    return rank;
}

Result<FlightRecorderContent> readFlightRecorder(const std::filesystem::path& path, const Job& job)
{
    const auto read = readJsonObject(path, job);
    if (!read)
        return tl::unexpected(read.error());
    FlightRecorderContent content;
    content.problems = read->problems;
    FlightRecord& record = content.record;
    record.source = path.string();
    record.version = textAt(read->value, "version");
    record.rank = dumpRank(path.filename().string()).value_or(-1);
    const json& entries = memberAt(read->value, "entries");  // absent when nothing was recorded
    if (entries.is_array())
        for (const json& entry : entries)
            if (entry.is_object())
                record.entries.push_back(entryOf(entry));
    const auto note = [&](Severity severity, const char* code, std::string message, std::string position = {}) {
        content.problems.push_back({severity, code, std::move(message), std::move(position), path.string()});
    };
    if (record.rank < 0)
        note(Severity::Warning, "missing-rank", "the file's name does not say which rank wrote this dump");
    if (read->truncated)
        note(Severity::Warning, "truncated",
             fmt::format("the file stops in the middle; the {} entries before the cut are used", record.entries.size()),
             fmt::format("byte {}", read->fault));
    if (record.entries.empty())
        note(Severity::Info, "no-entries", "the recorder held no collective when it was dumped");
    return content;
}

}  // namespace headwater::others
