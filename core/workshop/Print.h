// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/workshop/Grade.h"
#include "core/workshop/Library.h"

namespace headwater::workshop {

/// What the printers show and in which language ("en", "zh_CN"). Names out of files are escaped for the terminal.
struct PrintOptions {
    std::string language = "en";
    bool reveal = false;     ///< what is true, model answers, which choice is right
    int hints = 0;           ///< how many
    std::uint64_t seed = 1;  ///< of the exercise's vectors
    std::string asked;       ///< what the case was asked for by, where it is no name of the library: its path
};

[[nodiscard]] std::string listText(const Library& library, const PrintOptions& options);
[[nodiscard]] std::string listJson(const Library& library);  ///< headwater.workshop-list/1

/// A case and the exercise as text for a terminal.
[[nodiscard]] std::string caseText(const Library& library, const Case& opened, const PrintOptions& options);
[[nodiscard]] std::string exerciseText(const Library& library, const PrintOptions& options);
/// An idea with the numbers of its figure as it opens.
[[nodiscard]] std::string conceptText(const Library& library, const Concept& idea, const PrintOptions& options);
/// headwater.workshop-show/1, in both languages at once; `truth` and `model_answer` are null unless revealed.
[[nodiscard]] std::string caseJson(const Library& library, const Case& opened, const PrintOptions& options);
[[nodiscard]] std::string exerciseJson(const Library& library, const PrintOptions& options);
[[nodiscard]] std::string conceptJson(const Concept& idea);

/// The score, and of each item whether it is right, wrong or not answered. What is right, and why, only if revealed: a
/// sheet that is empty must not be a way to the answers.
[[nodiscard]] std::string gradeText(const Library& library, const Grade& grade, const PrintOptions& options);
/// headwater.workshop-grade/1; `feedback` is null unless revealed.
[[nodiscard]] std::string gradeJson(const Library& library, const Grade& grade, const PrintOptions& options);

/// A wrong turn in a line: where, what was chosen, which mistake that is, and what it cost.
[[nodiscard]] LocalText turnInWords(const Library& library, const WrongTurn& turn);

/// Sheets with every field there and nothing answered.
[[nodiscard]] Answers emptySheet(const Case& opened);
[[nodiscard]] Answers emptyExercise(const Library& library, std::uint64_t seed);

/// Nodes at which the flowchart can end.
[[nodiscard]] const std::vector<std::string>& outcomeNames();

}  // namespace headwater::workshop
