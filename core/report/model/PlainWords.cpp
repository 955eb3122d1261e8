// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model/PlainWords.h"

#include "core/base/Duration.h"
#include "core/report/Phrases.h"
#include "core/report/model/Sections.h"

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
    return say("A training step takes {} instead of {} ({}).", formatDuration(verdict.stepCurrent),
               formatDuration(verdict.stepBaseline), ratioText(verdict.stepRatio));
}

Text startSentence(const Verdict& verdict)
{
    if (!verdict.firstRegressed)
        return verdict.course
                   ? say("The slowdown seems to start in {}, which could not be confirmed.", verdict.course->stage)
                   : say("In which stage the slowdown starts could not be found.");
    const FirstRegressed& first = *verdict.firstRegressed;
    const bool alone = first.scope == Scope::Localised && !first.ranks.empty();
    if (!first.confirmed)
        return say("The slowdown may start in {}, which is not confirmed.", first.stage);
    return alone ? say("The slowdown starts in {}, and there on {} alone.", first.stage, ranksText(first.ranks))
                 : say("The slowdown starts in {}.", first.stage);
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
    return say("There is too little data to tell whether anything got slower.");
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

Text plainWords(const Verdict& verdict)
{
    if (verdict.stages.empty() && verdict.stepsCurrent == 0)
        return {};
    Text text = stepSentence(verdict);
    append(text, outcomeSentence(verdict));
    append(text, sureSentence(verdict));
    if (!verdict.nextSteps.empty())
        append(text, say("First to do: {}", verdict.nextSteps.front()));
    return text;
}

}  // namespace headwater::report
