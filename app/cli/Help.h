// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

#include "app/cli/Options.h"

namespace headwater::cli {

/// What `headwater-cli --help` prints: what the program is for, its commands, exit codes.
[[nodiscard]] std::string programHelp(std::span<const CommandSpec* const> commands);

/// What `headwater-cli COMMAND --help` prints.
[[nodiscard]] std::string commandHelp(const CommandSpec& command);

}  // namespace headwater::cli
