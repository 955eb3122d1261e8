// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ScaleRuns.h"

#include <array>

#include <fmt/format.h>

#include "core/ingest/LoadRun.h"
#include "core/triage/RunStepTime.h"

namespace headwater::cli {

namespace {

/// Keys of a manifest, and what the results call them.
constexpr std::array kInvariants{
    std::pair(std::string_view("micro_batch_size"), std::string_view("batch_per_gpu")),
    std::pair(std::string_view("seq_length"), std::string_view("sequence_length")),
    std::pair(std::string_view("sequence_length"), std::string_view("sequence_length")),
    std::pair(std::string_view("tensor_parallel"), std::string_view("tp")),
    std::pair(std::string_view("pipeline_parallel"), std::string_view("pp")),
    std::pair(std::string_view("precision"), std::string_view("precision")),
};

Status addInvariants(const Run& run, const std::string& file, ScaleSide& side)
{
    for (const auto& [key, name] : kInvariants) {
        const auto found = run.manifest.find(std::string(key));
        if (found == run.manifest.end() || found->second.value.empty())
            continue;
        const auto [told, first] = side.invariants.try_emplace(std::string(name), found->second.value);
        if (!first && told->second != found->second.value)
            return fail(ErrorCode::BadUsage,
                        fmt::format("{} is {}, elsewhere {}", key, found->second.value, told->second), file, {},
                        "repeats of one side must be run alike");
    }
    return {};
}

Status readSide(ScaleSide& side, Session& session)
{
    for (const std::string& file : side.runs) {
        const std::vector<std::filesystem::path> paths{file};
        const auto run = loadRun(paths, {}, session.job(0.3, 0.6));
        if (!run)
            return tl::unexpected(run.error());
        const auto analysis = analyzeRun(*run, {}, session.job(0.3, 0.6));
        if (!analysis)
            return tl::unexpected(analysis.error());
        const auto time = runStepTimeMs(**analysis);
        if (!time)
            return fail(ErrorCode::BadUsage, "has no step with a time", file, {}, "name a run that tells its steps");
        side.values.push_back(*time);
        if (Status status = addInvariants(**run, file, side); !status)
            return status;
    }
    return {};
}

}  // namespace

Status readScaleRuns(std::vector<ScaleExperiment>& experiments, Session& session)
{
    for (ScaleExperiment& experiment : experiments)
        for (GroupMeasurement& group : experiment)
            for (ScaleSide* side : {&group.baseline, &group.current})
                if (Status status = readSide(*side, session); !status)
                    return status;
    return {};
}

}  // namespace headwater::cli
