// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
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
    int handle = -1;      ///< index of the handle that the end of the first segment is; −1: none
    double limit = -1;    ///< a mark on the bar; negative: none
    bool marked = false;  ///< regressed, flagged, late
};

/// A number read off the figure.
struct ConceptReading {
    LocalText what;
    std::string value;
};

/// A picture of an idea at one setting of its handles.
struct ConceptFigure {
    std::string unit;  ///< of the axis: "ms", "z", "GPUs", or empty
    double axisEnd = 1;
    std::vector<ConceptBar> bars;
    std::vector<ConceptReading> readings;
    LocalText conclusion;
};

/// The handles of a concept with what they are at first; empty for an unknown id.
[[nodiscard]] std::vector<ConceptHandle> handlesOf(std::string_view id);

/// Computes the figure by what the analysis itself calls: collective waits and blame, the simulator's loader queue, z
/// scores and their bounds, ULP distances, interval algebra, quantiles and the course rule, the bisection. `values` has
/// one number a handle; missing ones are as at first, all are clipped to their range. Milliseconds, deterministic.
[[nodiscard]] ConceptFigure figureOf(const Concept& idea, std::span<const double> values);

}  // namespace headwater::workshop
