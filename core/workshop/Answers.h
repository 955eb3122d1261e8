// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/workshop/Exercise.h"
#include "core/workshop/JsonPart.h"

namespace headwater::workshop {

/// Prose, and which rubric points somebody found in it.
struct OpenAnswer {
    std::string text;
    std::vector<std::string> ticked;

    friend bool operator==(const OpenAnswer&, const OpenAnswer&) = default;
};

/// What a student says about a case in the end.
struct Conclusion {
    bool given = false;
    std::string stage;  ///< empty: none regressed
    std::string scope;  ///< "systemic", "localised", "both"; empty: none
    std::vector<int> ranks;
    std::string layer;    ///< empty: none
    std::string outcome;  ///< node at which the flowchart ends

    friend bool operator==(const Conclusion&, const Conclusion&) = default;
};

/// One sheet of answers, of a case or of the exercise (headwater.workshop-answers/1).
struct Answers {
    std::string id;          ///< of the case or the exercise
    std::string student;     ///< may be empty
    std::uint64_t seed = 1;  ///< of the exercise's vectors
    std::string predictedStage;
    std::string predictedWhy;
    bool predicted = false;
    std::map<std::string, std::vector<std::string>> decisions;  ///< node → choices in the order they were made
    Conclusion conclusion;
    OpenAnswer why, next;  ///< of a case
    std::map<std::string, VectorAnswer> vectors;
    std::map<std::string, OpenAnswer> questions;  ///< "explain", "q1", "q2", "q3"
    std::vector<std::string> vetoes;              ///< given by a person

    friend bool operator==(const Answers&, const Answers&) = default;
};

/// The answers of a parsed document (headwater.workshop-answers/1); what is wrong in it goes to `remarks`.
[[nodiscard]] Answers readAnswers(const nlohmann::json& document, Remarks& remarks);
/// NotFound, Unreadable, TooLarge; Malformed with the first error.
[[nodiscard]] Result<Answers> readAnswersFile(const std::filesystem::path& path);
/// What readAnswers() reads: every field, those not answered too, so that it serves as a sheet to fill in.
[[nodiscard]] std::string answersJson(const Answers& answers);

}  // namespace headwater::workshop
