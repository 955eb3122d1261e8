// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "app/cli/Options.h"

namespace headwater::cli {

/// One file a command; its options, help and code stand together there.
extern const CommandSpec kProbeCommand;
extern const CommandSpec kInspectCommand;
extern const CommandSpec kAnalyzeCommand;
extern const CommandSpec kReportCommand;
extern const CommandSpec kSimulateCommand;
extern const CommandSpec kWhatIfCommand;
extern const CommandSpec kFetchMetricsCommand;
extern const CommandSpec kPlanScaleCommand;
extern const CommandSpec kWorkshopCommand;
extern const CommandSpec kSummarizeCommand;

/// Every command in the order of the help, those of later versions at the end.
[[nodiscard]] std::span<const CommandSpec* const> allCommands();

}  // namespace headwater::cli
