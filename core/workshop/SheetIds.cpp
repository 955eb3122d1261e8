// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/SheetIds.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace headwater::workshop {

namespace {

using Ids = std::vector<std::string>;

template <class List>
Ids idsOf(const List& list)
{
    Ids ids;
    for (const auto& one : list)
        ids.push_back(one.id);
    return ids;
}

Status known(const Ids& said, const Ids& accepted, const std::string& where)
{
    for (const std::string& id : said)
        if (std::ranges::find(accepted, id) == accepted.end())
            return fail(ErrorCode::Malformed, fmt::format("\"{}\" is not known there", id), {}, where,
                        fmt::format("choose of {}", fmt::join(accepted, ", ")));
    return {};
}

template <class Map>
Ids keysOf(const Map& map)
{
    Ids keys;
    for (const auto& [key, ignored] : map)
        keys.push_back(key);
    return keys;
}

/// The first of them that failed.
Status firstOf(std::initializer_list<Status> all)
{
    for (const Status& status : all)
        if (!status)
            return status;
    return {};
}

}  // namespace

Status checkCaseIds(const Library& library, const Case& opened, const Answers& answers)
{
    Ids nodes;
    for (const Question& question : opened.questions)
        nodes.push_back(question.node);
    const Status outer = firstOf({known(answers.vetoes, idsOf(library.vetoes), "vetoes"),
                                  known(answers.why.ticked, idsOf(whyOf(library, opened.spec).points), "why.ticked"),
                                  known(answers.next.ticked, idsOf(nextOf(library, opened.spec).points), "next.ticked"),
                                  known(keysOf(answers.decisions), nodes, "decisions")});
    if (!outer)
        return outer;
    for (const Question& question : opened.questions) {
        const auto made = answers.decisions.find(question.node);
        if (made == answers.decisions.end())
            continue;
        if (auto status = known(made->second, idsOf(question.choices), "decisions." + question.node); !status)
            return status;
    }
    return {};
}

Status checkExerciseIds(const Library& library, const Answers& answers)
{
    std::vector<OpenQuestion> questions = library.courseQuestions;
    questions.push_back(library.explain);
    questions.back().id = "explain";
    const Status outer = firstOf({known(answers.vetoes, idsOf(library.vetoes), "vetoes"),
                                  known(keysOf(answers.questions), idsOf(questions), "questions"),
                                  known(keysOf(answers.vectors), idsOf(vectorTasks(answers.seed)), "vectors")});
    if (!outer)
        return outer;
    for (const OpenQuestion& question : questions) {
        const auto said = answers.questions.find(question.id);
        if (said == answers.questions.end())
            continue;
        if (auto status = known(said->second.ticked, idsOf(question.points), "questions." + question.id + ".ticked");
            !status)
            return status;
    }
    return {};
}

}  // namespace headwater::workshop
