// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workshop/Grade.h"

namespace headwater::workshop {

/// Prose by its ticked points, scaled to `of`.
[[nodiscard]] GradeLine gradeOpen(const Library& library, const OpenQuestion& question, const OpenAnswer& answer,
                                  const std::string& id);

/// Adds the lines up.
[[nodiscard]] GradePart sumUp(LocalText title, std::vector<GradeLine> lines, double of);

/// Fills in total, mistakes and vetoes of `grade`: those of `given` by a person, and those that `kept` mistakes bring.
void finish(Grade& grade, const Library& library, const std::vector<std::string>& given,
            const std::vector<std::string>& kept);

}  // namespace headwater::workshop
