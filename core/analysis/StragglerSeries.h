// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analysis/RunAnalysis.h"
#include "core/base/Text.h"

namespace headwater {

/// What one rank did by itself, step by step; the ranks of a run have equally many values. NaN: not known.
struct RankSeries {
    int rank = 0;
    std::string host;                  ///< empty: unknown
    std::string rack;                  ///< empty: unknown
    std::string role;                  ///< peers are the ranks of one role
    std::vector<double> local;         ///< time without waiting for others, ns
    std::vector<double> pure;          ///< union of compute kernels, ns; empty: not measured
    std::optional<double> score = {};  ///< pace of its kernels against the best rank's (stats::relativeScores)
};

struct StragglerSeries {
    Text metric;  ///< what `local` is, in words
    std::vector<RankSeries> ranks;
};

/// The series of a run in the given steps (indices into the cube); steps that a rank did not do whole are NaN. Local
/// time is sync to sync where every rank has matched collectives, else the step without exposed waiting (METHODS 3.2).
/// Racks come from manifest keys "rack.HOST".
[[nodiscard]] StragglerSeries stragglerSeries(const RunAnalysis& run, const std::vector<std::size_t>& steps);

/// Medians of a rank's compute kernels by name, communication left out: it is as slow as the slowest peer.
[[nodiscard]] std::vector<KernelWork> kernelWork(const Trace& trace);

/// All steps of a run.
[[nodiscard]] std::vector<std::size_t> allSteps(const StageCube& cube);

}  // namespace headwater
