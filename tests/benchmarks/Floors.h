// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>

#include "tests/benchmarks/Measure.h"

namespace headwater::bench {

/// The least any reader of these files has to do: inflate them (ISA-L) and throw the text away.
[[nodiscard]] Work inflateOnly(std::span<const std::filesystem::path> files);

/// The least any reader that understands JSON has to do: inflate, and visit every token with simdjson.
[[nodiscard]] Work inflateAndWalk(std::span<const std::filesystem::path> files);

}  // namespace headwater::bench
