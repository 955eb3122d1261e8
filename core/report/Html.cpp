// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "core/report/Escape.h"
#include "core/report/EscapeLines.h"
#include "core/report/HtmlStyle.h"
#include "core/report/Json.h"
#include "core/report/Report.h"
#include "core/report/Svg.h"
#include "core/report/model/ReportModel.h"

namespace headwater {

namespace {

using report::Block;
using report::Line;
using report::Span;

std::string inlineHtml(const Span& span)
{
    const std::string text = escapeMarkup(span.text);
    switch (span.kind) {
    case Span::Kind::Plain: return text;
    case Span::Kind::Soft: return "<span class=\"soft\">" + text + "</span>";
    case Span::Kind::Strong: return "<strong>" + text + "</strong>";
    case Span::Kind::Name: return "<bdi>" + text + "</bdi>";  // kept from reordering the text around it
    case Span::Kind::Said: return "<bdi>" + escapeLines(span.text, &escapeMarkup, "<br/>") + "</bdi>";
    case Span::Kind::Code: return "<code>" + text + "</code>";
    case Span::Kind::Tag: break;
    }
    return fmt::format("<span class=\"tag {}\">{}</span>", escapeMarkup(span.style), text);
}

std::string lineHtml(const Line& line)
{
    std::string out;
    for (const Span& span : line) {
        if (span.target.empty())
            out += inlineHtml(span);
        else
            out += fmt::format("<a href=\"{}\">{}</a>", escapeMarkup(span.target), inlineHtml(span));
    }
    return out;
}

/// Tables and drawings scroll on narrow screens by themselves.
std::string scrolling(const std::string& inside)
{
    return "<div class=\"scroll\">" + inside + "</div>\n";
}

class BlockPrinter {
public:
    std::string operator()(const report::Heading& heading) const { return "<h3>" + lineHtml(heading.line) + "</h3>\n"; }

    std::string operator()(const report::Paragraph& paragraph) const
    {
        return "<p>" + lineHtml(paragraph.line) + "</p>\n";
    }

    std::string operator()(const report::Bullets& list) const
    {
        const std::string_view tag = list.ordered ? "ol" : "ul";
        std::string out = fmt::format("<{}>\n", tag);
        for (const Line& line : list.lines)
            out += "<li>" + lineHtml(line) + "</li>\n";
        return out + fmt::format("</{}>\n", tag);
    }

    std::string operator()(const report::Figure& figure) const { return scrolling(figure.svg); }

    std::string operator()(const report::Table& table) const
    {
        std::string out = table.style.empty() ? std::string("<table>\n")
                                              : fmt::format("<table class=\"{}\">\n", escapeMarkup(table.style));
        out += head(table);
        for (const report::Row& row : table.rows)
            out += rowHtml(row, table);
        return scrolling(out + "</table>");
    }

    std::string operator()(const report::Card& card) const
    {
        std::string out = fmt::format("<div class=\"card{}\"><div class=\"said\">", card.struck ? " struck" : "");
        out += (card.struck ? "<s>" + lineHtml(card.statement) + "</s>" : lineHtml(card.statement)) + "</div>\n";
        out += "<div>" + lineHtml(card.tags) + "</div>\n";
        if (!card.evidence.empty())
            out += (*this)(report::Bullets{false, card.evidence});
        for (const Line& remark : card.remarks)
            out += "<div>" + lineHtml(remark) + "</div>\n";
        return out + "</div>\n";
    }

private:
    static bool titled(const report::Table& table)
    {
        for (const report::Column& column : table.columns)
            if (!column.title.empty())
                return true;
        return false;
    }

    static std::string head(const report::Table& table)
    {
        if (!titled(table))
            return {};
        std::string out = "<thead><tr>";
        for (const report::Column& column : table.columns)
            out += fmt::format("<th{}>{}</th>", column.number ? " class=\"number\"" : "", escapeMarkup(column.title));
        return out + "</tr></thead>\n";
    }

    static std::string cellHtml(const report::Cell& cell)
    {
        std::string out = cell.svg;
        for (const Line& line : cell.lines)
            out += (out.empty() ? "" : "<br/>") + lineHtml(line);
        return out;
    }

    static std::string rowHtml(const report::Row& row, const report::Table& table)
    {
        using Mark = report::Row::Mark;
        std::string out = "<tr>";
        if (row.mark != Mark::Plain)
            out = fmt::format("<tr class=\"{}\">", row.mark == Mark::First ? "first" : "downstream");
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const bool number = i < table.columns.size() && table.columns[i].number;
            const bool label = i == 0 && !titled(table);
            const std::string_view tag = label ? "th" : "td";
            out += fmt::format("<{}{}>{}</{}>", tag, number ? " class=\"number\"" : "", cellHtml(row.cells[i]), tag);
        }
        return out + "</tr>\n";
    }
};

std::string blocksHtml(const std::vector<Block>& blocks)
{
    std::string out;
    for (const Block& block : blocks)
        out += std::visit(BlockPrinter(), block);
    return out;
}

std::string headerHtml(const report::Report& report)
{
    return fmt::format("<header class=\"{}\">\n<div class=\"outcome\">{}</div>\n<h1>{}</h1>\n{}</header>\n",
                       report.attention ? "regressed" : "other", escapeMarkup(report.kind), escapeMarkup(report.title),
                       blocksHtml(report.head));
}

}  // namespace

std::string html(const report::Report& report)
{
    std::string out = fmt::format("<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\"/>\n",
                                  escapeMarkup(report.language));
    out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
           // Nothing is loaded and nothing runs, whatever a name in a trace may say.
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n";
    out += fmt::format("<meta name=\"generator\" content=\"headwater {}\"/>\n", productVersion());
    out += "<title>" + escapeMarkup(report.title) + "</title>\n<style>";
    out += paletteCss();
    out += pageCss();
    out += chartCss();
    out += "</style>\n</head>\n<body>\n" + headerHtml(report);
    for (const report::Section& section : report.sections)
        out += fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n{}</section>\n", escapeMarkup(section.id),
                           escapeMarkup(section.title), blocksHtml(section.blocks));
    return out + "<footer>" + escapeMarkup(report.footer) + "</footer>\n</body>\n</html>\n";
}

}  // namespace headwater
