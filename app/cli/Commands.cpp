// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "app/cli/Commands.h"

namespace headwater::cli {

namespace {

using Kind = OptionSpec::Kind;

constexpr OptionSpec kJson{"--json", Kind::One, "FILE", "write the answer as JSON"};

constexpr std::array kSummarizeOptions{OptionSpec{"--out", Kind::One, "DIR", "folder for the summaries"}};
constexpr std::array kPlanOptions{OptionSpec{"--bad", Kind::One, "N", "smallest number of GPUs known to be slow"},
                                  OptionSpec{"--good", Kind::One, "N", "largest number known to be fine"},
                                  OptionSpec{"--gpus-per-node", Kind::One, "N", "GPUs of one node"},
                                  OptionSpec{"--topology", Kind::One, "FILE", "which nodes share a switch"},
                                  OptionSpec{"--results", Kind::One, "FILE", "what was measured so far"},
                                  kJson};
constexpr std::array kWorkshopOptions{kJson};

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
constexpr CommandSpec kPlanScale{"plan-scale",
                                 "--bad N --gpus-per-node N",
                                 0,
                                 kAny,
                                 "plan how to shrink a fault that shows only at scale",
                                 "Plans the next sizes to try when a slowdown shows only on many GPUs.",
                                 kPlanOptions,
                                 ""};
constexpr CommandSpec kWorkshop{"workshop",
                                "list | show ID | grade ID ANSWERS.json",
                                0,
                                kAny,
                                "exercises with hidden faults",
                                "Exercises: find the hidden fault of a pair of runs, then compare with the answer.",
                                kWorkshopOptions,
                                ""};

constexpr std::array<const CommandSpec*, 10> kCommands{
    &kAnalyzeCommand,  &kInspectCommand,      &kProbeCommand, &kReportCommand, &kWhatIfCommand,
    &kSimulateCommand, &kFetchMetricsCommand, &kSummarize,    &kPlanScale,     &kWorkshop};

}  // namespace

std::span<const CommandSpec* const> allCommands()
{
    return kCommands;
}

}  // namespace headwater::cli
