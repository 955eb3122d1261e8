// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/workshop/Handout.h"

namespace headwater::workshop {

/// The parts that sheets to print are made of, in one language; every text is escaped.
class HandoutSheet {
public:
    HandoutSheet(const Library& library, const PrintOptions& options, const LocalText& title);

    [[nodiscard]] std::string in(const LocalText& text) const;
    [[nodiscard]] std::string word(std::string_view key) const;
    /// What is added from now on is not parted by the end of a page, up to the next piece.
    void piece();
    void add(const std::string& markup);
    /// Begins a piece, and is in one with what comes next.
    void heading(std::string_view key);
    /// A paragraph of what is asked.
    void ask(const std::string& markup) { add("<p><b>" + markup + "</b></p>"); }
    /// A box of so many empty lines, with what stands in it at the left.
    void room(int lines, const std::string& label = {});
    /// Boxes in a row, ticked or not.
    void boxes(const std::vector<std::pair<std::string, bool>>& named);
    /// A question in words: room, or its rubric where the answers are told.
    void open(const OpenQuestion& question);
    /// Points to be given by hand, for parts named so, and the vetoes.
    void scoring(const std::vector<std::pair<std::string, int>>& parts);
    [[nodiscard]] static std::string box(bool ticked) { return ticked ? "&#9745;" : "&#9744;"; }
    [[nodiscard]] bool tells() const { return m_options.reveal; }
    [[nodiscard]] Handout finish() { return std::move(m_handout); }

private:
    const Library& m_library;
    const PrintOptions& m_options;
    Handout m_handout;
    bool m_headed = false;  ///< the last piece is a heading alone
};

}  // namespace headwater::workshop
