// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/LogView.h"

#include <cmath>
#include <vector>

#include "core/stats/Quantile.h"

namespace headwater {

namespace {

void addCount(std::optional<std::int64_t>& sum, const std::optional<std::int64_t>& count)
{
    std::int64_t next = 0;
    if (count && !__builtin_add_overflow(sum.value_or(0), *count, &next))
        sum = next;
}

bool isOdd(const std::optional<LoggedNumber>& number)
{
    return number && !std::isfinite(number->value);
}

}  // namespace

LogSummary summaryOf(const TrainingLog& log)
{
    LogSummary summary;
    std::vector<double> times;
    std::vector<double> norms;
    for (const LogStep& step : log.steps) {
        if (step.stepTime > 0)
            times.push_back(static_cast<double>(step.stepTime));
        if (step.loss) {
            summary.firstLoss = summary.firstLoss ? summary.firstLoss : step.loss;
            summary.lastLoss = step.loss;
        }
        if (step.gradNorm && std::isfinite(step.gradNorm->value))
            norms.push_back(step.gradNorm->value);
        summary.notFinite += isOdd(step.loss) || isOdd(step.gradNorm);
        addCount(summary.skipped, step.skipped);
        addCount(summary.nanIterations, step.nanIterations);
    }
    summary.lines = log.steps.size();
    summary.timed = times.size();
    if (!times.empty())
        summary.stepTime = std::llround(stats::median(times));
    if (!norms.empty())
        summary.gradNorm = stats::median(norms);
    for (const LogEnding& ending : log.endings)
        if (summary.ending.empty() || summary.ending == "finished")
            summary.ending = ending.kind;
    return summary;
}

}  // namespace headwater
