// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/KernelUse.h"
#include "core/trace/Trace.h"

namespace headwater {

/// Which kernels each operator of one rank ran. The trace store keeps no input types and shapes of operators, so an
/// operator is its name, and precision is read off the kernels. One pass over both tables.
[[nodiscard]] KernelProfile profileKernels(const Trace& trace);

}  // namespace headwater
