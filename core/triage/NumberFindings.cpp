// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "core/base/Text.h"
#include "core/stats/RankTest.h"
#include "core/triage/CorrectnessFindings.h"

namespace headwater {

namespace {

Text sideName(bool isBaseline)
{
    return isBaseline ? say("baseline") : say("current run");
}

std::string wordFor(double value)
{
    if (std::isnan(value))
        return "NaN";
    return value > 0 ? "+inf" : "-inf";
}

Text fileAndLine(const std::string& source, std::uint64_t line)
{
    const std::string name = std::filesystem::path(source).filename().string();
    return line > 0 ? say("{}, line {}", name, line) : Text(name);
}

void badNumbersOf(const LoggedSide& side, bool isBaseline, std::vector<Finding>& findings)
{
    constexpr std::size_t kShown = 8;
    if (side.badNumbers.empty())
        return;
    const BadNumber& first = side.badNumbers.front();
    Text statement = say("In the {} the {} is {} in step {}{}", sideName(isBaseline), word(nameOf(first.quantity)),
                         wordFor(first.value), first.step, first.rank ? say(" on rank {}", *first.rank) : Text());
    statement += first.count > 1 ? say(", and in {} more of its steps.", first.count - 1) : ".";
    Finding finding = correctnessFinding(
        "correctness.not-a-number", FindingSeverity::Failure, std::move(statement),
        say("Find what makes the {} {} in step {} before comparing times: look at the batch of that step, the "
            "learning rate and the loss scale, and run that step with anomaly detection.",
            word(nameOf(first.quantity)), wordFor(first.value), first.step));
    for (std::size_t i = 0; i < std::min(kShown, side.badNumbers.size()); ++i) {
        const BadNumber& bad = side.badNumbers[i];
        Evidence evidence;
        evidence.what = say("{}, first of {} such values", word(nameOf(bad.quantity)), bad.count);
        (isBaseline ? evidence.baseline : evidence.current) = wordFor(bad.value);
        evidence.rank = bad.rank;
        evidence.step = bad.step;
        evidence.source = fileAndLine(bad.source, bad.line);
        finding.evidence.push_back(std::move(evidence));
    }
    findings.push_back(std::move(finding));
}

Evidence counted(Text what, const std::optional<std::int64_t>& baseline, const std::optional<std::int64_t>& current)
{
    Evidence evidence;
    evidence.what = std::move(what);
    if (baseline)
        evidence.baseline = std::to_string(*baseline);
    if (current)
        evidence.current = std::to_string(*current);
    evidence.unit = "iterations";
    evidence.source = say("training logs");
    return evidence;
}

void nanIterations(const CorrectnessReport& report, std::vector<Finding>& findings)
{
    const auto& before = report.baseline.iterations.nan;
    const auto& after = report.current.iterations.nan;
    if (before.value_or(0) + after.value_or(0) == 0)
        return;
    Finding finding = correctnessFinding(
        "correctness.nan-iterations", FindingSeverity::Failure,
        say("Iterations whose loss was NaN, as the logs count them: {} in the baseline, {} in the current run.",
            before ? Text(std::to_string(*before)) : say("not counted"),
            after ? Text(std::to_string(*after)) : say("not counted")),
        report.baseline.badNumbers.empty() && report.current.badNumbers.empty()
            ? say("Find out why the loss was NaN before comparing times.")
            : "");  // the finding that names the first such step says what to do
    finding.evidence.push_back(counted(say("NaN iterations"), before, after));
    const auto& first =
        after.value_or(0) > 0 ? report.current.iterations.firstNan : report.baseline.iterations.firstNan;
    finding.evidence.back().step = first;
    findings.push_back(std::move(finding));
}

double rateOf(std::int64_t part, std::int64_t all)
{
    return all > 0 ? static_cast<double>(part) / static_cast<double>(all) : 0;
}

Text skippedText(const IterationCounts& counts)
{
    const auto skipped = counts.withoutUpdate();
    return skipped ? say("{} of {} ({:.2g} %)", *skipped, counts.iterations, 100 * rateOf(*skipped, counts.iterations))
                   : say("not counted");
}

/// Spikes of one quantity on both sides.
struct SpikePair {
    LoggedQuantity quantity = LoggedQuantity::GradNorm;
    const std::vector<Spike>& before;
    const std::vector<Spike>& after;
};

void spikesOf(const Draft& draft, const SpikePair& spikes, std::vector<Finding>& findings)
{
    constexpr std::size_t kShown = 5;
    const auto& [quantity, before, after] = spikes;
    if (before.empty() && after.empty())
        return;
    const bool isLoss = quantity == LoggedQuantity::Loss;
    const auto isNew = [&](const Spike& spike) {
        return std::ranges::find(before, spike.step, &Spike::step) == before.end();
    };
    const auto fresh = static_cast<std::size_t>(std::ranges::count_if(after, isNew));
    Text statement =
        say("Spikes of the {} (robust z of its logarithm above {:g} and more than {:g} times the median of the "
            "steps before): {} in the baseline, {} in the current "
            "run, {} of them in steps where the baseline has none.",
            word(nameOf(quantity)), draft.policy.correctness.spikeZ, draft.policy.correctness.spikeRatio, before.size(),
            after.size(), fresh);
    const auto tenfold = std::ranges::count_if(after, &Spike::tenfold);
    statement += say(" Megatron's rule (10 times the largest of the first 100) names {} of them.", tenfold);
    // Losses near zero have long tails: there it takes more spikes than the baseline has, not only others.
    const bool more = fresh > 0 && (!isLoss || after.size() > before.size());
    Finding finding = correctnessFinding(isLoss ? "correctness.loss-spike" : "correctness.grad-norm-spike",
                                         more ? FindingSeverity::Warning : FindingSeverity::Info, std::move(statement),
                                         more ? say("Look at the batches of the steps with a spike; a spike that "
                                                    "comes again on the same device alone is a hardware fault.")
                                              : "");
    finding.provenance = Provenance::Derived;
    const std::vector<std::string>& sources = draft.basis.correctness->current.sources;
    for (std::size_t i = 0; i < std::min(kShown, after.size()); ++i) {
        Evidence evidence;
        evidence.what =
            say("{}, z {:.1f}, {:.1f} times the median before", word(nameOf(quantity)), after[i].z, after[i].ratio);
        evidence.current = fmt::format("{:.6g}", after[i].value);
        evidence.step = after[i].step;
        evidence.source = sources.empty() ? std::string() : std::filesystem::path(sources.front()).filename().string();
        finding.evidence.push_back(std::move(evidence));
    }
    findings.push_back(std::move(finding));
}

}  // namespace

Finding correctnessFinding(std::string id, FindingSeverity severity, Text statement, Text nextStep)
{
    Finding finding;
    finding.id = std::move(id);
    finding.layer = LayerId::Correctness;
    finding.severity = severity;
    finding.statement = std::move(statement);
    finding.nextStep = std::move(nextStep);
    return finding;
}

void addBadNumbers(const Draft& draft, std::vector<Finding>& findings)
{
    badNumbersOf(draft.basis.correctness->current, false, findings);
    badNumbersOf(draft.basis.correctness->baseline, true, findings);
}

void addIterations(const Draft& draft, std::vector<Finding>& findings)
{
    const CorrectnessReport& report = *draft.basis.correctness;
    nanIterations(report, findings);
    const IterationCounts& b = report.baseline.iterations;
    const IterationCounts& c = report.current.iterations;
    const auto before = b.withoutUpdate();
    const auto after = c.withoutUpdate();
    if (!before && !after)
        return;
    // A loss scaler skips a step now and then: the rates count, not one step more or less (METHODS 5).
    const auto size = [](std::int64_t n) { return static_cast<std::size_t>(std::max<std::int64_t>(n, 0)); };
    const bool both = before && after;
    const bool more = both && *after > *before + 1 &&
                      stats::fisherMoreFailures(size(*after), size(std::max(c.iterations, *after)), size(*before),
                                                size(std::max(b.iterations, *before))) <= draft.policy.alpha;
    FindingSeverity severity = FindingSeverity::Info;
    if (more)
        severity = rateOf(*after, c.iterations) >= draft.policy.correctness.skipped ? FindingSeverity::Failure
                                                                                    : FindingSeverity::Warning;
    Finding finding = correctnessFinding(
        "correctness.skipped-iterations", severity,
        say("Iterations without an update (skipped, or the gradient overflowed under a loss scale): {} in the "
            "baseline, {} in the current run{}.",
            skippedText(b), skippedText(c),
            more   ? say(": more than chance explains")
            : both ? say(": no more than chance explains")
                   : ""),
        more ? say("Find out why more updates are skipped: gradients that overflow, or another loss scale.") : "");
    finding.evidence.push_back(counted(say("iterations without an update"), before, after));
    finding.evidence.back().step = c.firstSkipped;
    findings.push_back(std::move(finding));
}

void addSpikes(const Draft& draft, std::vector<Finding>& findings)
{
    const CorrectnessReport& report = *draft.basis.correctness;
    spikesOf(draft, {LoggedQuantity::GradNorm, report.baseline.spikes, report.current.spikes}, findings);
    spikesOf(draft, {LoggedQuantity::Loss, report.baseline.lossSpikes, report.current.lossSpikes}, findings);
}

}  // namespace headwater
