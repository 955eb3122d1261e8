// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/report/Json.h"
#include "core/workshop/Print.h"
#include "core/workshop/TruthWords.h"

namespace headwater::workshop {

namespace {

Json jsonOf(const LocalText& text)
{
    return {{"en", jsonOrNull(text.en)}, {"zh_CN", jsonOrNull(text.zh)}};
}

Json jsonOf(const std::vector<LocalText>& texts, std::size_t count)
{
    Json list = Json::array();
    for (std::size_t i = 0; i < std::min(count, texts.size()); ++i)
        list.push_back(jsonOf(texts[i]));
    return list;
}

Json openJson(const OpenQuestion& question, const std::string& id, bool reveal)
{
    Json out{{"id", id}, {"ask", jsonOf(question.ask)}, {"model_answer", nullptr}};
    if (!reveal)
        return out;
    out["model_answer"] = Json::array();
    for (const RubricPoint& point : question.points)
        out["model_answer"].push_back({{"id", point.id}, {"points", point.points}, {"text", jsonOf(point.text)}});
    return out;
}

Json questionsJson(const Case& opened, bool reveal)
{
    const auto facts = factsOf(opened);
    Json list = Json::array();
    for (const Question& question : opened.questions) {
        Json choices = Json::array();
        for (const Choice& choice : question.choices) {
            choices.push_back({{"id", choice.id}, {"text", jsonOf(choice.text)}});
            choices.back()["right"] = reveal ? Json(choice.isRight(facts)) : Json(nullptr);
        }
        list.push_back({{"node", question.node}, {"ask", jsonOf(question.ask)}, {"choices", choices}});
    }
    return list;
}

Json vetoesJson(const Library& library)
{
    Json list = Json::array();
    for (const Veto& veto : library.vetoes)
        list.push_back({{"id", veto.id}, {"name", jsonOf(veto.name)}, {"looks_like", jsonOf(veto.looksLike)}});
    return list;
}

Json truthJson(const Case& opened)
{
    const Truth& truth = opened.truth();
    return {{"first_regressed_stage", jsonOrNull(truth.firstRegressedStage)},
            {"scope", jsonOrNull(truth.scope)},
            {"kind", jsonOrNull(truth.kind)},
            {"ranks", truth.ranks},
            {"layer", jsonOrNull(truth.layer)},
            {"outcome_node", jsonOrNull(truth.outcomeNode)},
            {"spent", jsonOrNull(opened.spent)},
            {"cause", truth.cause},
            {"explanation", jsonOf(explanationOf(opened))}};
}

Json entry(const std::string& id, const char* kind, int level, const LocalText& title, const LocalText& alert)
{
    return {{"id", id},
            {"kind", kind},
            {"level", level > 0 ? Json(level) : Json(nullptr)},
            {"title", jsonOf(title)},
            {"alert", jsonOf(alert)}};
}

Json linesJson(const GradePart& part, bool reveal)
{
    Json lines = Json::array();
    for (const GradeLine& line : part.lines)
        lines.push_back({{"id", line.id},
                         {"what", jsonOf(line.what)},
                         {"points", line.points},
                         {"of", line.of},
                         {"state", line.state()},
                         {"feedback", reveal ? jsonOf(line.feedback) : Json(nullptr)},
                         {"mistake", jsonOrNull(line.mistake)}});
    return lines;
}

}  // namespace

const std::vector<std::string>& outcomeNames()
{
    static const std::vector<std::string> names{"correctness",    "confounded",     "resource-fault",
                                                "input-pipeline", "device-compute", "host-dispatch",
                                                "communication",  "straggler",      "no-regression"};
    return names;
}

Answers emptySheet(const Case& opened)
{
    Answers sheet;
    sheet.id = opened.spec.id;
    for (const Question& question : opened.questions)
        sheet.decisions[question.node] = {};
    return sheet;
}

Answers emptyExercise(const Library& library, std::uint64_t seed)
{
    Answers sheet;
    sheet.id = library.exerciseId;
    sheet.seed = seed;
    for (const VectorTask& task : vectorTasks(seed))
        sheet.vectors[task.id] = {};
    sheet.questions["explain"] = {};
    for (const OpenQuestion& question : library.courseQuestions)
        sheet.questions[question.id] = {};
    return sheet;
}

std::string listJson(const Library& library)
{
    Json out = jsonDocument("headwater.workshop-list/1");
    out["cases"] = Json::array();
    for (const CaseSpec& spec : library.cases)
        out["cases"].push_back(entry(spec.id, "case", spec.level, spec.title, spec.alert));
    out["cases"].push_back(entry(library.exerciseId, "exercise", 0, library.exerciseTitle, library.exerciseIntro));
    out["ideas"] = Json::array();
    for (const Concept& idea : library.concepts)
        out["ideas"].push_back({{"id", idea.id}, {"kind", "idea"}, {"title", jsonOf(idea.title)}});
    return jsonText(out);
}

std::string conceptJson(const Concept& idea)
{
    Json out = jsonDocument("headwater.workshop-show/1");
    out["id"] = idea.id;
    out["kind"] = "idea";
    out["title"] = jsonOf(idea.title);
    out["body"] = jsonOf(idea.body, idea.body.size());
    const ConceptFigure figure = figureOf(idea, {});
    out["numbers"] = Json::array();
    for (const ConceptHandle& handle : handlesOf(idea.id))
        out["numbers"].push_back({{"id", handle.id},
                                  {"name", jsonOf(idea.word(handle.id))},
                                  {"value", handle.value},
                                  {"unit", jsonOrNull(handle.unit)}});
    out["readings"] = Json::array();
    for (const ConceptReading& reading : figure.readings)
        out["readings"].push_back({{"what", jsonOf(reading.what)}, {"value", reading.value}});
    out["conclusion"] = jsonOf(figure.conclusion);
    return jsonText(out);
}

std::string caseJson(const Library& library, const Case& opened, const PrintOptions& options)
{
    const CaseSpec& spec = opened.spec;
    Json out = jsonDocument("headwater.workshop-show/1");
    out.update(entry(spec.id, "case", spec.level, spec.title, spec.alert));
    out["ranks"] = opened.experiment.baseline.ranks;
    out["steps"] = opened.experiment.baseline.steps;
    out["stages"] = stageNames();
    out["outcomes"] = outcomeNames();
    out["hints"] = jsonOf(spec.hints, static_cast<std::size_t>(std::max(0, options.hints)));
    out["questions"] = questionsJson(opened, options.reveal);
    out["open_questions"] = {openJson(whyOf(library, spec), "why", options.reveal),
                             openJson(nextOf(library, spec), "next", options.reveal)};
    out["vetoes"] = vetoesJson(library);
    out["scoring"] = {{"of", Grade::kOf}, {"pass_at", Grade::kPassAt}};
    out["truth"] = options.reveal ? truthJson(opened) : Json(nullptr);
    return jsonText(out);
}

std::string exerciseJson(const Library& library, const PrintOptions& options)
{
    Json out = jsonDocument("headwater.workshop-show/1");
    out.update(entry(library.exerciseId, "exercise", 0, library.exerciseTitle, library.exerciseIntro));
    out["seed"] = options.seed;
    out["vectors"] = Json::array();
    for (const VectorTask& task : vectorTasks(options.seed)) {
        Json vector{{"id", task.id}, {"baseline_ns", task.baseline}, {"current_ns", task.current}, {"answer", nullptr}};
        const VectorAnswer right = solve(task);
        if (options.reveal && right.kind == VectorAnswer::Kind::Index)
            vector["answer"] = {{"index", right.index}, {"increase_ns", right.increase}};
        else if (options.reveal)
            vector["answer"] = right.kind == VectorAnswer::Kind::None ? "none" : "error";
        out["vectors"].push_back(std::move(vector));
    }
    out["open_questions"] = Json::array({openJson(library.explain, "explain", options.reveal)});
    for (const OpenQuestion& question : library.courseQuestions)
        out["open_questions"].push_back(openJson(question, question.id, options.reveal));
    out["vetoes"] = vetoesJson(library);
    out["scoring"] = {{"of", Grade::kOf}, {"pass_at", Grade::kPassAt}};
    return jsonText(out);
}

std::string gradeJson(const Library& library, const Grade& grade, const PrintOptions& options)
{
    Json out = jsonDocument("headwater.workshop-grade/1");
    out["id"] = grade.id;
    out["student"] = jsonOrNull(grade.student);
    out["total"] = grade.total;
    out["of"] = Grade::kOf;
    out["pass_at"] = Grade::kPassAt;
    out["passed"] = grade.passed();
    out["vetoes"] = grade.vetoes;
    out["parts"] = Json::array();
    for (const GradePart& part : grade.parts)
        out["parts"].push_back({{"title", jsonOf(part.title)},
                                {"points", part.points},
                                {"of", part.of},
                                {"lines", linesJson(part, options.reveal)}});
    out["wrong_turns"] = Json::array();
    for (const WrongTurn& turn : grade.turns)
        out["wrong_turns"].push_back({{"node", turn.node},
                                      {"choice", jsonOf(turn.choice)},
                                      {"mistake", jsonOrNull(turn.mistake)},
                                      {"first", turn.first},
                                      {"cost", turn.cost}});
    out["mistakes"] = Json::array();
    for (const std::string& id : grade.mistakes)
        if (const Mistake* mistake = library.mistake(id))
            out["mistakes"].push_back({{"id", id}, {"name", jsonOf(mistake->name)}, {"why", jsonOf(mistake->why)}});
    return jsonText(out);
}

}  // namespace headwater::workshop
