// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/Run.h"

namespace headwater {

enum class CheckState { Same, Differs, UnknownInBaseline, UnknownInCurrent, Unknown };
/// "same", "differs", "unknown_in_baseline", "unknown_in_current", "unknown".
[[nodiscard]] std::string_view nameOf(CheckState state);

/// One thing that decides whether a run can be repeated, and whether both sides say it.
struct ReproducibilityItem {
    std::string_view id;     ///< stable: "seed"
    std::string_view what;   ///< for people
    std::string_view hides;  ///< what stays undetected while it is unknown or differs
    bool essential = false;  ///< decides bits in every job (DESIGN 6); the others matter to some
    CheckState state = CheckState::Unknown;
    std::string baseline, current;  ///< empty: unknown (untrusted)
    std::string key;                ///< the manifest's key it was found under; empty where unknown on both sides
};

/// The checklist of METHODS 5, every item, in a fixed order. A key counts under any of its usual names, whatever its
/// case and separators, with or without "env." before it.
[[nodiscard]] std::vector<ReproducibilityItem> checkReproducibility(const Manifest& baseline, const Manifest& current);

/// Deterministic mode as the configuration tells it; nothing where it does not. CUBLAS_WORKSPACE_CONFIG alone is no
/// deterministic mode.
[[nodiscard]] std::optional<bool> deterministicMode(const Manifest& manifest);

}  // namespace headwater
