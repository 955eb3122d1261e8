// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/run/BubbleColumns.h"
#include "core/run/Collectives.h"
#include "core/run/NarrowColumn.h"
#include "core/run/Run.h"

namespace headwater {

/// Of every step of every rank, in the order of the cube's cells (rank by rank, in it step by step); ns, kMissing where
/// the rank lacks the step or the value is unknown. How long a step took, and how it went, is in the cube.
struct CollectedSteps {
    Ns origin = 0;       ///< what `start` counts from
    NarrowColumn start;  ///< of the step
    NarrowColumn pureCompute;
    NarrowColumn wait;
    NarrowColumn syncLocal;
    NarrowColumn silence;    ///< longest time in which the host showed nothing
    NarrowColumn collected;  ///< longest marked garbage collection
    BubbleColumns bubbles;
};

/// Numbers of each rank one behind the other (SummaryColumns.h), which are rarely asked for.
struct CollectedRest {
    std::string bytes;
    std::vector<std::uint64_t> begin;  ///< where each rank's lie; one more for the end
    NarrowColumn count;                ///< how many numbers each has
};

/// A run of rank summaries whose collectives are matched and whose steps are divided among their stages already, with
/// one choice of stages: what is left to do with ten thousand ranks is to compare them. In a file
/// `headwater.run-summary/1`, see CollectedCodec.h. What it lost against the summaries are the single collectives:
/// other steps, other ranks or other stages cannot be chosen any more.
struct CollectedRun {
    std::string mode;  ///< "annotations" or "canonical"
    std::string stageSource;
    std::string stepSource;
    int worldSize = 0;
    std::vector<RankData> ranks;  ///< with a trace that has a file, tracks and no events
    Manifest manifest;
    Problems problems;          ///< of the files it was collected from
    Problems analysisProblems;  ///< and of the analysis
    StageCube cube;
    CollectedSteps steps;
    CollectiveSummary collectives;
    std::vector<std::string> names;  ///< that `rest` refers to
    CollectedRest rest;
};

using CollectedRunPtr = std::shared_ptr<const CollectedRun>;

/// How much of it is wanted: each has what those before it have.
enum class Kept : std::uint8_t { Device, Work, Kernels };

/// What a rank's summary kept, but for its steps, stages and collectives: times of the device and whether there was a
/// host, the work of its kernels, their operators. `rank` is an index into `ranks`. What is no list of whole numbers
/// gives an empty summary.
[[nodiscard]] RankSummary keptOf(const CollectedRun& run, std::size_t rank, Kept upTo);

/// The inverse: appends it to `rest`; names are added to `names` as they come.
class RestWriter {
public:
    explicit RestWriter(CollectedRun& run) : m_run(run) {}
    void add(const RankSummary& summary);

private:
    std::int64_t index(const std::string& name);
    void addUses(const std::map<std::string, KernelUse>& uses);

    CollectedRun& m_run;
    std::map<std::string, std::int64_t> m_known;
    std::vector<std::int64_t> m_numbers;
};

}  // namespace headwater
