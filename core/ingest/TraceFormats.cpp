// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <charconv>
#include <set>

#include "core/ingest/Format.h"
#include "core/ingest/KinetoReader.h"
#include "core/ingest/ReadFile.h"

namespace headwater {

namespace {

bool has(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

bool isJson(const FileHead& head)
{
    return head.text.starts_with('{') || head.text.starts_with('[');
}

std::optional<std::string> recogniseKineto(const FileHead& head)
{
    if (!isJson(head))
        return std::nullopt;
    const bool events = has(head.text, "\"ph\"");
    if (has(head.text, "\"deviceProperties\"") || has(head.text, "\"distributedInfo\"") ||
        has(head.text, "\"computeProperties\"") || has(head.text, "\"schemaVersion\""))
        return "profiler";
    if (events && (has(head.text, "\"cpu_op\"") || has(head.text, "\"Operator\"") || has(head.text, "ProfilerStep#") ||
                   has(head.text, "\"cuda_runtime\"") || has(head.text, "\"user_annotation\"")))
        return "profiler";
    if (events && (has(head.text, "\"CPU functions\"") || has(head.text, "\"CUDA functions\"")))
        return "legacy profiler";
    return std::nullopt;
}

std::optional<std::string> recogniseChromeTrace(const FileHead& head)
{
    if (!isJson(head) || !has(head.text, "\"ph\""))
        return std::nullopt;
    return has(head.text, "\"traceEvents\"") ? "object" : "event array";
}

Status readTrace(const std::filesystem::path& path, const ReadOptions& options, const Job& job, FileContent& content)
{
    auto trace = readKineto(path, job);
    if (!trace)
        return tl::unexpected(trace.error());
    if (options.rank) {
        trace->rank = options.rank;
        trace->rankSource = "the user";
    }
    SourceFile& source = content.source;
    source.events = trace->counts.total;
    source.steps = profilerSteps(*trace);
    if (trace->device.size() == 0)
        source.variant += ", CPU only";
    else if (trace->host.size() == 0)
        source.variant += ", GPU only";
    if (trace->rank)
        source.ranks = {*trace->rank};
    source.problems.insert(source.problems.end(), trace->problems.begin(), trace->problems.end());
    content.traces.push_back(std::make_shared<const Trace>(std::move(*trace)));
    return {};
}

constexpr std::array<Format, 2> kFormats = {{
    {"kineto", recogniseKineto, readTrace},
    {"chrome-trace", recogniseChromeTrace, readTrace},
}};

}  // namespace

std::span<const Format> traceFormats()
{
    return kFormats;
}

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

}  // namespace headwater
