// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/Outcome.h"

#include <algorithm>
#include <cmath>

#include "core/stats/ThreeState.h"
#include "core/triage/Layers.h"

namespace headwater {

namespace {

bool refused(const Draft& draft)
{
    const ComparabilityStatus status = draft.basis.comparability.status;
    const bool acknowledged = !draft.policy.acknowledgement.empty();
    return (status == ComparabilityStatus::NotComparable && !acknowledged) ||
           (status == ComparabilityStatus::Confounded && draft.policy.strict && !acknowledged);
}

bool anyRegressed(const Draft& draft)
{
    return std::ranges::any_of(draft.results, &StageResult::regressed);
}

bool anyUndecided(const Draft& draft)
{
    return std::ranges::any_of(draft.verdict.stages,
                               [](const StageVerdict& stage) { return stage.state == StageState::Inconclusive; });
}

/// Something is wrong beyond the durations, so "fine" would be false.
bool notSound(const Draft& draft)
{
    return draft.verdict.layers[0].status == LayerStatus::Fail &&
           draft.basis.comparability.status != ComparabilityStatus::NotComparable;
}

/// The first regressed stage grew on some ranks only, or on all because a different one is slow in each step.
bool isUneven(const Draft& draft)
{
    const auto& first = draft.verdict.firstRegressed;
    if (!first || first->scope == Scope::Systemic)
        return false;
    return first->scope == Scope::Localised ||
           std::ranges::any_of(draft.verdict.layers[3].findings, [](const Finding& finding) {
               return finding.id == "stragglers.rotating" && finding.severity != FindingSeverity::Info;
           });
}

Outcome judged(const Draft& draft)
{
    if (anyRegressed(draft))
        return draft.basis.steady ? Outcome::Regressed : Outcome::Inconclusive;
    const Judgement& step = draft.judgements.step[static_cast<std::size_t>(draft.policy.statistic)];
    const bool invalid = draft.basis.baseline.selection.invalid + draft.basis.current.selection.invalid > 0;
    if (notSound(draft) || invalid || !draft.basis.steady || anyUndecided(draft))
        return Outcome::Inconclusive;
    if (step.state == StageState::Regressed)
        return Outcome::Inconclusive;  // the step got longer and no stage accounts for it
    return step.state == StageState::Improved ? Outcome::Improved : Outcome::Equivalent;
}

}  // namespace

Outcome outcomeOf(const Draft& draft)
{
    if (refused(draft))
        return Outcome::NotComparable;
    switch (draft.size) {
    case SampleSize::None:
    case SampleSize::Few: return Outcome::InsufficientData;
    case SampleSize::Identical:
    case SampleSize::Point:
    case SampleSize::Enough: break;
    }
    return judged(draft);
}

std::string outcomeNodeOf(const Draft& draft, const Cause& cause)
{
    switch (draft.verdict.outcome) {
    case Outcome::NotComparable: return "not-comparable";
    case Outcome::InsufficientData:
    case Outcome::Inconclusive: return notSound(draft) ? "correctness" : "need-more-data";
    case Outcome::Improved:
    case Outcome::Equivalent: return "no-regression";
    case Outcome::Regressed: break;
    }
    if (notSound(draft))
        return "correctness";
    if (draft.causesBlocked())
        return "confounded";
    if (resourceFault(draft))
        return "resource-fault";
    if (isUneven(draft))
        return "straggler";
    switch (cause.kind) {
    case CauseKind::Input: return "input-pipeline";
    case CauseKind::Communication: return "communication";
    case CauseKind::Compute: return "device-compute";
    case CauseKind::Idle: return "host-dispatch";
    case CauseKind::NotAsked:
    case CauseKind::Unknown: break;
    }
    return "unresolved";
}

std::size_t stepsCompared(const Draft& draft)
{
    return std::min(draft.basis.step.baseline.values.size(), draft.basis.step.current.values.size());
}

std::optional<WarmUpShare> warmUpThatDominates(const Draft& draft)
{
    constexpr double kSeveral = 3;
    if (draft.basis.warmupRemoved > 0 || draft.policy.warmup)
        return std::nullopt;
    for (const StepSeries* side : {&draft.basis.step.baseline, &draft.basis.step.current}) {
        const double typical = side->estimate[static_cast<std::size_t>(Statistic::P50)];
        if (side->n() < 3 || !std::isfinite(side->values.front()) || side->values.front() < kSeveral * typical)
            continue;
        return WarmUpShare{static_cast<Ns>(std::llround(side->values.front())), static_cast<Ns>(std::llround(typical))};
    }
    return std::nullopt;
}

std::size_t stepsToDecide(const Draft& draft)
{
    const std::size_t n = stepsCompared(draft);
    const std::size_t least = stepsNeeded(draft.policy.statistic, draft.policy.alpha);
    if (n < least)
        return least;
    std::size_t needed = 0;
    for (const StageVerdict& stage : draft.verdict.stages) {
        if (stage.state != StageState::Inconclusive)
            continue;
        needed = std::max(needed, 2 * n);
        if (stage.ci95)
            needed = std::max(needed,
                              stats::neededSamples(n, (stage.ci95->hi - stage.ci95->lo) / 2, draft.policy.epsilon()));
    }
    return needed;
}

}  // namespace headwater
