// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/run/Run.h"

namespace headwater {

enum class DType { Float16, BFloat16, Float32, Float64 };

/// "float16", "bfloat16" …
[[nodiscard]] std::string_view nameOf(DType dtype);

/// Reads "torch.bfloat16", "bf16-mixed", "fp16", "half", "float" …; nothing where none is named.
[[nodiscard]] std::optional<DType> dtypeFromText(std::string_view text);

/// |a − e| ≤ absolute + relative · |e|.
struct Tolerance {
    double relative = 0;
    double absolute = 0;

    [[nodiscard]] double at(double expected) const;
};

/// Defaults of torch.testing.assert_close (METHODS 5).
[[nodiscard]] Tolerance toleranceFor(DType dtype);

/// What a comparison is judged by, and whether the configuration says so.
struct ChosenTolerance {
    DType dtype = DType::Float32;
    Tolerance tolerance;
    bool assumed = true;  ///< no precision is known: float32, which a logged loss usually is
};

/// The coarser precision of the two sides ("precision", "dtype", "params_dtype", "torch_dtype", "bf16" …), for a
/// difference may come from either.
[[nodiscard]] ChosenTolerance chooseTolerance(const Manifest& baseline, const Manifest& current);

}  // namespace headwater
