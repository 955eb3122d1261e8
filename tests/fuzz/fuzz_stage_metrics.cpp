// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>

#include "core/ingest/StageMetricsReader.h"
#include "tests/fuzz/MemoryFile.h"

// libFuzzer asks for this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size)  // NOLINT(readability-identifier-naming)
{
    using namespace headwater;
    using fuzz::require;
    // The first byte chooses the unit the user might have given.
    static const char* const kUnits[] = {"", "ns", "us", "ms", "s", "fortnight"};
    const std::string unit = size > 0 ? kUnits[data[0] % std::size(kUnits)] : "";
    const fuzz::MemoryFile file(data, size);
    const auto metrics = readStageMetrics(file.path(), {unit, std::nullopt, {}}, {});
    if (!metrics) {
        require(!metrics.error().what.empty(), "an error says what is wrong");
        return 0;
    }
    const StageCube& cube = metrics->cube;
    require(!cube.empty(), "success means data");
    require(std::is_sorted(cube.ranks().begin(), cube.ranks().end()), "ranks are sorted");
    require(std::is_sorted(cube.steps().begin(), cube.steps().end()), "steps are sorted");
    for (std::size_t stage = 0; stage < cube.stages().size(); ++stage) {
        for (std::size_t rank = 0; rank < cube.ranks().size(); ++rank) {
            for (std::size_t step = 0; step < cube.steps().size(); ++step) {
                const Ns span = cube.at(Quantity::Span, stage, rank, step);
                require(span == kMissing || span >= 0, "no negative span gets in");
            }
        }
    }
    return 0;
}
