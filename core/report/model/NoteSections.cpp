// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "core/report/model/Sections.h"
#include "core/triage/Names.h"

namespace headwater::report {

namespace {

Text sideWord(Side side)
{
    return side == Side::Baseline ? say("baseline") : say("current");
}

/// Where a note or bookmark is pinned, in words; the whole is a reference.
Span placeSpan(const ViewRef& at, const Writer& w)
{
    Text text;
    const auto add = [&text](const Text& part) {
        if (!text.empty())
            text += std::string(", ");
        text += part;
    };
    if (!at.page.empty())
        add(word(at.page));
    if (!at.stage.empty())
        add(say("stage {}", at.stage));
    if (at.steps)
        add(at.steps->first == at.steps->last ? say("step {}", at.steps->first)
                                              : say("steps {}\u2013{}", at.steps->first, at.steps->last));
    if (!at.ranks.empty())
        add(ranksText(at.ranks));
    if (!at.finding.empty())
        add(say("finding {}", at.finding));
    if (at.side)
        add(sideWord(*at.side));
    if (at.time)
        add(say("time {}\u2013{} ns", at.time->start, at.time->end));
    if (text.empty())
        text = say("the investigation");
    return w.at(w.soft(text), at);
}

}  // namespace

Blocks noteBlocks(const ReportInput& input, const Writer& w)
{
    const Notes& notes = input.notes;
    Blocks blocks;
    if (notes.notes.empty() && notes.bookmarks.empty() && notes.continued.empty())
        return blocks;
    const Span assumed = w.tag(word(nameOf(Provenance::Assumed)), "assumed");
    blocks.emplace_back(Paragraph{{assumed, w.soft(say("What people wrote; nothing of it was measured."))}});
    Bullets list;
    for (const ContinuedLayer& layer : notes.continued)
        list.lines.push_back({w.plain(say("Went on past {}: ", word(nameOf(layer.layer)))), w.said(layer.reason)});
    for (const Note& note : notes.notes)
        list.lines.push_back({w.said(note.text), w.plain(std::string(" ")), placeSpan(note.at, w)});
    if (!list.lines.empty())
        blocks.emplace_back(std::move(list));
    if (notes.bookmarks.empty())
        return blocks;
    blocks.emplace_back(Heading{{w.plain(say("Bookmarks"))}});
    Bullets bookmarks;
    for (const Bookmark& bookmark : notes.bookmarks)
        bookmarks.lines.push_back({w.name(bookmark.name), w.plain(std::string(" ")), placeSpan(bookmark.at, w)});
    blocks.emplace_back(std::move(bookmarks));
    return blocks;
}

}  // namespace headwater::report
