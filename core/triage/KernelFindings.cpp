// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "core/base/Text.h"
#include "core/triage/CorrectnessFindings.h"
#include "core/triage/EvidencePlace.h"
#include "core/triage/FindingIds.h"

namespace headwater {

namespace {

constexpr std::size_t kShown = 12;  ///< findings; the rest is counted

bool changedKey(const Draft& draft, std::string_view key)
{
    return std::ranges::any_of(draft.basis.correctness->variables.changes,
                               [&](const ManifestChange& change) { return change.key == key; });
}

bool isSlower(const Draft& draft, const KernelChange& change)
{
    return static_cast<double>(change.perLaunchCurrent) >
           static_cast<double>(change.perLaunchBaseline) * (1 + draft.policy.epsilon());
}

/// What the change means: nobody asked for another format; another family matters where it is slower; and another GPU
/// has other kernels anyway.
FindingSeverity severityOf(const Draft& draft, const KernelChange& change)
{
    if (changedKey(draft, "gpu"))
        return FindingSeverity::Info;
    if (change.aspect == KernelAspect::Family)
        return isSlower(draft, change) ? FindingSeverity::Warning : FindingSeverity::Info;
    return changedKey(draft, "precision") ? FindingSeverity::Warning : FindingSeverity::Failure;
}

Finding findingOf(const Draft& draft, const KernelChange& change)
{
    const bool precision = change.aspect == KernelAspect::Precision;
    Text statement = say(
        "{} runs {} kernels where it ran {} ({} of its classified time, before {}), on {}; it takes {} of the compute "
        "time, before {}, and {} a kernel.",
        change.op, word(change.to), word(change.from), shareText(change.toCurrent), shareText(change.toBaseline),
        ranksText(change.ranks), shareText(change.currentShare), shareText(change.baselineShare),
        fromTo(change.perLaunchBaseline, change.perLaunchCurrent));
    if (changedKey(draft, "gpu"))
        statement += say(" The GPU models differ, which alone can do that.");
    else if (precision && changedKey(draft, "precision"))
        statement += say(" The configuration names another number format, too.");
    else if (precision)
        statement += say(" The configuration does not say so: a silent change of precision.");
    Finding finding = correctnessFinding(
        findingId(precision ? "correctness.precision-changed" : "correctness.kernel-family-changed", change.op),
        severityOf(draft, change), std::move(statement));
    if (finding.severity != FindingSeverity::Info)
        finding.nextStep = precision
                               ? say("Find out why {} runs in {}: autocast, allow_tf32, a layer kept in float32, or a "
                                     "fallback of the library; put it back and repeat the run.",
                                     change.op, word(change.to))
                               : say("Find out why {} takes another kernel: shapes or alignment, library version, "
                                     "autotuning; put it back and repeat the run.",
                                     change.op);
    // The two names are measured; that they are another format or family is read off them.
    finding.provenance = Provenance::Derived;
    Evidence kernel;
    kernel.what = say("{}, longest kernel", change.op);
    kernel.baseline = change.kernelFrom;
    kernel.current = change.kernelTo;
    kernel.rank = change.ranks.front();
    kernel.source = say("device trace");
    finding.evidence.push_back(std::move(kernel));
    finding.evidence.push_back(evidenceMs(say("{}, mean kernel", change.op), change.perLaunchBaseline,
                                          change.perLaunchCurrent, say("device trace")));
    return finding;
}

}  // namespace

void addKernelChanges(const Draft& draft, std::vector<Finding>& findings)
{
    const CorrectnessReport& report = *draft.basis.correctness;
    if (report.kernelOperators == 0)
        return;
    for (std::size_t i = 0; i < std::min(kShown, report.kernels.size()); ++i)
        findings.push_back(findingOf(draft, report.kernels[i]));
    if (report.kernels.size() > kShown)
        findings.push_back(correctnessFinding(
            "correctness.more-kernel-changes", FindingSeverity::Info,
            say("{} more operators run other kernels than before.", report.kernels.size() - kShown)));
    if (!report.kernels.empty())
        return;
    Finding same = correctnessFinding(
        "correctness.kernels-same", FindingSeverity::Info,
        say("No operator of at least {} of the compute time changed the number format or family of its "
            "kernels ({} operators in both runs, {}).",
            shareText(draft.policy.correctness.operatorShare), report.kernelOperators, ranksText(report.kernelRanks)));
    same.provenance = Provenance::Derived;
    Evidence operators;
    operators.what = say("operators compared");
    operators.baseline = operators.current = std::to_string(report.kernelOperators);
    operators.source = say("device trace");
    sumsUp(operators, report.kernelRanks);
    same.evidence.push_back(std::move(operators));
    findings.push_back(std::move(same));
}

}  // namespace headwater
