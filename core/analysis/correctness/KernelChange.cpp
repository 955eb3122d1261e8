// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/correctness/KernelChange.h"

#include <algorithm>
#include <optional>

namespace headwater {

namespace {

constexpr double kLeastKnown = 0.5;
constexpr double kAbsent = 0.05;
constexpr double kLeastLoss = 0.20;

using Uses = std::map<std::string, KernelUse>;

Ns total(const Uses& uses)
{
    Ns sum = 0;
    for (const auto& [kind, use] : uses)
        sum += use.time;
    return sum;
}

double share(Ns part, Ns all)
{
    return all > 0 ? static_cast<double>(part) / static_cast<double>(all) : 0;
}

double shareOf(const Uses& uses, const std::string& kind)
{
    const auto found = uses.find(kind);
    return found == uses.end() ? 0 : share(found->second.time, total(uses));
}

Ns perLaunch(const OperatorKernels& op)
{
    return op.launches > 0 ? op.time / static_cast<Ns>(op.launches) : 0;
}

/// What came and what it replaced, or nothing.
std::optional<KernelChange> changeOf(const OperatorKernels& b, const OperatorKernels& c, KernelAspect aspect,
                                     double present)
{
    const Uses& before = aspect == KernelAspect::Precision ? b.byDtype : b.byFamily;
    const Uses& after = aspect == KernelAspect::Precision ? c.byDtype : c.byFamily;
    if (share(total(before), b.time) < kLeastKnown || share(total(after), c.time) < kLeastKnown)
        return std::nullopt;
    KernelChange change;
    change.aspect = aspect;
    for (const auto& [kind, use] : after) {
        const double was = shareOf(before, kind);
        const double is = shareOf(after, kind);
        if (was >= kAbsent || is < present || is <= change.toCurrent)
            continue;
        change.to = kind;
        change.kernelTo = use.kernel;
        change.toBaseline = was;
        change.toCurrent = is;
    }
    double lost = 0;
    for (const auto& [kind, use] : before) {
        const double is = shareOf(after, kind);
        if (shareOf(before, kind) - is <= lost)
            continue;
        lost = shareOf(before, kind) - is;
        change.from = kind;
        change.kernelFrom = use.kernel;
        change.fromBaseline = shareOf(before, kind);
        change.fromCurrent = is;
    }
    if (change.to.empty() || lost < kLeastLoss)
        return std::nullopt;
    return change;
}

}  // namespace

std::vector<KernelChange> compareKernels(const KernelProfile& baseline, const KernelProfile& current,
                                         const CorrectnessLimits& limits)
{
    std::vector<KernelChange> changes;
    for (const auto& [name, b] : baseline.operators) {
        const auto found = current.operators.find(name);
        if (found == current.operators.end())
            continue;
        const OperatorKernels& c = found->second;
        const double shareB = share(b.time, baseline.computeTime);
        const double shareC = share(c.time, current.computeTime);
        if (std::max(shareB, shareC) < limits.operatorShare)
            continue;
        auto change = changeOf(b, c, KernelAspect::Precision, limits.newKernels);
        if (!change)
            change = changeOf(b, c, KernelAspect::Family, limits.newKernels);
        if (!change)
            continue;
        change->op = name;
        change->baselineShare = shareB;
        change->currentShare = shareC;
        change->perLaunchBaseline = perLaunch(b);
        change->perLaunchCurrent = perLaunch(c);
        changes.push_back(std::move(*change));
    }
    return changes;
}

}  // namespace headwater
