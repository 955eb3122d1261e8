// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model/Writer.h"

#include "core/report/TextTable.h"

namespace headwater::report {

namespace {

/// Kernels of template libraries stay whole; a name of a megabyte would fill the report many times over.
constexpr std::size_t kLongestName = 2'000;
constexpr std::size_t kLongestLink = 8'000;

}  // namespace

std::string Writer::of(const Text& text) const
{
    std::string whole = m_redaction(m_language.of(text));
    return whole.size() <= kLongestName ? whole : m_redaction(m_language.of(readable(text)));
}

/// Private names are replaced first: of what is cut no later replacement finds them.
Text Writer::readable(const Text& text) const
{
    Text out;
    for (const Text::Piece& piece : text.pieces()) {
        if (piece.verbatim) {
            out += piece.key.size() <= kLongestName ? Text(piece.key)
                                                    : Text(elideMiddle(m_redaction(piece.key), kLongestName));
            continue;
        }
        std::vector<Text> arguments;
        for (const Text& argument : piece.arguments)
            arguments.push_back(readable(argument));
        out += Text(std::string_view(piece.key), std::move(arguments));
    }
    return out;
}

Span Writer::at(Span span, const ViewRef& view) const
{
    span.target = toText(m_redaction.of(view));
    if (span.target.size() > kLongestLink)
        span.target.clear();
    return span;
}

Span Writer::said(const std::string& text) const
{
    std::string lines;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool withFeed = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
        if (!withFeed)
            lines += text[i] == '\r' ? '\n' : text[i];
    }
    return {Span::Kind::Said, m_redaction(lines)};
}

Verdict Writer::drawn(Verdict verdict) const
{
    verdict.headline = readable(verdict.headline);
    for (StageVerdict& stage : verdict.stages)
        stage.stage = of(stage.stage);
    for (FlowStep& step : verdict.flowchart)
        step.answer = of(step.answer);
    return verdict;
}

}  // namespace headwater::report
