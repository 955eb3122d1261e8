// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/ReadFile.h"

#include <charconv>
#include <set>

#include "core/ingest/Detect.h"
#include "core/ingest/KinetoReader.h"

namespace headwater {

namespace {

void keepError(FileContent& content, const Error& error)
{
    content.error = error;
    if (error.code != ErrorCode::Cancelled)
        content.source.problems.push_back({Severity::Error, "unreadable",
                                           error.what + (error.advice.empty() ? "" : "; " + error.advice), error.where,
                                           content.source.path});
}

std::string variantOf(const Trace& trace, std::string variant)
{
    if (trace.device.size() == 0)
        variant += ", CPU only";
    else if (trace.host.size() == 0)
        variant += ", GPU only";
    return variant;
}

void readTrace(const std::filesystem::path& path, FileContent& content, const Job& job)
{
    auto trace = readKineto(path, job);
    if (!trace)
        return keepError(content, trace.error());
    content.source.events = trace->counts.total;
    content.source.steps = profilerSteps(*trace);
    content.source.variant = variantOf(*trace, content.source.variant);
    if (trace->rank)
        content.source.ranks = {*trace->rank};
    content.source.problems.insert(content.source.problems.end(), trace->problems.begin(), trace->problems.end());
    content.source.used = true;
    content.trace = std::make_shared<const Trace>(std::move(*trace));
}

void readMetrics(const std::filesystem::path& path, FileContent& content, const std::string& unit, const Job& job)
{
    auto metrics = readStageMetrics(path, unit, job);
    if (!metrics)
        return keepError(content, metrics.error());
    content.source.events = metrics->rows;
    content.source.ranks = metrics->cube.ranks();
    content.source.steps = metrics->cube.steps();
    content.source.problems = metrics->problems;
    content.source.used = true;
    content.metrics = std::move(*metrics);
}

}  // namespace

std::vector<std::int64_t> profilerSteps(const Trace& trace)
{
    std::set<std::int64_t> steps;
    constexpr std::string_view kPrefix = "ProfilerStep#";
    for (std::size_t i = 0; i < trace.names.size(); ++i) {
        const std::string_view name = trace.names[static_cast<NameId>(i)];
        std::int64_t step = 0;
        if (!name.starts_with(kPrefix))
            continue;
        const auto [end, error] = std::from_chars(name.data() + kPrefix.size(), name.data() + name.size(), step);
        if (error == std::errc())
            steps.insert(step);
    }
    return {steps.begin(), steps.end()};
}

FileContent readFile(const std::filesystem::path& path, const std::string& unit, const Job& job)
{
    FileContent content;
    content.source.path = path.string();
    std::error_code error;
    content.source.bytes = std::filesystem::file_size(path, error);
    const auto detected = detectFormat(path);
    if (!detected) {
        content.source.format = "unknown";
        keepError(content, detected.error());
        return content;
    }
    content.source.format = detected->format;
    content.source.variant = detected->variant;
    if (detected->format == "kineto" || detected->format == "chrome-trace") {
        readTrace(path, content, job);
    } else if (detected->format == "stage-metrics-csv" || detected->format == "stage-metrics-jsonl") {
        readMetrics(path, content, unit, job);
    } else {
        content.reason = detected->reason;
        content.source.problems.push_back(
            {Severity::Info, "unknown-format", "not used: " + detected->reason, {}, content.source.path});
    }
    return content;
}

}  // namespace headwater
