// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/Progress.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/report/Escape.h"
#include "core/report/Json.h"
#include "core/report/TextTable.h"

namespace headwater::workshop {

namespace {

ClassRow rowOf(const Library& library, const Answers& sheet)
{
    ClassRow row{sheet.student, sheet.id, true, {}};
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
        progress.rows.push_back(rowOf(library, sheet));
        const ClassRow& row = progress.rows.back();
        progress.graded += row.known ? 1 : 0;
        progress.passed += row.known && row.grade.passed() ? 1 : 0;
        for (const std::string& mistake : row.grade.mistakes)
            ++counts[mistake];
    }
    std::ranges::sort(progress.rows, [](const ClassRow& a, const ClassRow& b) {
        return std::tie(a.student, a.id, a.grade.total) < std::tie(b.student, b.id, b.grade.total);
    });
    progress.mistakes.assign(counts.begin(), counts.end());
    std::ranges::stable_sort(progress.mistakes, [](const auto& a, const auto& b) { return a.second > b.second; });
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
                     {word("vetoes"), Align::Left}});
    for (const ClassRow& row : progress.rows) {
        std::vector<std::string> vetoes;
        for (const std::string& id : row.grade.vetoes)
            vetoes.push_back(library.veto(id)->name.in(options.language));
        const std::string state = word(!row.known ? "not_known" : row.grade.passed() ? "passed" : "not_passed");
        table.addRow({row.student, row.id, row.known ? points(row.grade.total) : "-", state,
                      fmt::format("{}", fmt::join(vetoes, ", "))});
    }
    std::string text = table.toString();
    text += fmt::format("\n{}: {} / {}\n", word("passed"), progress.passed, progress.graded);
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
                                 {"total", row.known ? Json(row.grade.total) : Json(nullptr)},
                                 {"passed", row.known ? Json(row.grade.passed()) : Json(nullptr)},
                                 {"vetoes", row.grade.vetoes},
                                 {"mistakes", row.grade.mistakes}});
    out["mistakes"] = Json::array();
    for (const auto& [id, count] : progress.mistakes)
        if (const Mistake* mistake = library.mistake(id))
            out["mistakes"].push_back({{"id", id}, {"name", mistake->name.en}, {"sheets", count}});
    return jsonText(out);
}

}  // namespace headwater::workshop
