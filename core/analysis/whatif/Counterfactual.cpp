// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/Counterfactual.h"

#include <algorithm>

#include "core/analysis/whatif/Savings.h"
#include "core/stats/Quantile.h"

namespace headwater::whatif {

namespace {

bool marked(const std::vector<char>& marks, std::uint32_t key)
{
    return key < marks.size() && marks[key] != 0;
}

bool any(const std::vector<char>& marks)
{
    return std::ranges::any_of(marks, [](char mark) { return mark != 0; });
}

bool canFix(const WhatIf& answer, FixTo to)
{
    return answer.model && (to == FixTo::Average || !answer.baselineTotals.empty());
}

constexpr std::uint64_t kSeed = 42;

/// Step by step.
std::vector<double> fixedSteps(const ReplayModel& model, const std::vector<Ns>& target, const Fix& fix)
{
    const bool byStage = any(fix.stages);
    const bool byWorker = any(fix.workers);
    std::vector<Ns> totals;
    for (std::size_t c = 0; c < model.cells.size(); ++c) {
        const WorkCell& cell = model.cells[c];
        const bool fixed = (byStage || byWorker) && (!byStage || marked(fix.stages, cell.stage)) &&
                           (!byWorker || marked(fix.workers, cell.worker));
        totals.push_back(fixed ? target[c] : cell.total);
    }
    return stepTimes(model, withTotals(model, totals));
}

std::vector<Ns> targetOf(const WhatIf& answer, FixTo to)
{
    return to == FixTo::Baseline ? answer.baselineTotals : idealTotals(*answer.model);
}

}  // namespace

std::optional<Counterfactual> counterfactual(const WhatIf& answer, const Fix& fix)
{
    if (!canFix(answer, fix.to))
        return std::nullopt;
    const std::vector<double> steps = fixedSteps(*answer.model, targetOf(answer, fix.to), fix);
    std::vector<double> saved;
    for (std::size_t i = 0; i < steps.size() && i < answer.replayed.size(); ++i)
        saved.push_back(answer.replayed[i] - steps[i]);
    const double step = stats::mean(steps);
    return Counterfactual{step, stats::mean(answer.replayed) - step, meanInterval(saved, kSeed)};
}

std::vector<double> savedByWorker(const WhatIf& answer, FixTo to, const Job& job)
{
    constexpr double kOperations = 2e9;
    if (!canFix(answer, to) ||
        static_cast<double>(answer.model->workers.size()) * static_cast<double>(answer.model->plan.ops) > kOperations)
        return {};
    const std::vector<Ns> target = targetOf(answer, to);
    const double step = stats::mean(answer.replayed);
    std::vector<double> saved;
    for (std::size_t worker = 0; worker < answer.model->workers.size() && !job.stopped(); ++worker) {
        Fix fix{to, {}, std::vector<char>(answer.model->workers.size(), 0)};
        fix.workers[worker] = 1;
        saved.push_back(step - stats::mean(fixedSteps(*answer.model, target, fix)));
    }
    return saved;
}

}  // namespace headwater::whatif
