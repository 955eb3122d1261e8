// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <filesystem>
#include <span>
#include <vector>

#include <QTest>
#include <nlohmann/json.hpp>

#include "core/analysis/RunAnalysis.h"
#include "core/ingest/LoadRun.h"
#include "core/report/Report.h"
#include "core/triage/Decide.h"
#include "tests/Paths.h"
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

/// Folders of real traces with several ranks; empty where the shared folder is absent.
inline std::vector<std::filesystem::path> realRuns()
{
    const std::filesystem::path folder = std::filesystem::path(HEADWATER_SHARED_DATA) / "kineto";
    std::vector<std::filesystem::path> runs;
    if (!std::filesystem::exists(folder))
        return runs;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (const RunPtr run = loaded(entry.path()); run && run->ranks.size() > 1 && run->ranks.front().trace)
            runs.push_back(entry.path());
    std::ranges::sort(runs);
    return runs;
}

/// Rows of a test: each run with itself and with the next one, as places in `runs`.
inline void addPairs(const std::vector<std::filesystem::path>& runs)
{
    QTest::addColumn<std::size_t>("baseline");
    QTest::addColumn<std::size_t>("current");
    for (std::size_t i = 0; i < runs.size(); ++i)
        for (const std::size_t other : {i, (i + 1) % runs.size()})
            QTest::addRow("%s and %s", runs[i].filename().c_str(), runs[other].filename().c_str()) << i << other;
}

/// What of a verdict differs from what is expected, by key; empty where all is the same.
inline std::string difference(const nlohmann::json& expected, const nlohmann::json& found)
{
    if (!expected.is_object() || found.size() != expected.size())
        return expected.dump().substr(0, 2000);
    for (const auto& [key, value] : expected.items())
        if (!found.contains(key) || found.at(key) != value)
            return key + ": " + nlohmann::json::diff(value, found.value(key, nlohmann::json())).dump().substr(0, 2000);
    return {};
}

}  // namespace headwater::test
