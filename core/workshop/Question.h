// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/simulate/Truth.h"
#include "core/workshop/JsonPart.h"

namespace headwater::workshop {

/// What a wrong choice is called and answered where something is true of the case.
struct Reply {
    std::vector<std::string> when;  ///< conditions (isTrue) of which any makes it this one
    std::string mistake;            ///< Mistake::id
    LocalText feedback;
};

/// One thing that a student may do at a node of the flowchart.
struct Choice {
    std::string id;
    LocalText text;
    std::vector<std::string> rightFor;  ///< conditions (isTrue) of which any makes it right
    std::vector<std::string> unless;    ///< conditions of which any makes it wrong all the same
    std::string mistake;                ///< Mistake::id of choosing it where it is wrong
    LocalText feedback;                 ///< what to say then; empty: what the mistake says
    std::vector<Reply> replies;         ///< the first that is true goes before `mistake` and `feedback`: settle()

    [[nodiscard]] bool isRight(const std::set<std::string>& facts) const;
};

/// What to do next, asked at a node: "alert", "correctness", "resources", "timeline", "stragglers", "outcome".
struct Question {
    std::string node;
    LocalText ask;
    std::vector<Choice> choices;
};

/// A wrong turn with a name.
struct Mistake {
    std::string id;
    LocalText name;
    LocalText why;
    std::string veto;  ///< Veto::id, or empty
};

/// What makes an answer fail whatever its points are.
struct Veto {
    std::string id;
    LocalText name;
    LocalText looksLike;
};

/// Whether facts (factsOf) make a condition true: facts joined by " & ", of which those behind "!" must not be there.
[[nodiscard]] bool isTrue(std::string_view condition, const std::set<std::string>& facts);

/// The facts that a condition asks for, without their "!".
[[nodiscard]] std::vector<std::string> factsAskedBy(std::string_view condition);

/// Puts the reply that belongs to these facts in the place of the choice's own mistake and feedback, so that whoever
/// reads the choice reads what is true of the case.
void settle(Choice& choice, const std::set<std::string>& facts);

/// What is true of a case, as words that questions refer to: "*", "outcome:NODE", "layer:ID", "scope:WORD",
/// "stage:NAME", "kind:WORD", "spent:input|compute|host|network" (see spentOn), "none-regressed", "rotating".
[[nodiscard]] std::set<std::string> factsOf(const Truth& truth, const std::string& spent);

/// Where the time of the first regressed stage went: "input", "compute", "host", "network", or empty without a stage.
[[nodiscard]] std::string spentOn(const Truth& truth);

/// Nodes at which a student is asked, in order. Where correctness stops the search, none behind it but the last.
[[nodiscard]] std::vector<std::string> nodesAsked(const Truth& truth);

/// Every node at which a question can be asked, in order.
[[nodiscard]] std::span<const std::string_view> nodeNames();

/// Reads questions[] of the library or ask[] of a case. A choice of a case says `"right": true`.
[[nodiscard]] std::vector<Question> readQuestions(const JsonPart& document, const char* key);

}  // namespace headwater::workshop
