// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/report/Escape.h"
#include "core/report/TextTable.h"
#include "core/workshop/Print.h"
#include "core/workshop/TruthWords.h"

namespace headwater::workshop {

namespace {

/// Adds lines in one language.
class Page {
public:
    Page(const Library& library, const PrintOptions& options) : m_library(library), m_options(options) {}

    [[nodiscard]] std::string in(const LocalText& text) const { return escapeTerminal(text.in(m_options.language)); }
    [[nodiscard]] std::string word(std::string_view key, const std::vector<std::string>& arguments = {}) const
    {
        return in(filled(m_library.word(key), arguments));
    }
    void line(const std::string& text = {}) { m_text += text + "\n"; }
    void heading(std::string_view key)
    {
        line();
        line(word(key));
    }
    [[nodiscard]] std::string take() { return std::move(m_text); }

private:
    const Library& m_library;
    const PrintOptions& m_options;
    std::string m_text;
};

std::string points(double value)
{
    return fmt::format("{:g}", value);
}

void addOpen(Page& page, const OpenQuestion& question, const std::string& id, bool reveal)
{
    page.line(fmt::format("  {}  {}", id, page.in(question.ask)));
    if (!reveal)
        return;
    for (const RubricPoint& point : question.points)
        page.line(fmt::format("      {} [{}] {}", points(point.points), point.id, page.in(point.text)));
}

void addVetoes(Page& page, const Library& library)
{
    page.heading("vetoes");
    for (const Veto& veto : library.vetoes)
        page.line(fmt::format("  {}  {}: {}", veto.id, page.in(veto.name), page.in(veto.looksLike)));
}

void addQuestions(Page& page, const Case& opened, bool reveal)
{
    const auto facts = factsOf(opened);
    page.heading("asked");
    for (const Question& question : opened.questions) {
        page.line(fmt::format("  {}  {}", question.node, page.in(question.ask)));
        for (const Choice& choice : question.choices)
            page.line(fmt::format("    {} {}  {}", reveal && choice.isRight(facts) ? "*" : "-", choice.id,
                                  page.in(choice.text)));
    }
}

void addTruth(Page& page, const Library& library, const Case& opened)
{
    const Truth& truth = opened.truth();
    page.heading("truth");
    const auto row = [&page](const LocalText& name, const LocalText& value) {
        page.line(fmt::format("  {}  {}", page.in(name), page.in(value)));
    };
    const std::string& stage = truth.firstRegressedStage;
    row(library.word("stage_line"), stage.empty() ? library.word("none_regressed") : LocalText{stage, stage});
    row(library.word("scope_line"), scopeInWords(library, opened));
    row(library.word("layer_line"), layerInWords(library, truth.layer));
    row(library.word("outcome_line"), outcomeInWords(library, truth.outcomeNode));
    page.line("  " + page.in(explanationOf(opened)));
}

}  // namespace

std::string listText(const Library& library, const PrintOptions& options)
{
    Page page(library, options);
    page.line(page.word("list_head"));
    for (int level = 1; level <= 3; ++level) {
        page.line();
        page.line(page.word("level", {std::to_string(level)}));
        for (const CaseSpec& spec : library.cases)
            if (spec.level == level)
                page.line(fmt::format("  {:<26}{}", spec.id, page.in(spec.title)));
    }
    page.heading("exercise");
    page.line(fmt::format("  {:<26}{}", library.exerciseId, page.in(library.exerciseTitle)));
    page.heading("ideas");
    for (const Concept& idea : library.concepts)
        page.line(fmt::format("  {:<26}{}", idea.id, page.in(idea.title)));
    return page.take();
}

std::string caseText(const Library& library, const Case& opened, const PrintOptions& options)
{
    Page page(library, options);
    const CaseSpec& spec = opened.spec;
    page.line(
        fmt::format("{} · {} ({})", page.word("level", {std::to_string(spec.level)}), page.in(spec.title), spec.id));
    page.heading("alert");
    page.line("  " + page.in(spec.alert));
    const auto shown = std::min(spec.hints.size(), static_cast<std::size_t>(std::max(0, options.hints)));
    if (shown > 0)
        page.heading("hints");
    for (std::size_t i = 0; i < shown; ++i)
        page.line(fmt::format("  {}. {}", i + 1, page.in(spec.hints[i])));
    addQuestions(page, opened, options.reveal);
    page.heading("in_words");
    addOpen(page, whyOf(library, spec), "why", options.reveal);
    addOpen(page, nextOf(library, spec), "next", options.reveal);
    page.line();
    page.line(page.word("stages", {fmt::format("{}", fmt::join(stageNames(), ", "))}));
    std::vector<std::string> ends;
    for (const std::string& name : outcomeNames())
        ends.push_back(outcomeInWords(library, name).in(options.language));
    page.line(page.word("outcomes", {fmt::format("{}", fmt::join(ends, ", "))}));
    page.line(page.word("scoring"));
    addVetoes(page, library);
    if (options.reveal)
        addTruth(page, library, opened);
    page.line();
    page.line(page.word("how_case", {options.asked.empty() ? spec.id : options.asked}));
    return page.take();
}

std::string exerciseText(const Library& library, const PrintOptions& options)
{
    Page page(library, options);
    page.line(page.in(library.exerciseTitle));
    page.line();
    page.line(page.in(library.exerciseIntro));
    const auto list = [](const std::vector<Ns>& values) {
        std::string text;
        for (const Ns value : values)
            text += (text.empty() ? "" : ", ") + milliseconds(value);
        return text;
    };
    for (const VectorTask& task : vectorTasks(options.seed)) {
        page.line();
        page.line(fmt::format("  {}  {}  {}", task.id, page.word("baseline"), list(task.baseline)));
        page.line(
            fmt::format("  {}  {}  {}", std::string(task.id.size(), ' '), page.word("current"), list(task.current)));
        if (!options.reveal)
            continue;
        const VectorAnswer right = solve(task);
        if (right.kind == VectorAnswer::Kind::Index)
            page.line("      " + page.word("is_index", {std::to_string(right.index), milliseconds(right.increase)}));
        else
            page.line("      " + page.word(right.kind == VectorAnswer::Kind::None ? "is_none" : "is_error"));
    }
    page.heading("in_words");
    addOpen(page, library.explain, "explain", options.reveal);
    for (const OpenQuestion& question : library.courseQuestions)
        addOpen(page, question, question.id, options.reveal);
    page.line();
    page.line(page.word("scoring"));
    addVetoes(page, library);
    page.line();
    page.line(page.word("how_exercise", {library.exerciseId}));
    return page.take();
}

std::string conceptText(const Library& library, const Concept& idea, const PrintOptions& options)
{
    Page page(library, options);
    page.line(page.in(idea.title));
    for (const LocalText& paragraph : idea.body) {
        page.line();
        page.line(page.in(paragraph));
    }
    const ConceptFigure figure = figureOf(idea, {});
    page.heading("reading");
    for (const ConceptHandle& handle : handlesOf(idea.id))
        page.line(fmt::format("  {}: {:g} {}", page.in(idea.word(handle.id)), handle.value, handle.unit));
    for (const ConceptReading& reading : figure.readings)
        page.line(fmt::format("  {}: {}", page.in(reading.what), reading.value));
    page.line("  " + page.in(figure.conclusion));
    page.line();
    page.line(page.word("how_idea", {idea.id}));
    return page.take();
}

namespace {

void addTurns(Page& page, const Library& library, const Grade& grade)
{
    if (grade.turns.empty())
        return;
    page.heading("turns");
    for (std::size_t i = 0; i < grade.turns.size(); ++i)
        page.line(fmt::format("  {}. {}", i + 1, page.in(turnInWords(library, grade.turns[i]))));
    page.line("  " + page.word("turns_rule"));
}

}  // namespace

std::string gradeText(const Library& library, const Grade& grade, const PrintOptions& options)
{
    Page page(library, options);
    const std::string& who = grade.student;
    page.line(fmt::format("{}{}: {} / {}, {}", escapeTerminal(grade.id), who.empty() ? "" : " · " + escapeTerminal(who),
                          points(grade.total), points(Grade::kOf),
                          page.word(grade.passed() ? "passed" : "not_passed")));
    for (const std::string& id : grade.vetoes)
        if (const Veto* veto = library.veto(id))
            page.line(page.word("vetoed_by", {veto->name.in(options.language)}) + ". " + page.in(veto->looksLike));
    bool full = true;
    for (const GradePart& part : grade.parts) {
        page.line();
        page.line(fmt::format("{} / {}  {}", points(part.points), points(part.of), page.in(part.title)));
        for (const GradeLine& line : part.lines) {
            full = full && line.isFull();
            page.line(fmt::format("  {} {}  {}", line.isFull() ? "+" : "-", page.in(line.what),
                                  options.reveal ? page.in(line.feedback) : page.word(line.state())));
        }
    }
    addTurns(page, library, grade);
    if (!grade.mistakes.empty())
        page.heading("mistakes");
    for (const std::string& id : grade.mistakes)
        if (const Mistake* mistake = library.mistake(id))
            page.line(fmt::format("  {}: {}", page.in(mistake->name), page.in(mistake->why)));
    if (!full && !options.reveal) {
        page.line();
        page.line(page.word("how_grade"));
    }
    return page.take();
}

}  // namespace headwater::workshop
