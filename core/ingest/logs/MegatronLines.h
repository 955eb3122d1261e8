// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/ingest/logs/LogBuilder.h"

namespace headwater::logs {

/// Iteration lines of Megatron-LM and what grew from it (Megatron-DeepSpeed, GPT-NeoX, Primus, NeMo 2): "iteration N/ M
/// | key: value | …" anywhere in the line, validation lines, and the allocator's memory lines. Several messages that
/// ranks wrote into one line without a line break are all read. False where the line holds none of them.
bool readMegatronLine(std::string_view line, std::uint64_t number, LogBuilder& log);

/// Whether `line` holds a message whose "key: value |" pairs may go on in the next line, because a terminal or a tool
/// broke it.
[[nodiscard]] bool mayBeBroken(std::string_view line);
/// Whether `line` can only be the rest of such a broken message.
[[nodiscard]] bool continuesBroken(std::string_view line);

}  // namespace headwater::logs
