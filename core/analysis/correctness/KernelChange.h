// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/analysis/correctness/KernelProfile.h"
#include "core/analysis/correctness/Limits.h"

namespace headwater {

enum class KernelAspect : std::uint8_t { Precision, Family };

/// An operator that is in both runs and does its work in another number format, or another way, than before.
struct KernelChange {
    KernelAspect aspect = KernelAspect::Precision;
    std::string op;
    std::string from, to;                            ///< "bf16" → "fp32", or families
    std::string kernelFrom, kernelTo;                ///< the longest of each (untrusted)
    double baselineShare = 0, currentShare = 0;      ///< of the operator in its run's compute time
    double fromBaseline = 0, fromCurrent = 0;        ///< share of `from` in the operator's classified time
    double toBaseline = 0, toCurrent = 0;            ///< share of `to`
    Ns perLaunchBaseline = 0, perLaunchCurrent = 0;  ///< mean duration of the operator's kernels
    std::vector<int> ranks;
};

/// METHODS 5, silent precision or kernel-family fallback. Looks at operators of at least 1 % of either run's compute
/// time and with known kernels for half of their time on both sides. A kind is new where it had less than 5 % of the
/// operator's time and has at least 25 % now, and what it took over from lost at least 20 points: so that a mix that
/// shifts with the data is no finding. A changed format is not reported again as a changed family.
[[nodiscard]] std::vector<KernelChange> compareKernels(const KernelProfile& baseline, const KernelProfile& current,
                                                       const CorrectnessLimits& limits = {});

}  // namespace headwater
