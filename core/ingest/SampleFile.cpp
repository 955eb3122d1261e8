// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/SampleFile.h"

#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/format.h>

#include "core/ingest/FilePieces.h"
#include "core/ingest/RankName.h"
#include "core/ingest/ReadFile.h"
#include "core/ingest/UnknownReason.h"

namespace headwater {

namespace {

std::uint64_t occurrences(std::string_view text, std::string_view part)
{
    std::uint64_t count = 0;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size()))
        ++count;
    return count;
}

std::optional<std::int64_t> numberAt(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n:\""), text.size()));
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() ? std::optional(value) : std::nullopt;
}

/// Numbers behind each occurrence of `mark`.
void collect(std::string_view text, std::string_view mark, std::set<std::int64_t>& numbers)
{
    for (auto at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + mark.size()))
        if (const auto number = numberAt(text.substr(at + mark.size(), 64)))
            numbers.insert(*number);
}

/// "distributedInfo": {… "rank": 3 …}, which stands before or behind the events.
std::optional<int> statedRank(std::string_view text)
{
    const auto info = text.find("\"distributedInfo\"");
    constexpr std::string_view kRank = "\"rank\"";
    constexpr std::int64_t kMostRanks = 10'000'000;
    const auto rank = info == std::string_view::npos ? info : text.find(kRank, info);
    if (rank == std::string_view::npos)
        return std::nullopt;
    const auto number = numberAt(text.substr(rank + kRank.size(), 64));
    return number && *number >= 0 && *number < kMostRanks ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

void note(SourceFile& file, Severity severity, const char* code, std::string message)
{
    file.problems.push_back({severity, code, std::move(message), {}, file.path});
}

std::string about(double count)
{
    if (count < 1'000)
        return "fewer than a thousand";
    if (count < 1'000'000)
        return fmt::format("about {:.0f} thousand", count / 1e3);
    return fmt::format("about {:.1f} million", count / 1e6);
}

/// Events or lines in the whole file by those in its first piece. Nothing where that cannot be told.
std::string estimate(const FilePieces& pieces, const SourceFile& file, bool trace)
{
    const std::uint64_t seen = occurrences(pieces.head, trace ? "\"ph\"" : "\n");
    if (pieces.compressed || pieces.head.empty() || seen < 2)
        return {};
    const double all =
        static_cast<double>(seen) * static_cast<double>(file.bytes) / static_cast<double>(pieces.head.size());
    return fmt::format(", {} {} if all of it is like its beginning", about(all), trace ? "events" : "lines");
}

void describeTrace(const FilePieces& pieces, SourceFile& file)
{
    std::optional<int> rank = statedRank(pieces.head);
    if (!rank)
        rank = statedRank(pieces.tail);
    if (!rank)
        rank = hintsFromName(std::filesystem::path(file.path).filename().string()).rank;
    if (rank)
        file.ranks = {*rank};
    std::set<std::int64_t> steps;
    for (const std::string* piece : {&pieces.head, &pieces.tail})
        collect(*piece, "ProfilerStep#", steps);
    file.steps.assign(steps.begin(), steps.end());
    const auto last = pieces.tail.find_last_not_of(" \t\r\n");
    if (!pieces.compressed && (last == std::string::npos || (pieces.tail[last] != '}' && pieces.tail[last] != ']')))
        note(file, Severity::Warning, "truncated", "the file seems to stop in the middle: it does not end like JSON");
}

}  // namespace

SourceFile sampleFile(const std::filesystem::path& path, const Job& job)
{
    SourceFile file;
    file.path = path.string();
    file.format = "unknown";
    file.sampled = true;
    file.bytes = sizeOf(path);
    const auto pieces = readFilePieces(path, job.stop);
    if (!pieces) {
        const Error& problem = pieces.error();
        note(file, Severity::Error, "unreadable",
             problem.what + (problem.advice.empty() ? std::string() : "; " + problem.advice));
        return file;
    }
    file.problems = pieces->remarks;
    const FileHead head = headOf(path, *pieces);
    for (const Format& format : formats()) {
        auto variant = format.recognise(head);
        if (!variant)
            continue;
        file.format = format.name;
        file.variant = std::move(*variant);
        file.used = true;
        const bool trace = format.name == "kineto" || format.name == "chrome-trace";
        if (trace)
            describeTrace(*pieces, file);
        note(file, Severity::Info, "sampled",
             fmt::format("judged by its beginning and its end; events are not counted{}{}",
                         head.binary ? std::string() : estimate(*pieces, file, trace),
                         file.steps.empty() ? "" : "; steps are those seen there"));
        return file;
    }
    note(file, Severity::Info, "unknown-format", "not used: " + reasonUnknown(head));
    return file;
}

}  // namespace headwater
