// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/analysis/RunAnalysis.h"
#include "core/triage/Verdict.h"

namespace headwater::fixtures {

/// A verdict with every part filled: five stages, the second is first, the fourth the largest increase and the slowest.
[[nodiscard]] Verdict verdict();

/// The same with `name` wherever a name from a file can stand.
[[nodiscard]] Verdict verdictNamed(const std::string& name);

/// Two plain vectors: no steps beyond one, no interval, no parts, no findings.
[[nodiscard]] Verdict emptyVerdict();

/// Two ranks of three, two steps, two stages and (outside stages); rank 1 misses one step.
[[nodiscard]] RunAnalysis analysis();

[[nodiscard]] std::vector<SourceFile> files();

/// Names that break a careless printer, one a target and more.
[[nodiscard]] const std::vector<std::string>& hostileNames();

}  // namespace headwater::fixtures
