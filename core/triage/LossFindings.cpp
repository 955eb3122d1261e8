// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "core/base/Text.h"
#include "core/triage/CorrectnessFindings.h"

namespace headwater {

namespace {

std::string fileName(const std::string& source)
{
    return std::filesystem::path(source).filename().string();
}

std::string numberText(const LoggedNumber& number)
{
    constexpr int kFloatDigits = 9;
    return fmt::format("{:.{}g}", number.value, number.decimals > 0 ? number.decimals : kFloatDigits);
}

/// "+0.00019" or "\u22120.012": the minus of all other differences.
std::string withSign(double value, int digits)
{
    return fmt::format("{}{:.{}g}", std::signbit(value) ? "\u2212" : "+", std::abs(value), digits);
}

Evidence evidenceOf(Text what, const StepPair& pair)
{
    Evidence evidence;
    evidence.what = std::move(what);
    evidence.baseline = numberText(pair.baseline.number);
    evidence.current = numberText(pair.current.number);
    evidence.step = pair.step;
    const auto place = [](const LoggedPoint& point) {
        return point.line > 0 ? say("{} line {}", fileName(point.source), point.line) : Text(fileName(point.source));
    };
    evidence.source = place(pair.baseline) + " | " + place(pair.current);
    return evidence;
}

std::string idOf(LoggedQuantity quantity, std::string_view what)
{
    return fmt::format("correctness.{}-{}", quantity == LoggedQuantity::Loss ? "loss" : "grad-norm", what);
}

bool bitwiseExpected(const CorrectnessReport& report)
{
    return report.sameSeed.value_or(false) && report.deterministicBaseline.value_or(false) &&
           report.deterministicCurrent.value_or(false);
}

/// A change after which another loss is no surprise.
bool workChanged(const Draft& draft)
{
    constexpr std::array<std::string_view, 9> kWork = {
        "model",         "global_batch_size", "sequence_length", "optimizer", "dataset",
        "learning_rate", "micro_batch_size",  "precision",       "world_size"};
    return std::ranges::any_of(draft.basis.correctness->variables.changes, [&](const ManifestChange& change) {
        return std::ranges::find(kWork, change.key) != kWork.end();
    });
}

bool diverged(const SeriesComparison& series, double limit)
{
    return series.last && series.last->oneSided && std::abs(series.last->relative) > limit;
}

/// "60 common steps, at printed precision only".
Text scopeText(const SeriesComparison& series)
{
    Text text = series.common == 1 ? say("{} common step", series.common) : say("{} common steps", series.common);
    if (!series.exact)
        text += say(", at printed precision only");
    if (series.otherInterval > 0)
        text += say("; {} more are means over other numbers of steps", series.otherInterval);
    return text;
}

Text toleranceText(const SeriesComparison& series, const ChosenTolerance& chosen)
{
    if (series.noise)
        return say("what the baseline's own noise explains ({:.3g}: four times {:.2g} from step to step; no "
                   "number format is known to take a tolerance from)",
                   series.tolerance.absolute, *series.noise * std::sqrt(2.0));
    return say("the tolerance of {}{} ({:g} + {:g} of the value)", nameOf(chosen.dtype),
               chosen.assumed ? say(", assumed because no number format is known") : "", chosen.tolerance.absolute,
               chosen.tolerance.relative);
}

/// Which runs were compared where a side has several, and which were put together of several files.
Text runsText(const CorrectnessReport& report)
{
    Text text;
    const auto add = [&](const LoggedSide& side, const Text& name) {
        if (side.runs > 1)
            text += say(" Of {} runs of the {} the one with most values is compared step by step.", side.runs, name);
        if (side.sources.size() > 1)
            text += say(" The {} goes on in {} files, as after a restart.", name, side.sources.size());
    };
    add(report.baseline, say("baseline"));
    add(report.current, say("current run"));
    return text;
}

/// What can and cannot be said with so many runs.
Text claimText(const CorrectnessReport& report)
{
    Text text;
    if (!report.lossBand)
        text += report.baseline.runs == 1
                    ? say(" No statistical claim is possible with {} baseline run; that takes {}.",
                          report.baseline.runs, kFewestBaselines)
                    : say(" No statistical claim is possible with {} baseline runs; that takes {}.",
                          report.baseline.runs, kFewestBaselines);
    if (report.sameSeed && !*report.sameSeed)
        text += say(" The seeds differ, so equal bits are not expected.");
    else if (!report.sameSeed)
        text += say(" Whether the seeds are the same is not known.");
    return text;
}

Text divergenceText(const SeriesComparison& series, const ChosenTolerance& chosen)
{
    const StepPair& first = *series.firstDifference;
    Text text = say(" The first difference is in step {} ({} \u2192 {}", first.step, numberText(first.baseline.number),
                    numberText(first.current.number));
    text += first.ulp
                ? say(", {} ULP of {}; the largest is {} ULP).", *first.ulp, nameOf(series.format), series.largestUlp)
                : say(").");
    if (series.firstBeyond)
        text += say("{}, the first is step {} ({} \u2192 {}).",
                    series.beyond == 1 ? say(" {} step lies beyond {}", series.beyond, toleranceText(series, chosen))
                                       : say(" {} steps lie beyond {}", series.beyond, toleranceText(series, chosen)),
                    series.firstBeyond->step, numberText(series.firstBeyond->baseline.number),
                    numberText(series.firstBeyond->current.number));
    else
        text += say(" No step lies beyond {}.", toleranceText(series, chosen));
    if (isShifted(series))
        text += say(" Over all common steps the current run lies {} ({} %) from the baseline, with a standard "
                    "error of {:.2g}.",
                    withSign(series.shift->mean, 3), withSign(100 * series.shift->relative, 2),
                    series.shift->standardError);
    if (!series.last)
        text += say(" So few steps tell no course.");
    else
        text += say(" The last {} common steps differ by {} % on average.", series.last->steps,
                    withSign(100 * series.last->relative, 2));
    return text;
}

struct Judged {
    std::string_view what;
    FindingSeverity severity;
};

/// Steps that noise alone may put beyond four times its spread, and one in any case: the spread is an estimate, and
/// real losses have longer tails than a normal sample.
constexpr double kByChance = 0.01;

Judged judge(const Draft& draft, const SeriesComparison& series)
{
    const CorrectnessReport& report = *draft.basis.correctness;
    const bool isLoss = series.quantity == LoggedQuantity::Loss;
    const bool shifted = isShifted(series);
    if (series.beyond == 0 && (bitwiseExpected(report) || !shifted))
        return {"within-tolerance", bitwiseExpected(report) ? FindingSeverity::Warning : FindingSeverity::Info};
    if (bitwiseExpected(report))
        return {"beyond-tolerance", FindingSeverity::Failure};
    if (isLoss && report.lossBand)  // the band says more than a tolerance, and has a finding of its own
        return {"beyond-tolerance", FindingSeverity::Info};
    if (diverged(series, draft.policy.correctness.diverged))
        return {"diverged", isLoss && !workChanged(draft) ? FindingSeverity::Failure : FindingSeverity::Warning};
    if (shifted)
        return {"shifted", isLoss ? FindingSeverity::Warning : FindingSeverity::Info};
    const bool otherSeeds = report.sameSeed && !*report.sameSeed;
    const bool byChance = series.noise && static_cast<double>(series.beyond) <=
                                              std::max(1.0, kByChance * static_cast<double>(series.common));
    return {"beyond-tolerance", isLoss && !otherSeeds && !byChance ? FindingSeverity::Warning : FindingSeverity::Info};
}

Finding compared(const Draft& draft, const SeriesComparison& series)
{
    const CorrectnessReport& report = *draft.basis.correctness;
    const Text what = series.quantity == LoggedQuantity::Loss ? say("Loss") : say("Gradient norm");
    if (series.differing == 0) {
        Finding equal = correctnessFinding(idOf(series.quantity, "equal"), FindingSeverity::Info,
                                           say("{}: {} in {}.{}", what, series.exact ? say("equal bits") : say("equal"),
                                               scopeText(series), runsText(report)));
        Evidence steps;
        steps.what = say("{}, steps in both runs", word(nameOf(series.quantity)));
        steps.baseline = steps.current = std::to_string(series.common);
        steps.source = say("training logs");
        equal.evidence.push_back(std::move(steps));
        return equal;
    }
    const auto [name, severity] = judge(draft, series);
    Text statement = say("{} differs in {} of {}.{}{}", what, series.differing, scopeText(series),
                         divergenceText(series, report.tolerance), claimText(report));
    statement += runsText(report);
    if (name == "diverged" && severity == FindingSeverity::Warning && workChanged(draft))
        statement += say(" The configuration of the work changed, so another course is possible.");
    Finding finding = correctnessFinding(idOf(series.quantity, name), severity, std::move(statement));
    if (severity != FindingSeverity::Info)
        finding.nextStep =
            say("Localise step {}: compare, in this order, hashes of its input batch, parameters, activations, loss, "
                "gradients, gradients after the reduction, and optimizer state. Repeat the baseline with five seeds to "
                "know "
                "how much runs differ by themselves.",
                series.firstDifference->step);  // METHODS 5: inside d0, where the two part
    const Text quantity = word(nameOf(series.quantity));
    finding.evidence.push_back(
        evidenceOf(series.exact ? say("{}, first other bits", quantity) : say("{}, first other digits", quantity),
                   *series.firstDifference));
    if (series.firstBeyond)
        finding.evidence.push_back(evidenceOf(say("{}, first beyond the tolerance", quantity), *series.firstBeyond));
    finding.provenance = report.tolerance.assumed && series.beyond > 0 ? Provenance::Assumed : Provenance::Derived;
    return finding;
}

Finding banded(const BandVerdict& band)
{
    const bool fails = band.fails();
    Text statement =
        say("Loss against the band that {} baseline runs predict for one more (99 %): {} of {} smoothed steps "
            "outside, at most {} in a row; the mean of the last {} is {:.6g}, the band there [{:.6g}, {:.6g}].",
            band.runs, band.outside, band.steps, band.longestOutside, band.windowSteps, band.current, band.window.lo,
            band.window.hi);
    Finding finding = correctnessFinding(
        fails ? "correctness.loss-outside-band" : "correctness.loss-inside-band",
        fails ? FindingSeverity::Failure : FindingSeverity::Info, std::move(statement),
        fails ? say("The current run does not train like the baseline: find out why before comparing times.") : "");
    finding.provenance = Provenance::Derived;
    Evidence evidence;
    evidence.what = say("loss, mean of the final window");
    evidence.baseline = fmt::format("{:.6g} \u00b1 {:.2g}", band.window.mean, band.window.hi - band.window.mean);
    evidence.current = fmt::format("{:.6g}", band.current);
    evidence.step = band.leftAt;
    evidence.source = say("{} baseline runs", band.runs);
    finding.evidence.push_back(std::move(evidence));
    return finding;
}

/// Why loss was not compared; every case is named, for silence would pass as agreement.
Text whyNot(const CorrectnessReport& report)
{
    const auto side = [](const LoggedSide& logged) {
        if (logged.logs == 0)
            return say("has no log");
        if (logged.lossSteps == 0)
            return logged.logs == 1 ? say("has {} log without a loss", logged.logs)
                                    : say("has {} logs without a loss", logged.logs);
        return say("has a loss in {} steps", logged.lossSteps);
    };
    return say("The baseline {}; the current run {}", side(report.baseline), side(report.current));
}

void notCompared(const CorrectnessReport& report, std::vector<Finding>& findings)
{
    const auto loss = std::ranges::find(report.series, LoggedQuantity::Loss, &SeriesComparison::quantity);
    if (loss != report.series.end() && loss->common > 0)
        return;
    if (report.baseline.lossSteps + report.current.lossSteps == 0) {
        findings.push_back(correctnessFinding(
            "correctness.no-loss", FindingSeverity::Info,
            report.baseline.logs + report.current.logs == 0
                ? say("No loss or gradient norm was loaded: whether the two runs compute the same is unknown.")
                : say("{}: whether the two runs compute the same is unknown.", whyNot(report)),
            say("Log loss and gradient norm of every step in both runs.")));
        return;
    }
    Text why = whyNot(report);
    if (loss != report.series.end() && loss->otherInterval > 0)
        why += say(", but the {} common ones are means over different numbers of steps", loss->otherInterval);
    else if (loss != report.series.end() && loss->notFinite > 0)
        why += say(", but the {} common ones are no numbers on a side", loss->notFinite);
    else if (loss != report.series.end())
        why += say(", but no step is in both, as when a run was resumed from a later checkpoint");
    findings.push_back(correctnessFinding("correctness.loss-not-compared", FindingSeverity::Info,
                                          say("{}: the losses were not compared.", why),
                                          say("Log loss and gradient norm of the same steps in both runs.")));
}

}  // namespace

void addLossComparison(const Draft& draft, std::vector<Finding>& findings)
{
    const CorrectnessReport& report = *draft.basis.correctness;
    for (const SeriesComparison& series : report.series)
        if (series.common > 0)
            findings.push_back(compared(draft, series));
    if (report.lossBand)
        findings.push_back(banded(*report.lossBand));
    notCompared(report, findings);
}

}  // namespace headwater
