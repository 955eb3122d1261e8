// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/Handout.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "core/report/Escape.h"
#include "core/workshop/HandoutSheet.h"
#include "core/workshop/TruthWords.h"

namespace headwater::workshop {

namespace {

constexpr int kShort = 3;  // lines of room

void addStages(HandoutSheet& sheet, const std::string& right)
{
    std::vector<std::pair<std::string, bool>> stages;
    for (const std::string& name : stageNames())
        stages.emplace_back(name, sheet.tells() && name == right);
    stages.emplace_back(sheet.word("none_regressed"), sheet.tells() && right.empty());
    sheet.boxes(stages);
}

void addPrediction(HandoutSheet& sheet)
{
    if (sheet.tells())
        return;  // nobody's prediction is right or wrong before the search
    sheet.heading("prediction");
    sheet.ask(sheet.word("predict_ask"));
    addStages(sheet, {});
    sheet.room(kShort, sheet.word("because"));
}

void addQuestions(HandoutSheet& sheet, const Case& opened)
{
    const auto facts = factsOf(opened);
    sheet.heading("asked");
    for (const Question& question : opened.questions) {
        sheet.piece();
        sheet.ask(sheet.word("node_" + question.node) + ": " + sheet.in(question.ask));
        for (const Choice& choice : question.choices) {
            const bool right = sheet.tells() && choice.isRight(facts);
            sheet.add(fmt::format("<p class=\"choice{}\">{} {}</p>", right ? " right" : "", HandoutSheet::box(right),
                                  sheet.in(choice.text)));
        }
        if (!sheet.tells())
            sheet.room(kShort, sheet.word("seen"));
    }
}

/// Ticked where the answers are told; names that no choice offers stand as they are.
void addNamed(HandoutSheet& sheet, const std::vector<std::string>& names, const std::string& right,
              const std::function<LocalText(const std::string&)>& inWords)
{
    std::vector<std::pair<std::string, bool>> row;
    for (const std::string& name : names)
        row.emplace_back(sheet.in(inWords(name)), sheet.tells() && name == right);
    sheet.boxes(row);
}

void addConclusion(HandoutSheet& sheet, const Library& library, const Case& opened)
{
    const Truth& truth = opened.truth();
    sheet.heading(sheet.tells() ? "truth" : "conclusion");
    sheet.ask(sheet.word("stage_line"));
    addStages(sheet, truth.firstRegressedStage);
    sheet.piece();
    sheet.ask(sheet.word("scope_line"));
    if (sheet.tells())
        sheet.add("<p class=\"right\">" + sheet.in(scopeInWords(library, opened)) + "</p>");
    else
        sheet.room(1);
    sheet.piece();
    sheet.ask(sheet.word("layer_line"));
    addNamed(sheet, {"correctness", "resources", "timeline", "stragglers"}, truth.layer,
             [&library](const std::string& name) { return layerInWords(library, name); });
    sheet.piece();
    sheet.ask(sheet.word("outcome_line"));
    addNamed(sheet, outcomeNames(), truth.outcomeNode,
             [&library](const std::string& name) { return outcomeInWords(library, name); });
    if (!sheet.tells())
        return;
    sheet.piece();
    sheet.add("<p>" + sheet.in(explanationOf(opened)) + "</p>");
}

void addVector(HandoutSheet& sheet, const Library& library, const VectorTask& task)
{
    const auto row = [](const std::string& head, const std::vector<Ns>& times) {
        std::string cells = "<tr><td>" + head + "</td>";
        for (const Ns time : times)
            cells += "<td align=\"right\">" + milliseconds(time) + "</td>";
        return cells + "</tr>";
    };
    std::string indices = "<tr><td><b>" + escapeMarkup(task.id) + "</b></td>";
    for (std::size_t i = 0; i < std::max(task.baseline.size(), task.current.size()); ++i)
        indices += fmt::format("<td align=\"right\"><b>{}</b></td>", i);
    sheet.piece();
    sheet.add("<table class=\"room\" border=\"1\" cellspacing=\"0\" cellpadding=\"4\">" + indices + "</tr>" +
              row(sheet.word("baseline") + ", ms", task.baseline) + row(sheet.word("current") + ", ms", task.current) +
              "</table>");
    if (!sheet.tells())
        return sheet.add("<p>" + sheet.word("vector_answer") + "</p>");
    const VectorAnswer right = solve(task);
    const LocalText said =
        right.kind == VectorAnswer::Kind::Index
            ? filled(library.word("is_index"), {std::to_string(right.index), milliseconds(right.increase)})
            : library.word(right.kind == VectorAnswer::Kind::None ? "is_none" : "is_error");
    sheet.add("<p class=\"right\">" + sheet.in(said) + "</p>");
}

}  // namespace

Handout handoutOf(const Library& library, const Case& opened, const PrintOptions& options)
{
    const CaseSpec& spec = opened.spec;
    HandoutSheet sheet(library, options, spec.title);
    sheet.heading("alert");
    sheet.add("<p>" + sheet.in(spec.alert) + "</p>");
    addPrediction(sheet);
    addQuestions(sheet, opened);
    addConclusion(sheet, library, opened);
    sheet.heading("in_words");
    sheet.open(whyOf(library, spec));
    sheet.open(nextOf(library, spec));
    sheet.scoring({{sheet.word("part_first"), 4},
                   {sheet.word("part_route"), 2},
                   {sheet.word("part_cause"), 2},
                   {sheet.word("part_next"), 2}});
    return sheet.finish();
}

Handout exerciseHandout(const Library& library, const PrintOptions& options)
{
    HandoutSheet sheet(library, options, library.exerciseTitle);
    sheet.add("<p>" + sheet.in(filled(library.word("numbers_of"), {std::to_string(options.seed)})) + "</p>");
    sheet.add("<p>" + sheet.in(library.exerciseIntro) + "</p>");
    for (const VectorTask& task : vectorTasks(options.seed))
        addVector(sheet, library, task);
    sheet.heading("in_words");
    sheet.open(library.explain);
    for (const OpenQuestion& question : library.courseQuestions)
        sheet.open(question);
    std::vector<std::pair<std::string, int>> parts{{sheet.word("part_first"), 4}};
    for (std::size_t i = 1; i <= library.courseQuestions.size(); ++i)
        parts.emplace_back(sheet.in(filled(library.word("question_number"), {std::to_string(i)})), 2);
    sheet.scoring(parts);
    return sheet.finish();
}

std::string handoutHtml(const Handout& handout)
{
    std::string text =
        fmt::format("<!DOCTYPE html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{}</title><style>{}"
                    "body{{max-width:46em;margin:2em auto}}.piece{{break-inside:avoid}}</style></head><body>\n",
                    handout.language, escapeMarkup(handout.title), handout.style);
    for (const std::string& piece : handout.pieces)
        text += "<div class=\"piece\">\n" + piece + "</div>\n";
    return text + "</body></html>\n";
}

}  // namespace headwater::workshop
