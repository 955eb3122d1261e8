// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "core/base/Messages.h"
#include "core/report/Phrases.h"
#include "core/triage/Names.h"

namespace headwater {

namespace {

Text limitsText(const CorrectnessLimits& limits)
{
    return say("loss course {:.4g} %, skipped {:.4g} %, spike z {:.4g} and ratio {:.4g}, operators from {:.4g} %, "
               "new kernels from {:.4g} %",
               100 * limits.diverged, 100 * limits.skipped, limits.spikeZ, limits.spikeRatio,
               100 * limits.operatorShare, 100 * limits.newKernels);
}

/// Every threshold of layer 2 by its key; those that were changed with what they are by default.
Text resourcesText(const ResourcePolicy& policy)
{
    const ResourcePolicy usual;
    Text text;
    for (const ResourceThreshold& threshold : resourceThresholds()) {
        text += (text.empty() ? Text() : say(", ")) + fmt::format("{} {:g}", threshold.key, policy.*(threshold.value));
        if (policy.*(threshold.value) != usual.*(threshold.value))
            text += say(" (changed, {:g} by default)", usual.*(threshold.value));
    }
    return text;
}

/// ε, with what was asked for where the noise between runs widened it.
Text epsilonText(const Policy& policy)
{
    Text text = fmt::format("{:.4g} %", static_cast<double>(policy.epsilonPpm) / 1e4);
    if (policy.noise)
        text += say(" ({:.4g} % asked for; \u03c3 {:.2g} % between {} earlier runs)",
                    static_cast<double>(policy.noise->givenEpsilonPpm) / 1e4, policy.noise->sigma * 100,
                    policy.noise->runs);
    return text;
}

}  // namespace

std::vector<std::pair<std::string, Text>> policyEntries(const Verdict& verdict)
{
    const Policy& policy = verdict.policy;
    return {{"epsilon", epsilonText(policy)},
            {"statistic", word(nameOf(policy.statistic))},
            {"across_ranks", word(nameOf(policy.acrossRanks))},
            {"measure", word(nameOf(policy.measure))},
            {"alpha", fmt::format("{:.4g}", policy.alpha)},
            {"floor", formatDuration(policy.floorNs)},
            {"floor_share", fmt::format("{:.4g} %", policy.floorShare * 100)},
            {"resamples", std::to_string(policy.resamples)},
            {"seed", std::to_string(policy.seed)},
            {"warmup", policy.warmup ? Text(std::to_string(*policy.warmup)) : say("auto")},
            {"strict", policy.strict ? say("yes") : say("no")},
            {"correctness", limitsText(policy.correctness)},
            {"resources", resourcesText(policy.resources)},
            {"acknowledgement", policy.acknowledgement.empty() ? std::string(kNone) : policy.acknowledgement},
            {"stages", verdict.stageSource.empty() ? Text(std::string(kNone)) : messageText(verdict.stageSource)}};
}

}  // namespace headwater
