// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/Progress.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/report/Escape.h"
#include "core/report/Json.h"
#include "core/report/TextTable.h"
#include "core/workshop/SheetIds.h"

namespace headwater::workshop {

namespace {

ClassRow rowOf(const Library& library, const Answers& sheet)
{
    ClassRow row{sheet.student, sheet.id, true, {}, 1};
    if (sheet.id == library.exerciseId) {
        row.grade = gradeExercise(library, sheet);
        return row;
    }
    const CaseSpec* spec = library.find(sheet.id);
    row.known = spec != nullptr;
    if (spec == nullptr)
        return row;
    if (const auto opened = openCase(*spec, library.questions))
        row.grade = gradeCase(library, *opened, sheet);
    return row;
}

Status checkIds(const Library& library, const Answers& sheet)
{
    if (sheet.id == library.exerciseId)
        return checkExerciseIds(library, sheet);
    const CaseSpec* spec = library.find(sheet.id);
    if (spec == nullptr)
        return {};  // not graded, and said so
    const auto opened = openCase(*spec, library.questions);
    return opened ? checkCaseIds(library, *opened, sheet) : tl::unexpected(opened.error());
}

/// Two sheets without a name may well be of two people who say the same.
bool isThere(const std::vector<Answers>& sheets, const Answers& sheet)
{
    return !sheet.student.empty() && std::ranges::find(sheets, sheet) != sheets.end();
}

/// By student, then by case, the best sheet first.
std::tuple<std::string_view, std::string_view, bool, double> orderOf(const ClassRow& row)
{
    return {row.student, row.id, !row.grade.passed(), -row.grade.total};
}

/// Of rows in order, the best first, one for each student and case; a sheet without a name may be anybody's.
void keepBest(std::vector<ClassRow>& rows)
{
    std::vector<ClassRow> best;
    for (ClassRow& row : rows) {
        if (!row.student.empty() && !best.empty() && best.back().student == row.student && best.back().id == row.id)
            ++best.back().tries;
        else
            best.push_back(std::move(row));
    }
    rows = std::move(best);
}

std::string inOneLine(const Error& error)
{
    const std::string place = error.where.empty() ? error.file : error.file + ": " + error.where;
    return place + ": " + error.what + (error.advice.empty() ? "" : "; " + error.advice);
}

std::string points(double value)
{
    return fmt::format("{:g}", value);
}

}  // namespace

ClassProgress classProgress(const Library& library, const std::vector<Answers>& sheets)
{
    ClassProgress progress;
    std::map<std::string, int> counts;
    for (const Answers& sheet : sheets) {
        ClassRow row = rowOf(library, sheet);
        for (const std::string& mistake : row.grade.mistakes)
            ++counts[mistake];
        progress.rows.push_back(std::move(row));
    }
    std::ranges::sort(progress.rows, {}, orderOf);
    keepBest(progress.rows);
    for (const ClassRow& row : progress.rows) {
        progress.graded += row.known ? 1 : 0;
        progress.passed += row.known && row.grade.passed() ? 1 : 0;
    }
    progress.mistakes.assign(counts.begin(), counts.end());
    std::ranges::stable_sort(progress.mistakes, [](const auto& a, const auto& b) { return a.second > b.second; });
    return progress;
}

ClassProgress classOfFiles(const Library& library, const std::vector<std::filesystem::path>& files)
{
    std::vector<Error> unreadable;
    std::vector<Answers> sheets;
    std::set<std::filesystem::path> seen;
    for (const std::filesystem::path& file : files) {
        std::error_code ignored;
        if (!seen.insert(std::filesystem::weakly_canonical(file, ignored)).second)
            continue;
        auto sheet = readAnswersFile(file);
        const Status status = sheet ? checkIds(library, *sheet) : tl::unexpected(sheet.error());
        if (!status) {
            unreadable.push_back(status.error());
            unreadable.back().file = file.string();
        } else if (!isThere(sheets, *sheet)) {
            sheets.push_back(std::move(*sheet));
        }
    }
    ClassProgress progress = classProgress(library, sheets);
    progress.unreadable = std::move(unreadable);
    return progress;
}

std::string classText(const Library& library, const ClassProgress& progress, const PrintOptions& options)
{
    using Align = TextTable::Align;
    const auto word = [&](std::string_view key) { return library.word(key).in(options.language); };
    TextTable table({{word("student"), Align::Left},
                     {word("case"), Align::Left},
                     {word("total"), Align::Right},
                     {"", Align::Left},
                     {word("tries"), Align::Right},
                     {word("vetoes"), Align::Left}});
    for (const ClassRow& row : progress.rows) {
        std::vector<std::string> vetoes;
        for (const std::string& id : row.grade.vetoes)
            vetoes.push_back(library.veto(id)->name.in(options.language));
        const std::string state = word(!row.known ? "not_known" : row.grade.passed() ? "passed" : "not_passed");
        table.addRow({row.student, row.id, row.known ? points(row.grade.total) : "-", state, std::to_string(row.tries),
                      fmt::format("{}", fmt::join(vetoes, ", "))});
    }
    std::string text = table.toString();
    text += fmt::format("\n{}: {} / {}\n", word("passed"), progress.passed, progress.graded);
    if (std::ranges::any_of(progress.rows, [](const ClassRow& row) { return row.tries > 1; }))
        text += word("best_counts") + "\n";
    if (!progress.unreadable.empty())
        text += "\n" + word("unreadable") + "\n";
    for (const Error& error : progress.unreadable)
        text += "  " + escapeTerminal(inOneLine(error)) + "\n";
    if (!progress.mistakes.empty())
        text += "\n" + word("mistakes") + "\n";
    for (const auto& [id, count] : progress.mistakes)
        if (const Mistake* mistake = library.mistake(id))
            text += fmt::format("  {:>3}  {}\n", count, escapeTerminal(mistake->name.in(options.language)));
    return text;
}

std::string classJson(const Library& library, const ClassProgress& progress)
{
    Json out = jsonDocument("headwater.workshop-class/1");
    out["graded"] = progress.graded;
    out["passed"] = progress.passed;
    out["sheets"] = Json::array();
    for (const ClassRow& row : progress.rows)
        out["sheets"].push_back({{"student", jsonOrNull(row.student)},
                                 {"id", row.id},
                                 {"tries", row.tries},
                                 {"total", row.known ? Json(row.grade.total) : Json(nullptr)},
                                 {"passed", row.known ? Json(row.grade.passed()) : Json(nullptr)},
                                 {"vetoes", row.grade.vetoes},
                                 {"mistakes", row.grade.mistakes}});
    out["unreadable"] = Json::array();
    for (const Error& error : progress.unreadable)
        out["unreadable"].push_back(
            {{"file", error.file}, {"why", error.where.empty() ? error.what : error.where + ": " + error.what}});
    out["mistakes"] = Json::array();
    for (const auto& [id, count] : progress.mistakes)
        if (const Mistake* mistake = library.mistake(id))
            out["mistakes"].push_back({{"id", id}, {"name", mistake->name.en}, {"sheets", count}});
    return jsonText(out);
}

}  // namespace headwater::workshop
