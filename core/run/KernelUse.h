// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/base/Duration.h"

namespace headwater {

/// Kernels of one kind that an operator launched.
struct KernelUse {
    Ns time = 0;  ///< summed durations
    std::uint64_t launches = 0;
    std::string kernel;  ///< the name of the one that took longest in all (untrusted)
    Ns kernelTime = 0;   ///< of that one
};

/// Compute kernels of one operator, by what their names tell (resources/taxonomy/precision.json).
struct OperatorKernels {
    Ns time = 0;
    std::uint64_t launches = 0;
    std::map<std::string, KernelUse> byDtype;   ///< "bf16", "tf32" …; kernels whose name tells none are not in it
    std::map<std::string, KernelUse> byFamily;  ///< "tensor-core matrix product" …; likewise
};

struct KernelProfile {
    std::map<std::string, OperatorKernels> operators;  ///< by name: the innermost CPU op around the launch
    Ns computeTime = 0;                                ///< of all compute kernels
    Ns outside = 0;                                    ///< of those whose launch is not in the trace or in no operator
};

}  // namespace headwater
