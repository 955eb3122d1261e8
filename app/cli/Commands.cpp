// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "app/cli/Commands.h"

namespace headwater::cli {

namespace {

using Kind = OptionSpec::Kind;

constexpr OptionSpec kJson{"--json", Kind::One, "FILE", "write the answer as JSON"};

constexpr std::array kWorkshopOptions{kJson};

constexpr std::size_t kAny = std::string_view::npos;

// Known by name, so that help lists them and a script gets one honest line instead of "unknown command".
constexpr CommandSpec kWorkshop{"workshop",
                                "list | show ID | grade ID ANSWERS.json",
                                0,
                                kAny,
                                "exercises with hidden faults",
                                "Exercises: find the hidden fault of a pair of runs, then compare with the answer.",
                                kWorkshopOptions,
                                ""};

constexpr std::array<const CommandSpec*, 10> kCommands{
    &kAnalyzeCommand,  &kInspectCommand,      &kProbeCommand,     &kReportCommand,    &kWhatIfCommand,
    &kSimulateCommand, &kFetchMetricsCommand, &kSummarizeCommand, &kPlanScaleCommand, &kWorkshop};

}  // namespace

std::span<const CommandSpec* const> allCommands()
{
    return kCommands;
}

}  // namespace headwater::cli
