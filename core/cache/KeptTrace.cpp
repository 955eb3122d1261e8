// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/KeptTrace.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/analysis/summary/Summarize.h"
#include "core/base/FileFingerprint.h"
#include "core/cache/FileState.h"
#include "core/cache/ProblemCodec.h"
#include "core/ingest/ReadFile.h"
#include "core/report/Json.h"
#include "core/run/SummaryCodec.h"

namespace headwater {

namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;

/// Nothing where the file cannot be read, or more than the file decides what is in it.
std::optional<std::string> keyOf(const fs::path& path, const ReadOptions& options)
{
    if (!options.ruleFile.empty())
        return std::nullopt;
    std::error_code error;
    const auto changed = fs::last_write_time(path, error);
    const auto print = fingerprintOf(path);
    if (error || !print)
        return std::nullopt;
    // The name may say which rank it is.
    const std::string name = Json(path.filename().string()).dump(-1, ' ', true, Json::error_handler_t::replace);
    return fmt::format("trace {} {} {} {} {} {} {}", textOf(*print), changed.time_since_epoch().count(),
                       options.rank ? std::to_string(*options.rank) : "-",
                       options.timeUnit.empty() ? "-" : options.timeUnit, kSummarySchema, productVersion(), name);
}

std::string encoded(const FileContent& content)
{
    const SourceFile& source = content.source;
    Json document;
    document["source"] = {source.format, source.variant, source.bytes, source.events, source.ranks, source.steps};
    document["problems"] = problemsJson(source.problems, source.path);
    document["ranks"] = Json::array();
    for (const TracePtr& trace : content.traces) {
        const SummarizedRank rank = summarizeRank(*trace);
        const std::string bytes = encodeSummary(rank, productVersion());
        document["ranks"].push_back({Json::binary(Bytes(bytes.begin(), bytes.end())),
                                     problemsJson(rank.trace.problems, source.path),
                                     problemsJson(rank.summary.stepProblems, source.path)});
    }
    std::string out;
    Json::to_cbor(document, out);
    return out;
}

/// A rank that looks like its trace but for what it leaves out; isKept() knows it by the file it names.
bool takeRank(const Json& entry, FileContent& content)
{
    const Bytes& bytes = entry.at(0).get_binary();
    auto rank = decodeSummary(std::string(bytes.begin(), bytes.end()));
    if (!rank)
        return false;
    const std::string& path = content.source.path;
    rank->trace.file = path;
    rank->trace.problems = problemsIn(entry.at(1), path);
    rank->summary.source = path;
    rank->summary.sourceBytes = content.source.bytes;
    rank->summary.stepProblems = problemsIn(entry.at(2), path);
    content.traces.push_back(std::make_shared<const Trace>(std::move(rank->trace)));
    content.summaries.push_back(std::make_shared<const RankSummary>(std::move(rank->summary)));
    return true;
}

/// Nothing where the entry is not one of ours after all.
std::optional<FileContent> decoded(const std::string& bytes, const fs::path& path)
{
    try {
        const Json document = Json::from_cbor(bytes);
        FileContent content;
        SourceFile& source = content.source;
        const Json& said = document.at("source");
        source.path = path.string();
        source.format = said.at(0).get<std::string>();
        source.variant = said.at(1).get<std::string>();
        source.bytes = said.at(2).get<std::uint64_t>();
        source.events = said.at(3).get<std::uint64_t>();
        source.ranks = said.at(4).get<std::vector<int>>();
        source.steps = said.at(5).get<std::vector<std::int64_t>>();
        source.problems = problemsIn(document.at("problems"), source.path);
        source.used = true;
        for (const Json& rank : document.at("ranks"))
            if (!takeRank(rank, content))
                return std::nullopt;
        return content;
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

/// A summary keeps what a trace says of its ranks, nothing else that a file may hold.
bool isTraceAlone(const FileContent& content)
{
    return !content.error && content.source.used && !content.traces.empty() && content.summaries.empty() &&
           !content.metrics && content.logs.empty() && content.telemetry.empty() && content.ncclTests.empty() &&
           content.flightRecords.empty() && content.manifest.empty();
}

/// The trace of a summary, where it is what it was.
std::optional<fs::path> sourceOf(const RankSummary& summary, const fs::path& file)
{
    const fs::path source = summary.source;
    for (const fs::path& candidate : {source, file.parent_path() / source.filename()}) {
        const auto print = fingerprintOf(candidate);
        if (print && textOf(*print) == summary.fingerprint)
            return candidate;
    }
    return std::nullopt;
}

}  // namespace

FileContent readOrKept(const CacheFolder& folder, const fs::path& path, const ReadOptions& options, const Job& job)
{
    std::error_code error;
    const std::uintmax_t size = fs::is_regular_file(path, error) ? fs::file_size(path, error) : 0;
    const bool worthIt = !error && isLarge(folder, path, size);
    const std::optional<std::string> key = worthIt ? keyOf(path, options) : std::nullopt;
    if (key)
        if (const auto bytes = kept(folder, *key))
            if (auto content = decoded(*bytes, path))
                return *std::move(content);
    FileContent content = readFile(path, options, job);
    if (key && !job.stopped() && isTraceAlone(content))
        static_cast<void>(keep(folder, *key, encoded(content)));
    return content;
}

FileContent readTraceOf(const fs::path& path, const ReadOptions& options, const Job& job)
{
    FileContent content = readFile(path, options, job);
    if (content.summaries.size() != 1)
        return content;
    const auto source = sourceOf(*content.summaries.front(), path);
    if (!source)
        return content;
    FileContent whole = readFile(*source, options, job);
    std::erase_if(whole.traces, [&](const TracePtr& trace) {
        return whole.traces.size() > 1 && trace->rank != content.traces.front()->rank;
    });
    return whole.error || whole.traces.size() != 1 ? content : whole;
}

}  // namespace headwater
