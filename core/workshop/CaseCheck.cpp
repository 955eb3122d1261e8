// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/CaseCheck.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/report/Escape.h"

namespace headwater::workshop {

namespace {

Text joined(const std::vector<std::string>& names)
{
    return fmt::format("{}", fmt::join(names, ", "));
}

/// A value as remarks name it.
Text orNothing(const std::string& value)
{
    return value.empty() ? say("nothing") : Text(value);
}

template <class List>
std::vector<std::string> idsOf(const List& list)
{
    std::vector<std::string> ids;
    for (const auto& one : list)
        ids.push_back(one.id);
    return ids;
}

template <class List>
void checkTwice(const List& list, const std::string& where, Remarks& remarks)
{
    for (std::size_t i = 0; i < list.size(); ++i)
        if (std::find(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(i), list[i]) !=
            list.begin() + static_cast<std::ptrdiff_t>(i))
            remarks.push_back({true, fmt::format("{}[{}]", where, i), say("is there twice: {}", list[i])});
}

/// Sheets, files and the list of the window tell cases by their names.
void checkName(const Library& library, const CaseSpec& spec, Remarks& remarks)
{
    std::vector<std::string> taken = idsOf(library.cases);
    const std::vector<std::string> ideas = idsOf(library.concepts);
    taken.insert(taken.end(), ideas.begin(), ideas.end());
    taken.push_back(library.exerciseId);
    if (std::ranges::find(taken, spec.id) != taken.end())
        remarks.push_back({true, "id", say("\"{}\" is a name that the program uses already; choose another", spec.id)});
}

void checkMistake(const Library& library, const std::string& id, const std::string& where, Remarks& remarks)
{
    if (!id.empty() && library.mistake(id) == nullptr)
        remarks.push_back({true, where + ".mistake",
                           say("\"{}\" is no wrong turn; choose of {}", id, joined(idsOf(library.mistakes)))});
}

/// "No fault" is no fault beside others.
void checkNoChange(const std::vector<std::string>& faults, Remarks& remarks)
{
    const auto none = std::ranges::find(faults, "no-change");
    if (none != faults.end() && faults.size() > 1)
        remarks.push_back({true, fmt::format("faults[{}]", none - faults.begin()),
                           say("is no-change beside a fault; keep one of them")});
}

void checkAsked(const Library& library, const CaseSpec& spec, Remarks& remarks)
{
    std::vector<std::string> nodes;
    for (std::size_t i = 0; i < spec.ask.size(); ++i) {
        const Question& question = spec.ask[i];
        if (std::ranges::find(nodes, question.node) != nodes.end())
            remarks.push_back({true, fmt::format("ask[{}].node", i), say("is asked twice: {}", question.node)});
        nodes.push_back(question.node);
        for (std::size_t j = 0; j < question.choices.size(); ++j) {
            const Choice& choice = question.choices[j];
            const std::string where = fmt::format("ask[{}].choices[{}]", i, j);
            checkMistake(library, choice.mistake, where, remarks);
            for (std::size_t k = 0; k < choice.replies.size(); ++k)
                checkMistake(library, choice.replies[k].mistake, fmt::format("{}.replies[{}]", where, k), remarks);
            if (choice.rightFor.empty() && choice.mistake.empty() && choice.feedback.empty())
                remarks.push_back(
                    {false, where, say("is wrong and does not say why: give it \"mistake\" or \"feedback\"")});
        }
    }
}

/// The answer against what the simulator says of the faults alone.
void checkAnswer(const CaseSpec& spec, const Truth& truth, Remarks& remarks)
{
    const CaseSpec::Said& said = spec.answer;
    const auto compare = [&](const char* key, const std::optional<std::string>& declared, const std::string& is) {
        if (declared && *declared != is)
            remarks.push_back({true, std::string("answer.") + key,
                               say("is {}, but {} makes it {}; leave it out, or change the faults",
                                   orNothing(*declared), joined(spec.faults), orNothing(is))});
    };
    compare("first_regressed_stage", said.stage, truth.firstRegressedStage);
    compare("scope", said.scope, truth.scope);
    compare("kind", said.kind, truth.kind);
    compare("layer", said.layer, truth.layer);
    compare("outcome_node", said.outcomeNode, truth.outcomeNode);
    compare("spent", said.spent, spentOn(truth));
    if (said.ranks && *said.ranks != truth.ranks)
        remarks.push_back({true, "answer.ranks",
                           say("is {}, but {} makes it {}; leave it out, or change the faults",
                               orNothing(fmt::format("{}", fmt::join(*said.ranks, ", "))), joined(spec.faults),
                               orNothing(fmt::format("{}", fmt::join(truth.ranks, ", "))))});
}

/// What an author who changes numbers says has to make sense in itself.
void checkSense(const Case& opened, Remarks& remarks)
{
    const Truth& truth = opened.truth();
    const int ranks = opened.experiment.current.ranks;
    for (const int rank : truth.ranks)
        if (rank >= ranks)
            remarks.push_back({true, "answer.ranks", say("names rank {}, but the job has {} ranks", rank, ranks)});
    if (!truth.ranks.empty() && truth.scope == "systemic")
        remarks.push_back({true, "answer.scope", say("is systemic, which is all ranks, and yet ranks are named")});
    if (truth.firstRegressedStage.empty() && !truth.scope.empty())
        remarks.push_back({true, "answer.scope", say("says which ranks, but no stage is said to have regressed")});
    if (!truth.firstRegressedStage.empty() && truth.outcomeNode == "no-regression")
        remarks.push_back({true, "answer.outcome_node",
                           say("is no-regression, but {} is said to have regressed", truth.firstRegressedStage)});
}

/// Whoever plays the case goes on only by a right choice.
void checkAnswerable(const CaseSpec& spec, const Case& opened, Remarks& remarks)
{
    const auto facts = factsOf(opened);
    for (const Question& question : opened.questions) {
        if (std::ranges::any_of(question.choices, [&facts](const Choice& choice) { return choice.isRight(facts); }))
            continue;
        const auto own = std::ranges::find(spec.ask, question.node, &Question::node);
        const std::string where = own == spec.ask.end() ? "answer" : fmt::format("ask[{}]", own - spec.ask.begin());
        remarks.push_back({true, where, say("leaves no choice right at the node {}", question.node)});
    }
}

bool hasContradictions(const Remarks& remarks, std::size_t from)
{
    return std::any_of(remarks.begin() + static_cast<std::ptrdiff_t>(from), remarks.end(),
                       [](const Remark& remark) { return remark.error; });
}

}  // namespace

void checkCase(const Library& library, const CaseSpec& spec, Remarks& remarks)
{
    // What names say can be looked at beside other errors, so that an author sees everything at once.
    const bool broken = hasErrors(remarks);
    checkName(library, spec, remarks);
    checkNoChange(spec.faults, remarks);
    checkTwice(spec.faults, "faults", remarks);
    checkTwice(spec.answer.symptoms.value_or(std::vector<std::string>{}), "answer.symptoms", remarks);
    checkTwice(spec.answer.ranks.value_or(std::vector<int>{}), "answer.ranks", remarks);
    checkAsked(library, spec, remarks);
    if (broken)
        return;
    const std::size_t before = remarks.size();
    if (spec.changes.empty())
        if (const auto plain = makeExperiment(spec.faults, spec.sizes))
            checkAnswer(spec, plain->truth, remarks);
    const auto opened = openCase(spec, library.questions);
    if (!opened)
        return;  // readCase() has said so
    if (!hasContradictions(remarks, before))
        checkSense(*opened, remarks);
    if (!hasContradictions(remarks, before))
        checkAnswerable(spec, *opened, remarks);
}

Result<Remarks> checkCaseFile(const std::filesystem::path& path, const Library& library)
{
    const auto document = openCaseDocument(path);
    if (!document)
        return tl::unexpected(document.error());
    Remarks remarks;
    checkCase(library, readCase(*document, remarks), remarks);
    return remarks;
}

std::string remarksText(const std::string& file, const Remarks& remarks, const Language& language)
{
    std::string text;
    for (const Remark& remark : remarks) {
        const Text what = remark.error ? remark.what : say("(a hint, no error) {}", remark.what);
        const std::string line =
            fmt::format("{}: {}{}{}", file, remark.where, remark.where.empty() ? "" : " ", language.of(what));
        text += escapeTerminal(onOneLine(line)) + "\n";
    }
    if (!hasErrors(remarks))
        text += fmt::format("{}: {}\n", onOneLine(file),
                            language.of(say("a case that can be used: the analysis of its runs agrees with its "
                                            "answer")));
    return text;
}

}  // namespace headwater::workshop
