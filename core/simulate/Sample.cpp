// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/Sample.h"

#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "core/simulate/RecordFiles.h"
#include "core/simulate/Scenarios.h"

namespace headwater {

namespace {

constexpr std::string_view kScenario = "slow-forward";

SimulationOptions sampleOptions()
{
    SimulationOptions options;
    options.ranks = 4;
    options.steps = 32;
    options.seed = 2;
    options.eventsPerStep = 150;
    return options;
}

std::size_t filesIn(const std::filesystem::path& folder)
{
    std::error_code error;
    std::size_t files = 0;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        files += entry->is_regular_file() ? 1 : 0;
    return files;
}

/// The truth file is written last and names scenario, seed and program version.
bool isThere(const std::filesystem::path& out, const SimulationOptions& options, const std::string& truth)
{
    std::ifstream file(out / "truth.json", std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    const auto ranks = static_cast<std::size_t>(options.ranks);
    constexpr std::size_t records = 6;  // manifest, log, metrics and kernel log of two hosts
    for (const char* side : {"baseline", "current"})
        if (filesIn(out / side) != ranks || filesIn(out / side / kRecordsFolder) != records)
            return false;
    return text == truth;
}

}  // namespace

std::string sampleIdentity()
{
    return HEADWATER_SIMULATOR;
}

Status writeSample(const std::filesystem::path& out, const Job& job)
{
    const SimulationOptions options = sampleOptions();
    const auto experiment = makeExperiment(kScenario, options);
    if (!experiment)
        return tl::unexpected<Error>(experiment.error());
    if (isThere(out, options, truthJson(kScenario, options.seed, experiment->truth)))
        return {};
    return simulate(kScenario, out, options, job);
}

}  // namespace headwater
