// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/HandoutSheet.h"

#include <fmt/format.h>

#include "core/report/Escape.h"

namespace headwater::workshop {

namespace {

constexpr std::string_view kStyle =
    "body{font-family:sans-serif;font-size:10.5pt;line-height:1.35;color:#000}"
    "h1{font-size:17pt}h2{font-size:13pt;margin-top:1em}p{margin:0.4em 0}li{margin:0.15em 0}"
    ".room{border-collapse:collapse;margin-left:0;margin-right:0}.right{font-weight:bold}.choice{margin-left:1.2em}";

}  // namespace

HandoutSheet::HandoutSheet(const Library& library, const PrintOptions& options, const LocalText& title)
    : m_library(library)
    , m_options(options)
{
    m_handout.language = options.language.starts_with("zh") ? "zh-CN" : "en";
    m_handout.title = title.in(options.language);
    m_handout.style = kStyle;
    add("<h1>" + in(title) + "</h1>");
    if (!tells())
        add(fmt::format("<table class=\"room\" border=\"1\" cellspacing=\"0\" cellpadding=\"6\" width=\"100%\"><tr>"
                        "<td width=\"65%\">{}:</td><td>{}:</td></tr></table>",
                        word("student"), word("date")));
}

std::string HandoutSheet::in(const LocalText& text) const
{
    return escapeMarkup(text.in(m_options.language));
}

std::string HandoutSheet::word(std::string_view key) const
{
    return in(m_library.word(key));
}

void HandoutSheet::piece()
{
    if (!std::exchange(m_headed, false))
        m_handout.pieces.emplace_back();
}

void HandoutSheet::add(const std::string& markup)
{
    if (m_handout.pieces.empty())
        m_handout.pieces.emplace_back();
    m_handout.pieces.back() += markup + "\n";
}

void HandoutSheet::heading(std::string_view key)
{
    piece();
    m_headed = true;
    add("<h2>" + word(key) + "</h2>");
}

void HandoutSheet::room(int lines, const std::string& label)
{
    std::string inside = label.empty() ? "&nbsp;" : label + ":";
    for (int i = 1; i < lines; ++i)
        inside += "<br>&nbsp;";
    add("<table class=\"room\" border=\"1\" cellspacing=\"0\" cellpadding=\"4\" width=\"100%\"><tr><td>" + inside +
        "</td></tr></table>");
}

void HandoutSheet::boxes(const std::vector<std::pair<std::string, bool>>& named)
{
    std::string row;
    for (const auto& [name, ticked] : named)
        row += fmt::format("<span{}>{}&nbsp;{}</span> &nbsp; ", ticked ? " class=\"right\"" : "", box(ticked), name);
    add("<p>" + row + "</p>");
}

void HandoutSheet::open(const OpenQuestion& question)
{
    constexpr int kLines = 6;
    piece();
    ask(in(question.ask));
    if (!tells())
        return room(kLines);
    add("<ul>");
    for (const RubricPoint& point : question.points)
        add(fmt::format("<li>{:g}: {}</li>", point.points, in(point.text)));
    add("</ul>");
}

void HandoutSheet::scoring(const std::vector<std::pair<std::string, int>>& parts)
{
    heading("points");
    add("<p>" + word("scoring") + "</p>");
    add("<table class=\"room\" border=\"1\" cellspacing=\"0\" cellpadding=\"6\" width=\"100%\"><tr>");
    for (const auto& [name, points] : parts)
        add(fmt::format("<td>{}:<br>&nbsp;&nbsp;&nbsp;&nbsp;/ {}</td>", name, points));
    add(fmt::format("<td>{}:<br>&nbsp;&nbsp;&nbsp;&nbsp;/ 10</td></tr></table>", word("total")));
    piece();
    ask(word("vetoes"));
    add("<ul>");
    for (const Veto& veto : m_library.vetoes)
        add(fmt::format("<li>{} {}: {}</li>", box(false), in(veto.name), in(veto.looksLike)));
    add("</ul>");
}

}  // namespace headwater::workshop
