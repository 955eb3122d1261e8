// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/logs/LogContent.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "core/run/RunEnd.h"

namespace headwater::logs {

namespace {

std::string combined(const std::map<std::string, std::string>& facts,
                     std::span<const std::pair<const char*, const char*>> parts)
{
    std::string text;
    for (const auto& [key, name] : parts)
        if (const auto found = facts.find(key); found != facts.end())
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, found->second);
    return text;
}

std::string positionOf(const TrainingLog& log, const std::string& fact)
{
    const auto found = log.manifestPositions.find(fact);
    return found == log.manifestPositions.end() ? std::string() : found->second;
}

void markSource(const std::vector<TrainingLog>& logs, SourceFile& source)
{
    std::set<int> ranks(source.ranks.begin(), source.ranks.end());
    std::set<std::int64_t> steps;
    for (const TrainingLog& log : logs) {
        if (log.rank)
            ranks.insert(*log.rank);
        for (const LogStep& step : log.steps)
            steps.insert(step.step);
    }
    source.ranks.assign(ranks.begin(), ranks.end());
    source.steps.assign(steps.begin(), steps.end());
}

}  // namespace

Manifest manifestFrom(const TrainingLog& log)
{
    const std::map<std::string, std::string>& facts = log.manifest;
    constexpr std::array<std::pair<const char*, const char*>, 9> kParallel = {
        {{"context_parallel", "context"},
         {"data_parallel", "data"},
         {"data_parallel_replicate", "data replicate"},
         {"data_parallel_shard", "data shard"},
         {"expert_parallel", "expert"},
         {"pipeline_parallel", "pipeline"},
         {"tensor_parallel", "tensor"},
         {"virtual_pipeline", "virtual pipeline"},
         {"sequence_parallel", "sequence"}}};
    constexpr std::array<std::pair<const char*, const char*>, 5> kModel = {{{"num_layers", "layers"},
                                                                            {"hidden_size", "hidden"},
                                                                            {"ffn_hidden_size", "ffn"},
                                                                            {"attention_heads", "heads"},
                                                                            {"num_experts", "experts"}}};
    std::set<std::string> used = {"log_interval"};
    Manifest manifest;
    const auto add = [&](const char* key, std::span<const std::pair<const char*, const char*>> parts) {
        const std::string text = combined(facts, parts);
        std::string position;
        for (const auto& [part, name] : parts) {
            used.insert(part);
            position = position.empty() ? positionOf(log, part) : position;
        }
        if (!text.empty())
            manifest[key] = {text, log.source, position};
    };
    add("parallel_sizes", kParallel);
    add("model", kModel);
    // Follows from the two batch sizes and the ranks.
    if (facts.contains("global_batch_size") && facts.contains("micro_batch_size"))
        used.insert("gradient_accumulation_steps");
    for (const auto& [key, value] : facts)
        if (!used.contains(key))
            manifest[key] = {value, log.source, positionOf(log, key)};
    return manifest;
}

Status deliver(LogBuilder& builder, const std::string& framework, const ReadOptions& options, FileContent& content)
{
    const std::uint64_t understood = builder.understood();
    LogBuilder::Outcome outcome = builder.finish(framework, content.source.path);
    content.source.events += understood;
    std::ranges::move(outcome.problems, std::back_inserter(content.source.problems));
    const TrainingLog& first = outcome.logs.front();
    const bool empty = outcome.logs.size() == 1 && first.steps.empty() && first.timers.empty() &&
                       first.endings.empty() && first.manifest.empty() && outcome.series.empty();
    if (empty)
        return fail(ErrorCode::NothingUsable, "no step, timer, ending or configuration in the log",
                    content.source.path);
    if (options.rank && outcome.logs.size() == 1)
        outcome.logs.front().rank = options.rank;
    if (first.steps.empty() && first.timers.empty())
        content.source.problems.push_back(
            {Severity::Info, "no-steps", "the log holds no training step", {}, content.source.path});
    content.manifest = manifestFrom(first);
    markSource(outcome.logs, content.source);
    for (const TrainingLog& log : outcome.logs)
        std::ranges::move(problemsOfEnd(log), std::back_inserter(content.source.problems));
    std::ranges::move(outcome.logs, std::back_inserter(content.logs));
    std::ranges::move(outcome.series, std::back_inserter(content.telemetry.series));
    return {};
}

}  // namespace headwater::logs
