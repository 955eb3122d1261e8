// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/Duration.h"
#include "core/workshop/JsonPart.h"

namespace headwater::workshop {

/// Something that an answer in prose has to say. A person ticks it; the program does not pretend to read.
struct RubricPoint {
    std::string id;
    double points = 0;
    LocalText text;
};

/// A question that is answered in prose. The points in order are the model answer, a causal chain.
struct OpenQuestion {
    std::string id;
    LocalText ask;
    std::vector<RubricPoint> points;
};

/// What the first-regression rule says about two vectors.
struct VectorAnswer {
    enum class Kind : std::uint8_t { NotAnswered, None, Index, Error };
    Kind kind = Kind::NotAnswered;
    std::size_t index = 0;
    Ns increase = 0;

    friend bool operator==(const VectorAnswer&, const VectorAnswer&) = default;
};

/// Two vectors of stage times, ns, and where the trap is.
struct VectorTask {
    std::string id;    ///< "v1" …
    std::string trap;  ///< "normal", "within", "exact", "zero", "lengths"
    std::vector<Ns> baseline;
    std::vector<Ns> current;

    [[nodiscard]] bool isBoundary() const { return trap != "normal"; }
};

/// Six tasks: two normal, and one each where everything stays within its tolerance, where a stage is exactly at its
/// limit and a later one above, where a baseline is zero, where the lengths differ. Same seed, same tasks; all times
/// are whole microseconds.
[[nodiscard]] std::vector<VectorTask> vectorTasks(std::uint64_t seed);

/// The answer by the product's own rule (stats::firstByCourse, ε 5 %).
[[nodiscard]] VectorAnswer solve(const VectorTask& task);

/// Milliseconds with three decimals, the way the tasks print them: "12.345".
[[nodiscard]] std::string milliseconds(Ns time);

/// A question with its rubric out of a scenario file; what is wrong in it goes to the remarks of `part`.
[[nodiscard]] OpenQuestion readOpenQuestion(const JsonPart& part);

}  // namespace headwater::workshop
