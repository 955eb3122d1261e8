// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/workshop/GradeParts.h"
#include "core/workshop/TruthWords.h"

namespace headwater::workshop {

namespace {

LocalText withWord(const LocalText& pattern, const LocalText& word)
{
    return {filled(pattern, {word.in("en")}).en, filled(pattern, {word.in("zh")}).zh};
}

std::size_t placeOf(const std::string& stage)
{
    return static_cast<std::size_t>(std::ranges::find(stageNames(), stage) - stageNames().begin());
}

/// The wrong turn that leads to a wrong stage.
std::string mistakeOfStage(const Truth& truth, const std::string& said)
{
    if (said.empty())
        return truth.kind == "tail" || truth.kind == "rare" ? "averaged-tail" : "missed-regression";
    if (truth.firstRegressedStage.empty())
        return "saw-noise";
    return placeOf(said) > placeOf(truth.firstRegressedStage) ? "chased-slowest" : "saw-noise";
}

GradeLine gradeStage(const Library& library, const Case& opened, const Conclusion& said)
{
    const std::string& right = opened.truth().firstRegressedStage;
    GradeLine line{"stage", library.word("stage_line"), 0, 2, {}, {}};
    line.feedback = right.empty() ? library.word("is_none") : filled(library.word("stage_is"), {right});
    line.answered = said.given;
    if (said.given && said.stage == right)
        line.points = 2;
    else if (said.given)
        line.mistake = mistakeOfStage(opened.truth(), said.stage);
    return line;
}

/// Where a different rank is slow each time, "both" and "localised" without ranks say the same.
bool scopeAgrees(const Truth& truth, bool rotating, const Conclusion& said)
{
    if (rotating)
        return said.scope == "both" || (said.scope == "localised" && said.ranks.empty());
    return said.scope == truth.scope && (truth.ranks.empty() || said.ranks == truth.ranks);
}

GradeLine gradeScope(const Library& library, const Case& opened, const Conclusion& said)
{
    const Truth& truth = opened.truth();
    const bool rotating = factsOf(opened).contains("rotating");
    GradeLine line{"scope", library.word("scope_line"), 0, 1, scopeInWords(library, opened), {}};
    line.answered = said.given;
    if (said.given && scopeAgrees(truth, rotating, said))
        line.points = 1;
    else if (said.given && said.scope == "systemic" && !truth.scope.empty())
        line.mistake = "trusted-communication";  // waiting makes the slow rank's delay look shared by all
    else if (said.given && !said.scope.empty() && !truth.scope.empty())
        line.mistake = "misread-ranks";
    return line;
}

GradeLine gradeLayer(const Library& library, const Case& opened, const Conclusion& said)
{
    const std::string& right = opened.truth().layer;
    const LocalText told = right.empty() ? library.word("layer_is_none")
                                         : withWord(library.word("layer_is"), layerInWords(library, right));
    GradeLine line{"layer", library.word("layer_line"), 0, 1, told, {}};
    line.answered = said.given;
    if (said.given && said.layer == right)
        line.points = 1;
    else if (said.given && right == "correctness")
        line.mistake = opened.truth().outcomeNode == "confounded" ? "changed-two" : "skipped-correctness";
    return line;
}

/// The wrong turn that leads to a wrong end of the flowchart.
std::string mistakeOfOutcome(const Truth& truth, const std::string& said)
{
    if (truth.outcomeNode == "confounded")
        return "mixed-measurement";
    if (truth.outcomeNode == "correctness")
        return "skipped-correctness";
    if (said == "no-regression")
        return truth.kind == "tail" || truth.kind == "rare" ? "averaged-tail" : "missed-regression";
    if (said == "communication")
        return "trusted-communication";
    return truth.outcomeNode == "no-regression" ? "saw-noise" : "";
}

GradeLine gradeOutcome(const Library& library, const Case& opened, const Conclusion& said)
{
    const std::string& right = opened.truth().outcomeNode;
    GradeLine line{"outcome",
                   library.word("outcome_line"),
                   0,
                   1,
                   withWord(library.word("outcome_is"), outcomeInWords(library, right)),
                   {}};
    line.answered = said.given;
    if (said.given && said.outcome == right)
        line.points = 1;
    else if (said.given)
        line.mistake = mistakeOfOutcome(opened.truth(), said.outcome);
    return line;
}

const Choice* choiceOf(const Question& question, const std::string& id)
{
    const auto found = std::ranges::find(question.choices, id, &Choice::id);
    return found == question.choices.end() ? nullptr : &*found;
}

/// What is right at a node: the text of the first right choice.
LocalText rightChoice(const Question& question, const std::set<std::string>& facts)
{
    for (const Choice& choice : question.choices)
        if (choice.isRight(facts))
            return choice.text;
    return {};
}

LocalText feedbackOf(const Library& library, const Choice& choice)
{
    if (!choice.feedback.empty())
        return choice.feedback;
    const Mistake* mistake = library.mistake(choice.mistake);
    return mistake != nullptr ? mistake->why : LocalText{};
}

GradeLine gradeDecision(const Library& library, const Question& question, const std::set<std::string>& facts,
                        const std::vector<std::string>& made)
{
    GradeLine line{"decision:" + question.node, question.ask, 0, 0, {}, {}};
    const Choice* choice = made.empty() ? nullptr : choiceOf(question, made.front());
    line.answered = choice != nullptr;
    if (choice == nullptr) {
        line.feedback = library.word("not_answered");
        line.feedback.en += " " + rightChoice(question, facts).in("en");
        line.feedback.zh += rightChoice(question, facts).in("zh");
    } else if (choice->isRight(facts)) {
        line.points = 1;
        line.feedback = library.word("right");
    } else {
        line.mistake = choice->mistake;
        line.feedback = feedbackOf(library, *choice);
    }
    return line;
}

constexpr double kRoute = 2;

/// Two points over all nodes, rounded down to a quarter.
double routePoints(double right, double asked)
{
    constexpr double kQuarters = 4;
    return std::floor(kRoute * kQuarters * right / asked) / kQuarters;
}

/// What each wrong first choice took away, in the order made; rounding makes some dearer than others, the sum is exact.
void priceTurns(std::vector<WrongTurn>& turns, double asked)
{
    double right = asked;
    for (WrongTurn& turn : turns) {
        if (!turn.first)
            continue;
        turn.cost = routePoints(right, asked) - routePoints(right - 1, asked);
        --right;
    }
}

void addTurns(const Question& question, const std::set<std::string>& facts, const std::vector<std::string>& made,
              std::vector<WrongTurn>& turns)
{
    for (std::size_t i = 0; i < made.size(); ++i)
        if (const Choice* choice = choiceOf(question, made[i]); choice != nullptr && !choice->isRight(facts))
            turns.push_back({question.node, choice->text, choice->mistake, i == 0, 0});
}

GradePart gradeRoute(const Library& library, const Case& opened, const Answers& answers, std::vector<std::string>& kept,
                     std::vector<WrongTurn>& turns)
{
    const auto facts = factsOf(opened);
    std::vector<GradeLine> lines;
    for (const Question& question : opened.questions) {
        const auto found = answers.decisions.find(question.node);
        const std::vector<std::string> made =
            found == answers.decisions.end() ? std::vector<std::string>{} : found->second;
        lines.push_back(gradeDecision(library, question, facts, made));
        addTurns(question, facts, made, turns);
        const Choice* last = made.empty() ? nullptr : choiceOf(question, made.back());
        if (last != nullptr && !last->isRight(facts))
            kept.push_back(last->mistake);
    }
    const auto right = static_cast<double>(std::ranges::count(lines, 1.0, &GradeLine::points));
    const auto asked = static_cast<double>(std::max<std::size_t>(1, lines.size()));
    for (GradeLine& line : lines) {
        line.of = kRoute / asked;
        line.points *= line.of;
    }
    GradePart part = sumUp(library.word("part_route"), std::move(lines), kRoute);
    part.points = routePoints(right, asked);
    priceTurns(turns, asked);
    return part;
}

/// Conclusions that fail however good the way to them was.
void keepFatal(const Case& opened, const Conclusion& said, std::vector<std::string>& kept)
{
    if (!said.given || said.outcome == opened.truth().outcomeNode)
        return;
    const std::string mistake = mistakeOfOutcome(opened.truth(), said.outcome);
    if (mistake == "averaged-tail" || mistake == "mixed-measurement")
        kept.push_back(mistake);
}

}  // namespace

Grade gradeCase(const Library& library, const Case& opened, const Answers& answers)
{
    Grade grade{answers.id, answers.student, {}, {}, {}, {}, 0};
    std::vector<std::string> kept;
    const Conclusion& said = answers.conclusion;
    grade.parts.push_back(sumUp(library.word("part_first"),
                                {gradeStage(library, opened, said), gradeScope(library, opened, said),
                                 gradeOpen(library, whyOf(library, opened.spec), answers.why, "why")},
                                4));
    grade.parts.push_back(gradeRoute(library, opened, answers, kept, grade.turns));
    grade.parts.push_back(
        sumUp(library.word("part_cause"), {gradeLayer(library, opened, said), gradeOutcome(library, opened, said)}, 2));
    grade.parts.push_back(
        sumUp(library.word("part_next"), {gradeOpen(library, nextOf(library, opened.spec), answers.next, "next")}, 2));
    keepFatal(opened, said, kept);
    finish(grade, library, answers.vetoes, kept);
    return grade;
}

}  // namespace headwater::workshop
