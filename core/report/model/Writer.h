// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/Language.h"
#include "core/report/model/Redaction.h"
#include "core/report/model/ReportModel.h"
#include "core/triage/ViewRef.h"

namespace headwater::report {

/// The only way of text into a report: in one language, private names replaced.
class Writer {
public:
    Writer(Language language, Redaction redaction) : m_language(std::move(language)), m_redaction(std::move(redaction))
    {}

    /// Names of a length that nobody reads lose their middle.
    [[nodiscard]] std::string of(const Text& text) const;
    [[nodiscard]] const Language& language() const { return m_language; }
    [[nodiscard]] const Redaction& redaction() const { return m_redaction; }
    /// The verdict for a drawing, which shortens names: what is cut is found by no later replacement.
    [[nodiscard]] Verdict drawn(Verdict verdict) const;
    [[nodiscard]] std::string svg(const std::string& drawing) const { return m_redaction(drawing); }

    [[nodiscard]] Span span(Span::Kind kind, const Text& text) const { return {kind, of(text)}; }
    [[nodiscard]] Span plain(const Text& text) const { return span(Span::Kind::Plain, text); }
    [[nodiscard]] Span soft(const Text& text) const { return span(Span::Kind::Soft, text); }
    [[nodiscard]] Span strong(const Text& text) const { return span(Span::Kind::Strong, text); }
    [[nodiscard]] Span name(const Text& text) const { return span(Span::Kind::Name, text); }
    /// What a person wrote, each kind of line break as one '\n'.
    [[nodiscard]] Span said(const std::string& text) const;
    [[nodiscard]] Span code(const Text& text) const { return span(Span::Kind::Code, text); }
    [[nodiscard]] Span tag(const Text& text, std::string style = {}) const
    {
        return {Span::Kind::Tag, of(text), std::move(style)};
    }
    /// The span as a reference that the window opens at `view`; as it is where that is too long for a link.
    [[nodiscard]] Span at(Span span, const ViewRef& view) const;

    [[nodiscard]] Cell cell(const Text& text) const { return {{{plain(text)}}}; }
    [[nodiscard]] Cell nameCell(const Text& text) const { return {{{name(text)}}}; }
    [[nodiscard]] Paragraph paragraph(const Text& text) const { return {{plain(text)}}; }
    [[nodiscard]] Paragraph softParagraph(const Text& text) const { return {{soft(text)}}; }
    [[nodiscard]] Column column(const Text& title) const { return {of(title)}; }
    [[nodiscard]] Column numbers(const Text& title) const { return {of(title), true}; }
    [[nodiscard]] Column drawing(const Text& title) const { return {of(title), false, true}; }

private:
    [[nodiscard]] Text readable(const Text& text) const;

    Language m_language;
    Redaction m_redaction;
};

}  // namespace headwater::report
