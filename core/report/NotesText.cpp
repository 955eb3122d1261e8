// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/report/Escape.h"
#include "core/report/EscapeLines.h"
#include "core/report/Report.h"
#include "core/report/TextWrap.h"
#include "core/report/model/Sections.h"

namespace headwater {

namespace {

using namespace report;

std::string lineText(const Line& line)
{
    std::string out;
    for (const Span& span : line)
        out += span.kind == Span::Kind::Tag ? "[" + span.text + "] " : span.text;
    return out;
}

/// The line behind `first`, every further line that somebody wrote below its beginning.
std::string wrappedLines(const std::string& first, const Line& line, const std::string& last = {})
{
    const std::string text = escapeLines(lineText(line) + last, &escapeTerminal, "\n");
    std::string out;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t end = std::min(text.find('\n', from), text.size());
        out += wrapped(from == 0 ? first : std::string(first.size(), ' '), text.substr(from, end - from));
        from = end + 1;
    }
    return out;
}

/// The kinds of blocks that sections of notes have.
class BlockText {
public:
    std::string operator()(const Heading& heading) const { return escapeTerminal(lineText(heading.line)) + "\n"; }
    std::string operator()(const Paragraph& paragraph) const { return wrappedLines("", paragraph.line); }
    std::string operator()(const Bullets& list) const
    {
        std::string out;
        for (const Line& line : list.lines)
            out += wrappedLines("  - ", line);
        return out;
    }
    std::string operator()(const Card& card) const
    {
        std::string tags;
        for (const Span& tag : card.tags)
            tags += (tags.empty() ? "" : ", ") + tag.text;
        std::string out = wrappedLines("  - ", card.statement, " (" + tags + ")");
        for (const Line& line : card.remarks)
            out += wrappedLines("      ", line);
        return out;
    }
    std::string operator()(const Figure&) const { return {}; }
    std::string operator()(const Table&) const { return {}; }
};

std::string sectionText(const Text& title, const Blocks& blocks, const Writer& w)
{
    if (blocks.empty())
        return {};
    std::string out = "\n" + w.of(title) + "\n";
    for (const Block& block : blocks)
        out += std::visit(BlockText(), block);
    return out;
}

}  // namespace

std::string notesText(const ReportInput& given, const ReportOptions& options)
{
    const ReportInput input{given.verdict, namedAsIn(given.verdict, given.notes), given.prints, given.plan};
    const Writer w(options.language, redactionOf(input, options.redaction));
    return sectionText(say("What people decided on findings"), decisionBlocks(input, w), w) +
           sectionText(sectionTitle("notes"), noteBlocks(input, w), w);
}

}  // namespace headwater
