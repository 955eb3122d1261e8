// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/Telling.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/report/AtomicFile.h"

namespace headwater::workshop {

namespace fs = std::filesystem;

namespace {

constexpr const char* kSchema = "headwater.workshop-revealed/1";

fs::path absolute(const char* variable)
{
    const char* value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): nobody sets it
    fs::path path = value != nullptr ? fs::path(value) : fs::path();
    return path.is_absolute() ? path : fs::path();
}

std::vector<std::string> marksIn(const fs::path& file)
{
    const auto text = readSmallFile(file);
    const auto document = text ? parseJson(*text, file.string()) : tl::unexpected(text.error());
    std::vector<std::string> marks;
    if (!document || !document->is_object() || !document->contains("revealed") || !(*document)["revealed"].is_array())
        return marks;
    for (const nlohmann::json& mark : (*document)["revealed"])
        if (mark.is_string())
            marks.push_back(mark.get<std::string>());
    return marks;
}

Status incomplete(const std::vector<std::string>& missing)
{
    return fail(ErrorCode::BadUsage, fmt::format("the sheet is not complete: {}", fmt::join(missing, ", ")), {}, {},
                "answer first, then reveal; or give the instructor's key with --key");
}

}  // namespace

fs::path revealedFile()
{
    const char* const name = "headwater/workshop-revealed.json";
    if (const fs::path state = absolute("XDG_STATE_HOME"); !state.empty())
        return state / name;
    const fs::path home = absolute("HOME");
    return home.empty() ? fs::path() : home / ".local/state" / name;
}

bool isRevealed(const fs::path& file, const AnswerSeal& seal)
{
    const std::vector<std::string> marks = file.empty() ? std::vector<std::string>{} : marksIn(file);
    return std::ranges::find(marks, seal.mark) != marks.end();
}

Status noteRevealed(const fs::path& file, const AnswerSeal& seal)
{
    if (file.empty())
        return fail(ErrorCode::WriteFailed, "there is no folder to remember the reveal in", {}, {},
                    "set XDG_STATE_HOME or HOME");
    std::vector<std::string> marks = marksIn(file);
    if (std::ranges::find(marks, seal.mark) != marks.end())
        return {};
    marks.push_back(seal.mark);
    std::error_code ignored;  // writing says what is wrong
    fs::create_directories(file.parent_path(), ignored);
    const nlohmann::ordered_json out{{"schema", kSchema}, {"revealed", marks}};
    return writeAtomically(file, out.dump(2) + "\n");
}

Status mayTell(const AnswerSeal& seal, std::string_view key, const fs::path& file)
{
    if (seal.open || (!seal.key.empty() && key == seal.key) || isRevealed(file, seal))
        return {};
    if (!key.empty())
        return fail(ErrorCode::BadUsage, fmt::format("this is not the key of {}", seal.name), {}, {},
                    "whoever sealed the case has it; that of the program's own cases stands in workshop.md");
    return fail(ErrorCode::BadUsage, fmt::format("the answers of {} are sealed", seal.name), {}, {},
                fmt::format("take it to its end in the window, or grade a complete sheet with `headwater-cli workshop "
                            "grade {} SHEET --reveal`; instructors give its key with --key",
                            seal.name));
}

Status mayReveal(const Case& opened, const Answers& answers)
{
    std::vector<std::string> missing;
    if (!answers.predicted)
        missing.emplace_back("prediction");
    for (const Question& question : opened.questions) {
        const auto made = answers.decisions.find(question.node);
        if (made == answers.decisions.end() || made->second.empty())
            missing.push_back("decisions." + question.node);
    }
    if (!answers.conclusion.given)
        missing.emplace_back("conclusion");
    return missing.empty() ? Status() : incomplete(missing);
}

Status mayRevealExercise(const Answers& answers)
{
    std::vector<std::string> missing;
    for (const VectorTask& task : vectorTasks(answers.seed)) {
        const auto said = answers.vectors.find(task.id);
        if (said == answers.vectors.end() || said->second.kind == VectorAnswer::Kind::NotAnswered)
            missing.push_back("vectors." + task.id);
    }
    return missing.empty() ? Status() : incomplete(missing);
}

}  // namespace headwater::workshop
