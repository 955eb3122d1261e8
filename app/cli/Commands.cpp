// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "app/cli/Commands.h"

namespace headwater::cli {

namespace {

using Kind = OptionSpec::Kind;

constexpr std::array kSummarizeOptions{OptionSpec{"--out", Kind::One, "DIR", "folder for the summaries"}};

constexpr std::size_t kAny = std::string_view::npos;

// Known by name, so that help lists them and a script gets one honest line instead of "unknown command".
constexpr CommandSpec kSummarize{"summarize",
                                 "PATH... --out DIR",
                                 0,
                                 kAny,
                                 "write one compact summary a rank",
                                 "Writes one compact summary a rank; a folder of them is a run like any other.",
                                 kSummarizeOptions,
                                 ""};
constexpr std::array<const CommandSpec*, 10> kCommands{
    &kAnalyzeCommand,  &kInspectCommand,      &kProbeCommand, &kReportCommand,    &kWhatIfCommand,
    &kSimulateCommand, &kFetchMetricsCommand, &kSummarize,    &kPlanScaleCommand, &kWorkshopCommand};

}  // namespace

std::span<const CommandSpec* const> allCommands()
{
    return kCommands;
}

}  // namespace headwater::cli
