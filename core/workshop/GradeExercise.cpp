// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "core/workshop/GradeParts.h"

namespace headwater::workshop {

namespace {

constexpr double kPerNormal = 1;
constexpr double kPerBoundary = 0.25;

/// Half of the last digit given, of which there have to be two: 7.58 ms is right for 7.579 ms, and 7.574 ms is not.
bool isRounded(Ns said, Ns right)
{
    constexpr Ns kSecondDecimal = 10'000;
    constexpr Ns kThirdDecimal = 1'000;
    const Ns digit = said % kSecondDecimal == 0 ? kSecondDecimal : kThirdDecimal;
    return std::abs(said - right) <= digit / 2;
}

bool sameStage(const VectorAnswer& said, const VectorAnswer& right)
{
    return said.kind == right.kind && said.index == right.index;
}

bool agree(const VectorAnswer& said, const VectorAnswer& right)
{
    return sameStage(said, right) && isRounded(said.increase, right.increase);
}

/// One nanosecond more would be a regression.
bool isAtTheLimit(const VectorTask& task, std::size_t stage)
{
    if (stage >= std::min(task.baseline.size(), task.current.size()))
        return false;
    VectorTask one{task.id, task.trap, {task.baseline[stage]}, {task.current[stage]}};
    const bool within = solve(one).kind == VectorAnswer::Kind::None;
    one.current.front() += 1;
    return within && solve(one).kind == VectorAnswer::Kind::Index;
}

LocalText joined(LocalText first, const LocalText& second)
{
    first.en += " " + second.en;
    first.zh += second.zh;
    return first;
}

LocalText inWords(const Library& library, const VectorAnswer& answer)
{
    switch (answer.kind) {
    case VectorAnswer::Kind::Error: return library.word("is_error");
    case VectorAnswer::Kind::None: return library.word("is_none");
    case VectorAnswer::Kind::NotAnswered: return library.word("not_answered");
    case VectorAnswer::Kind::Index: break;
    }
    return filled(library.word("is_index"), {std::to_string(answer.index), milliseconds(answer.increase)});
}

/// Why somebody gave this answer.
std::string mistakeOf(const VectorAnswer& said, const VectorAnswer& right)
{
    using Kind = VectorAnswer::Kind;
    if (said.kind == Kind::NotAnswered || right.kind == Kind::Error || said.kind == Kind::Error)
        return {};
    if (said.kind == Kind::None)
        return "missed-regression";
    if (right.kind == Kind::None || said.index < right.index)
        return "saw-noise";
    return said.index > right.index ? "chased-slowest" : "";
}

GradeLine gradeVector(const Library& library, const VectorTask& task, const Answers& answers)
{
    const auto found = answers.vectors.find(task.id);
    const VectorAnswer said = found == answers.vectors.end() ? VectorAnswer{} : found->second;
    const VectorAnswer right = solve(task);
    GradeLine line{task.id,
                   filled(library.word(task.isBoundary() ? "vectors_boundary" : "vectors_normal"), {task.id}),
                   0,
                   task.isBoundary() ? kPerBoundary : kPerNormal,
                   inWords(library, right),
                   {}};
    line.answered = said.kind != VectorAnswer::Kind::NotAnswered;
    if (agree(said, right)) {
        line.points = line.of;
        line.feedback = library.word("right");
    } else {
        line.mistake = mistakeOf(said, right);
        if (said.kind == VectorAnswer::Kind::Index && sameStage(said, right))
            line.feedback = joined(library.word("index_alone"), line.feedback);
        else if (said.kind == VectorAnswer::Kind::Index && isAtTheLimit(task, said.index))
            line.feedback = joined(filled(library.word("at_the_limit"), {std::to_string(said.index)}), line.feedback);
    }
    return line;
}

}  // namespace

Grade gradeExercise(const Library& library, const Answers& answers)
{
    Grade grade{answers.id, answers.student, {}, {}, {}, {}, 0};
    const auto answerTo = [&answers](const std::string& id) {
        const auto found = answers.questions.find(id);
        return found == answers.questions.end() ? OpenAnswer{} : found->second;
    };
    std::vector<GradeLine> lines;
    for (const VectorTask& task : vectorTasks(answers.seed))
        lines.push_back(gradeVector(library, task, answers));
    lines.push_back(gradeOpen(library, library.explain, answerTo("explain"), "explain"));
    grade.parts.push_back(sumUp(library.word("part_first"), std::move(lines), 4));
    for (const OpenQuestion& question : library.courseQuestions)
        grade.parts.push_back(
            sumUp(question.ask, {gradeOpen(library, question, answerTo(question.id), question.id)}, 2));
    finish(grade, library, answers.vetoes, {});
    return grade;
}

}  // namespace headwater::workshop
