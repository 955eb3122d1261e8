// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/Text.h"
#include "core/triage/Verdict.h"

namespace headwater {

/// The stage as a table of `shown` is to give it: where the stage regressed in something else than the table's own
/// statistic and median rank, the numbers in which it did (values of `shown`, delta, ratio, interval, p), so that no
/// row says "regressed" beside numbers that did not. regressedInText() labels them.
[[nodiscard]] StageVerdict asRegressed(const StageVerdict& stage, Statistic shown);

/// "p95", "slowest rank", "p95 of the slowest rank", or empty where the row's own numbers are those that regressed.
[[nodiscard]] Text regressedInText(const StageVerdict& stage, Statistic shown);

}  // namespace headwater
