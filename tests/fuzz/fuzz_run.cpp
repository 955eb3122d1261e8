// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds one file of arbitrary bytes to whatever reader recognises it and analyses what comes out. Any result is fine
// except a crash, a sanitizer's report, a hang, or stage spans of a trace or a log that do not add up to their step.
#include <array>
#include <cstdint>

#include "core/analysis/RunAnalysis.h"
#include "core/ingest/LoadRun.h"
#include "tests/fuzz/MemoryFile.h"

using namespace headwater;

namespace {

void requirePartition(const StageCube& cube)
{
    for (std::size_t rank = 0; rank < cube.ranks().size(); ++rank) {
        for (std::size_t step = 0; step < cube.steps().size(); ++step) {
            if (cube.status(rank, step) != StepStatus::Ok)
                continue;
            Ns sum = 0;
            for (std::size_t stage = 0; stage < cube.stages().size(); ++stage) {
                const Ns span = cube.at(Quantity::Span, stage, rank, step);
                sum += span == kMissing ? 0 : span;
            }
            fuzz::require(sum == cube.duration(rank, step), "stage spans do not add up to the step");
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const fuzz::MemoryFile file(data, size);
    const std::array paths{file.path()};
    const Job job{{}, {}, 1};
    const auto run = loadRun(paths, {}, job);
    if (!run)
        return 0;
    const auto analysis = analyzeRun(*run, {}, job);
    if (analysis && ((*run)->metrics == nullptr || (*run)->metricsFromLogs))
        requirePartition((*analysis)->cube);
    return 0;
}
