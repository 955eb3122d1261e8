// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/workshop/Answers.h"
#include "core/workshop/Library.h"

namespace headwater::workshop {

/// One thing that was asked, and what came of it.
struct GradeLine {
    std::string id;  ///< "v3", "stage", "decision:timeline", "q1" …
    LocalText what;
    double points = 0;
    double of = 0;
    LocalText feedback;   ///< what is right, and why; never empty. It gives the answer away
    std::string mistake;  ///< Mistake::id, or empty
    bool answered = true;
    bool judged = true;  ///< false: prose of which nobody has ticked anything

    [[nodiscard]] bool isFull() const { return points >= of; }
    /// How it was answered, without what is right: "right", "partly", "wrong", "not_answered", "not_judged".
    [[nodiscard]] std::string_view state() const
    {
        if (!answered)
            return "not_answered";
        if (!judged)
            return "not_judged";
        return isFull() ? "right" : points > 0 ? "partly" : "wrong";
    }
};

/// A choice that was wrong where it was made.
struct WrongTurn {
    std::string node;     ///< of the flowchart
    LocalText choice;     ///< as it was offered
    std::string mistake;  ///< Mistake::id, or empty
    bool first = false;   ///< the first choice at its node, the one that counts
    double cost = 0;      ///< points; 0 where it is not the first
};

/// The points of one part of the course's scheme (4 + 2 + 2 + 2).
struct GradePart {
    LocalText title;
    double points = 0;
    double of = 0;
    std::vector<GradeLine> lines;
};

/// The scores of a sheet: 4 + 2 + 2 + 2, passed at 8 unless there is a veto.
struct Grade {
    std::string id;
    std::string student;
    std::vector<GradePart> parts;
    std::vector<std::string> vetoes;    ///< Veto::id, in the library's order
    std::vector<std::string> mistakes;  ///< Mistake::id, each once
    std::vector<WrongTurn> turns;       ///< all, by node in the order asked, then in the order made
    double total = 0;

    static constexpr double kOf = 10;
    static constexpr double kPassAt = 8;
    [[nodiscard]] bool passed() const { return vetoes.empty() && total >= kPassAt; }
};

/// Grades the course's exercise: vectors 4 (normal 2, boundary 1, explanation 1), three questions 2 each. Prose counts
/// by the points ticked, and not at all where nothing was written. Pure: same sheet, same grade.
[[nodiscard]] Grade gradeExercise(const Library& library, const Answers& answers);

/// Grades a case: first regressed stage 4 (stage 2, which ranks 1, reason 1), order of the search 2, layer and cause 2,
/// next experiment 2. For the order the first choice at a node counts; a veto comes from the last one, so that a wrong
/// turn that was taken back does not fail anybody, and from a conclusion that hides a tail or states a cause that
/// cannot be known.
[[nodiscard]] Grade gradeCase(const Library& library, const Case& opened, const Answers& answers);

}  // namespace headwater::workshop
