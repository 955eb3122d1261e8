// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "app/cli/Commands.h"

namespace headwater::cli {

namespace {

constexpr std::array<const CommandSpec*, 10> kCommands{
    &kAnalyzeCommand,  &kInspectCommand,      &kProbeCommand,     &kReportCommand,    &kWhatIfCommand,
    &kSimulateCommand, &kFetchMetricsCommand, &kSummarizeCommand, &kPlanScaleCommand, &kWorkshopCommand};

}  // namespace

std::span<const CommandSpec* const> allCommands()
{
    return kCommands;
}

}  // namespace headwater::cli
