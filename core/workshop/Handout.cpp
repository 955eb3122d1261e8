// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/Handout.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/report/Escape.h"

namespace headwater::workshop {

namespace {

constexpr std::string_view kStyle =
    "body{font-family:sans-serif;font-size:11pt;line-height:1.4;max-width:46em;margin:2em auto;color:#000}"
    "h1{font-size:18pt}h2{font-size:13pt;margin-top:1.2em}li{margin:0.2em 0}"
    ".room{border-collapse:collapse;margin:0.4em 0}.right{font-weight:bold}";

/// Writes markup in one language.
class Sheet {
public:
    Sheet(const Library& library, const PrintOptions& options) : m_library(library), m_options(options) {}

    [[nodiscard]] std::string in(const LocalText& text) const { return escapeMarkup(text.in(m_options.language)); }
    [[nodiscard]] std::string word(std::string_view key) const { return in(m_library.word(key)); }
    void add(const std::string& markup) { m_text += markup + "\n"; }
    void heading(std::string_view key) { add("<h2>" + word(key) + "</h2>"); }
    [[nodiscard]] std::string take() { return std::move(m_text); }

private:
    const Library& m_library;
    const PrintOptions& m_options;
    std::string m_text;
};

void addQuestions(Sheet& sheet, const Case& opened, bool reveal)
{
    const auto facts = factsOf(opened);
    sheet.heading("asked");
    for (const Question& question : opened.questions) {
        sheet.add(fmt::format("<p><b>{}</b> {}</p><ul>", escapeMarkup(question.node), sheet.in(question.ask)));
        for (const Choice& choice : question.choices) {
            const bool right = reveal && choice.isRight(facts);
            sheet.add(fmt::format("<li{}>{} {}</li>", right ? " class=\"right\"" : "", right ? "&#9745;" : "&#9744;",
                                  sheet.in(choice.text)));
        }
        sheet.add("</ul>");
    }
}

void addOpen(Sheet& sheet, const OpenQuestion& question, bool reveal)
{
    sheet.add("<p><b>" + sheet.in(question.ask) + "</b></p>");
    if (!reveal) {
        sheet.add("<table class=\"room\" border=\"1\" cellspacing=\"0\" width=\"100%\"><tr><td>"
                  "<br><br><br><br><br></td></tr></table>");
        return;
    }
    sheet.add("<ul>");
    for (const RubricPoint& point : question.points)
        sheet.add(fmt::format("<li>{:g}: {}</li>", point.points, sheet.in(point.text)));
    sheet.add("</ul>");
}

void addTruth(Sheet& sheet, const Library& library, const Case& opened)
{
    const Truth& truth = opened.truth();
    sheet.heading("truth");
    sheet.add("<ul>");
    for (const auto& [key, value] :
         {std::pair<const char*, std::string>{"stage_line", truth.firstRegressedStage},
          {"scope_line",
           truth.ranks.empty() ? truth.scope : fmt::format("{}: {}", truth.scope, fmt::join(truth.ranks, ", "))},
          {"layer_line", truth.layer},
          {"outcome_line", truth.outcomeNode}})
        sheet.add(fmt::format("<li>{}: {}</li>", sheet.in(library.word(key)),
                              value.empty() ? "&ndash;" : escapeMarkup(value)));
    const LocalText& told = opened.spec.explanation;
    sheet.add(fmt::format("</ul><p>{}</p>", told.empty() ? escapeMarkup(truth.explanation) : sheet.in(told)));
}

}  // namespace

std::string handoutHtml(const Library& library, const Case& opened, const PrintOptions& options)
{
    Sheet sheet(library, options);
    const CaseSpec& spec = opened.spec;
    sheet.add(fmt::format("<!DOCTYPE html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{}</title><style>{}"
                          "</style></head><body>",
                          options.language.starts_with("zh") ? "zh-CN" : "en", sheet.in(spec.title), kStyle));
    sheet.add("<h1>" + sheet.in(spec.title) + "</h1>");
    sheet.heading("alert");
    sheet.add("<p>" + sheet.in(spec.alert) + "</p>");
    addQuestions(sheet, opened, options.reveal);
    sheet.heading("in_words");
    addOpen(sheet, whyOf(library, spec), options.reveal);
    addOpen(sheet, nextOf(library, spec), options.reveal);
    if (options.reveal)
        addTruth(sheet, library, opened);
    sheet.add("<p>" + sheet.word("scoring") + "</p><ul>");
    for (const Veto& veto : library.vetoes)
        sheet.add(fmt::format("<li>{}: {}</li>", sheet.in(veto.name), sheet.in(veto.looksLike)));
    sheet.add("</ul></body></html>");
    return sheet.take();
}

}  // namespace headwater::workshop
