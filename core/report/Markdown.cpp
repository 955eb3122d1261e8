// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "core/report/Escape.h"
#include "core/report/EscapeLines.h"
#include "core/report/Report.h"
#include "core/report/model/ReportModel.h"

namespace headwater {

namespace {

using report::Block;
using report::Line;
using report::Span;

std::string marked(std::string_view mark, const std::string& text)
{
    return text.empty() ? text : std::string(mark) + text + std::string(mark);
}

/// Signs that mean something only at the start of a line stay as they are behind other text.
std::string escaped(std::string_view text, bool startsLine)
{
    return startsLine ? escapeMarkdown(text) : escapeMarkdown("x" + std::string(text)).substr(1);
}

/// Where a line stands: a bar in a table divides cells even inside a code span.
enum class Place : std::uint8_t { Text, Table };

std::string spanMarkdown(const Span& span, Place place, bool startsLine)
{
    const auto code = place == Place::Table ? &markdownCellCode : &markdownCode;
    switch (span.kind) {
    case Span::Kind::Plain:
    case Span::Kind::Soft: break;
    case Span::Kind::Strong: return marked("**", escapeMarkdown(span.text));
    case Span::Kind::Name:
    case Span::Kind::Code: return code(span.text);
    case Span::Kind::Said: return escapeLines(span.text, code, "<br>");
    case Span::Kind::Tag: return marked("*", escapeMarkdown(span.text)) + " ";
    }
    return escaped(span.text, startsLine);
}

/// A reference is percent-encoded, so nothing in it can end the link.
std::string lineMarkdown(const Line& line, Place place = Place::Text)
{
    std::string out;
    for (const Span& span : line) {
        const std::string text = spanMarkdown(span, place, out.empty());
        out += span.target.empty() || text.empty() ? text : fmt::format("[{}]({})", text, span.target);
    }
    while (!out.empty() && out.back() == ' ')
        out.pop_back();
    return out;
}

class BlockPrinter {
public:
    explicit BlockPrinter(const report::Signs& signs) : m_signs(signs) {}

    std::string operator()(const report::Heading& heading) const
    {
        return "\n### " + lineMarkdown(heading.line) + "\n\n";
    }
    std::string operator()(const report::Paragraph& paragraph) const { return lineMarkdown(paragraph.line) + "\n\n"; }
    /// What it shows stands beside it in a table or list.
    std::string operator()(const report::Figure&) const { return {}; }

    std::string operator()(const report::Bullets& list) const
    {
        std::string out;
        int number = 0;
        for (const Line& line : list.lines)
            out += (list.ordered ? fmt::format("{}. ", ++number) : std::string("- ")) + lineMarkdown(line) + "\n";
        return out + "\n";
    }

    std::string operator()(const report::Table& table) const
    {
        std::string out = "|";
        std::string rule = "|";
        for (const report::Column& column : table.columns) {
            if (column.drawing)
                continue;
            out += " " + escapeMarkdown(column.title) + " |";
            rule += column.number ? "---:|" : "---|";
        }
        out += "\n" + rule + "\n";
        for (const report::Row& row : table.rows)
            out += rowMarkdown(row, table);
        return out + "\n";
    }

    std::string operator()(const report::Card& card) const
    {
        std::string tags;
        for (const Span& tag : card.tags) {
            std::string text = escapeMarkdown(tag.text);
            if (!tag.target.empty())
                text = fmt::format("[{}]({})", text, tag.target);
            tags += (tags.empty() ? "" : m_signs.comma) + text;
        }
        std::string out =
            "- " + (card.struck ? marked("~~", lineMarkdown(card.statement)) : lineMarkdown(card.statement));
        out += m_signs.opening + tags + m_signs.closing + "\n";
        for (const Line& line : card.evidence)
            out += "  - " + lineMarkdown(line) + "\n";
        for (const Line& line : card.remarks)
            out += "  - " + lineMarkdown(line) + "\n";
        return out + "\n";
    }

private:
    static std::string rowMarkdown(const report::Row& row, const report::Table& table)
    {
        const std::string_view mark = row.mark == report::Row::Mark::First ? "**" : "";
        std::string out = "|";
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            if (i < table.columns.size() && table.columns[i].drawing)
                continue;
            std::string text;
            for (const Line& line : row.cells[i].lines)
                text += (text.empty() ? "" : "<br>") + lineMarkdown(line, Place::Table);
            out += " " + (i == 0 ? marked(mark, text) : text) + " |";
        }
        return out + "\n";
    }

    const report::Signs& m_signs;
};

/// A heading with nothing but drawings below it is left out like them.
std::string blocksMarkdown(const std::vector<Block>& blocks, const report::Signs& signs)
{
    std::string out;
    std::string heading;
    for (const Block& block : blocks) {
        std::string text = std::visit(BlockPrinter(signs), block);
        if (std::holds_alternative<report::Heading>(block)) {
            heading = std::move(text);
        } else if (!text.empty()) {
            out += std::exchange(heading, {}) + text;
        }
    }
    return out;
}

}  // namespace

std::string markdown(const report::Report& report)
{
    std::string out = "# " + escapeMarkdown(report.title) + "\n\n" + marked("**", escapeMarkdown(report.kind)) + "\n\n";
    out += blocksMarkdown(report.head, report.signs);
    for (const report::Section& section : report.sections)
        if (const std::string text = blocksMarkdown(section.blocks, report.signs); !text.empty())
            out += "## " + escapeMarkdown(section.title) + "\n\n" + text;
    return out + escapeMarkdown(report.footer) + "\n";
}

}  // namespace headwater
