// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model/PlainWords.h"

#include <algorithm>
#include <cstddef>

#include "core/base/Duration.h"
#include "core/report/Phrases.h"
#include "core/report/model/Dismissals.h"
#include "core/report/model/Sections.h"
#include "core/run/LogCube.h"
#include "core/triage/Waterfall.h"

namespace headwater::report {

namespace {

void append(Text& text, const Text& sentence)
{
    if (sentence.empty())
        return;
    text = text.empty() ? sentence : say("{} {}", text, sentence);
}

Text stepSentence(const Verdict& verdict)
{
    if (verdict.stepsBaseline == 0 || verdict.stepsCurrent == 0)
        return {};
    const std::string now = formatDuration(verdict.stepCurrent);
    const std::string before = formatDuration(verdict.stepBaseline);
    if (const auto mean = meanStep(verdict))
        return say("On average a training step takes {} instead of {} ({}); the typical one {} instead of {} ({}).",
                   formatDuration(mean->current), formatDuration(mean->baseline), ratioText(mean->ratio), now, before,
                   ratioText(verdict.stepRatio));
    // Two equal numbers would read as a slip.
    return now == before
               ? say("A training step takes about as long as before: {} ({}).", now, ratioText(verdict.stepRatio))
               : say("A training step takes {} instead of {} ({}).", now, before, ratioText(verdict.stepRatio));
}

/// A comparison of two jobs, or of two runs with more than one difference, that somebody vouched for, and what differs.
Text wordSentence(const Verdict& verdict)
{
    constexpr std::size_t kShown = 3;
    const ComparabilityStatus status = verdict.comparability.status;
    const bool otherJob = status == ComparabilityStatus::NotComparable;
    if (verdict.policy.acknowledgement.empty() || (!otherJob && status != ComparabilityStatus::Confounded))
        return {};
    Text list;
    std::size_t left = 0;
    std::size_t shown = 0;
    for (const ManifestChange& change : verdict.comparability.changed) {
        if (change.isVolatile || change.isIdentity != otherJob || change.baseline.empty() || change.current.empty())
            continue;
        if (++shown > kShown)
            ++left;
        else
            list +=
                (list.empty() ? Text() : say(", ")) + change.key + " " + change.baseline + " \u2192 " + change.current;
    }
    if (left > 0)
        list = say("{} (and {} more)", list, left);
    return otherJob ? say("The runs are of different jobs ({}) and are compared on the user's word: \u201c{}\u201d.",
                          list, verdict.policy.acknowledgement)
                    : say("The runs differ in more than one thing ({}) and are compared on the user's word: "
                          "\u201c{}\u201d.",
                          list, verdict.policy.acknowledgement);
}

/// What makes a layer fail, in the words of its first finding that nobody dismissed, and how many more there are.
struct Failures {
    Text first;
    std::ptrdiff_t more = 0;
};

Failures failuresOf(const Layer& layer, const Notes& notes)
{
    const auto failure = [](const Finding& finding) { return finding.severity == FindingSeverity::Failure; };
    auto first = std::ranges::find_if(
        layer.findings, [&](const Finding& one) { return failure(one) && dismissalOf(one, notes).empty(); });
    if (first == layer.findings.end())
        first = std::ranges::find_if(layer.findings, failure);
    if (first == layer.findings.end())
        return {};
    Failures found{first->statement, std::ranges::count_if(layer.findings, failure) - 1};
    if (const Text dismissal = dismissalOf(*first, notes); !dismissal.empty())
        found.first += dismissal + say(".");
    return found;
}

/// Runs that do not compute the same have no speed to compare.
Text correctnessSentence(const Verdict& verdict, const Notes& notes)
{
    if (verdict.outcomeNode != "correctness")
        return {};
    const Failures found = failuresOf(verdict.layers[0], notes);
    return found.first.empty() ? Text() : say("To be settled before speed counts: {}", found.first);
}

/// The fault of a device, link or host that makes the resources layer fail, in its own words.
Text faultSentence(const Verdict& verdict, const Notes& notes)
{
    const Failures found = failuresOf(verdict.layers[1], notes);
    if (verdict.outcome != Outcome::Regressed || found.first.empty())
        return {};
    return found.more == 0 ? say("A fault was found: {}", found.first)
                           : say("Faults were found: {} And {} more.", found.first, found.more);
}

Text startSentence(const Verdict& verdict)
{
    if (!verdict.firstRegressed)
        return verdict.course
                   ? say("The slowdown seems to start in {}, which could not be confirmed.", verdict.course->stage)
                   : say("In which stage the slowdown starts could not be found.");
    const FirstRegressed& first = *verdict.firstRegressed;
    const bool alone = first.scope == Scope::Localised && !first.ranks.empty();
    if (first.stage == kWholeStep)
        return first.confirmed ? say("In which stage the slowdown starts is unknown: only whole steps were recorded.")
                               : say("In which stage it may start is unknown: only whole steps were recorded.");
    if (!first.confirmed)
        return say("The slowdown may start in {}, which is not confirmed.", first.stage);
    const Text where = alone ? say(" on {} alone", ranksText(first.ranks)) : Text();
    if (first.kind == Kind::Rare)
        return say("The slowdown starts in {}{}: a few very long steps raise its mean by {} ({}).", first.stage, where,
                   formatDuration(first.delta), ratioText(first.ratio));
    if (first.kind == Kind::Tail)
        return say("The slowdown starts in {}{}, and only in its slow steps.", first.stage, where);
    return alone ? say("The slowdown starts in {}, and there on {} alone.", first.stage, ranksText(first.ranks))
                 : say("The slowdown starts in {}.", first.stage);
}

/// Which ranks stand out where nothing can be confirmed: who reads a median over ranks does not see them.
Text mostSentence(const Verdict& verdict)
{
    const auto at = verdict.largestIncrease ? static_cast<std::size_t>(verdict.largestIncrease->index) : 0;
    if (!verdict.largestIncrease || at >= verdict.stages.size())
        return {};
    const auto& in = verdict.stages[at].regressedIn;
    if (!in || in->across != AcrossRanks::Max || in->ranks.empty())
        return {};
    return say("What grew most is {} on {}, by {}; so few steps confirm nothing.", verdict.largestIncrease->stage,
               ranksText(in->ranks), formatDuration(verdict.largestIncrease->value));
}

Text outcomeSentence(const Verdict& verdict)
{
    switch (verdict.outcome) {
    case Outcome::Regressed: return startSentence(verdict);
    case Outcome::Improved: return say("No stage got slower, and at least one got faster.");
    case Outcome::Equivalent: return say("No stage got slower by an amount that counts.");
    case Outcome::Inconclusive: return say("These runs do not decide whether a stage got slower.");
    case Outcome::NotComparable:
        return say("The two runs are of different jobs, so their difference tells nothing about a slowdown.");
    case Outcome::InsufficientData: break;
    }
    Text text = say("There is too little data to tell whether anything got slower.");
    append(text, mostSentence(verdict));
    return text;
}

/// How much two runs of the same job differ by themselves is the one thing that a pair of runs cannot tell.
Text sureSentence(const Verdict& verdict)
{
    if (verdict.outcome != Outcome::Regressed)
        return {};
    if (verdict.evidenceLevel == EvidenceLevel::AcrossRuns)
        return say("Several runs were compared, so what they differ by themselves is counted in.");
    return verdict.policy.noise ? say("The threshold allows for what {} earlier runs differed by themselves.",
                                      verdict.policy.noise->runs)
                                : say("How much such runs differ by themselves was not measured.");
}

}  // namespace

Text plainWords(const Verdict& verdict, const Notes& notes)
{
    if (verdict.stages.empty() && verdict.stepsCurrent == 0)
        return {};
    Text text = wordSentence(verdict);
    append(text, correctnessSentence(verdict, notes));
    append(text, stepSentence(verdict));
    append(text, outcomeSentence(verdict));
    append(text, faultSentence(verdict, notes));
    append(text, sureSentence(verdict));
    if (!verdict.nextSteps.empty())
        append(text, say("First to do: {}", verdict.nextSteps.front()));
    return text;
}

}  // namespace headwater::report
