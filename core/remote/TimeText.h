// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/base/Duration.h"
#include "core/base/Result.h"

namespace headwater {

/// A moment as a person writes it: "2026-11-29T23:24:00Z" (or with +01:00, a blank for the T, or no zone: UTC), epoch
/// seconds ("1764458640.5"), "now", or a time before now ("-90m", units s m h d). `now` is epoch ns. Epoch ns, or
/// BadUsage.
[[nodiscard]] Result<Ns> parseMoment(std::string_view text, Ns now);

/// A span such as "15s", "500ms", "2m", "1h30m", or plain seconds. ns > 0, or BadUsage.
[[nodiscard]] Result<Ns> parseSpan(std::string_view text);

}  // namespace headwater
