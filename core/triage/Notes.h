// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/triage/Verdict.h"
#include "core/triage/ViewRef.h"

namespace headwater {

/// What somebody decided about a finding.
enum class FindingMark { Open, Accepted, Dismissed };

/// What somebody says about a finding. A dismissed finding stays in the list, struck through, with the reason.
struct FindingDecision {
    std::string finding;  ///< Finding::id
    FindingMark mark = FindingMark::Open;
    std::string reason;      ///< why it was dismissed
    std::string annotation;  ///< free text

    [[nodiscard]] bool empty() const { return mark == FindingMark::Open && reason.empty() && annotation.empty(); }
    friend bool operator==(const FindingDecision&, const FindingDecision&) = default;
};

/// Free text pinned to a place: a stage, steps, ranks, a time range or a page.
struct Note {
    ViewRef at;
    std::string text;

    friend bool operator==(const Note&, const Note&) = default;
};

/// A view that somebody wants to find again.
struct Bookmark {
    std::string name;
    ViewRef at;

    friend bool operator==(const Bookmark&, const Bookmark&) = default;
};

/// The user went on past a layer that fails, and why.
struct ContinuedLayer {
    LayerId layer = LayerId::Correctness;
    std::string reason;

    friend bool operator==(const ContinuedLayer&, const ContinuedLayer&) = default;
};

/// All that people said about an investigation. Every statement in it is the user's word: assumed, never measured.
struct Notes {
    std::vector<FindingDecision> decisions;  ///< at most one a finding
    std::vector<Note> notes;
    std::vector<Bookmark> bookmarks;
    std::vector<ContinuedLayer> continued;  ///< at most one a layer

    [[nodiscard]] bool empty() const
    {
        return decisions.empty() && notes.empty() && bookmarks.empty() && continued.empty();
    }
    friend bool operator==(const Notes&, const Notes&) = default;
};

/// The decision on this finding, empty where none was made.
[[nodiscard]] FindingDecision decisionOn(const Notes& notes, std::string_view finding);

/// With today's ids in place of those of earlier versions, which did not say which operator or rank they mean. One that
/// may mean several findings of the verdict stays, and says nothing of any of them.
[[nodiscard]] Notes namedAsIn(const Verdict& verdict, Notes notes);

/// With this decision in place of an earlier one on the same finding; an empty one takes it back.
[[nodiscard]] Notes withDecision(Notes notes, FindingDecision decision);

/// Null where nobody went on past the layer.
[[nodiscard]] const ContinuedLayer* continuedPast(const Notes& notes, LayerId layer);

/// One sentence for each layer that fails in `verdict` and that the user went on past, with the reason: belongs to
/// Verdict::warnings, so that every report keeps it.
[[nodiscard]] std::vector<Text> continuedWarnings(const Notes& notes, const Verdict& verdict);

}  // namespace headwater
