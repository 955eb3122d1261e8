// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "core/ingest/logs/LogBuilder.h"

namespace headwater::logs {

/// Step lines of torchtitan, "step: 10  loss: 7.50736  grad_norm: 35.7500  memory: 165.71GiB(92.91%)  tps: 6,939 …",
/// the validation lines beside them, and what it tells about the job (batch, sequence, parallel sizes). `line` without
/// colours.
bool readTitanLine(std::string_view line, std::uint64_t number, LogBuilder& log);

}  // namespace headwater::logs
