// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/report/Escape.h"
#include "core/workshop/Progress.h"

namespace headwater::workshop {

namespace {

// Large type on white: it is shown to a room, or printed.
constexpr std::string_view kStyle =
    "body{font-family:sans-serif;font-size:16pt;line-height:1.35;max-width:60em;margin:1.5em auto;padding:0 1em;"
    "color:#000;background:#fff}h1{font-size:24pt}h2{font-size:19pt}table{border-collapse:collapse;width:100%}"
    "td,th{border:1px solid #555;padding:0.25em 0.6em;text-align:left;vertical-align:top}"
    "td.number,th.number{text-align:right}";

std::string vetoesOf(const Library& library, const Grade& grade, const PrintOptions& options)
{
    std::vector<std::string> names;
    for (const std::string& id : grade.vetoes)
        if (const Veto* veto = library.veto(id))
            names.push_back(veto->name.in(options.language));
    return fmt::format("{}", fmt::join(names, ", "));
}

std::string_view stateOf(const ClassRow& row)
{
    if (!row.known)
        return "not_known";
    return row.grade.passed() ? "passed" : "not_passed";
}

}  // namespace

std::string classHtml(const Library& library, const ClassProgress& progress, const PrintOptions& options)
{
    const auto word = [&](std::string_view key) { return escapeMarkup(library.word(key).in(options.language)); };
    std::string text = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{}</title><style>{}</style></head>"
        "<body>\n<h1>{}</h1>\n<p>{}: {} / {}</p>\n",
        options.language.starts_with("zh") ? "zh-CN" : "en", word("class"), kStyle, word("class"), word("passed"),
        progress.passed, progress.graded);
    text += fmt::format("<table><tr><th>{}</th><th>{}</th><th class=\"number\">{}</th><th></th><th "
                        "class=\"number\">{}</th><th>{}</th></tr>\n",
                        word("student"), word("case"), word("total"), word("tries"), word("vetoes"));
    for (const ClassRow& row : progress.rows)
        text += fmt::format("<tr><td>{}</td><td>{}</td><td class=\"number\">{}</td><td>{}</td><td "
                            "class=\"number\">{}</td><td>{}</td></tr>\n",
                            escapeMarkup(row.student), escapeMarkup(row.id),
                            row.known ? fmt::format("{:g}", row.grade.total) : "&ndash;", word(stateOf(row)), row.tries,
                            escapeMarkup(vetoesOf(library, row.grade, options)));
    text += fmt::format("</table>\n<p>{}</p>\n", word("best_counts"));
    if (!progress.mistakes.empty())
        text += fmt::format("<h2>{}</h2>\n<ul>\n", word("mistakes"));
    for (const auto& [id, count] : progress.mistakes)
        if (const Mistake* mistake = library.mistake(id))
            text += fmt::format("<li>{} &times; <b>{}</b>: {}</li>\n", count,
                                escapeMarkup(mistake->name.in(options.language)),
                                escapeMarkup(mistake->why.in(options.language)));
    if (!progress.mistakes.empty())
        text += "</ul>\n";
    if (!progress.unreadable.empty())
        text += fmt::format("<h2>{}</h2>\n<ul>\n", word("unreadable"));
    for (const Error& error : progress.unreadable)
        text += fmt::format("<li>{}</li>\n", escapeMarkup(describe(error)));
    if (!progress.unreadable.empty())
        text += "</ul>\n";
    return text + "</body></html>\n";
}

}  // namespace headwater::workshop
