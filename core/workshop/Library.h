// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/workshop/Case.h"
#include "core/workshop/Concept.h"
#include "core/workshop/Exercise.h"

namespace headwater::workshop {

/// What the program brings along (resources/workshop).
struct Library {
    std::vector<CaseSpec> cases;  ///< by level
    std::vector<Question> questions;
    std::vector<Mistake> mistakes;
    std::vector<Veto> vetoes;
    std::vector<Concept> concepts;

    std::string exerciseId;
    std::string instructorsKey;  ///< of its cases and its exercise
    LocalText exerciseTitle, exerciseIntro;
    OpenQuestion explain;                       ///< belongs to the vectors
    std::vector<OpenQuestion> courseQuestions;  ///< the three of the course
    OpenQuestion why, next;                     ///< asked at the end of every case
    std::map<std::string, LocalText, std::less<>> words;

    [[nodiscard]] AnswerSeal exerciseSeal() const { return {exerciseId, exerciseId, instructorsKey, false}; }
    [[nodiscard]] const CaseSpec* find(std::string_view id) const;
    [[nodiscard]] const Mistake* mistake(std::string_view id) const;
    [[nodiscard]] const Veto* veto(std::string_view id) const;
    [[nodiscard]] const LocalText& word(std::string_view key) const;  ///< an empty text for an unknown key
};

/// What a case asks in words, 1 point and 2: with its own rubric, or that of every case.
[[nodiscard]] OpenQuestion whyOf(const Library& library, const CaseSpec& spec);
[[nodiscard]] OpenQuestion nextOf(const Library& library, const CaseSpec& spec);

/// Reads the compiled-in files; remarks about them go to `remarks` (there are none: a test looks).
[[nodiscard]] Library library(Remarks& remarks);
[[nodiscard]] Library library();

}  // namespace headwater::workshop
