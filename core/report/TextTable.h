// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headwater {

/// Columns that UTF-8 text takes on a terminal: two for East Asian wide characters, none for combining marks.
[[nodiscard]] std::size_t displayWidth(std::string_view text);

/// At most `width` columns, the middle replaced by "…" where the text is longer: both ends of a kernel name tell.
[[nodiscard]] std::string elideMiddle(std::string_view text, std::size_t width);

/// A table with aligned columns for a terminal. Cells are escaped here, so callers may hand in any text.
class TextTable {
public:
    enum class Align { Left, Right };
    struct Column {
        std::string title;
        Align align = Align::Left;
    };

    explicit TextTable(std::vector<Column> columns);
    /// One cell a column; `emphasis` marks rows that a terminal with colours prints bold.
    void addRow(const std::vector<std::string>& cells, bool emphasis = false);
    /// Two spaces between columns and before the first; every line ends with a newline and without trailing blanks.
    [[nodiscard]] std::string toString(bool colour = false) const;

private:
    struct Row {
        std::vector<std::string> cells;
        bool emphasis = false;
    };
    [[nodiscard]] std::string line(const Row& row, const std::vector<std::size_t>& widths) const;

    std::vector<Column> m_columns;
    std::vector<Row> m_rows;
};

}  // namespace headwater
