// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <charconv>
#include <set>

#include <fmt/format.h>

#include "core/ingest/ChromeReader.h"
#include "core/ingest/Format.h"
#include "core/ingest/KinetoReader.h"
#include "core/ingest/PipelineSchedule.h"
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

constexpr std::string_view kTimeline = "operation timeline";
constexpr std::string_view kSchedule = "pipeline schedule";

std::optional<std::string> recogniseChromeTrace(const FileHead& head)
{
    if (!isJson(head))
        return std::nullopt;
    if (has(head.text, "\"fwd_start\"") && has(head.text, "\"fwd_end\"") && has(head.text, "\"total\""))
        return std::string(kSchedule);
    if (!has(head.text, "\"ph\""))
        return std::nullopt;
    if (has(head.text, "\"forward-compute\"") || has(head.text, "\"backward-compute\""))
        if (has(head.text, "\"mb_id\"") && has(head.text, "\"step\""))
            return std::string(kTimeline);
    return has(head.text, "\"traceEvents\"") ? "object" : "event array";
}

/// Chrome traces count in µs; some writers do not.
TimeUnit unitOf(const ReadOptions& options)
{
    return timeUnitFromName(options.timeUnit).value_or(TimeUnit::Microsecond);
}

Status readKinetoTrace(const std::filesystem::path& path, const ReadOptions& options, const Job& job,
                       FileContent& content)
{
    auto trace = readKineto(path, job, {}, unitOf(options));
    if (!trace)
        return tl::unexpected(trace.error());
    content.source.events = trace->counts.total;
    if (trace->device.size() == 0)
        content.source.variant += ", CPU only";
    else if (trace->host.size() == 0)
        content.source.variant += ", GPU only";
    std::vector<Trace> traces;
    traces.push_back(std::move(*trace));
    addTraces(std::move(traces), options, content);
    return {};
}

Status readTimeline(const std::filesystem::path& path, ChromeRules rules, const ReadOptions& options, const Job& job,
                    FileContent& content)
{
    rules.unit = unitOf(options);
    auto timeline = readChromeTrace(path, rules, job);
    if (!timeline)
        return tl::unexpected(timeline.error());
    SourceFile& source = content.source;
    source.events = timeline->events;
    source.problems.insert(source.problems.end(), timeline->problems.begin(), timeline->problems.end());
    addTraces(std::move(timeline->traces), options, content);
    return {};
}

/// Of a tracer that is not PyTorch's, several processes may well be several ranks.
void noteMerged(FileContent& content)
{
    std::set<std::string_view> processes;
    for (const Track& track : content.traces.front()->tracks)
        processes.insert(track.process);
    if (processes.size() > 1)
        content.source.problems.push_back(
            {Severity::Warning,
             "merged-processes",
             fmt::format("{} processes are merged into one rank; give --stages RULES.json to tell ranks, steps and "
                         "stages apart",
                         processes.size()),
             {},
             content.source.path});
}

Status readGeneric(const std::filesystem::path& path, const ReadOptions& options, const Job& job, FileContent& content)
{
    if (content.source.variant == kSchedule) {
        auto trace = readPipelineSchedule(path, job);
        if (!trace)
            return tl::unexpected(trace.error());
        content.source.events = trace->counts.total;
        std::vector<Trace> traces;
        traces.push_back(std::move(*trace));
        addTraces(std::move(traces), options, content);
        return {};
    }
    if (!options.ruleFile.empty()) {
        const auto rules = readChromeRules(options.ruleFile);
        if (!rules)
            return tl::unexpected(rules.error());
        content.source.variant = rules->name.empty() ? "by rule file" : rules->name;
        return readTimeline(path, *rules, options, job, content);
    }
    if (content.source.variant == kTimeline)
        return readTimeline(path, stragglerStudyRules(), options, job, content);
    Status read = readKinetoTrace(path, options, job, content);
    if (read)
        noteMerged(content);
    return read;
}

constexpr std::array<Format, 2> kFormats = {{
    {"kineto", recogniseKineto, readKinetoTrace},
    {"chrome-trace", recogniseChromeTrace, readGeneric},
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

void addTraces(std::vector<Trace> traces, const ReadOptions& options, FileContent& content)
{
    SourceFile& source = content.source;
    if (options.rank && traces.size() == 1) {
        traces.front().rank = options.rank;
        traces.front().rankSource = "the user";
    } else if (options.rank) {
        source.problems.push_back(
            {Severity::Warning,
             "rank-ignored",
             fmt::format("the file holds {} ranks, so that the rank given for it was not used", traces.size()),
             {},
             source.path});
    }
    std::set<int> ranks(source.ranks.begin(), source.ranks.end());
    std::set<std::int64_t> steps(source.steps.begin(), source.steps.end());
    for (Trace& trace : traces) {
        if (trace.rank)
            ranks.insert(*trace.rank);
        for (const std::int64_t step : profilerSteps(trace))
            steps.insert(step);
        source.problems.insert(source.problems.end(), trace.problems.begin(), trace.problems.end());
        content.traces.push_back(std::make_shared<const Trace>(std::move(trace)));
    }
    source.ranks.assign(ranks.begin(), ranks.end());
    source.steps.assign(steps.begin(), steps.end());
}

}  // namespace headwater
