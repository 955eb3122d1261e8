// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/RunAnalysis.h"

namespace headwater::bench {

struct CubeSize {
    int ranks = 1024;
    int steps = 1000;
    int stages = 8;
};

/// Two runs of stage durations with jitter; in the second the fourth stage takes 6 % longer and the last one 20 %.
[[nodiscard]] PairAnalysis syntheticPair(const CubeSize& size);

}  // namespace headwater::bench
