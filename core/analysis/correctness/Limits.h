// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace headwater {

/// Thresholds of layer 1, printed with every verdict (METHODS 5; our own where it names no source).
struct CorrectnessLimits {
    double diverged = 0.05;       ///< mean change of the last common steps, all on one side: no rounding does that
    double skipped = 0.10;        ///< share of iterations without an update from which the runs do other work
    double spikeZ = 6;            ///< robust z of the logarithm of the gradient norm
    double spikeRatio = 2;        ///< and ratio to the median before
    double operatorShare = 0.01;  ///< of the compute time: smaller operators are not compared
    double newKernels = 0.25;     ///< share of an operator's time that kernels of a kind it did not have must take
};

}  // namespace headwater
