// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/FindingView.h"

#include <algorithm>
#include <cctype>

#include "widgets/models/StageBars.h"

namespace headwater {

namespace {

bool isWord(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Whether `name` stands in `text` as a word of its own.
bool names(std::string_view text, std::string_view name)
{
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at == 0 || !isWord(text[at - 1])) && (end == text.size() || !isWord(text[end])))
            return true;
    }
    return false;
}

/// What is the same in every language: names out of the runs, such as those of stages. A word that is translated is
/// none, though a stage may be called like it: "the loss is NaN" is not about the stage "loss".
void collectNames(const Text& text, std::vector<std::string>& names)
{
    for (const Text::Piece& piece : text.pieces()) {
        if (piece.verbatim)
            names.push_back(piece.key);
        for (const Text& argument : piece.arguments)
            collectNames(argument, names);
    }
}

/// The longest name of a stage in the statement, else in the evidence: "sparse forward" is not "forward".
std::string stageNamed(const Finding& finding, const Verdict& verdict)
{
    std::vector<Text> texts = {finding.statement};
    for (const Evidence& evidence : finding.evidence)
        texts.push_back(evidence.what);
    for (const Text& text : texts) {
        std::vector<std::string> said;
        collectNames(text, said);
        std::string longest;
        for (const StageVerdict& stage : verdict.stages)
            if (stage.stage.size() > longest.size() &&
                std::ranges::any_of(said, [&](const std::string& one) { return names(one, stage.stage); }))
                longest = stage.stage;
        if (!longest.empty())
            return longest;
    }
    return {};
}

}  // namespace

ViewRef viewOf(const Finding& finding, const Verdict& verdict, const ViewRef& now)
{
    ViewRef view;
    view.page = now.page;
    view.finding = finding.id;
    view.stage = stageNamed(finding, verdict);
    if (view.stage.empty())
        view.stage = now.stage;
    for (const Evidence& evidence : finding.evidence) {
        if (evidence.rank)
            view.ranks.push_back(*evidence.rank);
        if (!evidence.step)
            continue;
        const StepRange known = view.steps.value_or(StepRange{*evidence.step, *evidence.step});
        view.steps = StepRange{std::min(known.first, *evidence.step), std::max(known.last, *evidence.step)};
    }
    std::sort(view.ranks.begin(), view.ranks.end());
    view.ranks.erase(std::unique(view.ranks.begin(), view.ranks.end()), view.ranks.end());
    return view;
}

std::string firstOrSlowest(const Verdict& verdict)
{
    const int first = firstMark(verdict).position;
    const int position = first >= 0 ? first : positionOf(verdict, verdict.slowest.index);
    return position < 0 ? std::string() : verdict.stages[static_cast<std::size_t>(position)].stage;
}

}  // namespace headwater
