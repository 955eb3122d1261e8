// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/correctness/BadNumbers.h"

#include <algorithm>
#include <cmath>

namespace headwater {

namespace {

bool isBad(const std::optional<LoggedNumber>& number)
{
    return number && !std::isfinite(number->value);
}

double lossScale(const LogStep& step)
{
    const auto found = step.values.find("loss_scale");
    return found == step.values.end() ? 1 : found->second;
}

/// A gradient norm that is no number because the scaler tried too large a scale.
bool isOverflow(const LogStep& step, bool scaled)
{
    return isBad(step.gradNorm) && !isBad(step.loss) && (scaled || step.skipped.value_or(0) > 0 || lossScale(step) > 1);
}

void findIn(const TrainingLog& log, LoggedQuantity quantity, bool scaled, std::vector<BadNumber>& found)
{
    BadNumber bad;
    for (const LogStep& step : log.steps) {
        const auto& number = quantity == LoggedQuantity::Loss ? step.loss : step.gradNorm;
        if (!isBad(number) || (quantity == LoggedQuantity::GradNorm && isOverflow(step, scaled)))
            continue;
        if (bad.count++ == 0)
            bad = {quantity, number->value, step.step, log.rank, log.source, step.line, 1};
    }
    if (bad.count > 0)
        found.push_back(std::move(bad));
}

}  // namespace

std::vector<BadNumber> findBadNumbers(const std::vector<TrainingLog>& logs, bool scaled)
{
    std::vector<BadNumber> found;
    for (const TrainingLog& log : logs)
        for (const LoggedQuantity quantity : {LoggedQuantity::Loss, LoggedQuantity::GradNorm})
            findIn(log, quantity, scaled, found);
    std::ranges::stable_sort(found, {}, &BadNumber::step);
    return found;
}

std::optional<std::int64_t> IterationCounts::withoutUpdate() const
{
    return skipped || overflows > 0 ? std::optional<std::int64_t>(skipped.value_or(0) + overflows) : std::nullopt;
}

IterationCounts findIterations(const RunLogs& logs, bool scaled)
{
    IterationCounts counts;
    for (const TrainingLog* log : logs)
        for (const LogStep& step : log->steps) {
            counts.iterations += step.stepsCovered;
            if (step.skipped) {
                counts.skipped = counts.skipped.value_or(0) + *step.skipped;
                if (*step.skipped > 0 && !counts.firstSkipped)
                    counts.firstSkipped = step.step;
            }
            if (step.nanIterations) {
                counts.nan = counts.nan.value_or(0) + *step.nanIterations;
                if (*step.nanIterations > 0 && !counts.firstNan)
                    counts.firstNan = step.step;
            }
            counts.overflows += isOverflow(step, scaled) && step.skipped.value_or(0) == 0;
        }
    return counts;
}

}  // namespace headwater
