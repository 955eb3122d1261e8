// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/ingest/CollectedReader.h"
#include "core/ingest/Format.h"
#include "core/ingest/RankSummaryReader.h"
#include "core/ingest/ReadFile.h"
#include "core/ingest/others/Environment.h"
#include "core/ingest/others/FlightRecorder.h"
#include "core/ingest/others/Json.h"
#include "core/ingest/others/NcclTests.h"
#include "core/ingest/scale/TopologyFormat.h"

namespace headwater {

namespace {

using others::schemaOf;

using Recognised = std::optional<std::string>;
using Path = std::filesystem::path;

bool has(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

Recognised bySchema(const FileHead& head, std::string_view schema)
{
    return schemaOf(head.text).starts_with(schema) ? Recognised("") : std::nullopt;
}

void append(Problems& to, const Problems& from)
{
    to.insert(to.end(), from.begin(), from.end());
}

Recognised recogniseNcclTests(const FileHead& head)
{
    if (head.binary)
        return std::nullopt;
    if (head.text.starts_with('{'))
        return has(head.text, "\"out_of_place\"") ||
                       (has(head.text, "\"nccl_version\"") && has(head.text, "\"minimum_bytes\""))
                   ? Recognised("JSON")
                   : std::nullopt;
    const bool header =
        has(head.text, "# nccl-tests version") || (has(head.text, "# nThread ") && has(head.text, "minBytes"));
    const bool table =
        has(head.text, "algbw") && has(head.text, "busbw") && has(head.text, "count") && has(head.text, "#");
    return header || table ? Recognised("text") : std::nullopt;
}

Status readNcclTests(const Path& path, const ReadOptions&, const Job& job, FileContent& content)
{
    auto read =
        content.source.variant == "JSON" ? others::readNcclTestsJson(path, job) : others::readNcclTestsText(path, job);
    if (!read)
        return tl::unexpected(read.error());
    append(content.source.problems, read->problems);
    content.source.used = std::ranges::any_of(read->tests, [](const NcclTest& test) { return !test.rows.empty(); });
    const std::string named = others::collectiveNamedIn(path.filename().string());
    std::size_t unnamed = 0;
    for (NcclTest& test : read->tests) {
        content.source.events += test.rows.size();
        // One file name cannot name several tests.
        if (test.collective.empty() && read->tests.size() == 1 && !named.empty()) {
            test.collective = named;
            test.collectiveFromName = true;
        }
        unnamed += test.collective.empty();
        content.ncclTests.push_back(std::move(test));
    }
    if (unnamed > 0)
        content.source.problems.push_back({Severity::Info,
                                           "collective-unknown",
                                           "neither the output nor the file's name says which collective was measured; "
                                           "name the file after it, as in all_reduce.log",
                                           {},
                                           content.source.path});
    return {};
}

/// The recorder's usual form is a Python pickle. Loading one runs whatever code it holds: it is named, never read.
constexpr std::string_view kPickle = "pickle";

Recognised recogniseFlightRecorder(const FileHead& head)
{
    const bool marks = has(head.text, "pg_config") || has(head.text, "record_id") || has(head.text, "profiling_name");
    if (head.text.starts_with('\x80'))
        return marks && has(head.text, "entries") ? Recognised(kPickle) : std::nullopt;
    if (!head.text.starts_with('{') || has(head.text, "\"traceEvents\""))
        return std::nullopt;
    const bool entries = has(head.text, "\"record_id\"") && has(head.text, "\"profiling_name\"");
    const bool status = has(head.text, "\"pg_config\"") && has(head.text, "\"pg_status\"");
    return entries || status ? Recognised("") : std::nullopt;
}

Status readFlightRecorder(const Path& path, const ReadOptions& options, const Job& job, FileContent& content)
{
    if (content.source.variant == kPickle)
        return fail(
            ErrorCode::NotRecognised,
            "a flight recorder dump as a Python pickle, which is not read because loading one runs code", path.string(),
            {},
            "write JSON with torch._C._distributed_c10d._dump_nccl_trace_json(), or convert it where you trust it: "
            "json.dump(pickle.load(open(IN, 'rb')), open(OUT, 'w'))");
    auto read = others::readFlightRecorder(path, job);
    if (!read)
        return tl::unexpected(read.error());
    FlightRecord& record = read->record;
    if (options.rank) {
        record.rank = *options.rank;
        std::erase_if(read->problems, [](const Problem& problem) { return problem.code == "missing-rank"; });
    }
    append(content.source.problems, read->problems);
    content.source.variant = record.version.empty() ? "" : "version " + record.version;
    content.source.events = record.entries.size();
    if (record.rank >= 0)
        content.source.ranks = {record.rank};
    content.flightRecords.push_back(std::move(record));
    return {};
}

Recognised recogniseCollectEnv(const FileHead& head)
{
    // Near the beginning: a training log may print the report later on and stays a training log.
    const std::string_view first = head.text.substr(0, 2'000);
    const bool report = has(first, "PyTorch version:") && has(first, "Is debug build:") &&
                        (has(first, "CUDA used to build PyTorch:") || has(first, "Python version:"));
    return report && !head.binary ? Recognised("") : std::nullopt;
}

Status keep(Result<others::ManifestContent> read, FileContent& content)
{
    if (!read)
        return tl::unexpected(read.error());
    content.source.events = read->manifest.size();
    append(content.source.problems, read->problems);
    content.manifest = std::move(read->manifest);
    return {};
}

Status readCollectEnv(const Path& path, const ReadOptions&, const Job& job, FileContent& content)
{
    return keep(others::readCollectEnv(path, job), content);
}

Recognised recogniseManifest(const FileHead& head)
{
    return bySchema(head, "headwater.manifest/");
}

Status readManifest(const Path& path, const ReadOptions&, const Job& job, FileContent& content)
{
    return keep(others::readManifestJson(path, job), content);
}

Recognised recogniseSummary(const FileHead& head)
{
    return bySchema(head, "headwater.rank-summary/");
}

Status readSummary(const Path& path, const ReadOptions& options, const Job& job, FileContent& content)
{
    CarriedManifest manifest;
    auto rank = readRankSummary(path, job, &manifest);
    if (!rank)
        return tl::unexpected(rank.error());
    if (manifest)
        content.manifest = *std::move(manifest);
    else
        content.source.variant = kWithoutManifest;
    content.source.events = rank->trace.counts.total;
    std::vector<Trace> traces;
    traces.push_back(std::move(rank->trace));
    addTraces(std::move(traces), options, content);
    content.summaries.push_back(std::make_shared<const RankSummary>(std::move(rank->summary)));
    return {};
}

Recognised recogniseCollected(const FileHead& head)
{
    return bySchema(head, "headwater.run-summary/");
}

Status readCollectedRun(const Path& path, const ReadOptions&, const Job& job, FileContent& content)
{
    auto run = readCollected(path, job);
    if (!run)
        return tl::unexpected(run.error());
    content.source.ranks = (*run)->cube.ranks();
    content.source.steps = (*run)->cube.steps();
    content.collected = *std::move(run);
    return {};
}

Recognised recogniseInvestigation(const FileHead& head)
{
    return bySchema(head, "headwater.investigation/");
}

/// No error: an investigation often lies beside the runs it is about.
Status passOverInvestigation(const Path&, const ReadOptions&, const Job&, FileContent& content)
{
    content.source.used = false;
    content.source.problems.push_back(
        {Severity::Info,
         "not-an-input",
         "a saved investigation, no part of a run; open it with `headwater FILE` or print "
         "it with `headwater-cli report FILE`",
         {},
         content.source.path});
    return {};
}

constexpr std::array<Format, 8> kFormats = {{
    {"manifest", recogniseManifest, readManifest},
    {"manifest", scale::recogniseTopology, scale::readTopology},
    {kRankSummaryFormat, recogniseSummary, readSummary},
    {"run-summary", recogniseCollected, readCollectedRun},
    {"headwater", recogniseInvestigation, passOverInvestigation},
    {"flight-recorder-json", recogniseFlightRecorder, readFlightRecorder},
    {"nccl-tests", recogniseNcclTests, readNcclTests},
    {"collect-env", recogniseCollectEnv, readCollectEnv},
}};

}  // namespace

std::span<const Format> otherFormats()
{
    return kFormats;
}

}  // namespace headwater
