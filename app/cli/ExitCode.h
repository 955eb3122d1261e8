// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

namespace headwater::cli {

/// The exit codes of every command.
inline constexpr int kDone = 0;
inline constexpr int kRegressed = 1;
inline constexpr int kBadInput = 2;   ///< bad usage, unreadable input, an output that cannot be written
inline constexpr int kNotJudged = 3;  ///< not comparable, confounded with --strict, or insufficient data
inline constexpr int kStopped = 4;

[[nodiscard]] constexpr int exitCodeOf(ErrorCode code)
{
    return code == ErrorCode::Cancelled ? kStopped : kBadInput;
}

}  // namespace headwater::cli
