// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TextTable.h"

#include <algorithm>
#include <array>

#include "core/report/Escape.h"

namespace headwater {

namespace {

constexpr std::size_t kCellWidth = 48;
constexpr std::string_view kEllipsis = "\u2026";

struct CodeRange {
    char32_t first;
    char32_t last;
};

// The blocks of Unicode's East Asian Width W and F, gaps inside them ignored.
constexpr std::array<CodeRange, 10> kWide{{{0x1100, 0x115f},
                                           {0x2e80, 0x303e},
                                           {0x3041, 0xa4cf},
                                           {0xa960, 0xa97f},
                                           {0xac00, 0xd7a3},
                                           {0xf900, 0xfaff},
                                           {0xfe30, 0xfe6f},
                                           {0xff00, 0xff60},
                                           {0x1f300, 0x1faff},
                                           {0x20000, 0x3fffd}}};
constexpr std::array<CodeRange, 5> kCombining{
    {{0x300, 0x36f}, {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}}};

template <std::size_t N>
bool isIn(const std::array<CodeRange, N>& ranges, char32_t code)
{
    return std::any_of(ranges.begin(), ranges.end(),
                       [code](const CodeRange& range) { return code >= range.first && code <= range.last; });
}

std::size_t widthOf(char32_t code)
{
    if (isIn(kCombining, code))
        return 0;
    return isIn(kWide, code) ? 2 : 1;
}

/// The longest start of `text` that fits `width` columns.
std::string_view headOf(std::string_view text, std::size_t width)
{
    std::size_t used = 0;
    std::size_t at = 0;
    while (at < text.size()) {
        const Utf8Char next = decodeUtf8(text, at);
        if (used + widthOf(next.code) > width)
            break;
        used += widthOf(next.code);
        at += next.length;
    }
    return text.substr(0, at);
}

/// The longest end of `text` that fits `width` columns.
std::string_view tailOf(std::string_view text, std::size_t width)
{
    std::size_t left = displayWidth(text);
    std::size_t at = 0;
    while (at < text.size() && left > width) {
        const Utf8Char next = decodeUtf8(text, at);
        left -= widthOf(next.code);
        at += next.length;
    }
    return text.substr(at);
}

}  // namespace

std::size_t displayWidth(std::string_view text)
{
    std::size_t width = 0;
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Char next = decodeUtf8(text, at);
        width += widthOf(next.code);
        at += next.length;
    }
    return width;
}

std::string elideMiddle(std::string_view text, std::size_t width)
{
    if (displayWidth(text) <= width)
        return std::string(text);
    if (width == 0)
        return {};
    const std::size_t tail = (width - 1) / 2;
    std::string out(headOf(text, width - 1 - tail));
    out += kEllipsis;
    out += tailOf(text, tail);
    return out;
}

TextTable::TextTable(std::vector<Column> columns) : m_columns(std::move(columns)) {}

void TextTable::addRow(const std::vector<std::string>& cells, bool emphasis)
{
    Row row;
    row.emphasis = emphasis;
    for (std::size_t i = 0; i < m_columns.size(); ++i)
        row.cells.push_back(i < cells.size() ? elideMiddle(escapeTerminal(cells[i]), kCellWidth) : std::string());
    m_rows.push_back(std::move(row));
}

std::string TextTable::line(const Row& row, const std::vector<std::size_t>& widths) const
{
    std::string out;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const std::string padding(widths[i] - displayWidth(row.cells[i]), ' ');
        out += "  ";
        out += m_columns[i].align == Align::Right ? padding + row.cells[i] : row.cells[i] + padding;
    }
    out.erase(out.find_last_not_of(' ') + 1);
    return out;
}

std::string TextTable::toString(bool colour) const
{
    Row titles;
    for (const Column& column : m_columns)
        titles.cells.push_back(column.title);
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        std::size_t width = displayWidth(m_columns[i].title);
        for (const Row& row : m_rows)
            width = std::max(width, displayWidth(row.cells[i]));
        widths.push_back(width);
    }
    const auto styled = [colour](const std::string& text, std::string_view code) {
        return colour ? "\x1b[" + std::string(code) + "m" + text + "\x1b[0m\n" : text + "\n";
    };
    std::string out = styled(line(titles, widths), "2");
    for (const Row& row : m_rows)
        out += row.emphasis ? styled(line(row, widths), "1") : line(row, widths) + "\n";
    return out;
}

}  // namespace headwater
