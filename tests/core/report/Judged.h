// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>

#include <nlohmann/json.hpp>

#include "core/analysis/RunAnalysis.h"
#include "core/ingest/LoadRun.h"
#include "core/report/Report.h"
#include "core/triage/Decide.h"
#include "tests/core/Places.h"

namespace headwater::test {

/// Null where nothing can be read.
inline RunPtr loaded(const std::filesystem::path& path)
{
    const auto run = loadRun(std::span(&path, 1), {}, {});
    return run ? *run : nullptr;
}

/// What the verdict says, without the names and problems of the files that it was made of.
inline nlohmann::json judged(const RunPtr& baseline, const RunPtr& current)
{
    Policy policy;
    policy.acknowledgement = "two captures of a test";
    const auto pair = analyzePair(baseline, current, {}, {});
    if (!pair)
        return describe(pair.error());
    const auto basis = prepareDecision(*pair, policy, {});
    if (!basis)
        return describe(basis.error());
    nlohmann::json verdict = nlohmann::json::parse(verdictJson(decide(**basis, policy)));
    verdict.erase("inputs");
    eraseFiles(verdict);
    return verdict;
}

}  // namespace headwater::test
