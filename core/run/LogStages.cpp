// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/LogStages.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace headwater {

namespace {

/// What a timer measures within a step.
struct Known {
    std::string_view name;
    bool inCover = false;          ///< runs inside "forward-backward"
    std::string_view inside = {};  ///< runs inside this timer and is a stage of its own all the same
    std::string_view unless =
        {};  ///< is part of this timer, or measures the same: a stage only where that one is absent
};

constexpr std::string_view kCover = "forward-backward";

/// In the order of a step: input, forward, backward, gradients, optimizer. Megatron-LM's names have hyphens,
/// DeepSpeed's underscores.
constexpr std::array kKnown = {
    Known{"data_loading"},
    Known{"batch-generator", true, "forward-compute"},
    Known{"batch_input"},
    Known{"pipe_recv_input"},
    Known{"forward-recv", true},
    Known{"forward-compute", true},
    Known{"forward"},
    Known{"forward_microstep", false, {}, "forward"},
    Known{"forward-send", true},
    Known{"forward-send-forward-recv", true},
    Known{"pipe_send_output"},
    Known{"forward-send-backward-recv", true},
    Known{"backward-recv", true},
    Known{"pipe_recv_grad"},
    Known{"backward-compute", true},
    Known{"backward"},
    Known{"backward_microstep", false, {}, "backward"},
    Known{"backward_allreduce", false, "backward"},
    Known{"backward_allreduce_microstep", false, "backward_microstep", "backward"},
    Known{"backward-send", true},
    Known{"pipe_send_grad"},
    Known{"backward-send-forward-recv", true},
    Known{"backward-send-backward-recv", true},
    Known{"forward-backward-send-forward-backward-recv", true},
    Known{kCover},
    Known{"all-grads-sync", true},
    Known{"layernorm-grads-all-reduce", true},
    Known{"non-tensor-parallel-grads-all-reduce", true},
    Known{"embedding-grads-all-reduce", true},
    Known{"backward-params-all-reduce", true},
    Known{"backward-embedding-all-reduce", true},
    Known{"grads-all-reduce", true},
    Known{"grads-reduce-scatter", true},
    Known{"optimizer"},
    Known{"step"},
    Known{"step_microstep", false, {}, "step"},
    Known{"params-all-gather", false, {}, "optimizer"},
};

bool isStage(const Known& timer, const std::set<std::string>& timers, TimerDetail detail)
{
    const auto present = [&](std::string_view name) { return timers.contains(std::string(name)); };
    if (!present(timer.name) || present(timer.unless))
        return false;
    if (timer.name == kCover)
        return detail == TimerDetail::Coarse;
    // What runs inside the cover is no stage beside it; the input, which is taken out of it, is.
    return detail == TimerDetail::Fine || !timer.inCover || !timer.inside.empty();
}

/// The timer that one is taken out of.
std::string_view containerOf(const Known& timer, TimerDetail detail)
{
    return detail == TimerDetail::Coarse && timer.inCover && !timer.inside.empty() ? kCover : timer.inside;
}

bool hasParts(const std::set<std::string>& timers)
{
    return timers.contains("forward-compute") || timers.contains("backward-compute");
}

}  // namespace

std::vector<TimerStage> stagesOfTimers(const std::set<std::string>& timers, TimerDetail detail)
{
    // Without its parts the cover is the finest there is; without the cover there is nothing coarser.
    if (timers.contains(std::string(kCover)) && !hasParts(timers))
        detail = TimerDetail::Coarse;
    else if (!timers.contains(std::string(kCover)))
        detail = TimerDetail::Fine;
    std::vector<TimerStage> stages;
    for (const Known& timer : kKnown)
        if (isStage(timer, timers, detail))
            stages.push_back({std::string(timer.name), {}});
    for (const Known& timer : kKnown) {
        const auto container = std::ranges::find(stages, containerOf(timer, detail), &TimerStage::name);
        if (isStage(timer, timers, detail) && container != stages.end())
            container->without.emplace_back(timer.name);
    }
    return stages;
}

}  // namespace headwater
