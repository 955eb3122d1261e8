// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace headwater {

/// Keys of options that a launch command gave are "option.NAME"; of a framework's argument table "argument.NAME".
/// Where a run has kCommandKey, its command is known, and an option that it lacks was not given.
inline constexpr std::string_view kOptionPrefix = "option.";
inline constexpr std::string_view kArgumentPrefix = "argument.";
inline constexpr std::string_view kDeepSpeedPrefix = "deepspeed.";  ///< of the table that DeepSpeed's engine prints
inline constexpr std::string_view kCommandKey = "command";

/// One name for what different frameworks call differently: "use_deterministic_algorithms",
/// "option.debug.deterministic" and "deterministic" are "deterministic_mode". Other keys come back as they are.
[[nodiscard]] std::string canonicalKey(std::string_view key);

/// kArgumentPrefix or kDeepSpeedPrefix where the key is a row of such a table, else empty.
[[nodiscard]] std::string_view tableOf(std::string_view key);

/// Whether two values mean the same setting: equal, or both on ("True", "1", "yes") or both off.
[[nodiscard]] bool sameSetting(std::string_view a, std::string_view b);

/// Differs between any two runs and says nothing of speed (METHODS 5.1): hosts, processes, times, and where a run puts
/// its output.
[[nodiscard]] bool isVolatileKey(std::string_view key);

/// A difference in one of these makes two runs different jobs (DESIGN section 5).
[[nodiscard]] bool isIdentityKey(std::string_view key);

}  // namespace headwater
