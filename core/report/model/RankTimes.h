// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/report/model/Sources.h"

namespace headwater::report {

/// The own time of every rank in both runs, medians over steps, as a table: what the chart of them draws, for who
/// reads text. Of more than 64 ranks the quantiles over them and the 16 slowest of the current run. None where no rank
/// has a time.
[[nodiscard]] std::vector<Block> rankTimeBlocks(const Verdict& verdict, const Sources& sources, const Writer& w);

}  // namespace headwater::report
