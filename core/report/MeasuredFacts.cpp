// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/MeasuredFacts.h"

#include <algorithm>
#include <cmath>

#include "core/base/Duration.h"
#include "core/triage/Waterfall.h"

namespace headwater {

std::optional<MeanStep> meanStep(const Verdict& verdict)
{
    if (verdict.headlineStatistic != Statistic::Mean || verdict.policy.statistic == Statistic::Mean ||
        !verdict.waterfall || verdict.waterfall->empty())
        return std::nullopt;
    const Waterfall& means = *verdict.waterfall;
    MeanStep step{std::llround(means.baseline), std::llround(means.current), {}};
    if (means.baseline > 0)
        step.ratio = means.current / means.baseline - 1;
    return step;
}

bool nothingMeasured(const Verdict& verdict)
{
    return std::ranges::none_of(verdict.stages,
                                [](const StageVerdict& stage) { return stage.baseline.n > 0 && stage.current.n > 0; });
}

Fact unmeasured(Fact fact, const Verdict& verdict)
{
    if (nothingMeasured(verdict)) {
        fact.value = say("unknown");
        fact.detail = say("no stage was measured on both sides");
    }
    return fact;
}

std::optional<Fact> meanStepFact(const Verdict& verdict)
{
    const auto mean = meanStep(verdict);
    if (!mean)
        return std::nullopt;
    const std::string change = formatDuration(mean->baseline) + " \u2192 " + formatDuration(mean->current);
    return Fact{say("Mean step time"),
                {},
                formatDelta(mean->current - mean->baseline),
                say("{}, {}, over all steps and ranks", change, ratioText(mean->ratio)),
                Fact::Mark::Plain};
}

}  // namespace headwater
