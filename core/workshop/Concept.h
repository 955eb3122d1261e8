// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/workshop/LocalText.h"

namespace headwater::workshop {

/// What is told about an idea, and the words of its figure.
struct Concept {
    std::string id;  ///< "barrier", "back-pressure", "three-sigma", "float-order", "overlap", "tail", "bisection"
    LocalText title;
    std::vector<LocalText> body;  ///< paragraphs
    std::map<std::string, LocalText, std::less<>> words;

    [[nodiscard]] const LocalText& word(std::string_view key) const;  ///< an empty text for an unknown key
};

/// A number that the reader moves.
struct ConceptHandle {
    std::string id;  ///< Concept::words has its name
    double least = 0;
    double most = 1;
    double step = 1;
    double value = 0;  ///< at first
    std::string unit;  ///< "ms", "%", or empty
};

/// A piece of a bar; start and length in the figure's unit.
struct ConceptSegment {
    std::string
        kind;  ///< "compute", "wait", "transfer", "exposed", "good", "bad", "value"; Concept::words has its name
    double start = 0;
    double length = 0;
};

/// One row of the figure.
struct ConceptBar {
    LocalText label;
    std::vector<ConceptSegment> segments;
    int handle = -1;       ///< index of the handle that changes when the bar is dragged (valueAt); −1: none
    double limit = -1;     ///< a mark on the bar; negative: none
    bool marked = false;   ///< regressed, flagged, late
    std::size_t grip = 0;  ///< the segment whose end is dragged

    /// Where the bar is dragged, in the figure's unit; 0 without segments.
    [[nodiscard]] double gripAt() const;
};

/// A number read off the figure.
struct ConceptReading {
    LocalText what;
    std::string value;
};

/// A picture of an idea at one setting of its handles.
struct ConceptFigure {
    std::string unit;  ///< of the axis: "ms", "z", "nodes", or empty
    double axisEnd = 1;
    std::vector<ConceptBar> bars;
    std::vector<ConceptReading> readings;
    LocalText conclusion;
    bool logarithmic = false;  ///< places go by log(1 + value)
    /// Where a grip is says too little of its number for it to be put where the mouse is: it jumps from one number to
    /// the next, or stays at zero. The way of the mouse counts instead, the whole plot for the whole range.
    bool byWay = false;
};

/// The handles of a concept with what they are at first; empty for an unknown id.
[[nodiscard]] std::vector<ConceptHandle> handlesOf(std::string_view id);

/// Computes the figure by what the analysis itself calls: collective waits and blame, the simulator's loader queue, z
/// scores and their bounds, ULP distances, interval algebra, quantiles and the course rule, the bisection. `values` has
/// one number a handle; missing ones are as at first, all are clipped to their range. Milliseconds, deterministic.
[[nodiscard]] ConceptFigure figureOf(const Concept& idea, std::span<const double> values);

/// The value of a bar's handle at which the bar's grip comes nearest to `end` (in the figure's unit), all other handles
/// as they are: found by drawing the figure at each step of the handle. Nothing where the bar has no handle.
[[nodiscard]] std::optional<double> valueAt(const Concept& idea, std::span<const double> values, std::size_t bar,
                                            double end);

}  // namespace headwater::workshop
