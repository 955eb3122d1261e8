// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtTest>

#include "core/analysis/RunAnalysis.h"
#include "core/ingest/LoadRun.h"
#include "tests/core/TraceText.h"

namespace headwater::test {

/// Loads and analyses a path with the stages of `spec`; an error text in `error` otherwise.
inline RunAnalysisPtr analyzed(const std::filesystem::path& path, std::string_view spec, std::string* error = nullptr,
                               bool linkedOnly = false)
{
    const auto run = loadRun(std::span(&path, 1), {}, {});
    if (!run) {
        if (error != nullptr)
            *error = describe(run.error());
        return nullptr;
    }
    AnalysisOptions options;
    options.stages = *parseStageSpec(spec);
    options.linkedOnly = linkedOnly;
    const auto analysis = analyzeRun(*run, options, {});
    if (!analysis && error != nullptr)
        *error = describe(analysis.error());
    return analysis ? *analysis : nullptr;
}

inline std::size_t stageIndex(const StageCube& cube, std::string_view name)
{
    return static_cast<std::size_t>(std::ranges::find(cube.stages(), name) - cube.stages().begin());
}

/// The first step whose stages do not add up to its duration, as text; empty where all do.
inline std::string unbalanced(const StageCube& cube)
{
    for (std::size_t r = 0; r < cube.ranks().size(); ++r)
        for (std::size_t t = 0; t < cube.steps().size(); ++t) {
            if (cube.duration(r, t) == kMissing)
                continue;
            Ns sum = 0;
            Ns parts = 0;
            for (std::size_t s = 0; s < cube.stages().size(); ++s) {
                sum += cube.at(Quantity::Span, s, r, t);
                for (const Quantity part : {Quantity::Compute, Quantity::Transfer, Quantity::Wait, Quantity::Memcpy,
                                            Quantity::Memset, Quantity::Idle})
                    parts += cube.at(part, s, r, t);
            }
            if (sum != cube.duration(r, t) || parts != sum)
                return fmt::format("rank {} step {}: spans {}, parts {}, duration {}", cube.ranks()[r], cube.steps()[t],
                                   sum, parts, cube.duration(r, t));
        }
    return {};
}

/// Median over steps of a quantity of a stage on one rank, ms.
inline double medianMs(const StageCube& cube, Quantity quantity, std::string_view stage, std::size_t rank)
{
    std::vector<double> values;
    for (std::size_t t = 0; t < cube.steps().size(); ++t)
        if (const Ns value = cube.at(quantity, stageIndex(cube, stage), rank, t); value != kMissing)
            values.push_back(static_cast<double>(value) / 1e6);
    std::ranges::sort(values);
    return values.empty() ? -1 : (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

}  // namespace headwater::test
