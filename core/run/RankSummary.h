// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/run/BubbleCauses.h"
#include "core/run/DeviceTimes.h"
#include "core/run/KernelUse.h"
#include "core/trace/Trace.h"

namespace headwater {

/// One step of a summarised rank: what does not depend on how its stages are chosen or on the other ranks. Times in ns.
struct SummaryStep {
    std::int64_t step = 0;
    Interval window;
    std::uint64_t launches = 0;
    std::uint64_t launchesLost = 0;
    Ns silence = 0;    ///< longest time in which the host showed nothing (HostPauses)
    Ns collected = 0;  ///< longest marked garbage collection
    Bubbles bubbles;   ///< without those of communication: how they split depends on the other ranks
};

/// What a stage owns of a step without communication, ns.
enum class SummaryPart : std::uint8_t { Compute, Memcpy, Memset, Idle, Host };
constexpr std::size_t kSummaryParts = 5;
using SummaryCell = std::array<Ns, kSummaryParts>;

/// One way to choose the stages.
struct SummaryStages {
    std::string mode;                 ///< "annotations" or "canonical"
    std::vector<std::string> order;   ///< stages that the rules have, in dependency order; empty for annotations
    std::vector<std::string> stages;  ///< those that this rank has, in order
    std::vector<SummaryCell> cells;   ///< steps × (stages + 1), the last one for what is outside all stages
    /// Per communication kernel the index of its stage, or stages.size() where it has none.
    std::vector<std::uint32_t> stageOfComm;
};

/// A stretch of a step in which a communication kernel ran and no compute did, and which it owns.
struct ExposedPiece {
    std::uint32_t comm = 0;  ///< row of the communication kernel
    std::uint32_t step = 0;  ///< index into RankSummary::steps
    Interval time;
};

/// All kernels of one name: median and sum of their durations, ns.
struct KernelWork {
    std::string name;
    double median = 0;
    double total = 0;
};

/// What is kept of one rank's trace: enough to get every layer's answer once the other ranks are known, without the
/// trace (issue of scale; the file is `headwater.rank-summary/1`, see SummaryCodec.h). Its communication kernels are
/// kept as a trace of their own, RankData::trace.
struct RankSummary {
    std::string source;             ///< the trace's path when it was summarised
    std::uint64_t sourceBytes = 0;  ///< its size on disk
    std::string fingerprint;        ///< of the source's content, textOf(fingerprintOf())
    std::uint64_t activities = 0;   ///< on the device
    bool hasHost = false;           ///< the trace had host ranges
    std::string stepSource;
    Problems stepProblems;
    double annotated = 0;  ///< share of the steps' time under annotations, 0…1
    std::uint64_t annotationNames = 0;
    std::vector<SummaryStep> steps;
    std::vector<SummaryStages> stages;
    std::vector<ExposedPiece> exposed;  ///< by time
    DeviceWindow device;
    PeerViews peers;
    KernelProfile kernels;
    std::vector<KernelWork> work;  ///< compute kernels by name
};

using RankSummaryPtr = std::shared_ptr<const RankSummary>;

/// A rank's summary and what it keeps as a trace: the steps as host ranges, the communication kernels as activities,
/// each launched from its step, the metadata, the extent of the whole trace, its tracks and problems.
struct SummarizedRank {
    Trace trace;
    RankSummary summary;
};

}  // namespace headwater
