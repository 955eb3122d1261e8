// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include "core/workshop/Grade.h"

/// Sheets of answers to what the program brings along, and what their scores say.
namespace headwater::test {

inline const workshop::Library& shelf()
{
    static const workshop::Library all = workshop::library();
    return all;
}

inline workshop::OpenAnswer everything(const workshop::OpenQuestion& question)
{
    workshop::OpenAnswer answer{"because", {}};
    for (const workshop::RubricPoint& point : question.points)
        answer.ticked.push_back(point.id);
    return answer;
}

/// The sheet of somebody who knows it all.
inline workshop::Answers perfectExercise(std::uint64_t seed)
{
    workshop::Answers answers;
    answers.id = shelf().exerciseId;
    answers.seed = seed;
    for (const workshop::VectorTask& task : workshop::vectorTasks(seed))
        answers.vectors[task.id] = workshop::solve(task);
    answers.questions["explain"] = everything(shelf().explain);
    for (const workshop::OpenQuestion& question : shelf().courseQuestions)
        answers.questions[question.id] = everything(question);
    return answers;
}

inline const workshop::GradeLine& lineOf(const workshop::Grade& grade, const std::string& id)
{
    for (const workshop::GradePart& part : grade.parts)
        for (const workshop::GradeLine& line : part.lines)
            if (line.id == id)
                return line;
    qFatal("no line %s", id.c_str());
}

}  // namespace headwater::test
