// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace headwater::report {

/// A piece of running text. All text in the model is plain and may hold untrusted names: printers escape it.
struct Span {
    enum class Kind : std::uint8_t {
        Plain,
        Soft,    ///< said with less weight
        Strong,  ///< said with more
        Name,    ///< from a file: kept from reordering the text around it
        Said,    ///< as Name, what a person wrote: a line break in it breaks the line
        Code,    ///< a key, to be typed as it stands
        Tag,     ///< a word in a frame; `style` is how it looks
    };
    Kind kind = Kind::Plain;
    std::string text;
    std::string style = {};   ///< of a tag: "measured", "derived", "inferred", "assumed", "failure", "no-data", …
    std::string target = {};  ///< a `headwater:` reference that the text stands for, or empty

    friend bool operator==(const Span&, const Span&) = default;
};
/// One paragraph's worth of spans.
using Line = std::vector<Span>;

/// A heading inside a section.
struct Heading {
    Line line;
};

/// Running text.
struct Paragraph {
    Line line;
};

/// A list, numbered where the order says something.
struct Bullets {
    bool ordered = false;
    std::vector<Line> lines;
};

/// A drawing: an <svg> element that uses the classes of chartCss(), already escaped.
struct Figure {
    std::string svg;
    std::string about;  ///< what it shows, for who does not see it
};

/// What stands in one place of a table.
struct Cell {
    std::vector<Line> lines;
    std::string svg = {};  ///< a small drawing instead of text
};

/// A row; First is the first regressed stage, Struck what somebody dismissed.
struct Row {
    enum class Mark : std::uint8_t { Plain, First, Downstream, Struck };
    Mark mark = Mark::Plain;
    std::vector<Cell> cells;
};

/// A column of a table.
struct Column {
    std::string title;
    bool number = false;   ///< set to the right
    bool drawing = false;  ///< repeats as a drawing what other columns say: left out where there are none
};

/// A table or a list of facts; every row has a cell for each column.
struct Table {
    std::vector<Column> columns;  ///< without any titles: a list of facts, the first column its labels
    std::vector<Row> rows;
    std::string style = {};
};

/// One finding. A struck one was dismissed by somebody; the remarks say why.
struct Card {
    Line statement;
    std::vector<Span> tags;
    std::vector<Line> evidence;
    std::vector<Line> remarks;
    bool struck = false;
};

/// What a section is made of.
using Block = std::variant<Heading, Paragraph, Bullets, Figure, Table, Card>;

/// A part of the report that a reader can leave out.
struct Section {
    std::string id;     ///< stable: "stages", "inputs" …
    std::string title;  ///< empty for the first
    std::vector<Block> blocks;
};

/// One stage or layer as a test of CI.
struct Check {
    enum class Result : std::uint8_t { Passed, Failed, Skipped };
    Result result = Result::Passed;
    std::string name;
    std::string type;       ///< of a failure: "first regressed", "regressed"
    std::string message;    ///< the numbers
    std::string detail;     ///< of a failure: the headline for the first regressed stage, else what its message says
    std::string reference;  ///< the window at what it is of
    double seconds = 0;
    std::string group = "stages";  ///< "stages", "layers" or "verdict"
};

/// For machines: English in every language.
struct Checks {
    std::string suite;
    double seconds = 0;
    std::vector<std::pair<std::string, std::string>> properties;
    std::vector<Check> list;
    std::string output;
    std::vector<std::string> written;  ///< what people wrote, one entry each; may have lines
};

/// Marks of the language for what a printer puts together itself.
struct Signs {
    std::string comma = ", ";  ///< between the words of a list
    std::string opening = " (";
    std::string closing = ")";
};

/// A report that stands alone. Printers: html(), markdown(), junit() of Report.h; pages in widgets/report.
struct Report {
    std::string language;    ///< BCP 47
    std::string title;       ///< the headline
    std::string kind;        ///< "Regressed": stands above the title
    bool attention = false;  ///< the title names a regression
    std::vector<Block> head;
    std::vector<Section> sections;
    std::string footer;
    Signs signs;
    std::string open;  ///< the words for "opens in Headwater", of references
    Checks checks;
};

}  // namespace headwater::report
